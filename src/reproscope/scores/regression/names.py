"""The scores of a regression: their names, formulas and ranges, and names that are refused."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from reproscope.core.errors import ReproscopeError, UnknownName
from reproscope.scores.naming import ScoreName, fold, split_statistic


@dataclass(frozen=True)
class RegressionScore:
    """A score of N errors e (target minus prediction) and the targets y."""

    id: str
    title: str
    formula: str
    low: int | None
    high: int | None
    has_unit: bool
    synonyms: tuple[str, ...] = ()
    complements: tuple[str, ...] = ()
    undefined: str = "never"


_NO_SPREAD = "the targets do not vary"

SCORES = (
    RegressionScore(
        "mae",
        "mean absolute error",
        "sum(|e|) / N",
        0,
        None,
        True,
        ("mean-absolute-deviation-of-predictions", "l1-error", "mean-abs-error"),
    ),
    RegressionScore(
        "mse",
        "mean squared error",
        "sum(e^2) / N",
        0,
        None,
        True,
        ("mean-square-error", "l2-error-squared"),
    ),
    RegressionScore(
        "rmse",
        "root mean squared error",
        "sqrt(sum(e^2) / N)",
        0,
        None,
        True,
        ("root-mean-square-error", "rmsd", "root-mean-square-deviation"),
    ),
    RegressionScore(
        "r2",
        "coefficient of determination",
        "1 - sum(e^2) / sum((y - mean(y))^2)",
        None,
        1,
        False,
        ("r^2", "r²", "r-squared", "r-square", "r2-score", "nse", "nash-sutcliffe-efficiency"),
        ("fvu", "fraction-of-variance-unexplained"),
        _NO_SPREAD,
    ),
    RegressionScore(
        "max-error",
        "maximum absolute error",
        "max(|e|)",
        0,
        None,
        True,
        ("maximum-error", "max-absolute-error", "max-abs-error", "largest-error"),
    ),
    RegressionScore(
        "mean-error",
        "mean error",
        "sum(e) / N, of either sign",
        None,
        None,
        True,
        ("bias", "me", "mbe", "mean-bias-error", "mean-signed-error", "mean-signed-deviation"),
    ),
    RegressionScore(
        "explained-variance",
        "explained variance",
        "1 - variance(e) / variance(y)",
        None,
        1,
        False,
        ("ev", "evs", "explained-variance-score"),
        (),
        _NO_SPREAD,
    ),
    RegressionScore(
        "pearson",
        "Pearson correlation of target and prediction",
        "cov(y, y - e) / sqrt(variance(y) variance(y - e))",
        -1,
        1,
        False,
        ("r", "pcc", "correlation", "corr", "pearson-r", "pearsons-r", "pearson-correlation"),
        (),
        "the targets or the predictions do not vary",
    ),
    RegressionScore(
        "squared-correlation",
        "squared Pearson correlation",
        "pearson^2",
        0,
        1,
        False,
        ("r-squared-correlation", "squared-pearson", "pearson-squared", "r2-correlation"),
        (),
        "the targets or the predictions do not vary",
    ),
)

# Known names that say nothing about sums of errors, or do not say what they are divided by.
_RELATIVE = "it depends on every single target, which the description does not hold"
_ORDER = "it is a quantile of the errors, which the other scores hardly bound"
_DIVISOR = "papers divide it by the range, the mean or the standard deviation: give rmse itself"
_RANKS = "it depends on ranks, which these scores do not bound"
REFUSED = {
    **dict.fromkeys(("mape", "smape", "wape", "mean-absolute-percentage-error"), _RELATIVE),
    **dict.fromkeys(("msle", "rmsle", "mean-squared-log-error", "mase"), _RELATIVE),
    **dict.fromkeys(("medae", "median-absolute-error", "mdae", "mad"), _ORDER),
    **dict.fromkeys(("nrmse", "rrmse", "nmae", "cv-rmse", "relative-rmse"), _DIVISOR),
    **dict.fromkeys(("spearman", "kendall", "spearman-rho", "kendall-tau"), _RANKS),
    **dict.fromkeys(
        ("adjusted-r2", "adj-r2", "adjusted-r-squared"),
        "it depends on the number of predictors: give r2 itself",
    ),
    **dict.fromkeys(
        ("neg-mean-absolute-error", "neg-mean-squared-error", "neg-root-mean-squared-error"),
        "it is an error with its sign turned round: give mae, mse or rmse without the sign",
    ),
}


@cache
def _index() -> dict[str, tuple[RegressionScore, bool]]:
    """Return every known name, folded, with its score and whether it is a complement."""
    index: dict[str, tuple[RegressionScore, bool]] = {}
    for score in SCORES:
        for name in (score.id, score.title, *score.synonyms):
            index.setdefault(fold(name), (score, False))
        for name in score.complements:
            index.setdefault(fold(name), (score, True))
    return index


def score_of(score_id: str) -> RegressionScore:
    """Return a score by its id."""
    return _index()[score_id][0]


def resolve(written: str) -> ScoreName:
    """Return what a printed name means for a regression, or raise and say what would be right."""
    folded, statistic = split_statistic(written)
    if folded in REFUSED:
        raise ReproscopeError(f"'{written}' cannot be checked: {REFUSED[folded]}")
    index = _index()
    if folded not in index:
        raise UnknownName("score of a regression", written, sorted(index))
    if statistic != "value":
        raise ReproscopeError(
            f"{written}: a {statistic} is over several folds, and this is one test set"
        )
    score, complement = index[folded]
    return ScoreName(written, score.id, complement, statistic, has_unit=score.has_unit)
