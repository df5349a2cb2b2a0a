"""Rows of one group stay on one side of a split.

## What it does

Looks for groups that are handed to folds which ignore them (`KFold`, or a number of folds), and
for grouped folds inside a training part that was itself split without regard to groups. `present`
means that groups are used and no such conflict was seen.

## Why it matters

Rows of one patient, author or device resemble each other. If some are trained on and others
tested on, recognising the group is enough for a good score.

## Known problems

Groups that the code never names cannot be seen: `not-applicable` does not mean that rows are
independent. Random and grouped folds on the same rows, side by side, are taken for a comparison.
Each function is followed by itself, so what happens across functions, methods or files is not
found, and neither is what depends on a branch: `present` means that no conflict was seen in code
that splits, not that there is none.

## Example

```python
cross_val_score(model, X, y, groups=patients, cv=StratifiedKFold(5))
```

## How to mend

Use `GroupKFold`, `StratifiedGroupKFold` or `GroupShuffleSplit` for every split.

## References

Kapoor and Narayanan, "Leakage and the reproducibility crisis in machine-learning-based science",
Patterns 4 (2023), type L3.2.
"""

from reproscope.core import Level
from reproscope.repository.collect.python.leakage import Conflict, Leakage
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.leaks import Question, answer, line

INDICATOR = Indicator.of(
    "R906", "groups-apart", "leakage", __doc__, severity=Level.WARNING, effort="an hour", weight=2
)


def judge(facts: Facts) -> Judgement:
    """Answer for all sources of a repository."""
    return answer(facts, _QUESTION)


def _arises(seen: Leakage) -> bool:
    return seen.grouped > 0


def _words(conflict: Conflict) -> str:
    first, second = line(conflict.first), line(conflict.second)
    if conflict.how == "ignored":
        return (
            f"groups are handed over ({first}) to {conflict.what} ({second}), which ignores them."
        )
    return f"folds keep groups together ({first}) in rows split without regard to them ({second})."


_QUESTION = Question(
    kind="grouping",
    arises=_arises,
    kept_apart="Where groups are used, no split was seen that ignores them.",
    no_such_code="No code was seen that splits rows by group.",
    words=_words,
    remedy="Split by group everywhere: GroupShuffleSplit for the test part, GroupKFold for folds.",
)
