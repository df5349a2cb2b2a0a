"""Which means of squares N real errors can have, given their other means: exact bounds.

Let m1 be the mean of |e|, b the mean of e, M the largest |e|, S the sum of e². Write P for the sum
of the errors above 0 and Q for that of the others, both without sign: P + Q = N·m1, P - Q = N·b.

*Without b and M* only the sizes matter: m1² <= S/N (Jensen) and S/N <= N·m1² (the cross terms of
(sum |e|)² are not negative). Everything between is attained on the way from N equal errors to one
error that holds the whole sum.

*With M*, one size is M and the other N - 1 lie in [0, M]. Sizes of a given sum T in [0, M] have the
smallest sum of squares when they are equal, and the largest, by convexity, when all but one lie at
0 or M: g(T) = floor(T/M)·M² + (T - floor(T/M)·M)². So M <= N·m1, m1 <= M, and S lies between
M² + (N·m1 - M)²/(N - 1) and M² + g(N·m1 - M) = g(N·m1).

*With b*, let k errors be counted to the positive side. Then S is at least P²/k + Q²/(N - k), with
the side of M treated as above: M² + (P - M)²/(k - 1) in place of P²/k. It is at most g(P) + g(Q),
or P² + Q² without M. The upper end does not depend on k, so the values S can have for all k are one
interval, and its lower end is the least over k of a function that is convex in k.

*With M and b but no m1*, by symmetry b >= 0 and some error is M. The others are any numbers in
[-M, M] with sum N·b - M, so S is at least M² + (N·b - M)²/(N - 1), and at most what it is when all
but one error lie at M or -M. With M alone, S lies between M² and N·M².

*Over a box* of (m1, b, M): the lower ends rise with P, Q and (as M >= P/k) with M, the upper ends
rise with all of them, so the ends at the box's corners bound all of it; for a single point they are
attained. Every bound of this module is proven in these lines and tested against sampling.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from reproscope.scores.regression.spans import Span

Range = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Box:
    """Closed ranges of mean absolute error, mean error and largest error; ``None``: not asked."""

    m1: Range | None
    b: Range | None = None
    top: Range | None = None

    def clipped(self, items: int | None) -> Box | None:
        """Return the part in which |b| <= m1 <= M <= N·m1, as far as ranges show it."""
        if self.m1 is None:
            assert self.top is not None
            least = _nearest_to_zero(self.b or (Fraction(0), Fraction(0)))
            low = max(self.top[0], least)
            return None if low > self.top[1] else replace(self, top=(low, self.top[1]))
        low, high = self.m1
        if self.b is not None:
            low = max(low, _nearest_to_zero(self.b))
        if self.top is not None:
            high = min(high, self.top[1])
            low = low if items is None else max(low, self.top[0] / items)
        if low > high or low < 0:
            return None
        b, top = self.b, self.top
        if b is not None:
            b = (max(b[0], -high), min(b[1], high))
        if top is not None:
            most = top[1] if items is None else min(top[1], items * high)
            top = (max(top[0], low), most)
            if top[0] > most:
                return None
        return replace(self, m1=(low, high), b=b, top=top)

    @property
    def squares_of_b(self) -> Span:
        """Return the range of b², all of it where b was not asked."""
        if self.b is None:
            return Span(Fraction(0), None)
        return Span(*self.b).square()


def _nearest_to_zero(span: Range) -> Fraction:
    return Fraction(0) if span[0] <= 0 <= span[1] else min(map(abs, span))


def mean_squares(items: int | None, box: Box) -> Span | None:
    """Bound the mean of squares over a clipped box; exact if the box is a point and N is known."""
    if items is None:
        return _for_any_number(box)
    if box.top is not None and box.top[1] == 0:
        return Span(Fraction(0), Fraction(0))
    if box.m1 is None:
        return _of_largest(items, box).scaled(Fraction(1, items))
    found = _of_sizes(items, box) if box.b is None else _of_signed(items, box)
    return None if found is None else found.scaled(Fraction(1, items))


def _for_any_number(box: Box) -> Span:
    """Bound the mean of squares whatever the number of items: m1² <= m2 <= M·m1."""
    if box.m1 is None:
        assert box.top is not None
        return Span(box.squares_of_b.low, box.top[1] ** 2)
    most = None if box.m1[1] else Fraction(0)
    if box.top is not None:
        most = box.top[1] * box.m1[1]
    return Span(box.m1[0] ** 2, most)


def _of_sizes(items: int, box: Box) -> Span:
    """Bound the sum of squares where signs are free."""
    assert box.m1 is not None
    low, high = (items * x for x in box.m1)
    if box.top is None:
        return Span(low**2 / items, high**2)
    largest, most = box.top
    rest = low - largest
    least = largest**2 + (rest**2 / (items - 1) if rest else 0)
    return Span(least, packed(high, most))


def packed(total: Fraction, largest: Fraction) -> Fraction:
    """Return the largest sum of squares of numbers in [0, largest] with a given sum."""
    if largest == 0:
        return Fraction(0)
    whole = floor(total / largest)
    return whole * largest**2 + (total - whole * largest) ** 2


def _of_largest(items: int, box: Box) -> Span:
    """Bound the sum of squares where the mean absolute error does not matter."""
    assert box.top is not None
    low, high = box.top
    if box.b is None:
        return Span(low**2, items * high**2)
    near, far = _nearest_to_zero(box.b), min(high, max(map(abs, box.b)))
    lowest = min(max(low / items, near), far)
    least = low**2 + (items * lowest - low) ** 2 / (items - 1)
    same = floor(_full(items, near, high)) == floor(_full(items, far, high))
    most = items * high**2
    if same:
        most = max(_steepest(items, b, high) for b in (near, far))
    return Span(least, most)


def _full(items: int, b: Fraction, top: Fraction) -> Fraction:
    """Return how many errors lie at M, of those at M or -M with mean b; one may lie between."""
    return items * (b + top) / (2 * top)


def between(items: int, b: Fraction, top: Fraction) -> tuple[int, Fraction]:
    """Return how many errors lie at M, and the one between M and -M, in the steepest errors."""
    full = min(floor(_full(items, b, top)), items)
    return full, items * b - full * top + (items - full - 1) * top


def _steepest(items: int, b: Fraction, top: Fraction) -> Fraction:
    full, rest = between(items, b, top)
    return items * top**2 if full == items else (items - 1) * top**2 + rest**2


@dataclass(frozen=True, slots=True)
class Sides:
    """Sums of the errors above and below 0 at a box's lower corner, and the bounds on M."""

    items: int
    plus: Fraction
    minus: Fraction
    least_top: Fraction | None
    most_top: Fraction | None

    def counts(self) -> tuple[int, int]:
        """Return how many errors can be on the positive side."""
        low, high = (self._needed(x) for x in (self.plus, self.minus))
        return low, self.items - high

    def _needed(self, total: Fraction) -> int:
        if self.most_top is None:
            return int(total > 0)
        return ceil(total / self.most_top)

    def flat(self, k: int) -> Fraction:
        """Return the least sum of squares with k errors on the positive side, which holds M."""
        rest = self.items - k
        return self._side_of_top(k) + (self.minus**2 / rest if rest else 0)

    def _side_of_top(self, k: int) -> Fraction:
        if k == 0:
            return Fraction(0)
        if self.least_top is None or k * self.least_top <= self.plus:
            return self.plus**2 / k
        return self.least_top**2 + (self.plus - self.least_top) ** 2 / max(1, k - 1)

    def best_count(self) -> int | None:
        """Return the number of errors on the positive side for which `flat` is least."""
        low, high = self.counts()
        if self.least_top is not None:
            low = max(low, 1)
        return None if low > high else _least_of_convex(self.flat, low, high)


