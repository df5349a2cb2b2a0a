"""From claims to relations: what the printed scores say about the errors and the target's variance.

Unknown are m1, b, M (see `moments`), m2 (the mean of e²), u = b² and V, the targets' variance,
which divides by N. Then

- mse and rmse are windows of m2; r2 = 1 - m2/V; explained variance = 1 - (m2 - u)/V. With V and u
  as unknowns these are linear inequalities.
- Errors and targets are free of each other, because predictions are: any errors go with any
  targets, and with any covariance that Cauchy's inequality admits (from three items on).
- So a correlation r of target and prediction is possible exactly if it is at least the root of the
  explained variance ev where ev > 0, above 0 where ev = 0, and anything where ev < 0. Seen
  geometrically, the centred prediction is the centred target y minus an error of length s·|y|,
  s² = 1 - ev: if s < 1 its angle with y takes every value up to arcsin s and no other; if s > 1,
  every value. A prediction that does not vary has ev = 0 and no correlation.
- With two items every correlation is 1 or -1.

Where the targets do not vary, r2, explained variance and correlation are undefined. scikit-learn
then prints 1 for perfect predictions (for explained variance: for constant errors) and else 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reproscope.scores.kinds import Undefined
from reproscope.scores.regression.linear import AtMost, at_most, span_of, within
from reproscope.scores.regression.spans import NOT_NEGATIVE, Span
from reproscope.scores.reported import Claim

ZERO, ONE = Fraction(0), Fraction(1)
OF_TARGETS = ("r2", "explained-variance", "pearson", "squared-correlation")
Windows = Mapping[str, Span]


@dataclass(frozen=True, slots=True)
class Question:
    """What must hold at once. `V` is the span of the targets' variance; ``None``: it is 0."""

    items: int | None
    m1: Span | None
    top: Span | None
    bias: Span | None
    relations: tuple[AtMost, ...]
    explained: Span | None = None
    constant: bool = False
    undefined: tuple[str, ...] = ()

    @property
    def signed(self) -> bool:
        """Whether the mean error matters to anything that was printed."""
        return self.bias is not None or self.explained is not None

    def squares(self, u: Span | None = None) -> Span | None:
        """Return the means of squares that the relations leave, for b² in a span."""
        return span_of([*self.relations, *within("u", u or NOT_NEGATIVE)], "m2")


def windows_of(claims: Sequence[Claim]) -> dict[str, Span]:
    """Return the values of each score that its printed number can stand for."""
    return {claim.score: Span.of(claim.window) for claim in claims}


def questions(
    windows: Windows, items: int | None, variance: Span, undefined: Undefined
) -> Iterator[Question]:
    """Yield every way the numbers can have come about: targets that vary, or do not."""
    of_targets = [name for name in OF_TARGETS if name in windows]
    if not of_targets:
        yield _question(windows, items, [])
        return
    if items != 1 and (variance.high is None or variance.high > 0):
        explained = _explained(windows, items, undefined)
        if explained is not None:
            yield _varying(windows, items, variance, explained)
    if undefined != "never" and ZERO in variance:
        yield from _unvarying(windows, items, undefined)


def _varying(windows: Windows, items: int | None, variance: Span, explained: Span) -> Question:
    """Return the relations where the targets vary, linear in m2, u and V."""
    relations = [at_most(V=-1, strict=True), *within("V", variance)]
    if "r2" in windows:
        relations += _share("m2", windows["r2"])
    narrow = explained != Span(None, ONE)
    if narrow:
        relations += _share("m2-u", explained)
    return _question(windows, items, relations, explained if narrow else None)


def _share(what: str, score: Span) -> list[AtMost]:
    """Return the inequalities of score = 1 - what/V, for V > 0."""
    terms = {"m2": 1} if what == "m2" else {"m2": 1, "u": -1}
    found = []
    if score.low is not None:
        found.append(at_most(V=score.low - 1, strict=score.low_open, **terms))
    if score.high is not None:
        turned = {name: -c for name, c in terms.items()}
        found.append(at_most(V=1 - score.high, strict=score.high_open, **turned))
    return found


