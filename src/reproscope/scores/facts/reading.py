"""Read a file of data-set facts and check it; every mistake is one line that says where it is.

A file has one table a data set, and may have a table of defaults for ``source`` and ``verified``::

    [dataset."my-clinic.test"]
    title = "Our clinic, test set of 2024"
    task = "binary"                      # or "multiclass", with classes = { label = count, … }
    positives = 38
    negatives = 262
    source = "where the numbers come from"
    verified = "second source: …"        # or "arithmetic: …", or "unverified"

Optional are ``positive_label``, ``negative_label``, ``synonyms``, ``note``, and for segmentation
``region`` ("fov" or "all"), ``pixels`` (of each image) and ``images``, a list of
``[image, positives, negatives]`` whose sums are the totals.
"""

import tomllib
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any

from reproscope.core.errors import ReproscopeError, nearest, shown_name
from reproscope.scores.facts.dataset import DataSet, Part, Region, Task, plain, same_label

LARGEST_FILE = 5_000_000
TASKS: tuple[Task, ...] = ("binary", "multiclass")
REGIONS: tuple[Region, ...] = ("fov", "all")
DEFAULTS = ("source", "verified")
KEYS = (
    "title",
    "task",
    "positives",
    "negatives",
    "positive_label",
    "negative_label",
    "classes",
    "synonyms",
    "region",
    "pixels",
    "images",
    "source",
    "verified",
    "note",
)
VERIFIED = ("second source: ", "arithmetic: ", "unverified")


class FactsError(ReproscopeError):
    """A file of data-set facts that cannot be used as it is."""


def read_path(path: Path) -> list[DataSet]:
    """Read a user's file."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise FactsError(f"{path}: {size:,} bytes; at most {LARGEST_FILE:,} are read")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise FactsError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise FactsError(f"{path}: not UTF-8 at byte {error.start}") from None
    return read_text(text, file=str(path), family=path.stem)


def read_text(text: str, file: str, family: str) -> list[DataSet]:
    """Read the text of a file; *file* is its name in messages."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FactsError(f"{file}: not TOML: {error}") from None
    except RecursionError:
        raise FactsError(f"{file}: nested too deeply") from None
    _Table(file, "", document).refuse_unknown(("defaults", "dataset"))
    defaults = _Table(file, "defaults", document.get("defaults", {}))
    defaults.refuse_unknown(DEFAULTS)
    tables = _Table(file, "dataset", document.get("dataset", {})).values
    if not tables:
        raise FactsError(f'{file}: no data set; each is a table [dataset."name"]')
    inherited = {key: defaults.text(key) for key in defaults.values}
    return [_read_entry(file, family, name, entry, inherited) for name, entry in tables.items()]


