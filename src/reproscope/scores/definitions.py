"""The one table of scores: adding a score is adding one entry to `DEFINITIONS`.

A score is a quotient of two polynomials in the confusion matrix, passed through a monotone
`Transform` (a square root, for some). The quotient is written once, for any kind of number: exact
integers when a witness is verified, affine forms when a bound becomes a half-plane, intervals of
floating-point numbers when a whole box of matrices is excluded at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any, Literal

from reproscope.scores.surds import Surd
from reproscope.scores.window import Window

# One formula serves ints, affine forms and outward-rounded arrays, which share only operators.
Quotient = Callable[[Any, Any, Any, Any], tuple[Any, Any]]


class Transform(Enum):
    """The monotone function that turns a quotient into the score.

    Each is undone exactly on a rational bound, so that no root is ever taken to decide anything.
    """

    IDENTITY = "q"
    ROOT = "sqrt(q)"
    SIGNED_ROOT = "sign(q)·sqrt(|q|)"
    ODDS_ROOT = "sqrt(q) / (sqrt(q) + sqrt(1 - q))"

    def undo(self, window: Window) -> Window | None:
        """Return the window of the quotient for a window of the score; ``None`` if it is empty."""
        low, high = window.low, window.high
        if self is Transform.IDENTITY:
            return window
        if self is Transform.SIGNED_ROOT:
            return Window(
                None if low is None else low * abs(low), None if high is None else high * abs(high)
            )
        if high is not None and high < 0:
            return None
        low = None if low is None or low < 0 else low
        if self is Transform.ROOT:
            return Window(None if low is None else low**2, None if high is None else high**2)
        if low is not None and low > 1:
            return None
        high = None if high is None or high > 1 else high
        return Window(*(None if x is None else x**2 / ((1 - x) ** 2 + x**2) for x in (low, high)))

    def apply(self, q: Fraction) -> Surd:
        """Return the score exactly: a rational, or a rational and a square root."""
        if self is Transform.IDENTITY:
            return Surd(q)
        if self is Transform.ROOT:
            return Surd.root(q)
        if self is Transform.SIGNED_ROOT:
            return Surd.root(abs(q), Fraction(1 if q >= 0 else -1))
        if 2 * q == 1:
            return Surd(q)
        # sqrt(q) / (sqrt(q) + sqrt(1-q)), its denominator made rational.
        return Surd(-q / (1 - 2 * q)) + Surd.root(q * (1 - q), 1 / (1 - 2 * q))


@dataclass(frozen=True)
class Definition:
    """A score: its formula, its properties as data, its names, and where it comes from."""

    id: str
    title: str
    formula: str
    quotient: Quotient
    low: int | None
    high: int | None
    undefined: str
    transform: Transform = Transform.IDENTITY
    trend: Literal["increasing", "decreasing"] = "increasing"
    synonyms: tuple[str, ...] = ()
    complements: tuple[str, ...] = ()
    swapped: str = ""
    takes_beta: bool = False
    # Whether the trend holds cell by cell (tp, tn against fp, fn) also when p and n may change.
    cellwise: bool = True
    beta: Fraction | None = None
    source: str = "seed 003, Table of scores"

    @property
    def range(self) -> Window:
        """The values the score can have at all."""
        return Window(*(None if x is None else Fraction(x) for x in (self.low, self.high)))

    def exact(self, tp: int, tn: int, p: int, n: int) -> Fraction | None:
        """Return the exact quotient (before the transform), or ``None`` where it is 0/0."""
        numerator, denominator = self.quotient(tp, tn, p, n)
        return None if denominator == 0 else Fraction(numerator) / Fraction(denominator)

    def value(self, tp: int, tn: int, p: int, n: int) -> Surd | None:
        """Return the exact score, or ``None`` where it is undefined."""
        quotient = self.exact(tp, tn, p, n)
        return None if quotient is None else self.transform.apply(quotient)


def _linked(tp: Any, tn: Any, p: Any, n: Any) -> Any:
    """tp·tn - fp·fn, written so that it is visibly linear when p and n are known."""
    return n * tp + p * tn - p * n


def _f_plus(beta: Fraction) -> Quotient:
    square = beta * beta
    return lambda tp, tn, p, n: (
        (1 + square) * tp,
        (1 + square) * tp + square * (p - tp) + (n - tn),
    )


def _f_minus(beta: Fraction) -> Quotient:
    square = beta * beta
    return lambda tp, tn, p, n: (
        (1 + square) * tn,
        (1 + square) * tn + square * (n - tn) + (p - tp),
    )


def _mcc(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    linked, called = _linked(tp, tn, p, n), tp + (n - tn)
    return linked * abs(linked), p * n * called * (p + n - called)


def _markedness(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    called = tp + (n - tn)
    return _linked(tp, tn, p, n), called * (p + n - called)


def _kappa(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    called = tp + (n - tn)
    return 2 * _linked(tp, tn, p, n), called * n + p * (p + n - called)


def _p4(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    return 4 * tp * tn, 4 * tp * tn + (tp + tn) * (p + n - tp - tn)


def _two_f1(tp: Any, tn: Any, p: Any, n: Any, weights: tuple[Any, Any]) -> tuple[Any, Any]:
    wrong = p + n - tp - tn
    of_positives, of_negatives = 2 * tp + wrong, 2 * tn + wrong
    numerator = weights[0] * 2 * tp * of_negatives + weights[1] * 2 * tn * of_positives
    # Both parts are defined as soon as both classes occur; the factor p·n says where they do not.
    return numerator * p * n, (weights[0] + weights[1]) * of_positives * of_negatives * p * n


def _weighted_f1(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    return _two_f1(tp, tn, p, n, (p, n))


def _macro_f1(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    return _two_f1(tp, tn, p, n, (1, 1))


DEFINITIONS: tuple[Definition, ...] = (
    Definition(
        "acc",
        "accuracy",
        "(tp + tn) / (p + n)",
        lambda tp, tn, p, n: (tp + tn, p + n),
        0,
        1,
        "never",
        synonyms=("accuracy", "overall accuracy", "correct classification rate", "rand accuracy"),
        complements=("err", "error", "error rate", "misclassification rate"),
        swapped="acc",
    ),
    Definition(
        "sens",
        "sensitivity",
        "tp / p",
        lambda tp, tn, p, n: (tp, p),
        0,
        1,
        "p = 0",
        synonyms=(
            "sensitivity",
            "recall",
            "tpr",
            "true positive rate",
            "hit rate",
            "detection rate",
            "rec",
            "sn",
            "se",
        ),
        complements=("fnr", "false negative rate", "miss rate"),
        swapped="spec",
    ),
    Definition(
        "spec",
        "specificity",
        "tn / n",
        lambda tp, tn, p, n: (tn, n),
        0,
        1,
        "n = 0",
        synonyms=(
            "specificity",
            "tnr",
            "true negative rate",
            "selectivity",
            "inverse recall",
            "sp",
        ),
        complements=("fpr", "false positive rate", "fall-out", "false alarm rate"),
        swapped="sens",
    ),
    Definition(
        "ppv",
        "positive predictive value",
        "tp / (tp + fp)",
        lambda tp, tn, p, n: (tp, tp + (n - tn)),
        0,
        1,
        "tp + fp = 0",
        synonyms=("precision", "positive predictive value", "prec", "pre"),
        complements=("fdr", "false discovery rate"),
        swapped="npv",
    ),
    Definition(
        "npv",
        "negative predictive value",
        "tn / (tn + fn)",
        lambda tp, tn, p, n: (tn, tn + (p - tp)),
        0,
        1,
        "tn + fn = 0",
        synonyms=("negative predictive value", "inverse precision"),
        complements=("for", "false omission rate"),
        swapped="ppv",
    ),
    Definition(
        "f1",
        "F1 score",
        "2·tp / (2·tp + fp + fn)",
        _f_plus(Fraction(1)),
        0,
        1,
        "tp = fp = fn = 0",
        synonyms=(
            "f1-score",
            "f1 plus",
            "f1p",
            "f1+",
            "f-score",
            "f-measure",
            "f score",
            "f",
            "dice",
            "dice coefficient",
            "dsc",
            "sorensen-dice",
        ),
        swapped="f1-negative",
    ),
    Definition(
        "f1-negative",
        "F1 score of the negative class",
        "2·tn / (2·tn + fp + fn)",
        _f_minus(Fraction(1)),
        0,
        1,
        "tn = fp = fn = 0",
        synonyms=("f1 minus", "f1m", "f1n", "f1-", "negative f1"),
        swapped="f1",
    ),
    Definition(
        "fbeta",
        "F-beta score",
        "(1+b²)·tp / ((1+b²)·tp + b²·fn + fp)",
        _f_plus(Fraction(1)),
        0,
        1,
        "tp = fp = fn = 0",
        synonyms=("f-beta", "fbeta plus", "fbp", "fbeta+"),
        swapped="fbeta-negative",
        takes_beta=True,
    ),
    Definition(
        "fbeta-negative",
        "F-beta score of the negative class",
        "(1+b²)·tn / ((1+b²)·tn + b²·fp + fn)",
        _f_minus(Fraction(1)),
        0,
        1,
        "tn = fp = fn = 0",
        synonyms=("f-beta minus", "fbeta minus", "fbm", "fbeta-"),
        swapped="fbeta",
        takes_beta=True,
    ),
    Definition(
        "bacc",
        "balanced accuracy",
        "(tp/p + tn/n) / 2",
        lambda tp, tn, p, n: (tp * n + tn * p, 2 * p * n),
        0,
        1,
        "p = 0 or n = 0",
        synonyms=("balanced accuracy", "macro recall", "unweighted average recall", "uar"),
        complements=("ber", "balanced error rate", "hter"),
        swapped="bacc",
    ),
    Definition(
        "gm",
        "geometric mean of sensitivity and specificity",
        "sqrt(tp/p · tn/n)",
        lambda tp, tn, p, n: (tp * tn, p * n),
        0,
        1,
        "p = 0 or n = 0",
        Transform.ROOT,
        synonyms=("g-mean", "geometric mean", "gmean", "g"),
        swapped="gm",
    ),
    Definition(
        "fm",
        "Fowlkes–Mallows index",
        "sqrt(tp/p · tp/(tp + fp))",
        lambda tp, tn, p, n: (tp * tp, p * (tp + (n - tn))),
        0,
        1,
        "p = 0 or tp + fp = 0",
        Transform.ROOT,
        synonyms=("fowlkes-mallows", "fowlkes-mallows index", "g-measure"),
    ),
    Definition(
        "upm",
        "unified performance measure (P4)",
        "4·tp·tn / (4·tp·tn + (tp + tn)·(fp + fn))",
        _p4,
        0,
        1,
        "tp = tn = 0",
        synonyms=("p4", "unified performance measure"),
        swapped="upm",
    ),
    Definition(
        "mk",
        "markedness",
        "ppv + npv - 1",
        _markedness,
        -1,
        1,
        "tp + fp = 0 or tn + fn = 0",
        synonyms=("markedness", "delta p"),
        swapped="mk",
    ),
    Definition(
        "bm",
        "informedness",
        "tp/p + tn/n - 1",
        lambda tp, tn, p, n: (_linked(tp, tn, p, n), p * n),
        -1,
        1,
        "p = 0 or n = 0",
        synonyms=(
            "informedness",
            "bookmaker informedness",
            "youden",
            "youden index",
            "youden j",
            "j",
            "tss",
            "true skill statistic",
        ),
        swapped="bm",
    ),
    Definition(
        "lr+",
        "positive likelihood ratio",
        "(tp/p) / (fp/n)",
        lambda tp, tn, p, n: (tp * n, p * (n - tn)),
        0,
        None,
        "p = 0 or fp = 0",
        synonyms=("lrp", "plr", "positive likelihood ratio"),
    ),
    Definition(
        "lr-",
        "negative likelihood ratio",
        "(fn/p) / (tn/n)",
        lambda tp, tn, p, n: ((p - tp) * n, p * tn),
        0,
        None,
        "p = 0 or tn = 0",
        trend="decreasing",
        synonyms=("lrn", "nlr", "negative likelihood ratio"),
    ),
    Definition(
        "mcc",
        "Matthews correlation coefficient",
        "(tp·tn - fp·fn) / sqrt((tp+fp)·(tp+fn)·(tn+fp)·(tn+fn))",
        _mcc,
        -1,
        1,
        "a row or a column of the matrix is empty",
        Transform.SIGNED_ROOT,
        synonyms=("matthews", "matthews correlation coefficient", "phi", "phi coefficient"),
        swapped="mcc",
    ),
    Definition(
        "pt",
        "prevalence threshold",
        "sqrt(fpr) / (sqrt(tpr) + sqrt(fpr))",
        lambda tp, tn, p, n: ((n - tn) * p, (n - tn) * p + tp * n),
        0,
        1,
        "p = 0, n = 0 or tp = fp = 0",
        Transform.ODDS_ROOT,
        "decreasing",
        synonyms=("prevalence threshold",),
    ),
    Definition(
        "dor",
        "diagnostic odds ratio",
        "tp·tn / (fp·fn)",
        lambda tp, tn, p, n: (tp * tn, (n - tn) * (p - tp)),
        0,
        None,
        "fp = 0 or fn = 0",
        synonyms=("diagnostic odds ratio", "odds ratio"),
        swapped="dor",
    ),
    Definition(
        "ji",
        "Jaccard index",
        "tp / (tp + fp + fn)",
        lambda tp, tn, p, n: (tp, p + (n - tn)),
        0,
        1,
        "tp = fp = fn = 0",
        synonyms=(
            "jaccard",
            "jaccard index",
            "iou",
            "intersection over union",
            "csi",
            "critical success index",
            "threat score",
        ),
    ),
    Definition(
        "kappa",
        "Cohen's kappa",
        "2·(tp·tn - fp·fn) / ((tp+fp)·(fp+tn) + (tp+fn)·(fn+tn))",
        _kappa,
        -1,
        1,
        "all items are of one class and called so",
        cellwise=False,
        synonyms=("cohen", "cohens kappa", "cohen's kappa", "k", "heidke skill score"),
        swapped="kappa",
    ),
    Definition(
        "weighted-spec",
        "specificity averaged over both classes, weighted by their sizes",
        "(p·spec + n·sens) / (p + n)",
        lambda tp, tn, p, n: (p * p * tn + n * n * tp, p * n * (p + n)),
        0,
        1,
        "p = 0 or n = 0",
        synonyms=("weighted specificity",),
        swapped="weighted-spec",
        cellwise=False,
        source="seed 003, 5.3: a weighting found in the skin-lesion literature",
    ),
    Definition(
        "weighted-f1",
        "F1 averaged over both classes, weighted by their sizes",
        "(p·f1 + n·f1-negative) / (p + n)",
        _weighted_f1,
        0,
        1,
        "p = 0 or n = 0",
        synonyms=("weighted f1-score",),
        swapped="weighted-f1",
        cellwise=False,
        source="scikit-learn, average='weighted'",
    ),
    Definition(
        "macro-f1",
        "mean of the F1 scores of both classes",
        "(f1 + f1-negative) / 2",
        _macro_f1,
        0,
        1,
        "p = 0 or n = 0",
        synonyms=("macro f1-score", "macro-averaged f1"),
        swapped="macro-f1",
        cellwise=False,
        source="scikit-learn, average='macro'",
    ),
)


def with_beta(definition: Definition, beta: Fraction) -> Definition:
    """Return an F-beta definition for a stated beta."""
    build = _f_minus if definition.id.endswith("negative") else _f_plus
    return replace(definition, quotient=build(beta), beta=beta)
