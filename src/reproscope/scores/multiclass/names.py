"""From the name a paper prints to what it means over several classes: which score, which average.

The id of an average is ``macro:f1``; of one class's score, ``class[setosa]:f1``; of a name without
an average, ``bare:f1``. Overall accuracy, Cohen's kappa and the Matthews coefficient of the whole
matrix, and balanced accuracy, are scores by themselves.
"""

from __future__ import annotations

import re

from reproscope.core.errors import ReproscopeError, UnknownName
from reproscope.scores import naming
from reproscope.scores.multiclass.description import AVERAGES
from reproscope.scores.naming import ScoreName, fold, split_statistic

# What these are of a whole matrix; with an average before or behind they are of each class.
OVERALL = ("acc", "kappa", "mcc", "bacc")
OWN_NAMES = {
    "oa": "acc",
    "exact-match": "acc",
    "subset-accuracy": "acc",
    "one-vs-rest-accuracy": "macro:acc",
    "one-versus-rest-accuracy": "macro:acc",
    "one-against-rest-accuracy": "macro:acc",
    "ovr-accuracy": "macro:acc",
    "rk": "mcc",
    "gorodkin-rk": "mcc",
}
# Each of these is three different scores in three literatures: none may be taken for another.
UNCLEAR = frozenset(
    f"{word}-{what}"
    for word in (
        "mean",
        "average",
        "averaged",
        "avg",
        "class",
        "mean-class",
        "per-class",
        "unweighted",
    )
    for what in ("accuracy", "acc")
) | {"aa", "wa", "ua", "macc", "mean-per-class-accuracy", "average-class-accuracy"}
# Scores of two classes that are averages already.
_OF_TWO = ("weighted-spec", "weighted-f1", "macro-f1")
_AVERAGED = re.compile(
    rf"^(?:(?P<before>{'|'.join(AVERAGES)})(?:-(?:averaged?|avg))?-(?P<after>.+)"
    rf"|(?P<first>.+?)-(?P<behind>{'|'.join(AVERAGES)})(?:-(?:averaged?|avg))?)$"
)
_OF_CLASS = re.compile(r"^(?P<score>[^\[\]]+)\[(?P<name>.+)\]$")


def resolve(written: str) -> ScoreName:
    """Return what a printed name means, or raise with the nearest known name."""
    folded, statistic = split_statistic(written)
    of_class = _of_class(written)
    if of_class is not None:
        return of_class
    if statistic != "value":
        raise ReproscopeError(
            f"{written}: a {statistic} is over several folds or sets, and this is one matrix"
        )
    if folded in UNCLEAR:
        raise _unclear(written)
    if folded in OWN_NAMES:
        return ScoreName(written, OWN_NAMES[folded], False, "value")
    match = _AVERAGED.match(folded)
    if match is not None:
        average = match["before"] or match["behind"]
        base = _base(written, match["after"] or match["first"])
        _refuse_other_meaning(written, average, base.id)
        return ScoreName(written, f"{average}:{base.id}", base.complement, "value")
    base = _base(written, folded)
    bare = base.id if base.id in OVERALL else f"bare:{base.id}"
    return ScoreName(written, bare, base.complement, "value")


def _refuse_other_meaning(written: str, average: str, score: str) -> None:
    """Raise where a name means something else to most who print it."""
    if score == "acc" and average != "macro":
        raise _unclear(written)
    if score == "kappa" and average == "weighted":
        raise ReproscopeError(f"{written}: kappa with linear or quadratic weights is not supported")


def _unclear(written: str) -> ReproscopeError:
    return ReproscopeError(
        f"'{written}' can mean three scores: write acc for the share of items called rightly, "
        "macro-recall for the mean of the classes' recalls, or macro-acc for the mean of the "
        "one-vs-rest accuracies"
    )


def _of_class(written: str) -> ScoreName | None:
    """Read ``recall[setosa]`` and ``setosa.recall``; the class keeps its spelling."""
    match = _OF_CLASS.match(written.strip())
    name, dot, score = written.strip().rpartition(".")
    if match is not None:
        name, score = match["name"], match["score"]
    elif not dot or not name or fold(score) not in naming.known_names():
        return None
    base = _base(written, fold(score))
    return ScoreName(written, f"class[{name.strip()}]:{base.id}", base.complement, "value")


def base_of(score_id: str) -> str:
    """Return the score that is averaged, from an id such as ``macro:f1``."""
    _, bracket, rest = score_id.rpartition("]:")
    average, _, score = score_id.partition(":")
    return rest if bracket else score if average in (*AVERAGES, "bare") else score_id


def _base(written: str, folded: str) -> ScoreName:
    """Return the one-vs-rest score that a name without its average means."""
    try:
        base = naming.resolve(folded)
    except UnknownName:
        raise UnknownName("score", written, known_names()) from None
    if base.id == "auc":
        raise ReproscopeError(f"{written}: the AUC of several classes is not supported")
    if base.id in _OF_TWO:
        raise UnknownName("score", written, known_names())
    if base.id in ("fbeta", "fbeta-negative"):
        raise ReproscopeError(f"'{written}' needs its beta: write macro-f2 for beta = 2")
    return base


def known_names() -> list[str]:
    """Return the names that are understood, in folded form."""
    plain = [n for n in naming.known_names() if n not in _OF_TWO and naming.resolve(n).id != "auc"]
    averaged = [f"{average}-{name}" for average in AVERAGES for name in plain]
    return sorted({*plain, *averaged, *OWN_NAMES})
