"""Descriptions of experiments: what was evaluated, how it was folded, how scores were averaged.

One description serves every combination of scores and rounding. A description that contradicts
itself is refused here, with what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from reproscope.core.errors import ReproscopeError, UnknownName

Aggregation = Literal["mean-of-scores", "score-of-means", "unknown"]
Folding = Literal["stratified", "stratified-by-class", "unknown", "known"]
UndefinedFolds = Literal["undefined", "zero", "skipped", "unknown"]
SpreadKind = Literal["population", "sample", "unknown"]
Count = int | tuple[int, int]

AGGREGATIONS = ("mean-of-scores", "score-of-means", "unknown")
FOLDINGS = ("stratified", "stratified-by-class", "unknown", "known")
UNDEFINED_FOLDS = ("undefined", "zero", "skipped", "unknown")
SPREADS = ("population", "sample", "unknown")
LARGEST_COUNT = 10**15
MOST_FOLDS = 10_000


@runtime_checkable
class Experiment(Protocol):
    """Anything scores can be checked against."""

    kind: ClassVar[str]

    def describe(self) -> str:
        """Return one line that names the experiment."""
        ...

    def as_data(self) -> dict[str, Any]:
        """Return the description as plain data."""
        ...


@dataclass(frozen=True)
class TestSet:
    """One test set. Class counts may be numbers, ranges ``(least, most)``, or only their total.

    >>> TestSet(positives=38, negatives=262).describe()
    'one test set of 38 positives and 262 negatives'
    """

    __test__: ClassVar[bool] = False  # not a pytest class, whatever its name says
    kind: ClassVar[str] = "test-set"
    positives: Count | None = None
    negatives: Count | None = None
    total: Count | None = None
    name: str = ""

    def __post_init__(self) -> None:
        for label in ("positives", "negatives", "total"):
            value = getattr(self, label)
            if value is not None:
                object.__setattr__(self, label, checked_count(label, value))
        if self.total is None and (self.positives is None or self.negatives is None):
            missing = "positives" if self.positives is None else "negatives"
            raise ReproscopeError(f"{missing} is missing: give it, or the total")
        self.ranges()

    def ranges(self) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
        """Return the ranges of positives, negatives and total, made to agree with each other."""
        most = as_range(self.total)[1] if self.total is not None else None
        p = as_range(self.positives) if self.positives is not None else (0, most or 0)
        n = as_range(self.negatives) if self.negatives is not None else (0, most or 0)
        total = as_range(self.total) if self.total is not None else (p[0] + n[0], p[1] + n[1])
        p = (max(p[0], total[0] - n[1]), min(p[1], total[1] - n[0]))
        n = (max(n[0], total[0] - p[1]), min(n[1], total[1] - p[0]))
        if p[0] > p[1] or n[0] > n[1]:
            raise ReproscopeError("positives and negatives do not add up to the total")
        if total[1] == 0:
            raise ReproscopeError("the test set is empty")
        return p, n, total

    def describe(self) -> str:
        """Return one line that names the experiment."""
        parts = [
            f"{_shown(value)} {label}"
            for label, value in (("positives", self.positives), ("negatives", self.negatives))
            if value is not None
        ]
        if self.total is not None:
            parts.append(f"{_shown(self.total)} items in all")
        return f"{self.name or 'one test set'} of {' and '.join(parts)}"

    def as_data(self) -> dict[str, Any]:
        """Return the description as plain data."""
        return plain_data(self)


@dataclass(frozen=True)
class KFold:
    """k-fold cross-validation, perhaps repeated, of one data set.

    - ``folding="stratified"``: scikit-learn's rule since 0.22, the folds of a class differ by one
      item at most and so do the folds in all; ``"stratified-by-class"``: its older rule, class by
      class, under which whole folds can differ by two; ``"unknown"``: every configuration with
      folds of equal size (to one) in which at least two folds hold each class, so that every
      training set does (seed 003, 4.4); ``"known"``: as `fold_counts` says.
    - ``undefined_folds`` says what a fold contributed on which a score is 0/0 (no positives, say):
      ``"zero"``, as scikit-learn prints; ``"skipped"``, left out of the mean; ``"undefined"``,
      there was no such fold; ``"unknown"``: each of these is tried.
    - ``spread`` says which standard deviation was reported.
    """

    kind: ClassVar[str] = "k-fold"
    positives: int | None = None
    negatives: int | None = None
    folds: int | None = None
    folding: Folding = "stratified"
    aggregation: Aggregation = "unknown"
    repeats: int = 1
    fold_counts: tuple[tuple[int, int], ...] = ()
    undefined_folds: UndefinedFolds = "zero"
    spread: SpreadKind = "unknown"
    name: str = ""

    def __post_init__(self) -> None:
        choice("folding", self.folding, FOLDINGS)
        choice("aggregation", self.aggregation, AGGREGATIONS)
        choice("undefined_folds", self.undefined_folds, UNDEFINED_FOLDS)
        choice("spread", self.spread, SPREADS)
        counts = tuple(_fold(pair) for pair in self.fold_counts)
        object.__setattr__(self, "fold_counts", counts)
        if counts or self.folding == "known":
            self._settle_known()
        for label in ("positives", "negatives", "folds"):
            if getattr(self, label) is None:
                raise ReproscopeError(f"{label} is missing")
            object.__setattr__(self, label, single_count(label, getattr(self, label)))
        object.__setattr__(self, "repeats", single_count("repeats", self.repeats))
        if self.repeats < 1:
            raise ReproscopeError("repeats must be at least 1")
        self._check_sizes()

    def _settle_known(self) -> None:
        if not self.fold_counts:
            raise ReproscopeError("folding is 'known', but no fold is given: say fold_counts")
        if self.folding == "unknown":
            raise ReproscopeError("folds are given, but folding is 'unknown'")
        object.__setattr__(self, "folding", "known")
        sums = [sum(column) for column in zip(*self.fold_counts, strict=True)]
        for label, total in (("positives", sums[0]), ("negatives", sums[1])):
            stated = getattr(self, label)
            if stated is not None and stated != total:
                raise ReproscopeError(
                    f"the folds hold {total} {label}, but the data set is said to have {stated}"
                )
            object.__setattr__(self, label, total)
        if self.folds is not None and self.folds != len(self.fold_counts):
            raise ReproscopeError(f"{len(self.fold_counts)} folds are given, not {self.folds}")
        object.__setattr__(self, "folds", len(self.fold_counts))
        if any(p + n == 0 for p, n in self.fold_counts):
            raise ReproscopeError("a fold is empty")

    def _check_sizes(self) -> None:
        p, n, k = self.size
        if k < 2:
            raise ReproscopeError(f"folds is {k}: cross-validation needs at least 2")
        if k > MOST_FOLDS:
            raise ReproscopeError(f"folds is {k}: more than {MOST_FOLDS} is not supported")
        if k * self.repeats > MOST_FOLDS:
            often = f"{self.repeats} repeats of {k} folds"
            raise ReproscopeError(f"{often}: more than {MOST_FOLDS} folds is not supported")
        if k > p + n:
            raise ReproscopeError(f"folds is {k}, more than the {p + n} items")

    @property
    def size(self) -> tuple[int, int, int]:
        """Positives, negatives and folds, once the description has been checked."""
        return self.positives or 0, self.negatives or 0, self.folds or 0

    def describe(self) -> str:
        """Return one line that names the experiment."""
        p, n, k = self.size
        often = "" if self.repeats == 1 else f", {self.repeats} times repeated"
        how = {"unknown": "folding unknown", "known": "folds given"}.get(self.folding, self.folding)
        mean = "aggregation unknown" if self.aggregation == "unknown" else self.aggregation
        name = f"{self.name}: " if self.name else ""
        return (
            f"{name}{k}-fold cross-validation{often} of {p:,} positives and {n:,} negatives "
            f"({how}, {mean})"
        )

    def as_data(self) -> dict[str, Any]:
        """Return the description as plain data."""
        return plain_data(self)


@dataclass(frozen=True)
class Datasets:
    """Several test sets or data sets, each with its own folding, aggregated over all.

    ``mean-of-scores`` averages the sets' scores, each aggregated over its folds as it says itself;
    ``score-of-means`` adds all counts up and computes one score, whatever the folds.
    """

    kind: ClassVar[str] = "datasets"
    parts: tuple[TestSet | KFold, ...] = field(default=())
    aggregation: Aggregation = "unknown"
    undefined_folds: UndefinedFolds = "zero"
    spread: SpreadKind = "unknown"
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(self.parts))
        choice("aggregation", self.aggregation, AGGREGATIONS)
        choice("undefined_folds", self.undefined_folds, UNDEFINED_FOLDS)
        choice("spread", self.spread, SPREADS)
        if not self.parts:
            raise ReproscopeError("no data set is given")
        for part in self.parts:
            if not isinstance(part, TestSet | KFold):
                raise ReproscopeError(f"{part!r} is neither a TestSet nor a KFold")
        sets = sum(p.size[2] * p.repeats if isinstance(p, KFold) else 1 for p in self.parts)
        if sets > MOST_FOLDS:
            raise ReproscopeError(f"{sets} folds in all: more than {MOST_FOLDS} is not supported")

    def describe(self) -> str:
        """Return one line that names the experiment."""
        how = "aggregation unknown" if self.aggregation == "unknown" else self.aggregation
        name = self.name or f"{len(self.parts)} data sets"
        return f"{name}, {len(self.parts)} sets ({how})"

    def as_data(self) -> dict[str, Any]:
        """Return the description as plain data."""
        data = plain_data(self)
        data["parts"] = [part.as_data() for part in self.parts]
        return data


def plain_data(experiment: Any) -> dict[str, Any]:
    """Return a description's fields that say something, with its kind, as plain data."""
    fields = {k: v for k, v in asdict(experiment).items() if v not in (None, "", ())}
    return {"kind": experiment.kind, **{k: _listed(v) for k, v in fields.items()}}


