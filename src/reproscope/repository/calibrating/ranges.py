"""The representative values of the thesis (6.2.2): which value is worth 0 and which is worth 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from reproscope.repository.calibrating.quantiles import quartiles
from reproscope.repository.loos2022.inputs import Inputs
from reproscope.repository.profiles import Profile

# Which quartile of which set (0 reproducible, 1 other) is worth 0 and which 1.
RULES: Mapping[str, tuple[str, tuple[int, str], tuple[int, str]]] = MappingProxyType(
    {
        "readme-length": ("readme_lines", (1, "third"), (0, "median")),
        "readme-links": ("readme_links", (1, "third"), (0, "median")),
        "code-comment-ratio": ("code_comment_ratio", (0, "third"), (1, "third")),
        "pylint": ("pylint", (1, "first"), (0, "median")),
    }
)


def with_ranges(
    profile: Profile, first: Sequence[Inputs], second: Sequence[Inputs], method: str
) -> tuple[Profile, tuple[str, ...]]:
    """Put the representative values of the sets into a profile (tables 6.1 and 6.2)."""
    found = dict(profile.indicators)
    notes: list[str] = []
    for key, (name, low, high) in RULES.items():
        sets = [_known(first, name), _known(second, name)]
        if not all(sets):
            notes.append(f"{key}: not known in one set, its range is the thesis's")
            continue
        ends = [getattr(quartiles(sets[which], method), part) for which, part in (low, high)]
        if ends[0] >= ends[1]:
            words = f"the sets give {ends[0]:g} to {ends[1]:g}, which is no range"
            notes.append(f"{key}: {words}; its range is the thesis's")
            continue
        found[key] = replace(found[key], low=ends[0], high=ends[1])
    return replace(profile, indicators=found), tuple(notes)


def _known(rows: Sequence[Inputs], name: str) -> list[float]:
    return [float(value) for row in rows if (value := getattr(row, name)) is not None]
