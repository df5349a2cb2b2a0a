"""Runs that are repeated with several seeds, where shell scripts, grids and command lines say so.

What Python code repeats is the business of ``python.seeds``; whether it is enough, of whoever
judges. Files are read line by line, and no parser has to be trusted with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import Line, is_test
from reproscope.repository.tree import File, Tree

_MOST = 200
_MOST_GRIDS = 400
_MOST_LINES, _MOST_LOOPS = 5_000, 100
_GRIDS = {".yaml", ".yml", ".json", ".toml", ".gin", ".jsonnet"}
_NUMBER = r"[-+]?\d+"
_LOOP = re.compile(
    r"\bfor\s+(?P<name>\w+)\s+in\s+(?P<values>.{1,400}?)(?:;|\bdo\b|$)"
    r"|\bfor\s*\(\(\s*(?P<counter>\w+)\s*=\s*(?P<first>\d+)\s*;"
    r"\s*\w+\s*<(?P<equal>=?)\s*(?P<last>\w+)"
)
_SEEDED_BY = r"(?i:seed)\w*[=\s]+[\"']?\$\{{?\(?{name}\b"
_GIVEN = re.compile(r"(?:^|\s|-|\.)(?i:\w*seed)[=\s]+(?P<seed>\d+)(?=\s|$|[\"'])")
_NUMBERS = rf"(?P<values>{_NUMBER}(?:[,\s]+{_NUMBER})+)"
_LIST = re.compile(rf"(?i)\bseeds?[\"']?\s*[:=]\s*[\[(\"']?\s*{_NUMBERS}")
_ARRAY = re.compile(
    r"(?i)seed\w*[=\s]+[\"']?\$\{?(?:SLURM_ARRAY_TASK_ID|PBS_ARRAYID|SGE_TASK_ID|LSB_JOBINDEX)"
)
_KEY = re.compile(r"(?i)^\s*[\"']?(?:[\w.-]*[._-])?seeds?[\"']?\s*[:=]\s*[{]?\s*$")
_VALUES = re.compile(rf"(?i)\bvalues[\"']?\s*[:=]\s*\[\s*{_NUMBERS}")
_ITEM = re.compile(rf"^\s*-?\s*{_NUMBER},?\s*$")
_BRACES = re.compile(r"\{(?P<first>\d{1,6})\.\.(?P<last>\d{1,6})\}")
_SEQUENCE = re.compile(r"[$`]\(?seq (?:(?P<first>\d{1,6}) )?(?P<last>\d{1,6})[)`]")


@dataclass(frozen=True, slots=True)
class Repeat:
    """A place that runs several seeds, in its words, and how many where that can be read."""

    words: str
    place: Place
    runs: int | None = None


def repeats_of(tree: Tree, prose: Sequence[Line], shell: Sequence[Line]) -> tuple[Repeat, ...]:
    """Return the places of a repository's scripts, grids and documents that run several seeds."""
    commands = (line for line in prose if line.fenced)
    found = (*_in_scripts(shell), *_in_scripts(commands), *_in_grids(tree))
    return tuple(found[:_MOST])


def _in_scripts(lines: Iterable[Line]) -> Iterator[Repeat]:
    for _, group in groupby(lines, key=lambda line: line.place.path):
        script = list(islice(group, _MOST_LINES))
        loops = islice((line for line in script if "for" in line.text), _MOST_LOOPS)
        text = "\n".join(line.text for line in script)
        given: dict[str, Line] = {}
        for line in loops:
            yield from _loops(line, text)
        for line in script:
            listed = _LIST.search(line.text)
            if listed is not None:
                yield Repeat(line.text[:160], line.place, _many(listed["values"]))
            elif _ARRAY.search(line.text):
                yield Repeat(line.text[:160], line.place)
            for one in _GIVEN.finditer(line.text):
                given.setdefault(one["seed"].lstrip("0") or "0", line)
        if len(given) > 1:
            first = next(iter(given.values()))
            words = f"seeds {', '.join(list(given)[:10])} one after the other"
            yield Repeat(words, first.place, len(given))


def _loops(line: Line, script: str) -> Iterator[Repeat]:
    """``for i in 0 1 2; do`` counts where the script hands ``$i`` to something named for a seed."""
    for loop in _LOOP.finditer(line.text):
        name = loop["name"] or loop["counter"]
        named = "seed" in name.casefold()
        if named or re.search(_SEEDED_BY.format(name=re.escape(name)), script):
            runs = _many(loop["values"]) if loop["name"] else _counted(loop)
            if runs != 1:
                yield Repeat(line.text[:160], line.place, runs)


def _counted(loop: re.Match[str]) -> int | None:
    if not loop["last"].isdecimal() or len(loop["last"]) > 6 or len(loop["first"]) > 6:
        return None
    runs = int(loop["last"]) - int(loop["first"]) + bool(loop["equal"])
    return runs if runs > 0 else None


def _many(values: str) -> int | None:
    """Return how many values a list names, ``None`` where that depends on something else.

    >>> _many("1 2 3"), _many("{0..4}"), _many("$(seq 1 5)"), _many("0,1"), _many("${SEEDS[@]}")
    (3, 5, 5, 2, None)
    """
    told = values.strip()
    ranged = _BRACES.fullmatch(told) or _SEQUENCE.fullmatch(told)
    if ranged is not None:
        return max(0, int(ranged["last"]) - int(ranged["first"] or 1) + 1) or None
    items = [item for item in re.split(r"[,\s]+", told.strip(" \"'[]()")) if item]
    return len(items) if all(re.fullmatch(_NUMBER, item) for item in items) else None


def _in_grids(tree: Tree) -> Iterator[Repeat]:
    """``seed: [0, 1, 2]``, ``seeds:`` with an item a line, ``seed: values: [1, 2]`` of a sweep."""
    grids = (f for f in tree.files if f.suffix in _GRIDS and f.size <= 200_000)
    for file in islice((f for f in grids if not is_test(f.path)), _MOST_GRIDS):
        yield from _in_grid(tree, file)


def _in_grid(tree: Tree, file: File) -> Iterator[Repeat]:
    text = tree.text(file)
    lines = () if text is None else text.lines[:5_000]
    for number, raw in enumerate(lines, 1):
        line, place = raw[:400], Place(file.path, number)
        if "seed" not in line.casefold():
            continue
        listed = _LIST.search(line) or (_VALUES.search(line) if "values" in line else None)
        if listed is not None and not _is_one_value(line, listed):
            yield Repeat(line.strip()[:160], place, _many(listed["values"]))
        elif _KEY.match(line):
            below = [one[:400] for one in lines[number : number + 8]]
            values = next((found for one in below[:2] if (found := _VALUES.search(one))), None)
            if values is not None:
                yield Repeat(
                    f"{line.strip()} {values.group()}]"[:160], place, _many(values["values"])
                )
            elif (items := _items(below)) > 1:
                # A list that goes on below the last line looked at is longer.
                yield Repeat(line.strip()[:160], place, items if items < len(below) else None)


def _is_one_value(line: str, found: re.Match[str]) -> bool:
    """``seed: 1, 2`` in a list of arguments is not a list of seeds; ``[1, 2]`` is."""
    return "[" not in line[: found.start("values")]


def _items(lines: Sequence[str]) -> int:
    """Count the numbers, one a line, that begin a list, after a line that may open it."""
    start = 1 if lines and re.fullmatch(r"\s*(?:values\s*:|\[)\s*", lines[0]) else 0
    count = 0
    for line in lines[start:]:
        if not _ITEM.match(line):
            break
        count += 1
    return count
