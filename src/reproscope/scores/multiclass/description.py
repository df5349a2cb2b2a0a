"""The description of an experiment with several classes: how many items each class has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from reproscope.core.errors import ReproscopeError, shown_name
from reproscope.scores.experiments import choice, plain_data, single_count

Average = Literal["macro", "micro", "weighted", "unknown", ""]
AVERAGES = ("macro", "micro", "weighted")
MOST_CLASSES = 1_000
_SHOWN = 6


@dataclass(frozen=True)
class Multiclass:
    """One test set of several classes, each item called one of them.

    `classes` are the items of each class, by name or in order. `average` says what a bare
    "precision" or "f1" is; ``unknown`` tries each average, and without it such a name is refused.

    >>> Multiclass({"setosa": 50, "versicolor": 50, "virginica": 50}).describe()
    'one test set of 150 items in 3 classes (setosa 50, versicolor 50, virginica 50)'
    """

    kind: ClassVar[str] = "multiclass"
    classes: Mapping[str, int] | Sequence[int] = field(hash=False)
    average: Average = ""
    name: str = ""

    def __post_init__(self) -> None:
        if self.average:
            choice("average", self.average, (*AVERAGES, "unknown"))
        classes = _named(self.classes)
        if len(classes) < 2:
            raise ReproscopeError(f"{len(classes)} class is given: there must be at least 2")
        if len(classes) > MOST_CLASSES:
            raise ReproscopeError(
                f"{len(classes)} classes are given: more than {MOST_CLASSES} is not supported"
            )
        checked = {
            name: single_count(f"class {shown_name(name)}", count)
            for name, count in classes.items()
        }
        if not any(checked.values()):
            raise ReproscopeError("the test set is empty: every class has 0 items")
        object.__setattr__(self, "classes", checked)

    @property
    def names(self) -> tuple[str, ...]:
        """What the classes are called."""
        return tuple(_named(self.classes))

    @property
    def counts(self) -> tuple[int, ...]:
        """The items of each class."""
        return tuple(_named(self.classes).values())

    @property
    def total(self) -> int:
        """The items of all classes."""
        return sum(self.counts)

    def describe(self) -> str:
        """Return one line that names the experiment."""
        each = [f"{name} {count:,}" for name, count in _named(self.classes).items()]
        shown = ", ".join(each[:_SHOWN]) + (", …" if len(each) > _SHOWN else "")
        how = {"": "", "unknown": ", average unknown"}.get(self.average, f", {self.average}")
        return (
            f"{self.name or 'one test set'} of {self.total:,} items in {len(each)} classes "
            f"({shown}{how})"
        )

    def as_data(self) -> dict[str, Any]:
        """Return the description as plain data."""
        return plain_data(self)


def _named(classes: Mapping[str, int] | Sequence[int]) -> dict[str, int]:
    """Return the classes by name; those without are numbered."""
    if isinstance(classes, Mapping):
        return {str(name): count for name, count in classes.items()}
    if isinstance(classes, str | bytes) or not isinstance(classes, Sequence):
        raise ReproscopeError(
            f"classes is {classes!r}: it must be the items of each class, by name or in order"
        )
    return {str(i): count for i, count in enumerate(classes, start=1)}
