"""Means of curved scores over five and ten folds: how many are decided, and how fast.

``python -m benchmarks.curved [CASES] [SEED] [SECONDS]``. Real cases are means over random folds;
in a slip, one digit of one of them is changed. The solver was built on seeds below 1000; seeds from
1000 on are the hold-out, and what is published is measured on them.
"""

from __future__ import annotations

import datetime
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from tests.scores.oracle import printed, textbook

from reproscope import scores
from reproscope.core import Verdict
from reproscope.scores import configurations

POOL = (
    "acc",
    "sens",
    "spec",
    "f1",
    "ppv",
    "npv",
    "mcc",
    "gm",
    "kappa",
    "ji",
    "bacc",
    "f1-negative",
)
CURVED = ("f1", "ppv", "npv", "mcc", "gm", "kappa", "ji", "f1-negative")
HOLD_OUT = 1000
SIZES = ((5, 60), (5, 100), (10, 60), (10, 100))
TABLE = Path(__file__).with_name("CURVED.md")
HEAD = """# Means of curved scores over folds

{date}; `make bench` makes this table: {cases} random reports a row (seed {seed}), each of two to
five scores with four decimals, at least one of them curved, over stratified folds; at most
{seconds} s a question. *Real* reports are means over random folds; in a *slip*, one digit of one
score is changed, and many a slip is still possible. The solver was built on seeds below 1000, so
this seed is a hold-out. A real report called inconsistent would have stopped the run.

| folds x items | report | cases | consistent | inconsistent | undecided | median s | longest s |
|---|---|---:|---:|---:|---:|---:|---:|"""


@dataclass(frozen=True)
class Case:
    """One report of means over stratified folds; `slip` says that a digit was changed."""

    folds: int
    size: int
    slip: bool
    reported: dict[str, str]
    experiment: scores.KFold


def draw(rng: random.Random, folds: int, size: int) -> Iterator[Case]:
    """Yield a real case and the same with a slip."""
    items = folds * size
    positives = round(items * rng.uniform(0.12, 0.6))
    experiment = scores.KFold(
        positives=positives,
        negatives=items - positives,
        folds=folds,
        folding="stratified",
        aggregation="mean-of-scores",
    )
    good, loss = rng.uniform(0.6, 0.97), rng.uniform(0, 0.15)
    matrices = []
    for p, n in configurations.stratified(positives, items - positives, folds):
        luck = rng.gauss(0, 0.03)
        tp = sum(rng.random() < good - loss + luck for _ in range(p))
        tn = sum(rng.random() < good + luck for _ in range(n))
        matrices.append((tp, p - tp, n - tn, tn))
    names = rng.sample(POOL, rng.randint(2, 5))
    if not set(names) & set(CURVED):
        names[0] = rng.choice(CURVED)
    reported = {}
    for name in names:
        values = [textbook(name, *m) or Decimal(0) for m in matrices]
        reported[name] = printed(sum(values, Decimal(0)) / folds, 4, "nearest")
    yield Case(folds, size, False, reported, experiment)
    name = rng.choice(names)
    text = reported[name]
    place = rng.randrange(text.index(".") + 1, len(text))
    digit = rng.choice([d for d in "0123456789" if d != text[place]])
    slipped = {**reported, name: text[:place] + digit + text[place + 1 :]}
    yield Case(folds, size, True, slipped, experiment)


def measured(case: Case, seconds: float) -> tuple[str, float]:
    """Return the verdict on a case and the time it took; a false alarm stops everything."""
    started = time.perf_counter()
    result = scores.check(case.reported, case.experiment, rounding="nearest", time_limit=seconds)
    spent = time.perf_counter() - started
    if not case.slip and result.verdict is Verdict.INCONSISTENT:
        raise AssertionError(f"false alarm: {case}")
    if result.verdict is Verdict.UNDECIDED:
        print(f"undecided: {case.reported} {case.experiment.describe()}: {result.detail}")
    return result.verdict.value, spent


def row(folds: int, size: int, slip: bool, found: list[tuple[str, float]]) -> str:
    """Return one row of the table."""
    verdicts = [verdict for verdict, _ in found]
    times = sorted(spent for _, spent in found)
    counts = [verdicts.count(v) for v in ("consistent", "inconsistent", "undecided")]
    return (
        f"| {folds} x {size} | {'slip' if slip else 'real'} | {len(found)} "
        f"| {counts[0]} | {counts[1]} | {counts[2]} "
        f"| {statistics.median(times):.2f} | {times[-1]:.1f} |"
    )


def main(cases: int = 40, seed: int = HOLD_OUT, seconds: float = 60.0) -> None:
    """Measure every size, print the table, and write it if the seed is a hold-out."""
    rows = []
    for folds, size in SIZES:
        rng = random.Random(seed * 100_000 + folds * 1000 + size)
        seen: dict[bool, list[tuple[str, float]]] = {False: [], True: []}
        for _ in range(cases):
            for case in draw(rng, folds, size):
                seen[case.slip].append(measured(case, seconds))
        for slip, found in seen.items():
            rows.append(row(folds, size, slip, found))
            print(rows[-1], flush=True)
    if seed >= HOLD_OUT:
        head = HEAD.format(
            date=datetime.date.today(), cases=cases, seed=seed, seconds=f"{seconds:g}"
        )
        TABLE.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
        print(f"written: {TABLE.parent.name}/{TABLE.name}")


if __name__ == "__main__":
    main(*(kind(a) for kind, a in zip((int, int, float), sys.argv[1:], strict=False)))
