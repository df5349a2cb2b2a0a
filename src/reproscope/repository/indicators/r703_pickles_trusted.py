"""Nothing has to be unpickled that came from somewhere else.

## What it does
Looks for calls that run whatever code a file holds (`pickle.load`, `joblib.load`, `torch.load`
without `weights_only=True`, `numpy.load(allow_pickle=True)`), and for the files they may get:
pickles in the repository under any name, told by their first bytes; weights or pickles that are
linked or downloaded; and files that no source of the repository writes. Where a call names a pickle
of the repository the answer is `absent`, otherwise `partial`.

## Why it matters
Unpickling a stranger's file is running a stranger's program. Whoever reproduces the work should not
have to.

## Known problems
`torch.load` is safe by default since PyTorch 2.6; what the reader will have installed is not known.
Which file a call loads is known only where its path stands in the code, at least in part. Files
that the code wrote itself are no danger: where its sources write files of the kind, and none is
shipped or fetched, nothing is said, although a user may be told to load another.

## How to mend
Ship weights as safetensors or arrays, and pass `weights_only=True`.

## References
<https://docs.python.org/3/library/pickle.html>, the warning at its top.
"""

from __future__ import annotations

import os.path
import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.paths import fits
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import files, many, missing, not_applicable, shown
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R703",
    "pickles-trusted",
    "serialisation",
    __doc__,
    severity=Level.NOTE,
    effort="an hour",
    weight=1,
)
_REMEDY = "Ship safetensors or plain arrays instead of pickles, and pass weights_only=True."
_PICKLE = re.compile(r"\.(?:pkl|pickle|joblib|pt|pth|ckpt|sav|p)\b(?:\.gz)?(?![\w.-])")
_ABOUT = re.compile(r"load|pickle")


def judge(facts: Facts) -> Judgement:
    """Say which loads run code of files that come from elsewhere."""
    loads = facts.artefacts.loadings
    shipped = facts.artefacts.pickles
    named = [one for one in loads if one.path and _names_one(one.path, shipped)]
    linked = [one for one in facts.artefacts.weights if one.how == "link"]
    fetched = [one for one in facts.data.downloads if _PICKLE.search(one.words)]
    foreign = [one for one in loads if not one.made]
    measured: dict[str, JSON] = {
        "loads": len(loads),
        "shipped": len(shipped),
        "foreign": len(foreign),
    }
    if loads and (shipped or linked or fetched or foreign):
        where = "no source here writes such files"
        if shipped or linked or fetched:
            where = f"such files are {'in the repository' if shipped else 'fetched'}"
        message = f"{many(len(loads), 'call')} would run the code inside a file, and {where}."
        evidence = (*shown(named or foreign or loads)[:6], *files(shipped[:4]))
        if named:
            return Judgement(Outcome.ABSENT, message, evidence, _REMEDY, measured=measured)
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, 0.3, measured)
    if facts.unseen(_ABOUT):
        message = "No load of a foreign pickle was found."
        return missing(facts, message, _REMEDY, measured, about=_ABOUT)
    if not facts.modules:
        return not_applicable("There is no Python source.")
    message = "Nothing that is shipped or fetched has to be unpickled."
    return Judgement(Outcome.PRESENT, message, measured=measured)


def _names_one(path: str, shipped: tuple[str, ...]) -> bool:
    wanted = os.path.normpath(path).lstrip("./")
    return any(fits(wanted, one) for one in shipped)
