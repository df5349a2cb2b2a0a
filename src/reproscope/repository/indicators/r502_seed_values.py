"""Seeds have a fixed value.

## What it does

Follows the value of every seed that takes effect: a constant, also through a name, a class
attribute or a dictionary; the default of a parameter or of a command-line flag; an environment
variable; the clock or the system's entropy; `None`. `present` means that all known values are
fixed unless someone says otherwise. A flag whose default is `None` leaves the seed open, and
`random.seed()` or `RandomState()` take it from the system.

## Why it matters

A seed from the clock is another one each time: the code looks seeded and is not.

## Known problems

A value that a caller must give, or that a configuration file holds, is neither fixed nor open: it
is counted as unknown. A seeding under a condition counts as if the condition held. Names are
looked up without regard to the order of statements.

## Example

```python
torch.manual_seed(int(time.time()))
parser.add_argument("--seed", type=int, default=None)
```

## How to mend

Write the number down: `default=0`. Print the seed of each run, and report the seeds of the
results.
"""

import re
from collections import Counter

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.seeds.records import Value
from reproscope.repository.collect.python.spots import Spot
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import shown, unseen
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R502", "seed-values", "seeds", __doc__, severity=Level.WARNING, effort="minutes", weight=2
)
_UNKNOWN = frozenset({"unknown", "elsewhere", "parameter", "required"})

_ABOUT = re.compile(r"seed|random|rng|state")


def judge(facts: Facts) -> Judgement:
    """Sort the seeds by where their values come from."""
    survey = facts.seeding
    values: list[tuple[str, Value, Spot]] = []
    values += [(e.path, e.value, e.seeding.spot) for e in survey.seedings]
    values += [(path, use.own, use.spot) for path, use in survey.uses if use.own is not None]
    if not values:
        return unseen(facts, _ABOUT) or Judgement(Outcome.NOT_APPLICABLE, "No seed was found.")
    kinds = Counter[str](value.kind for _, value, _ in values)
    measured: dict[str, JSON] = {"seeds": len(values), **kinds}
    known = [one for one in values if one[1].kind not in _UNKNOWN]
    loose = [one for one in known if not survey.is_fixed(one[0], one[1])]
    if not known:
        words = f"The value of every seed comes from outside the code ({len(values)})."
        spots = [spot for _, _, spot in values]
        return Judgement(Outcome.UNKNOWN, words, evidence=shown(spots), measured=measured)
    fixed = len(known) - len(loose)
    if not loose:
        spots = [spot for _, _, spot in known]
        words = f"Every seed whose value is known has a fixed one ({fixed})."
        return Judgement(Outcome.PRESENT, words, evidence=shown(spots), measured=measured)
    return Judgement(
        Outcome.PARTIAL if fixed else Outcome.ABSENT,
        f"{len(loose)} of {len(known)} seeds have no fixed value: {_described(loose)}.",
        evidence=shown(spot for _, _, spot in loose),
        remedy="Give each seed a constant, or a flag with a number as its default.",
        share=fixed / len(known) if fixed else None,
        measured=measured,
    )


def _described(loose: list[tuple[str, Value, Spot]]) -> str:
    words = {
        "none": "from the system, as none is given",
        "clock": "from the clock or the system's entropy",
        "open": "open unless someone gives one",
        "drawn": "drawn from a generator without a fixed seed",
    }
    count = Counter(words.get(value.kind, value.kind) for _, value, _ in loose)
    return "; ".join(f"{number} {text}" for text, number in count.most_common())
