"""Models are judged on rows they were not fitted on.

## What it does

Looks for a classifier, or a regressor that can learn rows by heart, that is scored on the very
rows and targets it was fitted on, in a source without any split and without any variable named
for test or validation rows. `present` means that models are fitted where rows are split.

## Why it matters

A model may know its training rows by heart; a score on them says nothing about other rows.

## Known problems

A source in which any text speaks of training or test is passed over, since the score may be said
to be that of training. Linear regression is passed over, since the R² of a fitted line describes
data. Data that a function is given are passed over, since its caller may have split them. A test
set loaded by other code of the repository is not seen. Each function is followed by itself, so
what happens across functions, methods or files is not found, and neither is what depends on a
branch: `present` means that no conflict was seen in code that splits, not that there is none.

## Example

```python
model.fit(X, y)
print(model.score(X, y))
```

## How to mend

Split the rows with `train_test_split`, or use `cross_val_score`.

## References

Kapoor and Narayanan, "Leakage and the reproducibility crisis in machine-learning-based science",
Patterns 4 (2023), type L1.1.
"""

from reproscope.core import Level
from reproscope.repository.collect.python.leakage import Conflict, Leakage
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement
from reproscope.repository.judging.leaks import Question, answer, line

INDICATOR = Indicator.of(
    "R904", "test-rows", "leakage", __doc__, severity=Level.ERROR, effort="an hour", weight=3
)


def judge(facts: Facts) -> Judgement:
    """Answer for all sources of a repository."""
    return answer(facts, _QUESTION)


def _arises(seen: Leakage) -> bool:
    return bool(seen.splits) and seen.trained > 0


def _words(conflict: Conflict) -> str:
    fitted, judged = line(conflict.first), line(conflict.second)
    return f"{conflict.what} is scored ({judged}) on the rows it was fitted on ({fitted})."


_QUESTION = Question(
    kind="same",
    arises=_arises,
    kept_apart=(
        "Where models are fitted, rows are split, and no score on the fitted rows alone was seen."
    ),
    no_such_code=(
        "No code was seen that fits a model and splits rows, or scores it on its own rows."
    ),
    words=_words,
    remedy="Keep rows apart with train_test_split, or judge the model with cross_val_score.",
)
