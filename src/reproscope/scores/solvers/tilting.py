"""Where to look for a witness: the most even choice of states whose expected sum is as reported.

Each atom's states get probabilities ``exp(direction · sum)``, with one direction for all atoms, so
that the expected total lies at the middle of the box. Of all distributions with that expectation it
is the most spread out. The direction also tells which states are of no use near the edge of what is
possible. Nothing here decides anything: it is floating point, and only guides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reproscope.scores.budget import Budget
from reproscope.scores.solvers.coordinates import FAR
from reproscope.scores.solvers.system import System

Floats = npt.NDArray[np.float64]
_ROUNDS = 40
_RIDGE = 1e-9
_STEEPEST = 1e7


@dataclass(frozen=True)
class Tilt:
    """Probabilities of each atom's states, the expected total's distance, and the direction."""

    weights: tuple[Floats, ...]
    means: tuple[Floats, ...]
    covariance: Floats
    miss: float
    direction: Floats
    unit: Floats

    @property
    def reached(self) -> bool:
        """Whether the expected total is about where it should be."""
        return self.miss < 0.2

    def entropy(self, repeats: Sequence[int]) -> float:
        """Return the logarithm of how many selections the probabilities spread over."""
        return float(
            sum(
                -r * (w * np.log(np.maximum(w, 1e-300))).sum()
                for w, r in zip(self.weights, repeats, strict=True)
            )
        )


class Tilter:
    """Solves for the direction; keeps the system's numbers in units of their spread.

    When the time is up it stops where it is: a tilt only guides, and a rough one guides too.
    """

    def __init__(self, system: System, budget: Budget) -> None:
        self.budget = budget
        self.repeats = [atom.repeat for atom in system.atoms]
        spread = np.max([atom.sums.std(axis=0) for atom in system.atoms], axis=0)
        self.unit = np.maximum(spread, 1.0)
        self.rows = [atom.sums / self.unit for atom in system.atoms]
        low, high = system.low / self.unit, system.high / self.unit
        has_low, has_high = system.low > -FAR, system.high < FAR
        one_sided = np.where(has_low, low, np.where(has_high, high, 0.0))
        self.goal = np.where(has_low & has_high, (low + high) / 2, one_sided)
        # One-sided ends may be overshot: their direction must not pull back.
        self.least = np.where(has_high, -np.inf, 0.0)
        self.most = np.where(has_low, np.inf, 0.0)

    def solve(self, base: Sequence[Floats] | None = None, start: Floats | None = None) -> Tilt:
        """Return the tilt over base log-weights of the states, by damped Newton steps."""
        direction = np.zeros(len(self.unit)) if start is None else start
        value, gradient, state = self._at(direction, base)
        ridge_share = _RIDGE
        for _ in range(_ROUNDS):
            free = ~self._held(direction, gradient)
            if (
                self.budget.spent
                or not free.any()
                or (np.abs(gradient[free]).max() < 1e-3 and state.miss < 0.1)
            ):
                break
            hessian = state.covariance[np.ix_(free, free)]
            ridge = ridge_share * max(1.0, float(np.trace(hessian)))
            step = np.zeros_like(direction)
            step[free] = np.linalg.solve(hessian + ridge * np.eye(int(free.sum())), -gradient[free])
            moved = False
            for halving in range(1 if self.budget.spent else 12):
                trial = np.clip(direction + step * 0.5**halving, self.least, self.most)
                trial = np.clip(trial, -_STEEPEST, _STEEPEST)
                new_value, new_gradient, new_state = self._at(trial, base)
                if new_value < value - 1e-12 * abs(value):
                    direction, value, gradient, state = trial, new_value, new_gradient, new_state
                    moved = True
                    break
            if not moved:
                # Sums that say nearly the same pull apart without end: hold them together.
                ridge_share *= 1000
                if ridge_share > 1:
                    break
        return state

    def _held(self, direction: Floats, gradient: Floats) -> npt.NDArray[np.bool_]:
        low = (direction <= self.least) & (gradient > 0)
        high = (direction >= self.most) & (gradient < 0)
        return np.asarray(low | high)

    def _at(self, direction: Floats, base: Sequence[Floats] | None) -> tuple[float, Floats, Tilt]:
        value = -float(direction @ self.goal)
        gradient = -self.goal
        covariance = np.zeros((len(direction), len(direction)))
        weights, means = [], []
        for place, (rows, repeat) in enumerate(zip(self.rows, self.repeats, strict=True)):
            heights = rows @ direction
            if base is not None:
                heights = heights + base[place]
            top = heights.max()
            shares = np.exp(heights - top)
            total = shares.sum()
            shares /= total
            value += repeat * (float(top) + float(np.log(total)))
            mean = shares @ rows
            gradient = gradient + repeat * mean
            centred = rows - mean
            covariance += repeat * (centred.T * shares) @ centred
            weights.append(shares)
            means.append(mean)
        held = self._held(direction, gradient)
        gap = np.where(held, 0.0, gradient)
        deviation = np.sqrt(np.maximum(np.diag(covariance), 1e-12))
        miss = float(np.max(np.abs(gap) / deviation)) if len(gap) else 0.0
        tilt = Tilt(tuple(weights), tuple(means), covariance, miss, direction, self.unit)
        return value, gradient, tilt

    def concentrated(self, wide: Tilt, width: float) -> Tilt:
        """Return the tilt over states within about `width` deviations of where `wide` centres."""
        base = []
        for rows, mean, shares in zip(self.rows, wide.means, wide.weights, strict=True):
            centred = rows - mean
            own = (centred.T * shares) @ centred
            own += np.eye(len(own)) * max(1e-9, 1e-6 * float(np.trace(own)))
            distance = (centred @ np.linalg.pinv(own) * centred).sum(axis=1)
            base.append(-0.5 * distance / width**2)
        return self.solve(base, wide.direction)
