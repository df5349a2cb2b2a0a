"""Quartiles by a named rule. The thesis's is none of the usual defaults.

With 20 values in order the thesis takes the 5th for the first quartile, the 16th for the third, and
the middle of the 10th and 11th for the median: numpy's ``lower``, ``higher`` and ``midpoint``. Its
evaluation tables (7.4) use ``averaged_inverted_cdf``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from reproscope.core import UnknownName

# The rules for the first quartile, the median and the third quartile.
METHODS: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "thesis": ("lower", "midpoint", "higher"),
        "linear": ("linear", "linear", "linear"),
        "averaged": ("averaged_inverted_cdf",) * 3,
        "median-unbiased": ("median_unbiased",) * 3,
    }
)


@dataclass(frozen=True, slots=True)
class Quartiles:
    """The five numbers of a box plot, and the mean."""

    lowest: float
    first: float
    median: float
    third: float
    highest: float
    mean: float


def quartiles(values: Sequence[float], method: str = "thesis") -> Quartiles:
    """Return the quartiles of at least one value.

    >>> quartiles(range(1, 21)).first, quartiles(range(1, 21)).third
    (5.0, 16.0)
    >>> quartiles(range(1, 21), "linear").first
    5.75
    """
    if method not in METHODS:
        raise UnknownName("quantile rule", method, METHODS)
    first, median, third = (
        float(np.quantile(values, share, method=rule))  # type: ignore[call-overload]
        for share, rule in zip((0.25, 0.5, 0.75), METHODS[method], strict=True)
    )
    mean = float(np.mean(values))
    return Quartiles(float(min(values)), first, median, third, float(max(values)), mean)
