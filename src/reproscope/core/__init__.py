"""The shared words of the house, and the registry and configuration every room uses.

What comes in: nothing from other rooms; ``core`` imports none of them. What goes out: values.
A room makes ``Finding`` objects with ``Evidence``, sums them up as ``Score`` with ``Coverage``,
and hands out one ``Report`` with its ``Provenance`` and what was ``Skipped``; a study's report
has a ``Table`` and a ``Figure`` for each result. The way through: ``answers`` → ``evidence`` →
``finding`` → ``score``, ``table`` → ``report``; then ``rule`` and ``target`` say what a room
registers, ``registry`` finds it, ``config`` reads the auditor's wishes, and ``errors`` holds what
a user may be told.
"""

from reproscope.core.answers import Answer, Level, Outcome, Verdict, is_answered, is_applicable
from reproscope.core.config import Config, load_config
from reproscope.core.errors import ReproscopeError, UnknownName, nearest
from reproscope.core.evidence import Evidence, Location
from reproscope.core.finding import Finding
from reproscope.core.jsonvalue import JSON
from reproscope.core.provenance import Provenance
from reproscope.core.registry import Loaded, Renderer
from reproscope.core.report import Report, Skipped
from reproscope.core.rule import Rule
from reproscope.core.score import Coverage, Score
from reproscope.core.table import Cell, Column, Figure, Table
from reproscope.core.target import CheckOptions, TargetKind

__all__ = [
    "JSON",
    "Answer",
    "Cell",
    "CheckOptions",
    "Column",
    "Config",
    "Coverage",
    "Evidence",
    "Figure",
    "Finding",
    "Level",
    "Loaded",
    "Location",
    "Outcome",
    "Provenance",
    "Renderer",
    "Report",
    "ReproscopeError",
    "Rule",
    "Score",
    "Skipped",
    "Table",
    "TargetKind",
    "UnknownName",
    "Verdict",
    "is_answered",
    "is_applicable",
    "load_config",
    "nearest",
]
