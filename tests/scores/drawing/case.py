"""A case: what was reported, the experiment that really yielded it, and how it was printed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from reproscope import scores
from reproscope.core import Verdict
from tests.scores.judging import fault
from tests.scores.oracle import Printing


@dataclass(frozen=True)
class Case:
    """A report that a real experiment yielded."""

    reported: dict[str, Any]
    experiment: scores.Experiment
    printing: Printing

    def check(self, time_limit: float = 10) -> scores.Result:
        """Ask the code under test."""
        return scores.check(
            self.reported, self.experiment, time_limit=time_limit, **self.printing.keywords()
        )

    def __str__(self) -> str:
        said = {k: v for k, v in self.printing.keywords().items() if v is not None}
        return f"{self.reported} {self.experiment} {said}"


def witness_fault(case: Case, result: scores.Result) -> str | None:
    """Return what is wrong with the witness of a two-class result."""
    return fault(case.reported, case.experiment, case.printing, result.witness or {})


@dataclass(frozen=True)
class Drawer:
    """A kind of experiment: how often it is drawn, how, and how its witnesses are judged."""

    kind: str
    share: int
    draw: Callable[[random.Random], Case]
    fault: Callable[[Case, scores.Result], str | None] = witness_fault

    def wrong(self, case: Case, result: scores.Result) -> str | None:
        """Return what is wrong with a verdict on a real report; `undecided` never is."""
        if result.verdict is Verdict.INCONSISTENT:
            return "called inconsistent"
        if result.verdict is not Verdict.CONSISTENT:
            return None
        problem = self.fault(case, result)
        return None if problem is None else f"the witness is none: {problem}"
