"""One confusion matrix: could tp and tn, with known or bounded p and n, meet all the constraints?

A score that is 0/0 is so on a whole face of the rectangle of matrices (an edge, a corner), so the
rectangle is cut into faces, and on each face every score is either defined or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from reproscope.scores.budget import Budget
from reproscope.scores.solvers.boxes import Matrix, Region, search
from reproscope.scores.solvers.constraint import Constraint
from reproscope.scores.solvers.decision import Decision
from reproscope.scores.solvers.polygon import clip, count_points, half_planes, middle_point, strips

_ENUMERABLE = 20_000
_PROBES = 9
Face = tuple[tuple[int, int], tuple[int, int]]


def decide(region: Region, constraints: Sequence[Constraint], budget: Budget) -> Decision:
    """Return the verdict for one matrix; p and n may be ranges."""
    if region.p[0] == region.p[1] and region.n[0] == region.n[1]:
        return _decide_fixed(region.p[0], region.n[0], constraints, budget)
    return _decide_ranges(region, constraints, budget)


def _decide_fixed(p: int, n: int, constraints: Sequence[Constraint], budget: Budget) -> Decision:
    solutions: int | None = 0
    matrix: Matrix | None = None
    methods: list[str] = []
    counted: set[Face] = set()
    for face, asked in _questions(p, n, constraints):
        found, count, method = _on_face(face, p, n, asked, budget)
        methods.append(method)
        if method == "unfinished":
            return Decision.undecided(budget.progress, "branch and bound over boxes of matrices")
        # What fits a face in two readings must not be counted twice.
        again = count and face in counted
        solutions = None if solutions is None or count is None or again else solutions + count
        counted.update([face] if count else [])
        matrix = matrix or found
        if matrix is not None and solutions is None:
            break
    method = _spoken(methods)
    if matrix is None:
        return Decision.inconsistent(method, solutions=0)
    return Decision.consistent(matrix_witness(matrix), method, solutions=solutions)


def matrix_witness(matrix: Matrix) -> dict[str, int]:
    """Return a matrix as plain data."""
    tp, tn, p, n = matrix
    return {"tp": tp, "fn": p - tp, "fp": n - tn, "tn": tn}


def _spoken(methods: list[str]) -> str:
    if "probe" in methods:
        return "bisection of a column of matrices"
    if "boxes" in methods:
        return "exclusion of all boxes of matrices by outward-rounded bounds"
    if "enumeration" in methods:
        return "enumeration of all matrices that meet the affine bounds"
    return "exact count of the matrices that meet every bound"


def _faces(p: int, n: int, constraints: Sequence[Constraint]) -> Iterator[Face]:
    """Yield the whole rectangle, or its faces where some score is undefined on one of them."""
    axes = [_axis(p), _axis(n)]
    faces = [(a, b) for a, b in product(*axes)]
    if all(_is_defined(face, p, n, c) for face in faces for c in constraints):
        yield (0, p), (0, n)
    else:
        # The interior first: it is where a witness is likely to be, and to look natural.
        yield from sorted(faces, key=lambda f: -(f[0][1] - f[0][0] + f[1][1] - f[1][0]))


def _axis(count: int) -> list[tuple[int, int]]:
    ends = [(0, 0), (count, count)] if count else [(0, 0)]
    return [*ends, (1, count - 1)] if count > 1 else ends


def _is_defined(face: Face, p: int, n: int, constraint: Constraint) -> bool:
    return bool(constraint.quotient(face[0][0], face[1][0], p, n)[1] != 0)


def _questions(
    p: int, n: int, constraints: Sequence[Constraint]
) -> Iterator[tuple[Face, list[Constraint]]]:
    """Yield every face with each list of bounds that would do on it."""
    for face in _faces(p, n, constraints):
        sure = [c for c in constraints if _is_defined(face, p, n, c)]
        unsure = [c for c in constraints if not _is_defined(face, p, n, c)]
        for chosen in _stand_ins(unsure):
            yield face, [*sure, *chosen]


def _stand_ins(undefined: Sequence[Constraint]) -> Iterator[list[Constraint]]:
    """Yield the bounds that stand for scores that are 0/0: none, or one on what was printed."""
    choices = [[None] if c.undefined_ok else c.others() for c in undefined]
    for chosen in product(*choices):
        yield [one for one in chosen if one is not None]


def _on_face(
    face: Face, p: int, n: int, constraints: Sequence[Constraint], budget: Budget
) -> tuple[Matrix | None, int | None, str]:
    """Return a matrix of the face, how many there are (``None``: not counted), and the method."""
    planes, curved = [], []
    for constraint in constraints:
        flat = half_planes(constraint, p, n)
        if flat is None:
            curved.append(constraint)
        else:
            planes.extend(flat)
    pieces = strips(clip((*face[0], *face[1]), planes))
    total = count_points(pieces)
    if not total:
        return None, 0, "polygon"
    if not curved:
        tp, tn = middle_point(pieces, total)
        return (tp, tn, p, n), total, "polygon"
    if total <= _ENUMERABLE:
        fitting = [
            (tp, tn, p, n)
            for piece in pieces
            for tp, tn in piece.points()
            if all(c.admits(tp, tn, p, n) for c in curved)
        ]
        return (fitting[len(fitting) // 2] if fitting else None), len(fitting), "enumeration"
    rows = [piece.start for piece in pieces] + [piece.stop for piece in pieces]
    probed = _probed(min(rows), max(rows), face[1], p, n, constraints)
    if probed is not None:
        return probed, None, "probe"
    region = Region((min(rows), max(rows)), (0, p), (0, n), face[1], (p, p), (n, n), (p + n, p + n))
    searched = search(region, constraints, budget)
    if searched.matrix is None and not searched.complete:
        budget.progress = f"{searched.boxes:,} boxes of matrices were looked at"
        return None, None, "unfinished"
    return searched.matrix, None if searched.matrix else 0, "boxes"


def _probed(
    first: int, last: int, tn: tuple[int, int], p: int, n: int, constraints: Sequence[Constraint]
) -> Matrix | None:
    """Try some columns: bisect for the least tn that lifts every score to its lower bound.

    Every score is monotone in tn, so that if any tn of the column fits, this one does. It is a
    shortcut to a witness, and no part of any proof.
    """
    for share in range(1, 2 * _PROBES, 2):
        tp = first + (last - first) * share // (2 * _PROBES)
        low, high = tn
        while low < high:
            middle = (low + high) // 2
            if all(_high_enough(c, tp, middle, p, n) for c in constraints):
                high = middle
            else:
                low = middle + 1
        if all(c.admits(tp, low, p, n) for c in constraints):
            return tp, low, p, n
    return None


def _high_enough(constraint: Constraint, tp: int, tn: int, p: int, n: int) -> bool:
    numerator, denominator = constraint.quotient(tp, tn, p, n)
    if constraint.increasing:
        return not constraint.below(numerator, denominator)
    return not constraint.above(numerator, denominator)


def _decide_ranges(region: Region, constraints: Sequence[Constraint], budget: Budget) -> Decision:
    """Class counts within ranges: boxes of matrices, one search for each pattern of empty cells."""
    method = "exclusion of all boxes of matrices by outward-rounded bounds"
    for pattern, asked in _patterns(region, constraints):
        searched = search(pattern, asked, budget)
        if searched.matrix is not None:
            return Decision.consistent(matrix_witness(searched.matrix), "search over boxes")
        if not searched.complete:
            return Decision.undecided(
                f"{searched.boxes:,} boxes of matrices were looked at", method
            )
    return Decision.inconsistent(method)


def _patterns(
    region: Region, constraints: Sequence[Constraint]
) -> Iterator[tuple[Region, list[Constraint]]]:
    """Yield the region cut by which cells are empty: on each part, scores are defined or not."""
    if all(_defined_everywhere(c) for c in constraints) and region.p[0] > 0 and region.n[0] > 0:
        yield region, list(constraints)
        return
    for filled in sorted(product((True, False), repeat=4), key=lambda f: -sum(f)):
        tp, fn, fp, tn = (int(f) for f in filled)
        matrix = tp, tn, tp + fn, fp + tn
        sure = [c for c in constraints if c.quotient(*matrix)[1] != 0]
        unsure = [c for c in constraints if c.quotient(*matrix)[1] == 0]
        cells = [
            (max(1, low), high) if full else (0, 0)
            for full, (low, high) in zip(
                filled, (region.tp, region.fn, region.fp, region.tn), strict=True
            )
        ]
        part = replace(region, tp=cells[0], fn=cells[1], fp=cells[2], tn=cells[3])
        for chosen in _stand_ins(unsure):
            yield part, [*sure, *chosen]


def _defined_everywhere(constraint: Constraint) -> bool:
    """Whether the score is defined for every matrix in which both classes occur."""
    matrices = product((0, 1), (0, 1))
    return all(constraint.quotient(tp, tn, 1, 1)[1] != 0 for tp, tn in matrices)
