"""What each claim asks of the classes: a bound on the total, a mean over classes, an agreement.

A class is to its mean what a fold is to the mean over folds, with its items as positives and all
others as negatives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, Literal

from reproscope.core.errors import ReproscopeError, UnknownName
from reproscope.scores.definition import Definition
from reproscope.scores.kinds import Options
from reproscope.scores.multiclass.description import AVERAGES, Multiclass
from reproscope.scores.naming import definition, fold
from reproscope.scores.reported import Claim
from reproscope.scores.solvers.means import SEPARABLE, FoldPolicy
from reproscope.scores.window import Window

_POLICIES: dict[str, FoldPolicy] = {"zero": "zero", "never": "undefined", "any": "any"}


@dataclass(frozen=True)
class Pooled:
    """A score of the counts added up over the classes: a function of the items called rightly."""

    label: str
    definition: Definition
    window: Window


@dataclass(frozen=True)
class Mean:
    """A mean of the classes' scores, with the weight of each class.

    `turned` says that the definition is the complement of the score that the claim names.
    """

    label: str
    definition: Definition
    window: Window
    weights: tuple[Fraction, ...]
    turned: bool = False

    @property
    def linear(self) -> bool:
        """Whether it is a sum of terms in tp and terms in tn."""
        return self.definition.id in SEPARABLE


@dataclass(frozen=True)
class Agreement:
    """Cohen's kappa, or the Matthews coefficient of several classes (Gorodkin's R_K)."""

    label: str
    form: Literal["kappa", "mcc"]
    window: Window
    undefined_ok: bool


@dataclass(frozen=True)
class Question:
    """Everything that is asked of one matrix whose rows' sums are `counts`."""

    counts: tuple[int, ...]
    pooled: tuple[Pooled, ...]
    means: tuple[Mean, ...]
    agreements: tuple[Agreement, ...]
    policy: FoldPolicy

    @property
    def total(self) -> int:
        """The items of all classes."""
        return sum(self.counts)

    def merged(self) -> Question | None:
        """Return the question with equal means asked for once; ``None`` if they contradict.

        Of classes of one size, macro and weighted averages are the same, and recall is accuracy.
        """
        shares = tuple(Fraction(n, self.total) for n in self.counts)
        pooled = list(self.pooled)
        means: dict[tuple[object, ...], Mean] = {}
        for mean in self.means:
            if mean.definition == definition("sens") and mean.weights == shares:
                pooled.append(Pooled(mean.label, mean.definition, mean.window))
                continue
            key = (mean.definition, mean.weights)
            window = mean.window
            if key in means:
                common = _common(means[key].window, window)
                if common is None:
                    return None
                window = common
            means[key] = replace(mean, window=window)
        return replace(self, pooled=tuple(pooled), means=tuple(means.values()))

    @property
    def linear_part(self) -> Question:
        """The question with only what is linear in the classes' counts."""
        return replace(
            self,
            means=tuple(mean for mean in self.means if mean.linear),
            agreements=tuple(a for a in self.agreements if a.form == "kappa"),
        )

    @property
    def marked(self) -> frozenset[int]:
        """The classes that are not interchangeable with others of their size."""
        found: set[int] = set()
        for mean in self.means:
            weights: dict[int, set[Fraction]] = {}
            for count, weight in zip(self.counts, mean.weights, strict=True):
                weights.setdefault(count, set()).add(weight)
            found.update(
                i
                for i, (count, weight) in enumerate(zip(self.counts, mean.weights, strict=True))
                if weight and len(weights[count]) > 1
            )
        return frozenset(found)


def _common(one: Window, other: Window) -> Window | None:
    """Return what two windows have in common."""
    low, high = (
        [end for end in ends if end is not None]
        for ends in ((one.low, other.low), (one.high, other.high))
    )
    if low and high and max(low) > min(high):
        return None
    return Window(max(low, default=None), min(high, default=None))


