"""Pre-processing is fitted on the training rows alone.

## What it does

Follows rows through each scope and looks for a scaler, imputer, vectoriser, encoder or
decomposition (and for means computed by hand) that is fitted on all rows, where the result is
later split, cross-validated, or used to transform one part. `present` means kept apart; `absent`
means that two lines conflict, which the evidence shows.

## Why it matters

What is learnt from test rows makes the test easier than the world is. The reported score is then
too high by an amount nobody knows.

## Known problems

Each function is followed by itself, so what happens across functions, methods or files is not
found, and neither is what depends on a branch: `present` means that no conflict was seen in code
that splits, not that there is none. A label encoder is passed over, because it learns names only;
a one-hot encoder is not, although what it learns is often harmless. A frame whose name says
`train` counts as the training part.

## Example

```python
X = StandardScaler().fit_transform(X)
X_train, X_test = train_test_split(X)
```

## How to mend

Split first; fit on the training rows and only transform the others. A `Pipeline` does so by
itself, in cross-validation too.

## References

Kapoor and Narayanan, "Leakage and the reproducibility crisis in machine-learning-based science",
Patterns 4 (2023), type L1.2.
"""

from reproscope.core import Level
from reproscope.repository.collect.python.leakage import Conflict, Leakage
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.leaks import Question, answer, before, line

INDICATOR = Indicator.of(
    "R901",
    "preprocessing-apart",
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
    return bool(seen.splits) and seen.prepared > 0


def _words(conflict: Conflict) -> str:
    what = f"the {conflict.what} is fitted on all rows ({line(conflict.first)})"
    return f"{what} {before(conflict)}."


_QUESTION = Question(
    kind="preprocessing",
    arises=_arises,
    kept_apart="Where rows are split, no pre-processing was seen that is fitted on all of them.",
    no_such_code="No code was seen that both splits rows and fits a pre-processing step.",
    words=_words,
    remedy=(
        "Split first, fit the step on the training rows, and transform the test rows with it, "
        "or put it into a Pipeline."
    ),
)
