"""The test rows choose no model, parameter or end of training.

## What it does

Looks for a parameter search fitted on the test part, for early stopping that watches the test
part on which the model is then scored, and for a loop that keeps the best model by its score on
the test part, or on a loader that is named for the test in a source where nothing is named for a
validation. `present` means that tuning was seen and the test part was not used for it: by the flow
of rows, or because the score that keeps the best model or ends the training is named for the
validation.

## Why it matters

The best of many tries on the test rows is better than the same model on new rows.

## Known problems

A checkpoint kept by the best test score is found only where the loop, the score and the saving
stand in one function; there, a loader is what its name says. A part or score whose name says `val`
or `dev` counts as validation, unless the same source fills it with a library's test part; a
published validation part that serves as the test is not told apart. Each function is followed by
itself, so what happens across functions, methods or files is not found, and neither is what depends
on a branch: `present` means that no conflict was seen in code that splits, not that there is none.

## Example

```python
model.fit(X_train, y_train, eval_set=[(X_test, y_test)], early_stopping_rounds=10)
print(model.score(X_test, y_test))
```

## How to mend

Cut a validation part from the training rows, tune on it, and use the test part once.

## References

Kapoor and Narayanan, "Leakage and the reproducibility crisis in machine-learning-based science",
Patterns 4 (2023), type L1.1 (no clean test set).
"""

from reproscope.core import Level
from reproscope.repository.collect.python.leakage import Conflict, Leakage
from reproscope.repository.collect.python.spots import Spot
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.leaks import Question, answer, line

INDICATOR = Indicator.of(
    "R905", "tuning-apart", "leakage", __doc__, severity=Level.ERROR, effort="an hour", weight=3
)


def judge(facts: Facts) -> Judgement:
    """Answer for all sources of a repository."""
    return answer(facts, _QUESTION)


def _arises(seen: Leakage) -> bool:
    return bool(seen.validated) or (bool(seen.splits) and seen.tuned > 0)


def _seen(source: Leakage) -> tuple[Spot, ...]:
    return source.validated[:2] or source.splits[:1]


def _words(conflict: Conflict) -> str:
    first, second = line(conflict.first), line(conflict.second)
    if conflict.how == "search":
        return f"{conflict.what} is fitted on the test part ({first}) of a split ({second})."
    if conflict.how == "stopping":
        return f"the test part ends the training early ({first}) and judges it ({second})."
    return f"the best of several models is kept ({second}) by its score on the test part ({first})."


_QUESTION = Question(
    kind="tuning",
    arises=_arises,
    kept_apart="Tuning was seen, and no use of the test part for it.",
    no_such_code="No code was seen that tunes a model on rows that are split in the same source.",
    words=_words,
    remedy=(
        "Cut a validation part from the training rows and tune on it; use the test part once, "
        "at the end."
    ),
    seen=_seen,
)
