"""What is known about one data set: how many items of each class, from where, checked how."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from reproscope.core.errors import UnknownName

Task = Literal["binary", "multiclass"]
Region = Literal["fov", "all"]


def plain(name: str) -> str:
    """Return the name without what people write differently: case and separators.

    >>> plain("DRIVE / test_FoV") == plain("drive.test.fov")
    True
    """
    return "".join(sign for sign in name.casefold() if sign not in " -_./")


def same_label(one: str, other: str) -> bool:
    """Whether two class labels differ in case and underscores only; "1" and "-1" are different.

    >>> same_label("Seborrheic_keratosis", "seborrheic keratosis"), same_label("1", "-1")
    (True, False)
    """
    return one.casefold().replace("_", " ") == other.casefold().replace("_", " ")


@dataclass(frozen=True)
class Part:
    """One image (or other part) of a data set, counted by itself."""

    id: str
    positives: int
    negatives: int

    @property
    def total(self) -> int:
        """The number of items in this part."""
        return self.positives + self.negatives


@dataclass(frozen=True)
class DataSet:
    """A named data set.

    ``classes`` holds the items of each class, also for a binary task. ``positives`` and
    ``negatives`` are None for a multiclass task; ``one_vs_rest`` gives them for one class.
    ``region`` says which pixels count in an image: those inside the field of view, or all.
    ``pixels`` is the number of pixels of each image, where all have the same.
    """

    id: str
    title: str
    task: Task
    positives: int | None
    negatives: int | None
    source: str
    verified: str
    classes: Mapping[str, int] = field(hash=False)
    positive_label: str | None = None
    images: tuple[Part, ...] = ()
    synonyms: tuple[str, ...] = ()
    region: Region | None = None
    pixels: int | None = None
    note: str = ""
    family: str = ""

    @property
    def binary(self) -> bool:
        """Whether there are two classes, one of them called positive."""
        return self.task == "binary"

    @property
    def total(self) -> int:
        """The number of items of all classes."""
        return sum(self.classes.values())

    def one_vs_rest(self, label: str) -> tuple[int, int]:
        """Return the positives and negatives when *label* is the positive class."""
        for known, count in self.classes.items():
            if same_label(known, label):
                return count, self.total - count
        raise UnknownName(f"class of {self.id}", label, self.classes)

    def part(self, name: str) -> "DataSet":
        """Return one image as a data set of its own, ``drive.test.fov:01_test``."""
        for image in self.images:
            if plain(image.id) == plain(name):
                return replace(
                    self,
                    id=f"{self.id}:{image.id}",
                    title=f"{self.title}, image {image.id}",
                    positives=image.positives,
                    negatives=image.negatives,
                    classes=dict(
                        zip(self.classes, (image.positives, image.negatives), strict=True)
                    ),
                    images=(),
                    synonyms=(),
                )
        raise UnknownName(f"image of {self.id}", name, (image.id for image in self.images))
