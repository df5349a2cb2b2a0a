"""Integer points of a convex polygon: counted, and one of them found, in logarithmic time.

Most scores, once p and n are known, are quotients of affine forms, so that a bound on a score is a
half-plane in the plane of (tp, tn). Their intersection is a polygon, and whether it holds an
integer point is settled exactly, however large p and n are and however many digits were printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from reproscope.scores.definition import Quotient
from reproscope.scores.solvers.constraint import Constraint

Point = tuple[Fraction, Fraction]
# Columns that are gone through one by one, however few points they hold.
_SHORT = 64


class NotAffine(Exception):
    """A formula multiplied two unknowns: it is no half-plane."""


@dataclass(frozen=True, slots=True)
class Affine:
    """``x·tp + y·tn + c``: what a formula becomes when tp and tn are left open."""

    x: Fraction | int
    y: Fraction | int
    c: Fraction | int

    def __add__(self, other: Affine | Fraction | int) -> Affine:
        if isinstance(other, Affine):
            return Affine(self.x + other.x, self.y + other.y, self.c + other.c)
        return Affine(self.x, self.y, self.c + other)

    def __neg__(self) -> Affine:
        return Affine(-self.x, -self.y, -self.c)

    def __sub__(self, other: Affine | Fraction | int) -> Affine:
        return self + (-other)

    def __rsub__(self, other: Fraction | int) -> Affine:
        return (-self) + other

    def __mul__(self, other: Affine | Fraction | int) -> Affine:
        if isinstance(other, Affine):
            if other.x or other.y:
                raise NotAffine
            other = other.c
        return Affine(self.x * other, self.y * other, self.c * other)

    def __abs__(self) -> Affine:
        raise NotAffine

    def __bool__(self) -> bool:
        return bool(self.x or self.y or self.c)

    __radd__ = __add__
    __rmul__ = __mul__


def half_planes(constraint: Constraint, p: int, n: int) -> list[Affine] | None:
    """Return the affine forms that must be ``>= 0``, or ``None`` if the bound is not affine."""
    forms = affine_quotient(constraint.quotient, p, n)
    if forms is None:
        return None
    numerator, denominator = forms
    planes = []
    if constraint.low is not None:
        planes.append(numerator - denominator * constraint.low)
    if constraint.high is not None:
        planes.append(denominator * constraint.high - numerator)
    return planes


def affine_quotient(quotient: Quotient, p: int, n: int) -> tuple[Affine, Affine] | None:
    """Return numerator and denominator as affine forms in tp and tn, if they are."""
    try:
        numerator, denominator = quotient(Affine(1, 0, 0), Affine(0, 1, 0), p, n)
    except NotAffine:
        return None
    return tuple(f if isinstance(f, Affine) else Affine(0, 0, f) for f in (numerator, denominator))  # type: ignore[return-value]


def clip(box: tuple[int, int, int, int], planes: Sequence[Affine]) -> list[Point]:
    """Return the corners of the box ``(x0, x1, y0, y1)`` cut by half-planes, counter-clockwise."""
    x0, x1, y0, y1 = map(Fraction, box)
    corners: list[Point] = list(dict.fromkeys([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
    for plane in planes:
        corners = _cut(corners, plane)
        if not corners:
            break
    return corners


def _cut(corners: list[Point], plane: Affine) -> list[Point]:
    heights = [plane.x * x + plane.y * y + plane.c for x, y in corners]
    kept: list[Point] = []
    for i, (point, height) in enumerate(zip(corners, heights, strict=True)):
        after = (i + 1) % len(corners)
        if height >= 0:
            kept.append(point)
        if (height > 0 > heights[after]) or (height < 0 < heights[after]):
            share = Fraction(height) / Fraction(height - heights[after])
            other = corners[after]
            kept.append(
                (point[0] + share * (other[0] - point[0]), point[1] + share * (other[1] - point[1]))
            )
    return list(dict.fromkeys(kept))


@dataclass(frozen=True, slots=True)
class Line:
    """``y = (a·x + b) / m`` with integers and ``m > 0``: one edge of the polygon."""

    a: int
    b: int
    m: int

    @classmethod
    def through(cls, first: Point, second: Point) -> Line:
        """Return the line through two points of different x."""
        slope = (second[1] - first[1]) / (second[0] - first[0])
        offset = first[1] - slope * first[0]
        m = slope.denominator * offset.denominator
        return cls(int(slope * m), int(offset * m), m)

    def floor(self, x: int) -> int:
        """Return the largest integer not above the line at x."""
        return (self.a * x + self.b) // self.m

    def ceil(self, x: int) -> int:
        """Return the smallest integer not below the line at x."""
        return -((-self.a * x - self.b) // self.m)


@dataclass(frozen=True, slots=True)
class Strip:
    """The integer columns ``start..stop`` of a polygon between one lower and one upper edge."""

    start: int
    stop: int
    lower: Line
    upper: Line

    def count(self, start: int, stop: int) -> int:
        """Return how many integer points lie in the columns start..stop."""
        width = stop - start + 1
        if width <= 0:
            return 0
        up = floor_sum(width, self.upper.m, self.upper.a, self.upper.a * start + self.upper.b)
        # ceil(y) = -floor(-y): counting below the lower edge is the same sum mirrored.
        low = floor_sum(width, self.lower.m, -self.lower.a, -self.lower.a * start - self.lower.b)
        return up + low + width

    def points(self) -> Iterator[tuple[int, int]]:
        """Yield the integer points column by column.

        A strip may be a line with a point every so many million columns: spans of columns that
        hold few points are halved, and those that hold none are passed over.
        """
        spans = [(self.start, self.stop)]
        while spans:
            start, stop = spans.pop()
            if stop - start >= _SHORT and self.count(start, stop) * _SHORT < stop - start:
                if self.count(start, stop):
                    middle = (start + stop) // 2
                    spans += [(middle + 1, stop), (start, middle)]
                continue
            for x in range(start, stop + 1):
                for y in range(self.lower.ceil(x), self.upper.floor(x) + 1):
                    yield x, y


def floor_sum(count: int, m: int, a: int, b: int) -> int:
    """Return the sum of ``floor((a·i + b) / m)`` for i = 0..count-1, by Euclid's steps."""
    total = 0
    while True:
        whole, a = divmod(a, m)
        total += whole * (count * (count - 1) // 2)
        whole, b = divmod(b, m)
        total += whole * count
        top = a * count + b
        if top < m:
            return total
        # What is left under the line is counted by rows instead of columns.
        count, b = divmod(top, m)
        m, a = a, m


def strips(corners: list[Point]) -> list[Strip]:
    """Cut a convex polygon into strips of integer columns with one edge below and one above."""
    if not corners:
        return []
    breaks = sorted({x for x, _ in corners})
    if len(breaks) == 1:
        return _column(breaks[0], [y for _, y in corners])
    lower, upper = _edges(corners)
    found, start = [], _ceil(breaks[0])
    for left, right in pairwise(breaks):
        stop = _floor(right)
        if start <= stop:
            middle = (left + right) / 2
            found.append(Strip(start, stop, _edge_at(lower, middle), _edge_at(upper, middle)))
            start = stop + 1
    return found


def _column(x: Fraction, ys: list[Fraction]) -> list[Strip]:
    if x.denominator != 1:
        return []
    low, high = min(ys), max(ys)
    flat = [Line(0, y.numerator, y.denominator) for y in (low, high)]
    return [Strip(int(x), int(x), *flat)]


def _edges(corners: list[Point]) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point]]]:
    """Split the edges of a counter-clockwise polygon into its lower and its upper ones."""
    if len(corners) == 2:
        edge = (min(corners), max(corners))
        return [edge], [edge]
    lower, upper = [], []
    for first, second in zip(corners, corners[1:] + corners[:1], strict=True):
        if first[0] < second[0]:
            lower.append((first, second))
        elif first[0] > second[0]:
            upper.append((second, first))
    return lower, upper


def _edge_at(edges: list[tuple[Point, Point]], x: Fraction) -> Line:
    return next(Line.through(a, b) for a, b in edges if a[0] <= x <= b[0])


def count_points(pieces: Sequence[Strip]) -> int:
    """Return the number of integer points in all strips."""
    return sum(piece.count(piece.start, piece.stop) for piece in pieces)


def middle_point(pieces: Sequence[Strip], total: int) -> tuple[int, int]:
    """Return the middle one of the `total` integer points, by bisection over the columns."""
    wanted = total // 2
    for piece in pieces:
        here = piece.count(piece.start, piece.stop)
        if wanted >= here:
            wanted -= here
            continue
        low, high = piece.start, piece.stop
        while low < high:
            middle = (low + high) // 2
            if piece.count(piece.start, middle) > wanted:
                high = middle
            else:
                low = middle + 1
        wanted -= piece.count(piece.start, low - 1)
        return low, piece.lower.ceil(low) + wanted
    raise ValueError("there are fewer points than said")


def _ceil(x: Fraction) -> int:
    return -((-x.numerator) // x.denominator)


def _floor(x: Fraction) -> int:
    return x.numerator // x.denominator
