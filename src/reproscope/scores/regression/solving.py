"""Decides one question: errors that satisfy every relation at once, or a proof that there are none.

Which way is gone depends on what was printed. All are exact; only the last can end without answer.

- errors that are all the same (one item, or as conventions ask): one unknown size;
- mae with mse, rmse, r2 and the variance: m1² <= m2 <= N·m1² against windows, in closed form;
- no mae and no largest error: m2 >= b² and linear relations, by elimination;
- else boxes of (m1, b, M) are halved until one holds a witness or all are excluded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import isqrt

from reproscope.core.answers import Verdict
from reproscope.scores.budget import Budget
from reproscope.scores.regression.linear import AtMost, at_most, eliminate, span_of, within
from reproscope.scores.regression.moments import Box, Range, mean_squares
from reproscope.scores.regression.question import Question
from reproscope.scores.regression.spans import NOT_NEGATIVE, Span
from reproscope.scores.regression.witness import (
    Errors,
    equal_errors,
    errors_at,
    inside,
    one_and_rest,
)
from reproscope.scores.solvers.decision import Decision
from reproscope.scores.surds import Surd

ZERO = Fraction(0)
MOST_BOXES = 20_000
FEW_BOXES = 200
_FINE = 10**12
LEFT_NONE = "exact arithmetic: the scores, and the variance if given, leave no mean squared error"
APART = "exact arithmetic: mae and the mean squared errors left break mae² ≤ mse ≤ N·mae²"
Answer = Errors | Decision


def solve(question: Question, budget: Budget, most: int = MOST_BOXES) -> Answer:
    """Return errors that fit a question with a known number of items, or how far it got."""
    assert question.items is not None
    if question.squares() is None:
        return Decision.inconsistent(LEFT_NONE)
    if question.items == 1 or question.constant:
        return _equal(question)
    if question.top is None and not question.signed:
        return _core(question, question.items)
    if question.top is None and question.m1 is None:
        return _linear(question, question.items)
    return _boxes(question, question.items, budget, most)


def refuted(question: Question, budget: Budget) -> Decision | None:
    """Return a proof that no number of items at all fits, if there is one."""
    squares = question.squares()
    if squares is None:
        return Decision.inconsistent(LEFT_NONE)
    if question.constant:
        answer = _equal(question)
        return answer if isinstance(answer, Decision) else None
    if question.m1 is None and question.top is None:
        return None
    answer = _boxes(question, None, budget, FEW_BOXES)
    refutes = isinstance(answer, Decision) and answer.verdict is Verdict.INCONSISTENT
    return answer if refutes and isinstance(answer, Decision) else None


def _equal(question: Question) -> Answer:
    """All errors are the same: their size is m1, M and |b| at once, its square is m2 and u."""
    squares = span_of([*question.relations, at_most(m2=1, u=-1)], "m2")
    for sign in (1, -1):
        sizes = NOT_NEGATIVE
        for span in (question.m1, question.top, _signed(question.bias, sign)):
            sizes = sizes if span is None else sizes.meet(span)
        if squares is None or sizes.empty:
            continue
        left = squares.meet(sizes.square())
        if not left.empty:
            return equal_errors(question.items or 2, _root_in(left).scaled(Fraction(sign)))
    return Decision.inconsistent("exact arithmetic: no single size of error fits")


def _signed(span: Span | None, sign: int) -> Span | None:
    """Return the sizes of errors of one sign whose mean is in a span."""
    return span if span is None or sign > 0 else span.negated()


def _root_in(squares: Span) -> Surd:
    """Return a number whose square is in a span: a short one, or the only one."""
    root = squares.short_root()
    return Surd.root(squares.middle()) if root is None else Surd(root)


def _core(question: Question, items: int) -> Answer:
    """Decide m1² <= m2 <= N·m1²: m1² must reach up to m2/N and not above m2."""
    squares = question.squares()
    assert squares is not None
    low = None if squares.low is None else squares.low / items
    sizes = Span(low, squares.high, squares.low_open, squares.high_open)
    if question.m1 is not None:
        if question.m1.empty:
            return Decision.inconsistent(APART)
        sizes = sizes.meet(question.m1.square())
    if sizes.empty:
        return Decision.inconsistent(APART)
    m1 = sizes.short_root()
    # From two items on, a single value is an end of the printed mae, which is rational.
    assert m1 is not None
    found = errors_at(items, Box((m1, m1)), squares)
    assert found is not None
    return found


def _linear(question: Question, items: int) -> Answer:
    """Decide without mae and largest error: any m2 >= b² is attained, the rest is linear."""
    u_span = span_of(question.relations, "u")
    if u_span is None:
        return Decision.inconsistent("exact elimination: the linear relations contradict")
    mean = _root_in(u_span)
    u = mean.product(mean).rational
    if question.bias is not None and not inside(mean, question.bias):
        mean = mean.scaled(Fraction(-1))
    squares = span_of(question.relations, "m2", {"u": u})
    assert squares is not None
    steps = squares.shifted(-u).scaled(Fraction(1, items - 1))
    return one_and_rest(items, mean, _root_in(steps))


def _boxes(question: Question, items: int | None, budget: Budget, most: int) -> Answer:
    """Halve boxes of (m1, b, M) until one holds a witness or every one is excluded."""
    left = eliminate(question.relations, "V")
    todo = deque([_whole(question)])
    looked = 0
    while todo:
        box = todo.popleft().clipped(items)
        looked += 1
        if box is None or _squares(left, items, box) is None:
            continue
        if budget.spent or looked > most:
            return Decision.undecided(f"{looked:,} boxes of errors looked at, {len(todo) + 1} left")
        for point in _points(box) if items is not None else ():
            squares = _squares(left, items, point)
            if squares is not None and items is not None:
                found = errors_at(items, point, squares)
                if found is not None:
                    return found
        halves = tuple(_halved(box))
        if not halves:
            return Decision.undecided("a single point of the errors' means was left")
        todo.extend(halves)
    return Decision.inconsistent(f"exact bounds on {looked:,} boxes of the errors' means")


def _whole(question: Question) -> Box:
    """Return the box of all that was printed; the sign of a mean error that was not is free."""
    top, m1, b = (_range(span) for span in (question.top, question.m1, question.bias))
    if b is None and question.signed:
        b = _sizes_of_mean(question, m1 or top or (ZERO, ZERO))
    return Box(m1, b, top)


def _sizes_of_mean(question: Question, most: Range) -> Range:
    """Return the mean errors that the relations leave, without sign, rounded outwards."""
    u = span_of(question.relations, "u") or Span(ZERO, ZERO)
    if u.single and (root := u.short_root()) is not None:
        return root, root
    low = Fraction(isqrt(int((u.low or ZERO) * _FINE**2)), _FINE)
    if u.high is None:
        return min(low, most[1]), most[1]
    high = min(Fraction(isqrt(int(u.high * _FINE**2)) + 1, _FINE), most[1])
    return min(low, high), high


def _range(span: Span | None) -> Range | None:
    if span is None:
        return None
    assert span.low is not None
    assert span.high is not None
    return span.low, span.high


def _squares(left: list[AtMost], items: int | None, box: Box) -> Span | None:
    """Return the means of squares that a box and the relations leave."""
    inside_box = mean_squares(items, box)
    if inside_box is None:
        return None
    related = span_of([*left, *within("u", box.squares_of_b)], "m2")
    if related is None:
        return None
    found = related.meet(inside_box)
    return None if found.empty else found


def _points(box: Box) -> Iterator[Box]:
    """Yield a short point near the centre of a box, and its corners."""
    ranges = [r or (ZERO, ZERO) for r in (box.m1, box.b, box.top)]
    centre = tuple(Span(*r).short() for r in ranges)
    for m1, b, top in dict.fromkeys((centre, *product(*ranges))):
        size = top if box.m1 is None else m1
        if abs(b) <= size and (box.top is None or size <= top):
            yield Box(
                None if box.m1 is None else (m1, m1),
                None if box.b is None else (b, b),
                None if box.top is None else (top, top),
            )


def _halved(box: Box) -> Iterator[Box]:
    """Yield the halves of a box along its longest side; none of a point."""
    sides = {"m1": box.m1, "b": box.b, "top": box.top}
    wide = {name: r[1] - r[0] for name, r in sides.items() if r is not None and r[1] > r[0]}
    if not wide:
        return
    name = max(wide, key=lambda n: wide[n])
    chosen = sides[name]
    assert chosen is not None
    middle = (chosen[0] + chosen[1]) / 2
    for part in ((chosen[0], middle), (middle, chosen[1])):
        yield replace(box, **{name: part})
