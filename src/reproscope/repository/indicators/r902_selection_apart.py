"""Features are selected on the training rows alone.

## What it does

Looks for a feature selector (`SelectKBest`, `RFE`, `SelectFromModel`, …) that is fitted on all
rows, where what it selected is later split or cross-validated. `present` means kept apart;
`absent` means that two lines conflict.

## Why it matters

A selector sees the targets. With many features and few rows, features selected with the test
rows' targets predict these rows well even where the data hold no signal at all.

## Known problems

Each function is followed by itself, so what happens across functions, methods or files is not
found, and neither is what depends on a branch: `present` means that no conflict was seen in code
that splits, not that there is none. Selection by hand, as by a table of correlations, is not
recognised.

## Example

```python
X = SelectKBest(chi2, k=20).fit_transform(X, y)
cross_val_score(SVC(), X, y)
```

## How to mend

Put the selector into the `Pipeline` that is cross-validated, or fit it after the split.

## References

Kapoor and Narayanan, "Leakage and the reproducibility crisis in machine-learning-based science",
Patterns 4 (2023), type L1.3.
"""

from reproscope.core import Level
from reproscope.repository.collect.python.leakage import Conflict, Leakage
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.leaks import Question, answer, before, line

INDICATOR = Indicator.of(
    "R902", "selection-apart", "leakage", __doc__, severity=Level.ERROR, effort="an hour", weight=3
)


def judge(facts: Facts) -> Judgement:
    """Answer for all sources of a repository."""
    return answer(facts, _QUESTION)


def _arises(seen: Leakage) -> bool:
    return bool(seen.splits) and seen.selected > 0


def _words(conflict: Conflict) -> str:
    what = f"the {conflict.what} is fitted on all rows ({line(conflict.first)})"
    return f"{what} {before(conflict)}."


_QUESTION = Question(
    kind="selection",
    arises=_arises,
    kept_apart=(
        "Where rows are split, no selection of features was seen that is fitted on all of them."
    ),
    no_such_code="No code was seen that both splits rows and selects features.",
    words=_words,
    remedy=(
        "Fit the selector on the training rows only, or put it into the Pipeline that is "
        "cross-validated."
    ),
)
