"""The files that code opens by name are in the repository, or made or fetched by it.

## What it does
Follows literal paths that code reads, through constants, joins, f-strings and formats, and looks
for them beside the source, in its parents and at the root. A file that any source writes, that is
checked for, that a document names, or that can come with downloaded data is left out.

## Why it matters
A missing input is the most frequent reason why a stranger's first run stops.

## Known problems
Precision before recall: a path with an unknown part (`data/{name}.csv`) counts where a file fits it
and is passed over where none does, and one whose file name exists anywhere counts as found. A file
made by a command outside Python that no document names is reported although it comes to be.

## How to mend
Add the file, or the command that makes it.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.opened import Opened
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.python.paths import fits
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import agreed, many, missing, not_applicable, shown
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "RP103",
    "files-there",
    "portability",
    __doc__,
    severity=Level.WARNING,
    effort="an hour",
    weight=2,
)
_REMEDY = "Add these files, or say in the README which command makes or fetches them."
_NOT_A_FILE = re.compile(r"[?{}<>|$%\[\]]|://|^/dev/|^/proc/|^/sys/|^-$|^~|path/to|^$")
_FETCHED = re.compile(
    r"(?i)data|corpus|raw|input|download|weight|model|checkpoint|\.(?:csv|tsv|npy|npz|h5|mat|pkl|pt|pth"
    r"|jsonl|parquet|zip|gz|tar|txt|bin|png|jpg|wav)$"
)
_ABOUT = re.compile(r"open|load|read")
_MOST_PATTERNS, _MOST_FILES = 200, 20_000
_ABSOLUTE = re.compile(r"^(?:/|[A-Za-z]:[\\/]|\\\\)")


@dataclass(frozen=True, slots=True)
class _Missing:
    words: str
    place: Place


def judge(facts: Facts) -> Judgement:
    """Look for what is opened among what is there."""
    ours = [module for module in facts.parsed if not module.is_test]
    plain = [(m, o) for m in ours for o in m.opened if _is_read(o) and _is_plain(o)]
    open_ones = [(m, o) for m, o in plain if o.has_holes]
    reads = [(m, o) for m, o in plain if not o.has_holes]
    there = sorted({_key(o) for _, o in open_ones})[:_MOST_PATTERNS]
    there = [pattern for pattern in there if _fits_a_file(facts, pattern)]
    if not reads and not there:
        if facts.unseen(_ABOUT):
            return missing(facts, "No literal path that is opened was found.", _REMEDY)
        return not_applicable("No code opens a file by a literal relative path.")
    made = {_name(o.path) for m in ours for o in m.opened if o.writes}
    lost = [(m, o) for m, o in reads if not _is_there(facts, m, o)]
    excused = {_key(o) for _, o in lost if o.guarded or _name(o.path) in made}
    excused |= {_key(o) for _, o in lost if _comes_later(facts, o)}
    left = list(_unique(o for _, o in lost if _key(o) not in excused))
    opened = len(reads) + len(there)
    measured: dict[str, JSON] = {
        "opened": opened,
        "missing": len(left),
        "excused": len(excused),
    }
    if not left:
        message = f"No file that code opens is missing ({many(opened, 'path')})."
        return Judgement(Outcome.PRESENT, message, measured=measured)
    are = agreed(len(left), "is", "are")
    message = f"{len(left)} of {many(opened, 'file')} that code opens by name {are} not there."
    outcome = Outcome.ABSENT if len(left) == opened else Outcome.PARTIAL
    share = 1 - len(left) / opened if outcome is Outcome.PARTIAL else None
    return Judgement(outcome, message, shown(left), _REMEDY, share, measured)


def _unique(lost: Iterable[Opened]) -> Iterator[_Missing]:
    by_path = {_key(one): one for one in reversed(list(lost))}
    for one in sorted(by_path.values(), key=lambda o: (o.place.path, o.place.line)):
        yield _Missing(f"{one.call}({one.path!r})", one.place)


def _is_read(one: Opened) -> bool:
    return not one.writes and not one.handle


def _fits_a_file(facts: Facts, pattern: str) -> bool:
    wanted = pattern.lstrip("./")
    return any(fits(wanted, file.path) for file in facts.tree.files[:_MOST_FILES])


def _is_plain(one: Opened) -> bool:
    return not _NOT_A_FILE.search(one.path) and not _ABSOLUTE.match(one.path)


def _key(one: Opened) -> str:
    return os.path.normpath(one.path.replace("\\", "/"))


def _name(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


def _is_there(facts: Facts, module: Module, one: Opened) -> bool:
    """Whether the path leads to something from the source, one of its parents or the root."""
    folder = module.path.rpartition("/")[0]
    while True:
        if facts.tree.exists(os.path.normpath(os.path.join(folder, _key(one)))):
            return True
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    name = _name(one.path)
    return name in facts.file_names or any(link.path.endswith(name) for link in facts.tree.links)


def _comes_later(facts: Facts, one: Opened) -> bool:
    """Whether a document names the file or its folder, or data are fetched into the place."""
    name, path = _name(one.path), _key(one)
    told = facts.experiment.mentioned
    if name in told or f"{path.partition('/')[0]}/" in told:
        return True
    if any(not one.populated and path.startswith(one.path) for one in facts.tree.submodules):
        return True
    fetched = bool(facts.data.downloads or facts.data.links or facts.data.dvc)
    return fetched and _FETCHED.search(path) is not None
