"""From data and evaluation, as a file or a command line says them, to the experiment they mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from reproscope.core.errors import ReproscopeError, UnknownName
from reproscope.scores import facts
from reproscope.scores.claims.description import KINDS, Data, Evaluation
from reproscope.scores.experiments import (
    MOST_FOLDS,
    Count,
    Datasets,
    Experiment,
    KFold,
    TestSet,
)
from reproscope.scores.multiclass.description import Multiclass
from reproscope.scores.regression.description import Regression

_FOLD_KEYS = ("folds", "folding", "repeats", "fold_counts")
_KEYS = {
    "test-set": (),
    "k-fold": (*_FOLD_KEYS, "aggregation", "undefined_folds", "spread"),
    "datasets": ("sets", "aggregation", "undefined_folds", "spread"),
    "multiclass": ("average",),
    "regression": (),
}
_COUNTS = ("positives", "negatives", "total", "classes", "images", "items")


def experiment_of(data: Data, evaluation: Evaluation) -> Experiment:
    """Return the experiment; raise and say what is missing or contradicts itself."""
    kind = evaluation.kind or _likely_kind(data, evaluation)
    if kind not in KINDS:
        raise UnknownName("kind of evaluation", kind, KINDS)
    for key in (name for keys in _KEYS.values() for name in keys):
        if _is_said(evaluation, key) and key not in _KEYS[kind]:
            shown = key.replace("_", "-")
            raise ReproscopeError(f"{shown!r} does not belong to the evaluation {kind!r}")
    _refuse_contradiction(data, kind)
    return _MAKERS[kind](data, evaluation)


def _is_said(evaluation: Evaluation, key: str) -> bool:
    """Whether something was said at all; 0 folds were, and KFold says what is wrong with them."""
    return getattr(evaluation, key) not in (None, "", ())


def _likely_kind(data: Data, evaluation: Evaluation) -> str:
    """Tell the kind from what is said, where it is not named."""
    if evaluation.sets:
        return "datasets"
    if any(_is_said(evaluation, key) for key in _FOLD_KEYS):
        return "k-fold"
    if data.items is not None or data.target_variance or data.target_sd or data.variance:
        return "regression"
    if data.classes:
        return "multiclass"
    if data.dataset and not data.positive and not facts.get(data.dataset).binary:
        return "multiclass"
    return "test-set"


def _refuse_contradiction(data: Data, kind: str) -> None:
    counts = [name for name in _COUNTS if getattr(data, name) not in (None, (), {})]
    if data.dataset and counts:
        raise ReproscopeError(
            f"the data are said to be {data.dataset!r} and also to have {counts[0]}: give one"
        )
    if data.positive and not data.dataset:
        raise ReproscopeError("'positive' names a class of a data set, but no data set is named")
    targets = data.items is not None or data.target_variance or data.target_sd or data.variance
    if targets and kind != "regression":
        raise ReproscopeError("items and the target's variance belong to regression")


def _test_set(data: Data, evaluation: Evaluation) -> TestSet:
    if data.images:
        p, n = (sum(getattr(i, side) for i in data.images) for side in ("positives", "negatives"))
        return TestSet(positives=p, negatives=n)
    if not data.dataset:
        _need_counts(data)
        return TestSet(positives=data.positives, negatives=data.negatives, total=data.total)
    p, n = _counts_of(data)
    return TestSet(positives=p, negatives=n, name=_name(data))


def _need_counts(data: Data) -> None:
    if data.positives is None and data.negatives is None and data.total is None:
        raise ReproscopeError("no data are given: say positives and negatives, or a data set")


def _counts_of(data: Data) -> tuple[int, int]:
    """Return the positives and negatives of a named data set."""
    found = facts.get(data.dataset)
    if data.positive:
        return found.one_vs_rest(data.positive)
    if found.positives is None or found.negatives is None:
        some = ", ".join(list(found.classes)[:4])
        raise ReproscopeError(
            f"{found.id} has {len(found.classes)} classes: say which is positive ({some}, …), "
            "or evaluate it as multiclass"
        )
    return found.positives, found.negatives


def _name(data: Data) -> str:
    found = facts.get(data.dataset).id
    return f"{found} ({data.positive})" if data.positive else found


def _k_fold(data: Data, evaluation: Evaluation) -> KFold:
    often, k = evaluation.repeats or 1, evaluation.folds or len(evaluation.fold_counts)
    # Every fold of every repetition is held in memory, and a stranger wrote the number.
    if often > 1 and often * k > MOST_FOLDS and evaluation.aggregation != "score-of-means":
        raise ReproscopeError(
            f"{k} folds repeated {often} times: more than {MOST_FOLDS} folds in all "
            "is not supported"
        )
    said: dict[str, Any] = {
        key: getattr(evaluation, key) for key in _KEYS["k-fold"] if _is_said(evaluation, key)
    }
    if data.dataset:
        p, n = _counts_of(data)
        return KFold(positives=p, negatives=n, name=_name(data), **said)
    if not evaluation.fold_counts:
        _need_counts(data)
    for label in ("positives", "negatives", "total"):
        value = getattr(data, label)
        if isinstance(value, tuple) and value[0] != value[1]:
            raise ReproscopeError(
                f"{label} is {value[0]} to {value[1]}: cross-validation needs one number"
            )
    whole = _completed(data)
    return KFold(positives=_one(whole.positives), negatives=_one(whole.negatives), **said)


def _one(count: Count | None) -> int | None:
    return count[0] if isinstance(count, tuple) else count


def _completed(data: Data) -> Data:
    """Fill in the class that the total and the other class imply."""
    p, n, total = _one(data.positives), _one(data.negatives), _one(data.total)
    if total is None:
        return data
    if p is not None and n is not None and p + n != total:
        raise ReproscopeError(f"{p} positives and {n} negatives do not add up to {total}")
    if p is None and n is not None:
        p = total - n
    if n is None and p is not None:
        n = total - p
    return replace(data, positives=p, negatives=n)


def _datasets(data: Data, evaluation: Evaluation) -> Datasets:
    parts: tuple[TestSet | KFold, ...] = _images(data) or tuple(
        _part(*one) for one in evaluation.sets
    )
    if evaluation.sets and data != Data():
        raise ReproscopeError("the sets have data of their own: give either data or sets")
    if not parts:
        raise ReproscopeError("no sets are given: list them under 'sets', or name a set of images")
    # Of images it is said that their scores were averaged; of sets it has to be told.
    default = "unknown" if evaluation.sets else "mean-of-scores"
    return Datasets(
        parts=parts,
        aggregation=evaluation.aggregation or default,  # type: ignore[arg-type]
        undefined_folds=evaluation.undefined_folds or "zero",  # type: ignore[arg-type]
        spread=evaluation.spread or "unknown",  # type: ignore[arg-type]
        name=_name(data) if data.dataset else "",
    )


def _images(data: Data) -> tuple[TestSet, ...]:
    if data.images:
        return tuple(
            TestSet(positives=i.positives, negatives=i.negatives, name=i.name) for i in data.images
        )
    if not data.dataset:
        return ()
    found = facts.get(data.dataset)
    if not found.images:
        raise ReproscopeError(
            f"{found.id} has no images that are counted one by one: "
            "evaluate it as test-set, or list the sets"
        )
    return tuple(
        TestSet(positives=i.positives, negatives=i.negatives, name=i.id) for i in found.images
    )


def _part(data: Data, evaluation: Evaluation) -> TestSet | KFold:
    made = experiment_of(data, evaluation)
    if not isinstance(made, TestSet | KFold):
        raise ReproscopeError(f"a set must be a test set or k-fold, not {made.kind}")
    return made


def _multiclass(data: Data, evaluation: Evaluation) -> Multiclass:
    classes = facts.get(data.dataset).classes if data.dataset else data.classes
    if data.positive:
        raise ReproscopeError("'positive' makes two classes of the set: it is not multiclass then")
    if not classes:
        raise ReproscopeError("no classes are given: say how many items each class has")
    return Multiclass(
        classes=dict(classes),
        average=evaluation.average,  # type: ignore[arg-type]
        name=_name(data) if data.dataset else "",
    )


def _regression(data: Data, evaluation: Evaluation) -> Experiment:
    for name in ("dataset", "positives", "negatives", "total", "classes", "images"):
        if getattr(data, name) not in (None, "", (), {}):
            raise ReproscopeError(f"{name!r} does not belong to regression: say items")
    return Regression(
        items=data.items,
        target_variance=data.target_variance or None,
        target_sd=data.target_sd or None,
        variance=data.variance or "unknown",  # type: ignore[arg-type]
    )


_MAKERS: dict[str, Callable[[Data, Evaluation], Experiment]] = {
    "test-set": _test_set,
    "k-fold": _k_fold,
    "datasets": _datasets,
    "multiclass": _multiclass,
    "regression": _regression,
}
