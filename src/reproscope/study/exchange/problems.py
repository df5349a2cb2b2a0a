"""What does not fit in a file: each with its place and what would be right, all of them counted."""

from __future__ import annotations

from dataclasses import dataclass

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.study.exchange.sheet import Sheet, Whole

SHOWN = 100


@dataclass(frozen=True, slots=True)
class Problem:
    """One cell, row or column that does not fit; line 0 is the file as a whole."""

    file: str
    line: int
    column: str
    message: str
    unit: str = "line"

    def __str__(self) -> str:
        """Return it as one line: ``answers.csv:17: column 'train': what is wrong``."""
        place = self.file
        if self.line:
            place += f":{self.line}" if self.unit == "line" else f": {self.unit} {self.line}"
        column = f"column {shown_name(self.column)}: " if self.column else ""
        return f"{place}: {column}{self.message}"


class Problems:
    """Counts problems, however many, and keeps the first ones in the order of the files."""

    def __init__(self) -> None:
        self._kept: list[Problem] = []
        self._files: dict[str, int] = {}
        self.count = 0

    def __bool__(self) -> bool:
        return self.count > 0

    def note(self, problem: Problem) -> None:
        """Add a problem."""
        self.count += 1
        self._files.setdefault(problem.file, len(self._files))
        self._kept.append(problem)
        if len(self._kept) >= 50 * SHOWN:
            self._kept = self._first()

    def add(self, sheet: Sheet, row: int | None, column: str, message: str) -> None:
        """Add a problem of a row, or of the header for None."""
        line = sheet.header if row is None else int(sheet.lines[row])
        self.note(Problem(sheet.file, line, column, message, sheet.unit))

    def add_rows(self, sheet: Sheet, lines: Whole, column: str, message: str) -> None:
        """Add one problem for each of the lines, that all have the same wrong cell."""
        for line in lines[:SHOWN].tolist():
            self.note(Problem(sheet.file, line, column, message, sheet.unit))
        self.count += max(len(lines) - SHOWN, 0)

    def shown(self) -> tuple[Problem, ...]:
        """Return the first problems, in the order of the files and their lines."""
        return tuple(self._first())

    def _first(self) -> list[Problem]:
        by_place = sorted(self._kept, key=lambda one: (self._files[one.file], one.line))
        return by_place[:SHOWN]


class DoesNotFit(ReproscopeError):
    """A file of which nothing was imported, with all the reasons; ``count`` counts the unshown."""

    def __init__(self, file: str, problems: tuple[Problem, ...], count: int) -> None:
        self.problems = problems
        self.count = count
        many = f"{count:,} problems" if count != 1 else "1 problem"
        lines = [f"{file}: {many}, so nothing was imported:", *(f"  {one}" for one in problems)]
        if count > len(problems):
            lines.append(f"  … and {count - len(problems):,} more")
        super().__init__("\n".join(lines))
