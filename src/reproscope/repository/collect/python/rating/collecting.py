"""Pylint's rating of the sources, by a process that is isolated from them and bounded.

Where pylint is not installed, a source does not parse, or a limit is reached, nothing is known and
the reason is kept.
"""

from __future__ import annotations

import json
import os
import site
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from reproscope.repository.collect import programs
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.rating import child
from reproscope.repository.collect.python.rating.copying import TooMuch, copy_sources
from reproscope.repository.collect.python.rating.records import Rated, Rating
from reproscope.repository.tree import Tree

GET = "pylint is not installed: `pip install reproscope[loos2022]` brings it"
_PASSED_ON = ("PATH", "HOME", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that is spent: on all sources, on each by itself, and of memory by each process.

    With 0 `processes` all are rated in one, without the last two.
    """

    files: int = 5_000
    seconds: float = 300.0
    seconds_each: int = 60
    memory: int = 2 * 1024**3
    processes: int = 2


def collect_rating(
    tree: Tree, modules: Sequence[Module], limits: Limits = Limits(), python: str = sys.executable
) -> Rating:
    """Let pylint rate the sources of a tree; *python* is the interpreter that has it."""
    problem = _unfit(tree, modules, limits)
    if problem is not None or not modules:
        return Rating(problem=problem)
    with tempfile.TemporaryDirectory(prefix="reproscope-") as made:
        folder = Path(made).resolve()
        try:
            _prepare(folder, tree, modules, limits)
            ended = programs.run(_command(python, folder), made, _variables(folder), limits.seconds)
        except (OSError, TooMuch) as error:
            return Rating(problem=f"pylint was not run: {error}")
        said = _said(folder)
    return _rating(modules, said, _failed(ended, len(said), len(modules), limits))


def _unfit(tree: Tree, modules: Sequence[Module], limits: Limits) -> str | None:
    """Say why no mean over all sources can come out, before anything is run."""
    if tree.truncated:
        return "not all files could be looked at"
    if len(modules) > limits.files:
        return f"there are more than {limits.files:,} sources"
    # A source in Python 2 is known to us, but not to pylint.
    refused = next((module for module in modules if module.problem or module.refusal), None)
    if refused is None:
        return None
    old = " (it reads like Python 2)" if refused.python2 else ""
    return f"{refused.path} does not parse{old}: {refused.problem or refused.refusal}"


def _prepare(folder: Path, tree: Tree, modules: Sequence[Module], limits: Limits) -> None:
    """Lay out the job: the copies, and settings that are empty."""
    (folder / "pylintrc").write_bytes(b"")
    copies = copy_sources(tree, modules, folder / "copies")
    job = {
        "copies": copies,
        "common": _common(modules, copies),
        "seconds": limits.seconds_each,
        "memory": limits.memory,
        "processes": limits.processes,
    }
    (folder / "job.json").write_text(json.dumps(job), "utf-8")


def _common(modules: Sequence[Module], copies: Sequence[str]) -> list[str]:
    """Return what several sources import of the standard library, unless one has such a name."""
    theirs = {part for copy in copies for part in PurePosixPath(copy).with_suffix("").parts}
    if theirs & sys.stdlib_module_names:
        return []
    imported = Counter(
        name for one in modules for name in {found.top for found in one.imports if not found.level}
    )
    return sorted(name for name in imported.keys() & sys.stdlib_module_names if imported[name] > 1)


def _command(python: str, folder: Path) -> list[str]:
    """Return the child's command: ``-I``, or all of it but ``-s`` where packages lie there."""
    isolated = ["-E", "-P"] if site.ENABLE_USER_SITE else ["-I"]
    return [python, *isolated, child.__file__, str(folder)]


def _variables(folder: Path) -> Mapping[str, str]:
    found = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {**found, "LC_ALL": "C.UTF-8", "PYLINTHOME": str(folder / "home")}


def _said(folder: Path) -> dict[int, Mapping[str, object]]:
    """Return what was said of each source by its number; the last line may be cut."""
    try:
        lines = (folder / "ratings.jsonl").read_text("utf-8").split("\n")[:-1]
    except FileNotFoundError:
        return {}
    said = [json.loads(line) for line in lines]
    return {one["number"]: one for one in said}


def _failed(ended: programs.Ended, done: int, asked: int, limits: Limits) -> str | None:
    """Say why not every source was looked at, for another reason than what it holds."""
    if ended.code is None:
        return f"pylint took longer than {limits.seconds:g} seconds ({done} of {asked} sources)"
    if ended.code == child.NO_PYLINT:
        missing = "No module named" in ended.err
        return GET if missing else f"pylint cannot be imported: {ended.err.strip()[-300:]}"
    if ended.code:
        last = ended.err.strip().splitlines()[-1:] or [f"it ended with status {ended.code}"]
        return f"pylint could not be run: {last[0][:300]}"
    return None


def _rating(
    modules: Sequence[Module], said: Mapping[int, Mapping[str, object]], failed: str | None
) -> Rating:
    for number, one in sorted(said.items()):
        if "problem" in one:
            return Rating(problem=f"{modules[number].path}: {one['problem']}")
    if failed is None and len(said) < len(modules):
        failed = f"pylint rated {len(said)} of {len(modules)} sources"
    if failed is not None:
        return Rating(problem=failed)
    return Rating(tuple(_rated(modules[number], one) for number, one in sorted(said.items())))


def _rated(module: Module, one: Mapping[str, object]) -> Rated:
    rating, lines = one["rating"], module.lines
    weight = lines.code + lines.comment + lines.docstring
    return Rated(module.path, rating if isinstance(rating, float | int) else None, weight)