class _Table:
    """One table of the file, with the checks of its values and the words for what fails."""

    def __init__(self, file: str, place: str, values: object) -> None:
        self.file = file
        self.place = place
        if not isinstance(values, dict):
            raise FactsError(f"{file}: {place}: must be a table, not {_shown(values)}")
        self.values: dict[str, Any] = values

    def wrong(self, key: str, problem: str) -> FactsError:
        place = f"{self.place}.{key}" if self.place else key
        return FactsError(f"{self.file}: {place}: {problem}")

    def refuse_unknown(self, known: tuple[str, ...]) -> None:
        for key in self.values:
            if key not in known:
                near = nearest(key, known)
                advice = f"did you mean {near!r}?" if near else f"known are {', '.join(known)}"
                raise self.wrong(shown_name(key)[1:-1], f"unknown key: {advice}")

    def text(self, key: str) -> str:
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.wrong(key, f"must be text, not {_shown(value)}")
        return value.strip()

    def needed_text(self, key: str, advice: str) -> str:
        value = self.text(key)
        if not value:
            raise self.wrong(key, f"missing: {advice}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
            raise self.wrong(key, 'must be a list of texts, like ["one", "two"]')
        return tuple(value)

    def word(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.text(key)
        if value not in allowed:
            choices = " or ".join(f'"{one}"' for one in allowed)
            raise self.wrong(key, f"must be {choices}, not {_shown(self.values.get(key))}")
        return value

    def count(self, key: str) -> int:
        if key not in self.values:
            raise self.wrong(key, "missing: a whole number, 0 or more")
        return self.whole(key, self.values[key])

    def whole(self, place: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.wrong(place, f"must be a whole number, 0 or more, not {_shown(value)}")
        return value

    def without(self, *keys: str, why: str) -> None:
        for key in keys:
            if key in self.values:
                raise self.wrong(key, why)


def _shown(value: object) -> str:
    return shown_name(value) if isinstance(value, str) else str(value)[:80]


def _only_tables(values: Mapping[str, object]) -> bool:
    return all(isinstance(value, dict) for value in values.values())


def _read_entry(
    file: str, family: str, name: str, values: object, inherited: Mapping[str, str]
) -> DataSet:
    table = _Table(file, f"dataset.{shown_name(name)[1:-1]}", values)
    if table.values and not set(table.values) & set(KEYS) and _only_tables(table.values):
        raise FactsError(f'{file}: {table.place}: quote a name with dots: [dataset."a.b"]')
    if not plain(name) or ":" in name or not name.isprintable():
        raise FactsError(f"{file}: {table.place}: a name is letters, digits and . - _ only")
    table.refuse_unknown(KEYS)
    task: Task = "binary" if table.word("task", TASKS) == "binary" else "multiclass"
    classes = _binary_classes(table) if task == "binary" else _multiclass_classes(table)
    positives, negatives = tuple(classes.values()) if task == "binary" else (None, None)
    pixels = table.count("pixels") if "pixels" in table.values else None
    region = _region(table)
    return DataSet(
        id=name,
        title=table.needed_text("title", "what the data set is called"),
        task=task,
        positives=positives,
        negatives=negatives,
        source=table.text("source")
        or inherited.get("source")
        or table.needed_text("source", "where the counts come from (a citation, DOI or address)"),
        verified=_verified(table, inherited),
        classes=MappingProxyType(classes),
        positive_label=table.text("positive_label") or None,
        images=_images(table, classes, region, pixels),
        synonyms=table.texts("synonyms"),
        region=region,
        pixels=pixels,
        note=table.text("note"),
        family=family,
    )


def _binary_classes(table: _Table) -> dict[str, int]:
    table.without("classes", why='a binary task has "positives" and "negatives" instead')
    positive = table.text("positive_label") or "positive"
    negative = table.text("negative_label") or "negative"
    if same_label(positive, negative):
        raise table.wrong("negative_label", f"is {_shown(negative)}, the same as the positive one")
    counts = {positive: table.count("positives"), negative: table.count("negatives")}
    if not any(counts.values()):
        raise table.wrong("positives", "the data set is empty: positives and negatives are both 0")
    return counts


def _multiclass_classes(table: _Table) -> dict[str, int]:
    table.without(
        *("positives", "negatives", "positive_label", "negative_label", "images", "region"),
        why='belongs to a binary task; a multiclass task has "classes"',
    )
    classes = _Table(table.file, f"{table.place}.classes", table.values.get("classes", {}))
    if len(classes.values) < 2:
        raise table.wrong("classes", "must hold two or more classes: { label = count, … }")
    for one, other in combinations(classes.values, 2):
        if same_label(one, other):
            raise table.wrong("classes", f"{one!r} and {other!r} would be taken for the same class")
    return {label: classes.count(label) for label in classes.values}


def _region(table: _Table) -> Region | None:
    if "region" not in table.values:
        return None
    return "fov" if table.word("region", REGIONS) == "fov" else "all"


def _verified(table: _Table, inherited: Mapping[str, str]) -> str:
    advice = 'say how: "second source: …", "arithmetic: …" or "unverified"'
    verified = table.text("verified") or inherited.get("verified", "")
    if not verified:
        raise table.wrong("verified", f"missing: {advice}")
    if not verified.startswith(VERIFIED):
        raise table.wrong("verified", f"{advice}; not {_shown(verified)}")
    return verified


def _images(
    table: _Table, classes: Mapping[str, int], region: Region | None, pixels: int | None
) -> tuple[Part, ...]:
    rows = table.values.get("images", [])
    if not isinstance(rows, list):
        raise table.wrong("images", "must be a list of [image, positives, negatives]")
    parts = tuple(_image(table, f"images[{at}]", row) for at, row in enumerate(rows))
    if not parts:
        return ()
    if len({plain(part.id) for part in parts}) < len(parts):
        raise table.wrong("images", "two images have the same name")
    for part in parts:
        _check_pixels(table, part, region, pixels)
    sums = (sum(part.positives for part in parts), sum(part.negatives for part in parts))
    for key, stated, summed in zip(("positives", "negatives"), classes.values(), sums, strict=True):
        if stated != summed:
            raise table.wrong(key, f"is {stated:,}, but the images add up to {summed:,}")
    return parts


def _image(table: _Table, place: str, row: object) -> Part:
    if not (isinstance(row, list) and len(row) == 3 and isinstance(row[0], str) and plain(row[0])):
        raise table.wrong(place, f"must be [image, positives, negatives], not {_shown(row)}")
    return Part(row[0], table.whole(place, row[1]), table.whole(place, row[2]))


def _check_pixels(table: _Table, part: Part, region: Region | None, pixels: int | None) -> None:
    if pixels is None:
        return
    if region == "fov" and part.total > pixels:
        raise table.wrong(
            "images", f"{part.id} has {part.total:,} pixels in view, an image {pixels:,} in all"
        )
    if region != "fov" and part.total != pixels:
        raise table.wrong(
            "images", f"{part.id} has {part.total:,} pixels, each image should have {pixels:,}"
        )