def questions(
    claims: Sequence[Claim], experiment: Multiclass, options: Options
) -> Iterator[tuple[str, Question]]:
    """Yield each way to read the claims, with the words that tell them apart."""
    averages: tuple[str, ...] = ("",)
    if any(claim.score.startswith("bare:") for claim in claims):
        averages = _averages(claims, experiment)
    complements: tuple[bool, ...] = (False,)
    if options.undefined == "zero" and any(_can_differ(c, experiment) for c in claims):
        complements = (False, True)
    for average, of_complements in product(averages, complements):
        words = [average] if len(averages) > 1 else []
        if len(complements) > 1:
            words.append("mean of complements" if of_complements else "complement of the mean")
        read = [
            _term(_settled(claim, average), experiment, options, of_complements) for claim in claims
        ]
        yield (
            ", ".join(words),
            Question(
                experiment.counts,
                tuple(term for term in read if isinstance(term, Pooled)),
                tuple(term for term in read if isinstance(term, Mean)),
                tuple(term for term in read if isinstance(term, Agreement)),
                _POLICIES[options.undefined],
            ),
        )


def _averages(claims: Sequence[Claim], experiment: Multiclass) -> tuple[str, ...]:
    """Return the averages that a bare name may mean."""
    if experiment.average == "unknown":
        return AVERAGES
    if not experiment.average:
        name = next(claim.name for claim in claims if claim.score.startswith("bare:"))
        raise ReproscopeError(
            f"'{name}' of several classes is an average: write macro-{name}, micro-{name} or "
            f"weighted-{name}, or say which average is meant (unknown tries each)"
        )
    return (experiment.average,)


def _settled(claim: Claim, average: str) -> Claim:
    kind, _, score = claim.score.partition(":")
    return replace(claim, score=f"{average}:{score}") if kind == "bare" else claim


def _can_differ(claim: Claim, experiment: Multiclass) -> bool:
    """Whether a mean of complements differs from one minus the mean: a 0/0 counts 0 in both."""
    kind, colon, score = claim.score.partition(":")
    if not (claim.complement and colon) or kind == "micro":
        return False
    quotient = definition(score).quotient
    corners = (
        (tp, tn, n, experiment.total - n)
        for n in set(experiment.counts)
        for tp, tn in product((0, n), (0, experiment.total - n))
    )
    return any(quotient(*corner)[1] == 0 for corner in corners)


def _term(
    claim: Claim, experiment: Multiclass, options: Options, of_complements: bool
) -> Pooled | Mean | Agreement:
    if claim.score in ("kappa", "mcc"):
        ok = options.undefined == "any" or (options.undefined == "zero" and 0 in claim.window)
        return Agreement(claim.name, claim.score, claim.window, ok)  # type: ignore[arg-type]
    if claim.score == "acc":
        # All items called rightly: what the classes' recalls, added up, are.
        return Pooled(claim.name, definition("sens"), claim.window)
    average, _, score = claim.score.partition(":")
    if claim.score == "bacc":
        score, average = "sens", "present"
    found, window = definition(score), claim.window
    if average == "micro":
        return Pooled(claim.name, found, window)
    if (average, score) == ("macro", "acc"):
        # It follows from the items called rightly, as if the counts had been pooled.
        return Pooled(claim.name, found, window)
    turned = claim.complement and of_complements
    if turned:
        found, window = _complement(found), window.complement()
    return Mean(claim.name, found, window, _weights(average, claim, experiment), turned)


def _complement(found: Definition) -> Definition:
    """Return the score that is one minus another, and is 0/0 where that is."""

    def quotient(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
        numerator, denominator = found.quotient(tp, tn, p, n)
        return denominator - numerator, denominator

    trend = "decreasing" if found.trend == "increasing" else "increasing"
    return replace(found, quotient=quotient, trend=trend)  # type: ignore[arg-type]


def _weights(average: str, claim: Claim, experiment: Multiclass) -> tuple[Fraction, ...]:
    counts, total = experiment.counts, experiment.total
    if average == "macro":
        return (Fraction(1, len(counts)),) * len(counts)
    if average == "present":
        # Balanced accuracy leaves out classes without items, as scikit-learn does.
        present = sum(1 for n in counts if n)
        return tuple(Fraction(1, present) if n else Fraction(0) for n in counts)
    if average == "weighted":
        return tuple(Fraction(n, total) for n in counts)
    name = average.removeprefix("class[").removesuffix("]")
    matching = [i for i, known in enumerate(experiment.names) if known == name] or [
        i for i, known in enumerate(experiment.names) if fold(known) == fold(name)
    ]
    if len(matching) != 1:
        raise UnknownName("class", name, experiment.names, where=claim.name)
    return tuple(Fraction(int(i == matching[0])) for i in range(len(counts)))
