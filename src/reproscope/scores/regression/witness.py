"""Errors that have what is asked, written down and verified in exact arithmetic.

A witness is a vector of errors, given as groups of equal ones, with a variance for the targets.
It is made on the straight way from the flattest errors that have the wanted means to the most
uneven ones: along it the sums stay and the sum of squares only rises, so that one quadratic
equation finds the place. What was made is then verified from the errors alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from reproscope.scores.regression.moments import Box, Sides, between, ways
from reproscope.scores.regression.spans import Span
from reproscope.scores.surds import Surd

ZERO = Fraction(0)
Errors = tuple[tuple[int, Surd], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """So many errors that are `flat` at the one end of the way and `steep` at the other."""

    count: int
    flat: Fraction
    steep: Fraction

    def turned(self) -> Group:
        """Return the group with its sign turned round."""
        return replace(self, flat=-self.flat, steep=-self.steep)


def errors_at(items: int, point: Box, squares: Span) -> Errors | None:
    """Return errors with the point's means whose mean of squares lies in a span."""
    groups = _groups(items, point)
    if groups is None:
        return None
    return _on_the_way(groups, squares.scaled(Fraction(items)))


def equal_errors(items: int, size: Surd) -> Errors:
    """Return errors that are all the same."""
    return ((items, size),)


def one_and_rest(items: int, mean: Surd, step: Surd) -> Errors:
    """Return errors of a given mean: one that is N - 1 steps above, the others one below."""
    above = mean + step.scaled(Fraction(items - 1))
    return ((1, above), (items - 1, mean + step.scaled(Fraction(-1))))


def _groups(items: int, point: Box) -> list[Group] | None:
    top = None if point.top is None else point.top[0]
    if top == 0 or (point.m1 is not None and point.m1[1] == 0):
        return [Group(items, ZERO, ZERO)]
    if point.m1 is None:
        assert top is not None
        return _of_largest(items, top, None if point.b is None else point.b[0])
    m1 = point.m1[0]
    if point.b is None:
        return _side(items * m1, items, top, holds_top=top is not None)
    plus, minus = (items * (m1 + s * point.b[0]) / 2 for s in (1, -1))
    best: tuple[Fraction, Sides, int, bool] | None = None
    for sides in ways(items, (plus, plus), (minus, minus), point.top):
        k = sides.best_count()
        if k is not None and (best is None or sides.flat(k) < best[0]):
            best = sides.flat(k), sides, k, (sides.plus, sides.minus) != (plus, minus)
    if best is None:
        return None
    _, sides, k, exchanged = best
    upper = _side(sides.plus, k, top, holds_top=top is not None)
    lower = _side(sides.minus, items - k, top, holds_top=False)
    if exchanged:
        return [g.turned() for g in upper] + lower
    return upper + [g.turned() for g in lower]


def _of_largest(items: int, top: Fraction, b: Fraction | None) -> list[Group]:
    """Return errors of a given largest size and mean, from equal others to all at the ends."""
    if b is None:
        return [Group(1, top, top), Group(items - 1, ZERO, top)]
    full, rest = between(items, abs(b), top)
    flat = (items * abs(b) - top) / (items - 1)
    groups = [Group(1, top, top), Group(full - 1, flat, top)]
    if full < items:
        groups += [Group(1, flat, rest), Group(items - full - 1, flat, -top)]
    return [g.turned() if b < 0 else g for g in groups if g.count]


def _side(total: Fraction, count: int, top: Fraction | None, *, holds_top: bool) -> list[Group]:
    """Return the errors of one sign, from equal ones to as few as can hold their sum."""
    if count == 0:
        return []
    if top is None:
        groups = [Group(1, total / count, total), Group(count - 1, total / count, ZERO)]
        return [g for g in groups if g.count]
    full = total // top
    rest = [(int(full), top), (1, total - full * top)][: 1 if full == count else 2]
    rest.append((count - sum(c for c, _ in rest), ZERO))
    groups = []
    if holds_top:
        groups.append(Group(1, top, top))
        rest[0] = (rest[0][0] - 1, top)
        total, count = total - top, count - 1
    return groups + [Group(c, total / count, steep) for c, steep in rest if c]


def _on_the_way(groups: Sequence[Group], wanted: Span) -> Errors | None:
    """Return the place on the way at which the sum of squares is as wanted."""
    ways_to_go = [(g.count, g.flat, g.steep - g.flat) for g in groups]
    start = sum((c * f * f for c, f, _ in ways_to_go), ZERO)
    slope = sum((2 * c * f * d for c, f, d in ways_to_go), ZERO)
    bend = sum((c * d * d for c, _, d in ways_to_go), ZERO)
    wanted = wanted.meet(Span(start, start + slope + bend))
    if wanted.empty:
        return None
    share = _share(start, slope, bend, wanted)
    return tuple((c, Surd(f) + share.scaled(d)) for c, f, d in ways_to_go)


def _share(start: Fraction, slope: Fraction, bend: Fraction, wanted: Span) -> Surd:
    """Solve start + slope·x + bend·x² in `wanted`, 0 <= x <= 1, by a short number if there is one.

    The left side does not fall: at x = 0 the sum of squares is least.
    """
    if bend == 0:
        return Surd()
    if wanted.single:
        assert wanted.low is not None
        inside = slope**2 + 4 * bend * (wanted.low - start)
        return Surd(-slope / (2 * bend)) + Surd.root(inside, 1 / (2 * bend))
    scale = 1
    while True:
        low, high = 0, scale
        while low < high:
            middle = (low + high) // 2
            x = Fraction(middle, scale)
            if start + slope * x + bend * x * x >= wanted.middle():
                high = middle
            else:
                low = middle + 1
        for near in (low, low - 1):
            x = Fraction(near, scale)
            if near >= 0 and start + slope * x + bend * x * x in wanted:
                return Surd(x)
        scale *= 10


@dataclass(frozen=True, slots=True)
class Means:
    """What a vector of errors has, exactly."""

    items: int
    m1: Surd
    m2: Surd
    b: Surd
    top: Surd

    @classmethod
    def of(cls, errors: Errors) -> Means:
        """Compute the means from the errors."""
        items = sum(count for count, _ in errors)
        share = Fraction(1, items)
        m1 = m2 = b = Surd()
        top = Surd()
        for count, e in errors:
            size = e.scaled(Fraction(-1)) if e.sign_against(ZERO) < 0 else e
            m1, b = m1 + size.scaled(share * count), b + e.scaled(share * count)
            m2 += e.product(e).scaled(share * count)
            if (size + top.scaled(Fraction(-1))).sign_against(ZERO) > 0:
                top = size
        return cls(items, m1, m2, b, top)

    def scores(self, variance: Fraction | None) -> dict[str, Surd]:
        """Return the scores that have a value; the root is left to `verified`."""
        found = {"mae": self.m1, "mse": self.m2, "mean-error": self.b, "max-error": self.top}
        if variance:
            share = -1 / variance
            found["r2"] = Surd(Fraction(1)) + self.m2.scaled(share)
            rest = self.m2 + self.b.product(self.b).scaled(Fraction(-1))
            found["explained-variance"] = Surd(Fraction(1)) + rest.scaled(share)
        return found


def inside(value: Surd, span: Span) -> bool:
    """Whether a number lies in a span, exactly."""
    if span.low is not None:
        side = value.sign_against(span.low)
        if side < 0 or (side == 0 and span.low_open):
            return False
    if span.high is not None:
        side = value.sign_against(span.high)
        if side > 0 or (side == 0 and span.high_open):
            return False
    return True
