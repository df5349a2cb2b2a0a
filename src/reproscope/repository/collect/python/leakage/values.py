"""What a variable may stand for in the data-flow: rows, estimators, indices, scores.

``None`` is a value about which nothing is known; nothing is ever said about it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from reproscope.repository.collect.python.spots import Spot

# A stranger's source can make either as large as it likes.
_LONGEST_LINE = 64
_MOST_MARKS = 64
_MOST_SIDE_BY_SIDE = 2_000


@dataclass(frozen=True, eq=False, slots=True)
class Split:
    """A division of rows: where it stands, how it is done, and whether the order is given up."""

    spot: Spot
    how: str
    shuffled: bool = False
    rows: Rows | None = None

    @property
    def folds(self) -> bool:
        """Whether the parts take turns, so that a fold may be there to tune on."""
        return self.how == "cross-validation"


@dataclass(frozen=True, eq=False, slots=True)
class Rows:
    """A set of rows, known by identity; `parent` is the set it was taken from.

    `part` is ``train``, ``test`` or ``validation`` where a split or a name says so. `given` rows
    come into a function from elsewhere.
    """

    parent: Rows | None = None
    part: str = ""
    split: Split | None = None
    given: bool = False
    chosen: bool = False

    def line(self) -> Iterator[Rows]:
        """Yield this set and those it was taken from, as far as a reader would follow."""
        rows: Rows | None = self
        for _ in range(_LONGEST_LINE):
            if rows is None:
                return
            yield rows
            rows = rows.parent

    def within(self, other: Rows) -> bool:
        """Whether these rows are among the others."""
        return any(rows is other for rows in self.line())

    @property
    def labelled(self) -> Rows | None:
        """The nearest set that is a part."""
        return next((rows for rows in self.line() if rows.part), None)

    @property
    def part_of(self) -> str:
        """The part these rows belong to, or an empty text for the whole."""
        found = self.labelled
        return found.part if found else ""

    @property
    def held_out(self) -> Split | None:
        """The split that keeps these rows for the test, unless they are a fold of many."""
        found = self.labelled
        if found is None or found.part != "test" or found.split is None or found.split.folds:
            return None
        return found.split

    @property
    def foreign(self) -> bool:
        """Whether the rows came into a function from elsewhere."""
        return any(rows.given for rows in self.line())


@dataclass(frozen=True, eq=False, slots=True)
class Mark:
    """Something the values of a table went through: what, where, and fitted on which rows."""

    kind: str
    what: str
    spot: Spot
    rows: Rows


@dataclass(frozen=True, slots=True)
class Data:
    """A table, array or column: its rows, what it went through, and which object it is."""

    rows: Rows
    version: int
    marks: frozenset[Mark] = frozenset()
    unsure: bool = False

    def __post_init__(self) -> None:
        if len(self.marks) > _MOST_MARKS:
            first = sorted(self.marks, key=lambda mark: mark.spot.place.line)[:_MOST_MARKS]
            object.__setattr__(self, "marks", frozenset(first))

    def marked(self, *marks: Mark) -> Data:
        """Return the same rows after having gone through something more."""
        return replace(self, marks=self.marks | set(marks))


@dataclass(frozen=True, slots=True)
class Trained:
    """What a model was fitted on: the versions of its rows and targets, and where."""

    rows: int
    target: int | None
    spot: Spot


@dataclass(frozen=True, slots=True)
class Estimator:
    """An object of a learning library and, once it was fitted, on what."""

    kind: str
    name: str
    call: ast.Call | None = None
    inner: tuple[Estimator, ...] = ()
    fitted: Mark | None = None
    trained: Trained | None = None

    @property
    def learner(self) -> Estimator | None:
        """The part that learns from rows before a model does: itself, or one inside a pipeline."""
        if self.kind in LEARNERS:
            return self
        if self.kind == "pipeline" and all(one.kind in (*LEARNERS, TOLD) for one in self.inner):
            return next((one for one in self.inner if one.kind in LEARNERS), None)
        return None


TOLD = "told"  # an estimator that is told what it could learn
LEARNERS = frozenset({"scaler", "imputer", "vectoriser", "decomposition", "encoder", "selector"})


@dataclass(frozen=True, slots=True)
class Indices:
    """The places of the rows of one part."""

    part: str
    split: Split


@dataclass(frozen=True, slots=True)
class Folds:
    """What a splitter yields: pairs of indices."""

    split: Split


@dataclass(frozen=True, slots=True)
class Statistic:
    """A number computed over rows: a mean, a standard deviation."""

    rows: Rows
    spot: Spot
    what: str


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a model says about rows."""

    model: Estimator
    data: Data


@dataclass(frozen=True, slots=True)
class Scored:
    """A score of predictions for rows."""

    rows: Rows
    spot: Spot


@dataclass(frozen=True, slots=True)
class Several:
    """Values side by side; `size` counts those within them, which doubles with ``x = (x, x)``."""

    items: tuple[Value, ...] = field(default=())
    size: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        size = sum(1 + (one.size if isinstance(one, Several) else 0) for one in self.items)
        object.__setattr__(self, "size", min(size, _MOST_SIDE_BY_SIDE + 1))
        if size > _MOST_SIDE_BY_SIDE:
            object.__setattr__(self, "items", ())


Value = Data | Estimator | Indices | Folds | Statistic | Prediction | Scored | Several | None
