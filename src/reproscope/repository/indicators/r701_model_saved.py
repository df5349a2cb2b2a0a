"""The trained model is saved by the code.

## What it does
Looks for the calls by which the main frameworks save models and checkpoints: PyTorch, TorchScript,
ONNX, Keras, TensorFlow, Lightning, Hugging Face, joblib, pickle of a model, safetensors, XGBoost
and LightGBM, Flax and Orbax, and others.

## Why it matters
With a saved model the evaluation can be repeated without the training, which often is what a
reader can afford.

## Known problems
Pickling counts only if the name of what is pickled, or of its file, says that it is a model. A
saving method of a project's own class is not known.

## How to mend
Save the model (its state, not the whole object) after training, and say where.

## References
Loos 2022, factor "model serialization": it missed `if best: torch.save(…)` and counted
`pickle.dumps` used for a hash.
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, missing, shown, trains_nothing
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R701",
    "model-saved",
    "serialisation",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=3,
)

_ABOUT = re.compile(r"save|dump|checkpoint|export|seriali")


def judge(facts: Facts) -> Judgement:
    """Say where a model is saved."""
    found = facts.artefacts.savings
    libraries = sorted({one.library for one in found})
    measured: dict[str, JSON] = {"calls": len(found), "libraries": [*libraries]}
    if found:
        message = f"A model is saved by {many(len(found), 'call')}: {', '.join(libraries)}."
        return Judgement(Outcome.PRESENT, message, shown(found), measured=measured)
    idle = trains_nothing(facts)
    if idle is not None:
        return idle
    message = "Code trains a model, and no call that saves one was found."
    if not facts.experiment.trains:
        message = "No call that saves a model was found."
    remedy = "Save the trained model, for instance by torch.save(model.state_dict(), path)."
    return missing(facts, message, remedy, measured, about=_ABOUT)