def _least_of_convex(value: Callable[[int], Fraction], low: int, high: int) -> int:
    """Return where a convex function of whole numbers is least."""
    while low < high:
        middle = (low + high) // 2
        if value(middle + 1) >= value(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _of_signed(items: int, box: Box) -> Span | None:
    """Bound the sum of squares where the mean error matters too."""
    assert box.b is not None
    assert box.m1 is not None
    plus = _half(items, box.m1[0] + box.b[0]), _half(items, box.m1[1] + box.b[1])
    minus = _half(items, box.m1[0] - box.b[1]), _half(items, box.m1[1] - box.b[0])
    most = [x**2 for x in (plus[1], minus[1])]
    if box.top is not None:
        most = [packed(min(x, items * box.top[1]), box.top[1]) for x in (plus[1], minus[1])]
    least = []
    for sides in ways(items, plus, minus, box.top):
        k = sides.best_count()
        if k is not None:
            least.append(sides.flat(k))
    if not least or min(least) > sum(most):
        return None
    return Span(min(least), sum(most, Fraction(0)))


def ways(items: int, plus: Range, minus: Range, top: Range | None) -> list[Sides]:
    """Return the lower corner with M on either side; the second way has the sides exchanged."""
    if top is None:
        return [Sides(items, plus[0], minus[0], None, None)]
    found = []
    for side, other in ((plus, minus), (minus, plus)):
        if side[1] >= top[0]:
            found.append(Sides(items, max(side[0], top[0]), other[0], top[0], top[1]))
    return found


def _half(items: int, value: Fraction) -> Fraction:
    return max(Fraction(0), items * value / 2)
