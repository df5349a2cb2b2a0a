"""Workers that load data are seeded.

## What it does

Looks for data loaders of PyTorch with workers (`num_workers` given and not 0) and for
`generator=` or `worker_init_fn=`, or Lightning's `seed_everything(..., workers=True)`. Where
PyTorch's generator is seeded but the loader is given neither, the answer is `partial`.

## Why it matters

Each worker is a process with generators of its own. Augmentation in them is random even where the
main process is seeded; before PyTorch 1.9 all workers drew the same numbers from NumPy.

## Known problems

From PyTorch 1.9 on, workers take their seeds from PyTorch's own, so that `partial` may be enough.
A number of workers that comes from a flag counts as more than none.

## How to mend

`DataLoader(..., generator=torch.Generator().manual_seed(0), worker_init_fn=seed_worker)`.

## References

PyTorch documentation, "Reproducibility", section "DataLoader".
"""

import re

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import shown, unseen
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R504", "workers-seeded", "seeds", __doc__, severity=Level.NOTE, effort="minutes"
)

_ABOUT = re.compile(r"worker|loader|seed_everything")


def judge(facts: Facts) -> Judgement:
    """Compare the loaders that have workers with what is done for their seeds."""
    modules = [module for module in facts.parsed if not module.is_test]
    every = [(m.path, one) for m in modules for one in m.seeds.loaders]
    covered = any(one.everywhere for _, one in every)
    with_workers = [(path, one) for path, one in every if one.workers is not False]
    loaders = [(path, one) for path, one in with_workers if not one.seeded]
    seeded = [(path, one) for path, one in with_workers if one.seeded]
    total = len(loaders) + len(seeded)
    measured = {"loaders": total, "seeded": len(seeded)}
    if not total:
        return unseen(facts, _ABOUT) or Judgement(
            Outcome.NOT_APPLICABLE, "No data loader with workers was found.", measured=measured
        )
    if not loaders or covered:
        words = "Seeds are set for the workers of every data loader."
        spots = [one.spot for _, one in seeded]
        return Judgement(Outcome.PRESENT, words, evidence=shown(spots), measured=measured)
    by_torch = [one for path, one in loaders if facts.seeding.seeds_for(path, "torch")]
    share = (len(seeded) + len(by_torch) / 2) / total
    words = f"{len(loaders)} of {total} data loaders with workers are given no generator"
    also = f"; PyTorch's own seed reaches {len(by_torch)} of them" if by_torch else ""
    return Judgement(
        Outcome.PARTIAL if share else Outcome.ABSENT,
        f"{words} and no worker_init_fn{also}.",
        evidence=shown(one.spot for _, one in loaders),
        remedy="Pass generator= with a seeded torch.Generator and worker_init_fn= to the loaders.",
        share=share or None,
        measured=measured,
    )
