"""Nothing has to be unpickled that came from somewhere else.

## What it does
Looks for calls that run whatever code a file holds (`pickle.load`, `joblib.load`, `torch.load`
without `weights_only=True`, `numpy.load(allow_pickle=True)`), where such files lie in the
repository or are fetched. Where the call names a file of the repository the answer is `absent`,
otherwise `partial`.

## Why it matters
Unpickling a stranger's file is running a stranger's program. Whoever reproduces the work should not
have to.

## Known problems
`torch.load` is safe by default since PyTorch 2.6; what the reader will have installed is not known.
Which file a call loads is known only where its path stands in the code; files that the code wrote
itself in the same run are no danger, and if nothing is shipped or fetched, nothing is said.

## How to mend
Ship weights as safetensors or arrays, and pass `weights_only=True`.

## References
<https://docs.python.org/3/library/pickle.html>, the warning at its top.
"""

from __future__ import annotations

from reproscope.core import JSON, Level, Outcome
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
_PICKLES = (".pkl", ".pickle", ".joblib", ".pt", ".pth", ".ckpt", ".sav", ".p")


def judge(facts: Facts) -> Judgement:
    """Say which loads run code of files that are shipped or fetched."""
    loads = facts.artefacts.loadings
    shipped = [one.words for one in facts.artefacts.weights if one.how == "file" and one.runs_code]
    shipped += [file.path for file in facts.data.files if file.path.endswith(_PICKLES)]
    named = [one for one in loads if one.path and one.path.removeprefix("./") in shipped]
    linked = [one for one in facts.artefacts.weights if one.how == "link"]
    fetched = [one for one in facts.data.downloads if _is_pickle(one.words)]
    measured: dict[str, JSON] = {"loads": len(loads), "shipped": len(shipped)}
    if loads and (shipped or linked or fetched):
        message = (
            f"{many(len(loads), 'call')} would run the code inside a file, and such files are "
            f"{'in the repository' if shipped else 'fetched'}."
        )
        evidence = (*shown(named or loads)[:6], *files(shipped[:4]))
        if named:
            return Judgement(Outcome.ABSENT, message, evidence, _REMEDY, measured=measured)
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, 0.3, measured)
    if facts.modules and not facts.all_parsed:
        return missing(facts, "No load of a foreign pickle was found.", _REMEDY, measured)
    if not facts.modules:
        return not_applicable("There is no Python source.")
    message = "Nothing that is shipped or fetched has to be unpickled."
    return Judgement(Outcome.PRESENT, message, measured=measured)


def _is_pickle(words: str) -> bool:
    return any(f"{suffix}'" in words or f'{suffix}"' in words for suffix in _PICKLES)
