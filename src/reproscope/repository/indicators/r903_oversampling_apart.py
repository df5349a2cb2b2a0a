"""Rows are multiplied in the training part alone.

## What it does

Looks for oversampling (`SMOTE`, `RandomOverSampler`, `resample` with replacement) whose result is
later split or cross-validated. `present` means kept apart; `absent` means that two lines
conflict.

## Why it matters

Copies of a row, or points between it and its neighbours, then lie on both sides of the split: the
model is tested on what it has seen.

## Known problems

Each function is followed by itself, so what happens across functions, methods or files is not
found, and neither is what depends on a branch: `present` means that no conflict was seen in code
that splits, not that there is none. A grid search over oversampled training rows is passed over,
since the test part stays apart.

## Example

```python
X, y = SMOTE().fit_resample(X, y)
X_train, X_test, y_train, y_test = train_test_split(X, y)
```

## How to mend

Split first and oversample the training rows, or use the `Pipeline` of imbalanced-learn.

## References

Kapoor and Narayanan, "Leakage and the reproducibility crisis in machine-learning-based science",
Patterns 4 (2023), type L1.4.
"""

from reproscope.core import Level
from reproscope.repository.collect.python.leakage import Conflict, Leakage
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.leaks import Question, answer, before, line

INDICATOR = Indicator.of(
    "R903",
    "oversampling-apart",
    "leakage",
    __doc__,
    severity=Level.ERROR,
    effort="an hour",
    weight=3,
)


def judge(facts: Facts) -> Judgement:
    """Answer for all sources of a repository."""
    return answer(facts, _QUESTION)


def _arises(seen: Leakage) -> bool:
    return bool(seen.splits) and seen.oversampled > 0


def _words(conflict: Conflict) -> str:
    what = f"rows are multiplied by {conflict.what} ({line(conflict.first)})"
    return f"{what} {before(conflict)}."


_QUESTION = Question(
    kind="oversampling",
    arises=_arises,
    kept_apart="Where rows are split, no oversampling was seen before it.",
    no_such_code="No code was seen that both splits rows and oversamples them.",
    words=_words,
    remedy=(
        "Oversample after the split and only the training rows, or inside the Pipeline of "
        "imbalanced-learn."
    ),
)
