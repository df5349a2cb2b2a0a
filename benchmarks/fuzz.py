"""Random real experiments of every kind, 100,000 of them: none may be called inconsistent.

``python -m benchmarks.fuzz [CASES] [SEED]``. The drawers are those of the property tests
(``tests/scores/drawing``): scores are computed by textbook formulas of their own, printed in any
rounding, and checked; every witness is judged by the same formulas. Writes ``FUZZ.md``.
"""

from __future__ import annotations

import datetime
import multiprocessing
import platform
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.scores.drawing import DRAWERS, Drawer

TABLE = Path(__file__).parent / "FUZZ.md"
PROCESSES = 2
SECONDS_A_CASE = 1.0
VERDICTS = ("consistent", "inconsistent", "undecided")
_A_BATCH = 250


@dataclass
class Tally:
    """Verdicts by kind, the slowest answer by kind, and what went wrong."""

    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)
    wrong: list[tuple[str, str]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take another tally in."""
        self.verdicts += other.verdicts
        for kind, seconds in other.slowest.items():
            self.slowest[kind] = max(seconds, self.slowest.get(kind, 0.0))
        self.wrong += other.wrong


def drawer_for(rng: random.Random) -> Drawer:
    return rng.choices(DRAWERS, [drawer.share for drawer in DRAWERS])[0]


def run(job: tuple[int, int, int]) -> Tally:
    """Check the cases of a seed from one number to another."""
    seed, first, last = job
    tally = Tally()
    for number in range(first, last):
        rng = random.Random(f"{seed}/{number}")
        drawer = drawer_for(rng)
        case = drawer.draw(rng)
        started = time.perf_counter()
        try:
            result = case.check(SECONDS_A_CASE)
            verdict, problem = result.verdict.value, drawer.wrong(case, result)
        except Exception as error:
            verdict, problem = "error", f"{type(error).__name__}: {error}"
        seconds = time.perf_counter() - started
        tally.verdicts[drawer.kind, verdict] += 1
        tally.slowest[drawer.kind] = max(seconds, tally.slowest.get(drawer.kind, 0.0))
        if problem:
            tally.wrong.append((drawer.kind, f"case {number}, {drawer.kind}: {problem}: {case}"))
    return tally


def table(tally: Tally, seed: int, seconds: float) -> str:
    """Return the table that is committed."""
    cases = sum(tally.verdicts.values())
    wrong = Counter(kind for kind, _ in tally.wrong)
    lines = [
        "# Real experiments, drawn at random",
        "",
        f"{datetime.date.today()}, {platform.machine()}, Python {platform.python_version()}: "
        f"{cases:,} cases, seed {seed}, {seconds:.0f} s in {PROCESSES} processes, at most "
        f"{SECONDS_A_CASE:g} s a case; `python -m benchmarks.fuzz {cases} {seed}` makes this "
        "table. All reports are of real matrices, rankings or errors, so that none may be called "
        "inconsistent; a witness that does not give what was reported is wrong as well.",
        "",
        f"| kind | cases | {' | '.join(VERDICTS)} | wrong | slowest |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for kind in [drawer.kind for drawer in DRAWERS]:
        counts = [tally.verdicts[kind, verdict] for verdict in VERDICTS]
        drawn = sum(count for (of, _), count in tally.verdicts.items() if of == kind)
        shown = " | ".join(f"{count:,}" for count in (drawn, *counts, wrong[kind]))
        lines.append(f"| {kind} | {shown} | {tally.slowest.get(kind, 0.0):.1f} s |")
    totals = [sum(tally.verdicts[d.kind, v] for d in DRAWERS) for v in VERDICTS]
    shown = " | ".join(f"{count:,}" for count in (cases, *totals, len(tally.wrong)))
    return "\n".join([*lines, f"| **all** | {shown} | |"]) + "\n"


def main(cases: int = 100_000, seed: int = 1) -> int:
    """Run all cases on two processes, write the table; return how many went wrong."""
    started = time.perf_counter()
    jobs = [(seed, i, min(i + _A_BATCH, cases)) for i in range(0, cases, _A_BATCH)]
    total = Tally()
    with multiprocessing.Pool(PROCESSES) as pool:
        for tally in pool.imap_unordered(run, jobs):
            total.add(tally)
            for _, problem in tally.wrong:
                print(problem, flush=True)
    seconds = time.perf_counter() - started
    text = table(total, seed, seconds)
    TABLE.write_text(text, encoding="utf-8")
    print(text)
    print(f"{cases / seconds:.0f} cases a second, {len(total.wrong)} wrong")
    return len(total.wrong)


if __name__ == "__main__":
    sys.exit(min(1, main(*map(int, sys.argv[1:]))))
