"""Switches for deterministic computation are set.

## What it does

Where PyTorch or TensorFlow is imported, looks for `torch.use_deterministic_algorithms(True)`,
`torch.backends.cudnn.deterministic = True` with `benchmark = False`, Lightning's
`Trainer(deterministic=True)`, `tf.config.experimental.enable_op_determinism()` and the
environment variables `TF_DETERMINISTIC_OPS` and `CUBLAS_WORKSPACE_CONFIG`. `partial` means that
only some of it is there, or that `cudnn.benchmark` is switched on beside it.

## Why it matters

On a GPU some operations add numbers in another order each time; with a seed alone two runs still
drift apart.

## Known problems

Code that never runs on a GPU does not need the switches. `PYTHONHASHSEED` set inside a program
has no effect on the program itself; it is shown as evidence and does not count.

## How to mend

`torch.use_deterministic_algorithms(True)` with `CUBLAS_WORKSPACE_CONFIG=:4096:8` in the
environment; for TensorFlow `tf.config.experimental.enable_op_determinism()`.

## References

PyTorch documentation, "Reproducibility"; TensorFlow documentation, `enable_op_determinism`.
"""

import re

from reproscope.core import Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import shown, unseen
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R505", "determinism", "seeds", __doc__, severity=Level.NOTE, effort="minutes"
)
_ENOUGH = frozenset(
    {
        "use_deterministic_algorithms",
        "Trainer(deterministic)",
        "enable_op_determinism",
        "TF_DETERMINISTIC_OPS",
    }
)
_FRAMEWORKS = frozenset({"torch", "tensorflow", "pytorch_lightning", "lightning", "keras"})
_NO_EFFECT = "PYTHONHASHSEED"

_ABOUT = re.compile(r"determin|cudnn|environ|torch|tensorflow|keras|lightning")


def judge(facts: Facts) -> Judgement:
    """Compare the switches that are set with those there are."""
    modules = [module for module in facts.parsed if not module.is_test]
    used = {one.top for module in modules for one in module.imports} & _FRAMEWORKS
    switches = [one for module in modules for one in module.seeds.switches]
    on = {one.name for one in switches if one.on}
    off = {one.name for one in switches if not one.on}
    measured = {"on": sorted(on), "off": sorted(off)}
    if not used:
        words = "Neither PyTorch nor TensorFlow is imported."
        missing = unseen(facts, _ABOUT)
        return missing or Judgement(Outcome.NOT_APPLICABLE, words, measured=measured)
    evidence = shown(one.spot for one in switches)
    if on & _ENOUGH or ("cudnn.deterministic" in on and "cudnn.benchmark" not in off):
        words = f"Deterministic computation is switched on: {', '.join(sorted(on))}."
        return Judgement(Outcome.PRESENT, words, evidence=evidence, measured=measured)
    remedy = "Call torch.use_deterministic_algorithms(True), or its like in TensorFlow."
    if on - {_NO_EFFECT}:
        beside = f", beside {', '.join(sorted(off))} set the other way" if off else ""
        words = f"Only {', '.join(sorted(on - {_NO_EFFECT}))} is set{beside}."
        return Judgement(Outcome.PARTIAL, words, evidence, remedy, measured=measured)
    words = "No switch for deterministic computation is set."
    if _NO_EFFECT in on:
        words = f"Only {_NO_EFFECT} is set, which makes no computation deterministic."
    missing = unseen(facts, _ABOUT)
    return missing or Judgement(Outcome.ABSENT, words, evidence, remedy, measured=measured)
