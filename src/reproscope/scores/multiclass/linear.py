"""What is linear in the classes' misses and wrong calls: recall, specificity, kappa, accuracy.

Misses and wrong calls of classes of one size are numbers of their own, whose totals alone matter,
so that this serves any number of items. That the classes are linked (see `linking`) is linear too:
a class cannot be called wrongly more often than the others are missed. Classes of one size share
their errors out so evenly that it holds for them by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reproscope.scores.budget import Budget
from reproscope.scores.multiclass.exact import Classes, checked
from reproscope.scores.multiclass.linking import linked, wrong_calls
from reproscope.scores.multiclass.terms import Question
from reproscope.scores.solvers.columns import TooLarge
from reproscope.scores.solvers.folds import likeliest
from reproscope.scores.solvers.joint import Impossible
from reproscope.scores.solvers.means import Asked
from reproscope.scores.solvers.separable import Large, Slopes, progressions, slopes_of
from reproscope.scores.solvers.slots import Leaf
from reproscope.scores.solvers.solving import Solved, solve
from reproscope.scores.solvers.system import Selection, System
from reproscope.scores.window import Window

# More rows than this would cost more than the rare conflict they exclude.
_MOST_ALONE = 8
_NONE = Fraction(0)


@dataclass(frozen=True)
class Kind:
    """Classes that are interchangeable: their size, and which they are."""

    size: int
    members: tuple[int, ...]


def kinds_of(question: Question) -> list[Kind]:
    """Return the classes by size; a class that is reported by itself is a kind of its own."""
    marked = question.marked
    kinds: dict[tuple[int, int], list[int]] = {}
    for i, n in enumerate(question.counts):
        kinds.setdefault((n, i if i in marked else -1), []).append(i)
    return [Kind(size, tuple(members)) for (size, _), members in kinds.items()]


class Linear:
    """The linear part of a question, with between `least` and `most` errors."""

    def __init__(self, question: Question, least: int, most: int) -> None:
        self.question, self.most = question, most
        self.kinds = kinds_of(question)
        total = question.total
        rows = [self._mean(*pair) for pair in self._means()]
        rows += [row for a in question.agreements for row in self._kappa(a.window)]
        self.calls_matter = any(y for row in rows for _, y in row.of_kinds)
        right = Window(Fraction(total - most), Fraction(total - least))
        rows.append(self._row(lambda _: (Fraction(1), _NONE), right))
        if self.calls_matter:
            rows += self._links()
        self.rows = [self._of_errors(row) for row in rows]
        self.leaves = [
            (
                Leaf(
                    min(kind.size * len(kind.members), most),
                    min((total - kind.size) * len(kind.members), most) * self.calls_matter,
                    Fraction(1),
                ),
                1,
            )
            for kind in self.kinds
        ]

    def _means(self) -> list[tuple[Asked, tuple[Fraction, ...]]]:
        return [(Asked(m.label, m.definition, m.window), m.weights) for m in self.question.means]

    def _mean(self, asked: Asked, weights: Sequence[Fraction]) -> Slopes:
        total = self.question.total
        leaves = [
            (Leaf(kind.size, total - kind.size, weights[kind.members[0]]), len(kind.members))
            for kind in self.kinds
        ]
        return slopes_of(asked, leaves, self.question.policy)

    def _row(self, slopes: Callable[[Kind], tuple[Fraction, Fraction]], window: Window) -> Slopes:
        return Slopes(tuple(slopes(kind) for kind in self.kinds), window)

    def _kappa(self, window: Window) -> list[Slopes]:
        """``N·A - S >= low·(N² - S)`` and the like; A the right calls, S what chance agrees on."""
        total = self.question.total
        square = total**2
        found = []
        for end, is_low in ((window.low, True), (window.high, False)):
            if end is None:
                continue
            rest = 1 - end
            constant = sum((-rest * n * (total - n) / square for n in self.question.counts), _NONE)
            bound = end - constant
            found.append(
                self._row(
                    lambda kind, rest=rest: (  # type: ignore[misc]
                        (total - rest * kind.size) / square,
                        rest * kind.size / square,
                    ),
                    Window(bound, None) if is_low else Window(None, bound),
                )
            )
        return found

    def _links(self) -> list[Slopes]:
        """As many wrong calls as misses; and of a class alone, no more than others are missed."""
        one, total = Fraction(1), self.question.total
        even = Fraction(total - (len(self.question.counts) - 1) * total)
        rows = [self._row(lambda _: (one, -one), Window(even, even))]
        alone = [kind for kind in self.kinds if len(kind.members) == 1]
        for chosen in alone if len(alone) <= _MOST_ALONE else ():
            # The others' misses less the wrong calls of this one, in tp and tn.
            rows.append(
                self._row(
                    lambda kind, chosen=chosen: (_NONE, one) if kind == chosen else (-one, _NONE),  # type: ignore[misc]
                    Window(_NONE, None),
                )
            )
        return rows

    def _of_errors(self, row: Slopes) -> Slopes:
        """Turn a row in tp and tn into one in misses and wrong calls."""
        total = self.question.total
        constant = sum(
            (
                (x * kind.size + y * (total - kind.size)) * len(kind.members)
                for (x, y), kind in zip(row.of_kinds, self.kinds, strict=True)
            ),
            _NONE,
        )
        ends = (None if e is None else e - constant for e in (row.window.low, row.window.high))
        return Slopes(tuple((-x, -y) for x, y in row.of_kinds), Window(*ends))

    def system(self, large: Large) -> System:
        """Return the additive system; `large` is as in `progressions`."""
        return progressions(
            self.rows,
            self.leaves,
            large,
            lambda selection: checked(self.question, self.read(selection)),
        )

    def read(self, selection: Selection) -> Classes:
        """Share the totals of each kind out to its classes, misses and wrong calls in turn."""
        totals = [chosen[0][0] for chosen in selection]
        counts = self.question.counts
        right, called = list(counts), [0] * len(counts)
        for k, kind in enumerate(self.kinds):
            m = len(kind.members)
            for i, place in enumerate(kind.members):
                right[place] -= (totals[2 * k] + i) // m
                called[place] = (totals[2 * k + 1] + m - 1 - i) // m
        if not self.calls_matter:
            called = wrong_calls(counts, right)
        return Classes(counts, tuple(right), tuple(called))


@dataclass(frozen=True)
class Answer:
    """Classes that fit, or whether there are none; how that was found, how far it got."""

    classes: Classes | None
    refuted: bool
    method: str
    detail: str = ""


def solve_linear(question: Question, least: int, most: int, budget: Budget) -> Answer:
    """Answer a question that is linear."""
    try:
        linear = Linear(question, least, most)
        first = linear.system("ends")
        complete = all(atom.complete for atom in first.atoms)
        solved = solve(first, budget, certify_only=not complete)
        if not complete and not solved.refuted and not budget.spent:
            solved = solve(linear.system(likeliest(linear.system("spaced"), budget)), budget)
        return _answer(linear, solved)
    except Impossible as reason:
        return Answer(None, True, f"arithmetic: {reason}")
    except TooLarge as reason:
        return Answer(None, False, "search", f"{reason} for averages of these scores")


def _answer(linear: Linear, solved: Solved) -> Answer:
    if solved.selection is None:
        return Answer(None, solved.refuted, solved.method, solved.detail)
    found = linear.read(solved.selection)
    if not linked(found.missed, found.called):
        return Answer(None, False, solved.method, "what was found is of no one matrix")
    return Answer(found, False, solved.method)
