"""Every random generator that is used is seeded.

## What it does

Looks for every call that draws random numbers (Python's `random`, NumPy, PyTorch with the weights
of its layers, TensorFlow and Keras, JAX, Gym, augmentation libraries, pandas sampling) and for a
seed of the same generator in the module it stands in or in one that imports it; where nothing
imports a module that does not run by itself, in any. A function that
seeds counts where it is called, not where it is defined. `partial` gives the share of seeded
uses. Estimators and splits of scikit-learn are asked about by R503.

## Why it matters

Without a seed no two runs give the same numbers, and a difference from the published ones cannot
be told from chance. One generator left out is enough.

## Known problems

Modules are matched by name, so a seed in a script of the same name may count for another. A
generator hidden in a library that is not listed is not seen. Tests are left out. Whether the seed
is set before the first use is not checked.

## Example

```python
random.seed(0)
x = np.random.rand(10)  # NumPy's generator has no seed
```

## How to mend

Seed all of them once, at the start: `random.seed(s)`, `np.random.seed(s)`,
`torch.manual_seed(s)`.
"""

import re
from collections import Counter

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.seeds import SPEAKING
from reproscope.repository.collect.python.seeds.names import names
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import shown, unseen
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R501",
    "generators-seeded",
    "seeds",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=3,
)

_SEEDING = re.compile(r"seed|determin")


def judge(facts: Facts) -> Judgement:
    """Compare the uses of each generator with its seeds."""
    survey = facts.seeding
    uses = [pair for pair in survey.uses if pair[1].role in ("generator", "layer")]
    if not uses:
        return unseen(facts, SPEAKING) or Judgement(
            Outcome.NOT_APPLICABLE, "No use of a random generator was found."
        )
    bare = [(path, use) for path, use in uses if not survey.is_seeded(path, use)]
    families = {use.family for _, use in uses}
    measured: dict[str, JSON] = {
        "uses": len(uses),
        "unseeded": len(bare),
        "families": sorted(families),
        "unseeded families": sorted({use.family for _, use in bare}),
    }
    if not bare:
        message = f"Every use of a random generator is seeded ({len(uses)})."
        seeds = [one.seeding.spot for one in survey.seedings]
        return Judgement(Outcome.PRESENT, message, evidence=shown(seeds), measured=measured)
    missing = unseen(facts, _SEEDING)
    if missing is not None:
        return missing
    count = Counter(use.family for _, use in bare)
    listed = ", ".join(f"{names().families[f].title} ({n})" for f, n in count.most_common())
    spots = [use.spot for _, use in sorted(bare, key=lambda pair: pair[1].role)]
    whole = len(bare) == len(uses)
    return Judgement(
        Outcome.ABSENT if whole else Outcome.PARTIAL,
        f"{len(bare)} of {len(uses)} uses of random generators have no seed: {listed}.",
        evidence=shown(spots),
        remedy=f"Seed at the start of each script: {_calls(count)}.",
        share=None if whole else 1 - len(bare) / len(uses),
        measured=measured,
    )


def _calls(count: Counter[str]) -> str:
    known = {family: name for name, (family, *_) in names().seeds.items()}
    first = {family: name for family, name in known.items() if family in count}
    first.update(
        {
            family: name
            for family, name in (
                ("python", "random.seed"),
                ("numpy", "numpy.random.seed"),
                ("torch", "torch.manual_seed"),
                ("tensorflow", "tensorflow.random.set_seed"),
                ("gym", "env.reset(seed=...)"),
            )
            if family in count
        }
    )
    texts = sorted(name if "(" in name else f"{name}(...)" for name in first.values())
    return ", ".join(texts) or "the generators of the libraries named"
