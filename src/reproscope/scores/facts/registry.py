"""Find a data set by name, whichever way the name is written."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from reproscope.core.errors import UnknownName
from reproscope.scores.facts.dataset import DataSet, plain
from reproscope.scores.facts.reading import FactsError, read_path, read_text


class Registry:
    """All known data sets, in the order of their files."""

    def __init__(self, datasets: Iterable[DataSet]) -> None:
        self._by_id = {dataset.id: dataset for dataset in datasets}
        self._by_name: dict[str, DataSet] = {}
        for dataset in self._by_id.values():
            for name in (dataset.id, *dataset.synonyms):
                self._by_name.setdefault(plain(name), dataset)

    def __iter__(self) -> Iterator[DataSet]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    @property
    def ids(self) -> tuple[str, ...]:
        """The names of all data sets."""
        return tuple(self._by_id)

    def get(self, name: str) -> DataSet:
        """Return the data set of this name; ``name:image`` is one of its images.

        Case, spaces and ``- _ . /`` make no difference. An unknown name is an error that lists
        what begins like it, or names the nearest.
        """
        whole, colon, image = name.partition(":")
        found = self._by_name.get(plain(whole))
        if found is None:
            raise UnknownName("data set", whole, self._candidates(whole))
        return found.part(image) if colon else found

    def siblings(self, name: str) -> tuple[DataSet, ...]:
        """Return the same images counted over the other region: in the field of view, or all."""
        one = self.get(name)
        whole, colon, image = one.id.partition(":")
        others = (
            other
            for other in self
            if one.region is not None
            and other.region is not None
            and other.region != one.region
            and _without_region(other.id, other.region) == _without_region(whole, one.region)
        )
        return tuple(other.part(image) if colon else other for other in others)

    def with_more(self, datasets: Iterable[DataSet], file: str) -> "Registry":
        """Return a registry that also holds these, which *file* adds; names must be new."""
        names = dict(self._by_name)
        added = []
        for dataset in datasets:
            for name in (dataset.id, *dataset.synonyms):
                holder = names.setdefault(plain(name), dataset)
                if holder is not dataset:
                    raise FactsError(
                        f"{file}: dataset.{dataset.id}: the name {name!r} already belongs to "
                        f"{holder.id!r} of {holder.family}.toml; choose another"
                    )
            added.append(dataset)
        return Registry((*self, *added))

    def _candidates(self, name: str) -> tuple[str, ...]:
        """What begins like *name* ("drive" is six data sets), or else every name there is."""
        begin = plain(name)
        alike = (
            dataset.id
            for known, dataset in self._by_name.items()
            if begin and known.startswith(begin)
        )
        synonyms = (name for dataset in self for name in dataset.synonyms)
        return tuple(dict.fromkeys(alike)) or (*self._by_id, *synonyms)


def _without_region(name: str, region: str) -> tuple[str, ...]:
    return tuple(word for word in name.split(".") if word != region)


@cache
def _shipped() -> Registry:
    registry = Registry(())
    folder = files(__package__)
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            family = file.name.removesuffix(".toml")
            entries = read_text(file.read_text(encoding="utf-8"), file.name, family)
            registry = registry.with_more(entries, file.name)
    return registry


def load(extra: Iterable[Path | str] = ()) -> Registry:
    """Return the data sets that ship with reproscope, and those of the user's own files."""
    registry = _shipped()
    for path in map(Path, extra):
        registry = registry.with_more(read_path(path), str(path))
    return registry


def get(name: str) -> DataSet:
    """Return a shipped data set by name.

    >>> get("iris").classes["setosa"]
    50
    """
    return load().get(name)


def siblings(name: str) -> tuple[DataSet, ...]:
    """Return a shipped data set's counterparts under the other region.

    >>> [other.id for other in siblings("hrf.all:01_dr")]
    ['hrf.fov:01_dr']
    """
    return load().siblings(name)