def _question(
    windows: Windows,
    items: int | None,
    relations: list[AtMost],
    explained: Span | None = None,
    **rest: object,
) -> Question:
    for name in ("mse", "rmse"):
        if name in windows:
            kept = windows[name].meet(NOT_NEGATIVE)
            relations = [*relations, *within("m2", kept if name == "mse" else kept.square())]
    bias = windows.get("mean-error")
    if bias is not None:
        relations = [*relations, *within("u", bias.square())]
    relations = [*relations, at_most(m2=-1, u=1), at_most(u=-1)]
    sizes = [windows.get(name) for name in ("mae", "max-error")]
    m1, top = (None if s is None else s.meet(NOT_NEGATIVE) for s in sizes)
    return Question(items, m1, top, bias, tuple(relations), explained, **rest)  # type: ignore[arg-type]


def _unvarying(windows: Windows, items: int | None, undefined: Undefined) -> Iterator[Question]:
    """Yield the questions for targets that do not vary, by what was printed for the undefined."""
    names = tuple(name for name in OF_TARGETS if name in windows)
    correlated = [windows[n] for n in ("pearson", "squared-correlation") if n in windows]
    if undefined == "any" or all(ZERO in windows[name] for name in names):
        yield _question(windows, items, [], undefined=names)
        return
    if any(ZERO not in window for window in correlated):
        return
    r2, explained = (windows.get(n) for n in ("r2", "explained-variance"))
    if explained is not None and ZERO not in explained and ONE not in explained:
        return
    if r2 is None or ZERO in r2:
        yield _question(windows, items, [], constant=True, undefined=names)
    elif ONE in r2:
        yield _question(windows, items, within("m2", Span(ZERO, ZERO)), undefined=names)


def _explained(windows: Windows, items: int | None, undefined: Undefined) -> Span | None:
    """Return the explained variances that its own window and the correlation leave."""
    span = windows.get("explained-variance", Span()).meet(Span(None, ONE))
    if "pearson" in windows or "squared-correlation" in windows:
        allowed = _of_correlation(windows, items, undefined)
        if allowed is None:
            return None
        span = span.meet(allowed)
    return None if span.empty else span


def _of_correlation(windows: Windows, items: int | None, undefined: Undefined) -> Span | None:
    """Return the explained variances that go with a correlation in its window."""
    r = windows.get("pearson", Span(-ONE, ONE)).meet(Span(-ONE, ONE))
    squared = windows.get("squared-correlation", Span()).meet(Span(ZERO, ONE))
    up = _squares_in(r.meet(NOT_NEGATIVE), squared)
    down = _squares_in(r.meet(Span(None, ZERO)), squared)
    unsaid = undefined == "any" or (undefined == "zero" and ZERO in r and ZERO in squared)
    if items == 2:
        return _of_two(up is not None and ONE in up, down is not None and ONE in down, unsaid)
    if up is not None and up.high:
        return Span(None, up.high)
    if up is None and down is None:
        return Span(ZERO, ZERO) if unsaid else None
    return Span(None, ZERO, high_open=not unsaid)


def _squares_in(r: Span, squared: Span) -> Span | None:
    """Return the squares of correlations of one sign that are in the square's window too."""
    if r.empty:
        return None
    found = r.square().meet(squared)
    return None if found.empty else found


def _of_two(one: bool, minus_one: bool, unsaid: bool) -> Span | None:
    """Two items: r is 1, or -1 where the errors spread more than the targets, or undefined."""
    if one:
        return Span(None, ONE)
    if minus_one:
        return Span(None, ZERO, high_open=not unsaid)
    return Span(ZERO, ZERO) if unsaid else None
