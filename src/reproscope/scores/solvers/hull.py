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

from reproscope.scores.solvers.coordinates import FAR
from reproscope.scores.solvers.system import System

Floats = npt.NDArray[np.float64]
_DIRECTION_BITS = 14
_ROUNDS = 200


@dataclass(frozen=True)
class Approach:
    """What was found: whether the box is certainly out of reach, and where each atom should be."""

    refuted: bool
    targets: tuple[Floats, ...]


class _Body:
    """The reachable sums minus the box, scaled so that the box has about unit size."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.repeats = [atom.repeat for atom in system.atoms]
        reach_low = sum(a.sums.min(axis=0) * a.repeat for a in system.atoms)
        reach_high = sum(a.sums.max(axis=0) * a.repeat for a in system.atoms)
        # Ends that no choice can reach do not bind; cutting them off keeps the numbers small.
        self.low = np.maximum(system.low, np.minimum(reach_low, system.high)).astype(np.float64)
        self.high = np.minimum(system.high, np.maximum(reach_high, system.low)).astype(np.float64)
        self.unit = np.maximum(self.high - self.low, 1.0)
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
    apart = bool(point @ point > 1e-12) and all(atom.spans for atom in system.atoms)
    refuted = apart and _certified(system, -point / body.unit)
    targets = []
    for place, atom in enumerate(system.atoms):
        rows = np.array([choice[place] for choice in choices])
        targets.append(weights @ atom.sums[rows])
    return Approach(refuted, tuple(targets))


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


def _certified(system: System, direction: Floats) -> bool:
    """Whether, in integers, every choice of states stays short of the box along a direction.

    A reported end that is unbounded can only be used by a direction that does not ask for it.
    """
    largest = np.abs(direction).max()
    if not largest > 0:
        return False
    units = np.rint(direction / largest * (1 << _DIRECTION_BITS)).astype(np.int64).tolist()
    wanted = 0
    for unit, low, high in zip(units, system.low.tolist(), system.high.tolist(), strict=True):
        end = low if unit > 0 else high
        if unit and abs(end) >= FAR:
            return False
        wanted += unit * end
    weights = np.array(units, dtype=np.int64)
    reached = sum(int((atom.sums @ weights).max()) * atom.repeat for atom in system.atoms)
    # Between the ends of a progression, rounded-down sums may exceed the chord by one unit each.
    slack = sum(sum(map(abs, units)) * a.repeat for a in system.atoms if not a.complete)
    return reached + (0 if system.exact else slack) < wanted
