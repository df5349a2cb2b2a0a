"""The rules of this room, for the registry: one for every indicator."""

from reproscope.repository.indicators import rules

RULES = rules()
