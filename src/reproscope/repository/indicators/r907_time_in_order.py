"""A time series is not shuffled before it is split.

## What it does

Looks for rows that are sorted or indexed by a time and have lagged or rolling columns (or are
shuffled on purpose), where a split shuffles them. `present` means that such rows are split in
their order.

## Why it matters

A shuffled split trains on days after the tested ones; with lagged columns the tested value itself
stands among the training rows.

## Known problems

A date among the columns does not make a series, so rows sorted by date without lags are passed
over unless `shuffle=True` is written. Windows cut by hand into arrays are not recognised. Each
function is followed by itself, so what happens across functions, methods or files is not found,
and neither is what depends on a branch: `present` means that no conflict was seen in code that
splits, not that there is none.

## Example

```python
df = df.sort_values("date")
df["yesterday"] = df["load"].shift(1)
train, test = train_test_split(df)
```

## How to mend

Split at a date, use `shuffle=False`, or `TimeSeriesSplit` for folds.

## References

Kapoor and Narayanan, "Leakage and the reproducibility crisis in machine-learning-based science",
Patterns 4 (2023), type L3.1.
"""

from reproscope.core import Level
from reproscope.repository.collect.python.leakage import Conflict, Leakage
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.leaks import Question, answer, line

INDICATOR = Indicator.of(
    "R907", "time-in-order", "leakage", __doc__, severity=Level.WARNING, effort="an hour", weight=2
)


def judge(facts: Facts) -> Judgement:
    """Answer for all sources of a repository."""
    return answer(facts, _QUESTION)


def _arises(seen: Leakage) -> bool:
    return bool(seen.splits) and seen.ordered > 0


def _words(conflict: Conflict) -> str:
    seen = "has lagged columns" if conflict.what == "lag" else "is sorted by time"
    first, second = line(conflict.first), line(conflict.second)
    return f"a time series that {seen} ({first}) is shuffled by the split ({second})."


_QUESTION = Question(
    kind="ordering",
    arises=_arises,
    kept_apart="Where rows in the order of time are split, no shuffling was seen.",
    no_such_code="No code was seen that splits rows which are in the order of time.",
    words=_words,
    remedy="Split at a date, pass shuffle=False, or use TimeSeriesSplit.",
)
