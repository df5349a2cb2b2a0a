"""What was read so far of one or several files, and the places where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from reproscope.instruments import Instrument
from reproscope.study.exchange.problems import Problem, Problems
from reproscope.study.exchange.sheet import Sheet
from reproscope.study.records import Paper, Resolution
from reproscope.study.store.batch import Batch

Place = tuple[str, int, str]  # file, number, unit


@dataclass(slots=True)
class AttemptParts:
    """The fields of one attempt, with the place where it was begun."""

    place: Place
    fields: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Gathered:
    """Everything that files said; ``used`` are papers that answers name, with where they do."""

    instruments: dict[str, Instrument] = field(default_factory=dict)
    papers: dict[str, Paper] = field(default_factory=dict)
    answers: list[Batch] = field(default_factory=list)
    resolutions: list[Resolution] = field(default_factory=list)
    attempts: dict[tuple[str, str, int], AttemptParts] = field(default_factory=dict)
    used: dict[str, Place] = field(default_factory=dict)
    problems: Problems = field(default_factory=Problems)

    def part(self, paper: str, key: str, revision: int, place: Place) -> AttemptParts:
        """Return what was said of an attempt so far."""
        return self.attempts.setdefault((paper, key, revision), AttemptParts(place))

    def wrong(self, place: Place, column: str, message: str) -> None:
        """Note a problem at a place."""
        self.problems.note(Problem(place[0], place[1], column, message, place[2]))


def place_of(sheet: Sheet, row: int) -> Place:
    """Return where a row stands."""
    return (sheet.file, int(sheet.lines[row]), sheet.unit)
