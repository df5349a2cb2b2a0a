"""What pylint made of the sources: a rating for each, and their mean for the repository."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rated:
    """One source: pylint's rating, 10 or less, and the lines of code and comment it weighs.

    `rating` is ``None`` where there is no statement: pylint rates none either.
    """

    path: str
    rating: float | None
    lines: int


@dataclass(frozen=True, slots=True)
class Rating:
    """The ratings of all sources; `problem` says why they are not known."""

    files: tuple[Rated, ...] = ()
    problem: str | None = None

    @property
    def mean(self) -> float | None:
        """The mean by lines, as the thesis has it; its table has 0 where nothing is to be rated."""
        if self.problem is not None:
            return None
        weighed = [(one.rating, one.lines) for one in self.files if one.rating is not None]
        lines = sum(weight for _, weight in weighed)
        if not lines:
            return 0.0
        return round(sum(rating * weight for rating, weight in weighed) / lines, 2)
