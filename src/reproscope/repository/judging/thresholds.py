"""The numbers at which answers change: ``thresholds.toml``, with their sources."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def thresholds(name: str) -> Mapping[str, float]:
    """Return the thresholds of one question."""
    text = files(__package__).joinpath("thresholds.toml").read_text("utf-8")
    found: Mapping[str, float] = tomllib.loads(text)[name]
    return found


def between(value: float, low: float, high: float) -> float:
    """Return how far a value has come from one threshold to another, from 0 to 1.

    >>> between(50, 18, 82), between(5, 18, 82)
    (0.5, 0.0)
    """
    return (min(max(value, low), high) - low) / (high - low)
