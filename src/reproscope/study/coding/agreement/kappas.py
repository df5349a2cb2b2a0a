"""Coefficients of the kappa family, each a function of rows and how many units have them.

Percent and Fleiss' kappa for any number of coders and with gaps, as Gwet's handbook (2014, chapters
2 and 5) generalises them; Cohen's for two. None where chance alone explains everything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reproscope.study.coding.agreement.ratings import MISSING, Ratings, Weights

Matrix = NDArray[np.float64]


def percent(ratings: Ratings, units: Weights) -> float | None:
    """Return how often two coders of a unit gave the same answer."""
    counts, given = ratings.counts(), ratings.given()
    pairs = given * (given - 1)
    two = pairs > 0
    if not units[two].sum():
        return None
    same = (counts * (counts - 1)).sum(axis=1)[two] / pairs[two]
    return float((units[two] * same).sum() / units[two].sum())


def fleiss(ratings: Ratings, units: Weights) -> float | None:
    """Fleiss 1971: chance is that of two answers drawn from all."""
    shares = _shares(ratings, units)
    return _beyond_chance(percent(ratings, units), float((shares**2).sum()))


def gwet_ac1(ratings: Ratings, units: Weights) -> float | None:
    """Gwet 2008: chance counts only where coders are unsure, so that rare answers do not hurt."""
    shares = _shares(ratings, units)
    categories = len(shares)
    if categories < 2:
        return None
    chance = float((shares * (1 - shares)).sum()) / (categories - 1)
    return _beyond_chance(percent(ratings, units), chance)


def cohen(ratings: Ratings, units: Weights, weights: Matrix | None = None) -> float | None:
    """Cohen 1960, 1968: two coders, each with shares of its own; units that both answered.

    *weights* is the agreement credited to a pair of categories, 1 on the diagonal.
    """
    if ratings.coders != 2:
        raise ValueError(f"Cohen's kappa is for two coders, not {ratings.coders}")
    both = (ratings.rows != MISSING).all(axis=1)
    size = len(ratings.categories)
    table = np.zeros((size, size))
    rows = ratings.rows[both]
    np.add.at(table, (rows[:, 0], rows[:, 1]), units[both])
    total = table.sum()
    if not total:
        return None
    table /= total
    credit = np.eye(size) if weights is None else weights
    chance = np.outer(table.sum(axis=1), table.sum(axis=0))
    return _beyond_chance(float((table * credit).sum()), float((chance * credit).sum()))


def linear_weights(size: int) -> Matrix:
    """Return the credit that falls evenly with the distance of two ordered categories."""
    places = np.arange(size)
    credit: Matrix = 1 - np.abs(places[:, None] - places) / max(1, size - 1)
    return credit


def quadratic_weights(size: int) -> Matrix:
    """Return the credit that falls with the squared distance."""
    places = np.arange(size)
    credit: Matrix = 1 - ((places[:, None] - places) / max(1, size - 1)) ** 2
    return credit


def _shares(ratings: Ratings, units: Weights) -> Matrix:
    """Return each category's share; a unit counts once, however many coders it had."""
    given = ratings.given()
    parts: Matrix = ratings.counts() / given[:, None]
    shares: Matrix = (units[:, None] * parts).sum(axis=0) / units.sum()
    return shares


def _beyond_chance(observed: float | None, chance: float) -> float | None:
    if observed is None or chance >= 1:
        return None
    return (observed - chance) / (1 - chance)
