"""Noise for whole numbers, by OpenDP: its exact discrete Laplace mechanism and its accuracy.

No floating-point number is ever made noisy, and the randomness is OpenDP's own, from the system; it
has no seed that could be fixed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from reproscope.core import ReproscopeError

# Above this the noise would leave the 64 bits that it is drawn in.
_WIDEST = 2.0**40


@dataclass(frozen=True, slots=True)
class Noise:
    """The scale of the noise for numbers of which one paper changes so much, and what it costs."""

    scale: float
    sensitivity: int
    epsilon: float

    def added(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers with noise."""
        return tuple(int(number) for number in _mechanism(self.scale)([int(n) for n in numbers]))

    def within(self, alpha: float = 0.05) -> int:
        """Return how far a noisy number is off at most, with a probability of 1 - *alpha*."""
        import opendp.prelude as dp

        # Off by the whole part at most: a whole number that is not below the bound is above it.
        bound = dp.discrete_laplacian_scale_to_accuracy(scale=self.scale, alpha=alpha)
        return math.floor(float(bound))


def noise_for(sensitivity: int, epsilon: Fraction) -> Noise:
    """Return the least noise that costs at most *epsilon* by OpenDP's own account."""
    scale = float(sensitivity / epsilon)
    if not scale < _WIDEST:
        raise ReproscopeError(
            f"epsilon {float(epsilon):g} for one table leaves nothing but noise: ask for fewer "
            "tables or a greater epsilon"
        )
    # The quotient may have been rounded down, and OpenDP rounds what it costs up.
    while Fraction(cost := float(_mechanism(scale).map(sensitivity))) > epsilon:
        scale *= 1 + 2.0**-48
    return Noise(scale, sensitivity, cost)


def _mechanism(scale: float) -> Any:
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=dp.i64)), dp.l1_distance(T=dp.i64)
    return dp.m.make_laplace(*space, scale=scale)
