"""How far a mean may be off: percentile intervals of means of resampled sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

RESAMPLES = 10_000
SEED = 2022
LEVEL = 0.95


def mean_interval(
    values: Sequence[float], *, resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[float, float]:
    """Return the interval of the mean; the same values and seed give the same one.

    >>> mean_interval([0.5, 0.5, 0.5])
    (0.5, 0.5)
    """
    drawn = np.random.default_rng(seed).integers(0, len(values), (resamples, len(values)))
    means = np.asarray(values, dtype=float)[drawn].mean(axis=1)
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
