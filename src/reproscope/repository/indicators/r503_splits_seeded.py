"""Random splits and estimators are given a seed.

## What it does

Looks for calls of scikit-learn and imbalanced-learn that are random (`train_test_split`, `KFold`
with `shuffle=True`, forests, boosting, k-means, samplers, …) and whether they are given
`random_state`. Without it they draw from NumPy's global generator: where that is seeded the call
counts half, since each further draw before it changes the split.

## Why it matters

Another split gives another score. Without its seed the test rows of a paper cannot be found
again.

## Known problems

What is handed over with `**parameters` counts as seeded. `SVC`, `PCA` and `LogisticRegression`
count as random only where an argument says so. Gradient boosting of XGBoost, LightGBM and
CatBoost is seeded by default and not asked about.

## Example

```python
X_train, X_test = train_test_split(X)
```

## How to mend

Pass `random_state=0`, or whatever number, to each of these calls.
"""

import re

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import shown, unseen
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R503", "splits-seeded", "seeds", __doc__, severity=Level.WARNING, effort="minutes", weight=2
)

_ABOUT = re.compile(r"sklearn|imblearn|random_state|split|fold")


def judge(facts: Facts) -> Judgement:
    """Count the random calls by what seeds them."""
    survey = facts.seeding
    uses = [pair for pair in survey.uses if pair[1].role in ("estimator", "split")]
    if not uses:
        return unseen(facts, _ABOUT) or Judgement(
            Outcome.NOT_APPLICABLE, "No random split or estimator of scikit-learn was found."
        )
    without = [(p, u) for p, u in uses if u.own is None or survey.is_loose(p, u.own)]
    shared = [(p, u) for p, u in without if u.own is None and survey.is_seeded(p, u)]
    bare = [pair for pair in without if pair not in shared]
    measured = {
        "calls": len(uses),
        "seeded": len(uses) - len(without),
        "by the global seed": len(shared),
        "unseeded": len(bare),
    }
    if not without:
        message = f"Every random split and estimator is given a seed ({len(uses)})."
        spots = [use.spot for _, use in uses]
        return Judgement(Outcome.PRESENT, message, evidence=shown(spots), measured=measured)
    share = (len(uses) - len(without) + len(shared) / 2) / len(uses)
    return Judgement(
        Outcome.PARTIAL if share else Outcome.ABSENT,
        _message(len(uses), len(bare), len(shared)),
        evidence=shown(use.spot for _, use in (*bare, *shared)),
        remedy="Pass random_state with a number to each of these calls.",
        share=share or None,
        measured=measured,
    )


def _message(uses: int, bare: int, shared: int) -> str:
    parts = []
    if bare:
        parts.append(f"{bare} of {uses} random splits and estimators have no seed")
    if shared:
        parts.append(f"{shared} of {uses} depend on NumPy's global seed and on every draw before")
    return f"{'; '.join(parts)}."
