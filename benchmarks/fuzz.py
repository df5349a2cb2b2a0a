"""Random real experiments, at least 100,000 of them: none may be called inconsistent.

``python -m benchmarks.fuzz [CASES] [SEED]``. Scores are computed by the tests' own textbook
formulas, printed in a random rounding, and checked. Every witness is checked by the same formulas.
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
from collections import Counter
from decimal import Decimal

from tests.scores.oracle import SCORES, admits, printed, textbook

from reproscope import scores
from reproscope.core import Verdict

BOUNDED = [s for s in SCORES if s not in ("lr+", "lr-", "dor")]
MODES = ("nearest", "floor", "ceiling")
# How often each kind of experiment is drawn, of a hundred.
SHARES = {"test-set": 62, "total": 6, "k-fold": 16, "unknown-folds": 4, "datasets": 8, "spread": 4}
Matrix = tuple[int, int, int, int]


def _matrix(rng: random.Random, largest: int) -> Matrix:
    p, n = rng.randint(1, largest), rng.randint(1, largest)
    good = rng.random()
    tp = sum(rng.random() < good for _ in range(p)) if p < 200 else rng.randint(0, p)
    tn = sum(rng.random() < good for _ in range(n)) if n < 200 else rng.randint(0, n)
    return tp, p - tp, n - tn, tn


def _mean(name: str, matrices: list[Matrix]) -> Decimal:
    values = [textbook(name, *m) or Decimal(0) for m in matrices]
    return sum(values, Decimal(0)) / len(values)


def _report(rng: random.Random, matrices: list[Matrix], pool: list[str], most: int) -> tuple:
    names = rng.sample(pool, rng.randint(1, most))
    digits, mode = rng.randint(1, 5), rng.choice(MODES)
    reported = {name: printed(_mean(name, matrices), digits, mode) for name in names}
    return reported, "nearest" if mode == "nearest" else "any"


def _sizes(matrices: list[Matrix]) -> tuple[tuple[int, int], ...]:
    return tuple((tp + fn, fp + tn) for tp, fn, fp, tn in matrices)


def draw(kind: str, rng: random.Random) -> tuple:
    """Return reported scores, the experiment that yielded them, and the rounding."""
    if kind in ("test-set", "total"):
        matrix = _matrix(rng, rng.choice((8, 60, 1000, 10**6) if kind == "test-set" else (8, 40)))
        reported, rounding = _report(rng, [matrix], list(SCORES), 5)
        ((p, n),) = _sizes([matrix])
        known = scores.TestSet(positives=p, negatives=n)
        return reported, known if kind == "test-set" else scores.TestSet(total=p + n), rounding
    matrices = [_matrix(rng, 9) for _ in range(rng.randint(2, 5))]
    if kind == "unknown-folds":
        return _shuffled(rng)
    reported, rounding = _report(rng, matrices, BOUNDED, 3)
    if kind == "spread":
        name = next(iter(reported))
        values = [textbook(name, *m) or Decimal(0) for m in matrices]
        reported[f"{name}.min"] = printed(min(values), 3, "nearest")
        reported[f"{name}.max"] = printed(max(values), 3, "nearest")
    if kind == "datasets":
        parts = [scores.TestSet(positives=p, negatives=n) for p, n in _sizes(matrices)]
        return reported, scores.Datasets(parts, aggregation="mean-of-scores"), rounding
    experiment = scores.KFold(fold_counts=_sizes(matrices), aggregation="mean-of-scores")
    return reported, experiment, rounding


def _shuffled(rng: random.Random) -> tuple:
    """Folds dealt from a shuffled data set, of which only the counts are told."""
    while True:
        p, n, k = rng.randint(2, 25), rng.randint(2, 30), rng.randint(2, 5)
        labels = [1] * p + [0] * n
        rng.shuffle(labels)
        folds = [labels[i::k] for i in range(k)]
        if k <= p + n and all(sum(c in f for f in folds) >= 2 for c in (0, 1)):
            break
    matrices = []
    for fold in folds:
        tp = sum(rng.random() < 0.8 for x in fold if x)
        tn = sum(rng.random() < 0.8 for x in fold if not x)
        ones = sum(fold)
        matrices.append((tp, ones - tp, len(fold) - ones - tn, tn))
    reported, rounding = _report(rng, matrices, ["acc", "sens", "spec", "bacc"], 3)
    experiment = scores.KFold(
        positives=p, negatives=n, folds=k, folding="unknown", aggregation="mean-of-scores"
    )
    return reported, experiment, rounding


def _wrong(reported: dict[str, str], rounding: str, result: scores.Result) -> str | None:
    """Return what is wrong with a verdict on scores that a real experiment yielded."""
    if result.verdict is Verdict.INCONSISTENT:
        return "called inconsistent"
    if result.verdict is not Verdict.CONSISTENT:
        return None
    folds = result.witness.get("folds", [result.witness])
    matrices = [tuple(f[c] for c in ("tp", "fn", "fp", "tn")) for f in folds]
    for name, text in reported.items():
        if "." in name:
            continue
        value = textbook(name, *matrices[0]) if len(matrices) == 1 else _mean(name, matrices)
        if not admits(value, text, rounding):
            return f"witness does not give {name}={text}"
    return None


def run(job: tuple[int, int]) -> tuple[Counter, list[str]]:
    """Check so many cases from one seed; return the verdicts and what went wrong."""
    cases, seed = job
    rng = random.Random(seed)
    seen: Counter = Counter()
    wrong = []
    for _ in range(cases):
        kind = rng.choices(list(SHARES), list(SHARES.values()))[0]
        reported, experiment, rounding = draw(kind, rng)
        result = scores.check(reported, experiment, rounding=rounding, time_limit=5)
        seen[kind, result.verdict.value] += 1
        problem = _wrong(reported, rounding, result)
        if problem:
            wrong.append(f"{problem}: {reported} {rounding} {experiment}")
    return seen, wrong


def main(cases: int = 100_000, seed: int = 1) -> int:
    """Run all cases on two processes and print the tally; return how many went wrong."""
    started = time.perf_counter()
    jobs = [(cases // 40 + (i < cases % 40), seed * 1000 + i) for i in range(40)]
    total: Counter = Counter()
    wrong: list[str] = []
    with multiprocessing.Pool(2) as pool:
        for seen, problems in pool.imap_unordered(run, jobs):
            total += seen
            wrong += problems
    for (kind, verdict), count in sorted(total.items()):
        print(f"{kind:>14}  {verdict:<12}  {count:>7,}")
    seconds = time.perf_counter() - started
    print(f"{sum(total.values()):,} cases, {len(wrong)} wrong, {seconds:.0f} s")
    print("\n".join(wrong[:20]))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(1, main(*map(int, sys.argv[1:]))))
