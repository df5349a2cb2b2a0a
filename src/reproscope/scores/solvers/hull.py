"""A certificate that no choice of states can reach the box of reported sums, or a point near it.

The sums that atoms can reach lie in a convex body, the sum of the atoms' convex hulls. Wolfe's
algorithm finds the point of that body nearest to the box. If it stays away, the direction between
them is a candidate certificate, which is then checked in integers: whatever states are chosen,
their weighted sum stays below what the box asks for. The nearest point also tells where to look
for a witness.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reproscope.scores.solvers.coordinates import Ints
from reproscope.scores.solvers.system import System

Floats = npt.NDArray[np.float64]
_ROUNDS = 200


@dataclass(frozen=True)
class Approach:
    """What was found: whether the box is certainly out of reach, else a mixture of states near it.

    `rows` holds, for each atom, the rows of the states in the mixture, `weights` their shares.
    """

    refuted: bool
    direction: Floats
    weights: Floats
    rows: tuple[Ints, ...]


class _Body:
    """The reachable sums minus the box, in units of the spread of an atom's states."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.repeats = [atom.repeat for atom in system.atoms]
        reach_low = sum(a.sums.min(axis=0) * a.repeat for a in system.atoms)
        reach_high = sum(a.sums.max(axis=0) * a.repeat for a in system.atoms)
        # Ends that no choice can reach do not bind; cutting them off keeps the numbers small.
        self.low = np.maximum(system.low, np.minimum(reach_low, system.high)).astype(np.float64)
        self.high = np.minimum(system.high, np.maximum(reach_high, system.low)).astype(np.float64)
        spread = np.max([atom.sums.std(axis=0) for atom in system.atoms], axis=0)
        self.unit = np.maximum(spread, 1.0)
        self.scaled = [atom.sums / self.unit for atom in system.atoms]

    def support(self, direction: Floats) -> tuple[Floats, list[int]]:
        """Return the farthest point of (body - box) along a direction, and the states chosen."""
        chosen = [int((rows @ direction).argmax()) for rows in self.scaled]
        reach = sum(
            rows[i] * r for rows, i, r in zip(self.scaled, chosen, self.repeats, strict=True)
        )
        box = np.where(direction > 0, self.low, self.high) / self.unit
        return reach - box, chosen


def approach(system: System) -> Approach:
    """Bring the reachable sums as near to the box as they come; certify if they stay away."""
    body = _Body(system)
    point, weights, choices = _nearest(body)
    direction = -point / body.unit
    apart = bool(point @ point > 1e-12)
    refuted = apart and system.pruned_along(direction) is None
    rows = np.array(choices, dtype=np.int64).T
    return Approach(refuted, direction, weights, tuple(rows))


def _nearest(body: _Body) -> tuple[Floats, Floats, list[list[int]]]:
    """Wolfe's algorithm: the point of a polytope nearest to the origin, by its support only."""
    start, chosen = body.support(np.ones(len(body.unit)))
    points, choices = start[None, :], [chosen]
    weights = np.ones(1)
    for _ in range(_ROUNDS):
        here = weights @ points
        new, chosen = body.support(-here)
        far = float(here @ here)
        if far - float(here @ new) <= 1e-9 * max(1.0, far) or far < 1e-12:
            break
        points, choices = np.vstack([points, new]), [*choices, chosen]
        weights = np.append(weights, 0.0)
        points, weights, choices = _to_face(points, weights, choices)
    return weights @ points, weights, choices


def _to_face(
    points: Floats, weights: Floats, choices: list[list[int]]
) -> tuple[Floats, Floats, list[list[int]]]:
    """Move to the point nearest the origin on the face spanned, dropping what does not carry it."""
    for _ in range(len(points) + 1):
        best = _affine_minimum(points)
        if (best > 1e-12).all():
            return points, best, choices
        falling = best < weights
        with np.errstate(divide="ignore", invalid="ignore"):
            steps = np.where(falling & (best <= 1e-12), weights / (weights - best), np.inf)
        step = min(1.0, float(steps.min()))
        weights = (1 - step) * weights + step * best
        keep = weights > 1e-12
        if keep.all():
            keep[int(np.argmin(weights))] = False
        if not keep.any():
            keep[int(np.argmax(weights))] = True
            weights = np.where(keep, 1.0, 0.0)
        points, weights = points[keep], weights[keep] / weights[keep].sum()
        choices = [c for c, k in zip(choices, keep, strict=True) if k]
    return points, weights, choices


def _affine_minimum(points: Floats) -> Floats:
    """Return affine weights of the point nearest the origin in the affine hull."""
    size = len(points)
    matrix = np.zeros((size + 1, size + 1))
    matrix[:size, :size] = points @ points.T
    matrix[:size, size] = matrix[size, :size] = 1.0
    right = np.zeros(size + 1)
    right[size] = 1.0
    return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0][:size])
