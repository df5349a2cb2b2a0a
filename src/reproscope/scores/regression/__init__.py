"""Regression: errors of one test set, decided exactly (rule S105).

What comes in: mae, mse, rmse, r2 and their kin as printed, and what is known of the targets. What
goes out: a vector of errors that has all of them, or a proof that none has. The way through:
``names`` reads a score, ``description`` the experiment, ``question`` turns both into relations,
``solving`` decides them with the bounds of ``moments``, ``witness`` writes errors down.
"""

from __future__ import annotations

from reproscope.scores.regression.deciding import decide
from reproscope.scores.regression.description import Regression
from reproscope.scores.regression.names import SCORES, RegressionScore, resolve

__all__ = ["SCORES", "Regression", "RegressionScore", "decide", "resolve"]
