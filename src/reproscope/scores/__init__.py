"""Could this experiment have yielded these numbers?

What comes in: reported scores (a name and a number as printed) and the description of an
experiment. What goes out: a `Result` with a verdict, and with the witness or the proof behind it.
The way through: `naming` and `reported` read what was printed; `experiments` describes what was
done; `checking` turns both into constraints for `solvers`; `diagnosis` says, when asked, which
scores conflict, which values would fit, and how much the test could have caught.

    >>> from reproscope import scores
    >>> result = scores.check(
    ...     {"acc": "0.6821", "npv": "0.9401", "f1": "0.4004"},
    ...     scores.TestSet(positives=1000, negatives=6000),
    ... )
    >>> result.verdict.value, result.solutions
    ('consistent', 2)
"""

from __future__ import annotations

from reproscope.core.answers import Verdict
from reproscope.scores.checking import check
from reproscope.scores.experiments import Datasets, Experiment, KFold, TestSet
from reproscope.scores.multiclass.description import Multiclass
from reproscope.scores.regression.description import Regression
from reproscope.scores.result import Result

__all__ = [
    "Datasets",
    "Experiment",
    "KFold",
    "Multiclass",
    "Regression",
    "Result",
    "TestSet",
    "Verdict",
    "check",
]