def _listed(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_listed(v) for v in value]
    if isinstance(value, Mapping):
        return {k: _listed(v) for k, v in value.items()}
    return value


def choice(label: str, value: str, known: Sequence[str]) -> None:
    """Raise unless a word is one of the known ones."""
    if value not in known:
        raise UnknownName(label.replace("_", " "), str(value), known)


def single_count(label: str, value: Any) -> int:
    """Return a whole number that is not negative, or raise and say what is wrong."""
    if isinstance(value, bool) or not isinstance(value, int):
        whole = isinstance(value, float) and value.is_integer()
        if not whole:
            raise ReproscopeError(f"{label} is {value!r}: it must be a whole number")
        value = int(value)
    if value < 0:
        raise ReproscopeError(f"{label} is {value}: it must not be negative")
    if value > LARGEST_COUNT:
        raise ReproscopeError(f"{label} is {value}: more than {LARGEST_COUNT} is not supported")
    return int(value)


def _fold(pair: Any) -> tuple[int, int]:
    """Return the class counts of one fold, or raise and say what is wrong."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ReproscopeError(f"the fold {pair!r} is not a pair: give its positives and negatives")
    p, n = pair
    return single_count("positives of a fold", p), single_count("negatives of a fold", n)


def checked_count(label: str, value: Any) -> Count:
    """Return a count, or a range of counts given as a pair."""
    if isinstance(value, tuple | list):
        if len(value) != 2:
            raise ReproscopeError(f"{label} is {value!r}: a range has two ends")
        low, high = (single_count(label, v) for v in value)
        if low > high:
            raise ReproscopeError(f"{label} is {low} to {high}: the range is empty")
        return low if low == high else (low, high)
    return single_count(label, value)


def as_range(value: Count) -> tuple[int, int]:
    """Return a count as a range of one or more."""
    return value if isinstance(value, tuple) else (value, value)


def _shown(value: Count) -> str:
    return f"{value[0]:,} to {value[1]:,}" if isinstance(value, tuple) else f"{value:,}"
