"""The process that rates copied sources by pylint; it is started by the path of this file.

Its one argument is a folder with ``job.json`` and the copies; for each copy it adds a line to
``ratings.jsonl``. It imports nothing of Reproscope, which is why it is one file, and lets nothing
of the copies be imported.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

NO_PYLINT = 3
_OPTIONS = (
    "--jobs=1",
    "--persistent=n",
    "--reports=n",
    "--unsafe-load-any-extension=n",
    "--disable=import-error",
)

# Trees take about 60 times the memory of their sources.
_MOST_PARSED = 10 * 1024 * 1024

Rate = Callable[[Path], Mapping[str, object]]


@dataclass(frozen=True)
class Work:
    """How a copy is rated, where that is said, and what may be spent on it."""

    rate: Rate
    ratings: int
    processes: int
    seconds: int

    def say(self, number: int, found: Mapping[str, object]) -> None:
        """Write what was found of a copy, in one line at once."""
        os.write(self.ratings, json.dumps({"number": number, **found}).encode() + b"\n")


class Trusted:
    """Finds what is really imported where it lay before the copies came, and not among them."""

    def __init__(self, path: Iterable[str], copies: Path) -> None:
        self._path = list(path)
        self._copies = str(copies)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the standard library or of pylint."""
        found = PathFinder.find_spec(name, self._path if path is None else path, target)
        if found is None:
            return None
        places = [found.origin or "", *(found.submodule_search_locations or ())]
        return None if any(place.startswith(self._copies) for place in places) else found


def main(folder: Path) -> int:
    """Rate every copy that the job names."""
    job = json.loads((folder / "job.json").read_text("utf-8"))
    try:
        rate = _rater(folder)
    except ImportError as error:
        print(error, file=sys.stderr)
        return NO_PYLINT
    # Pylint prints what it thinks of its own failures; nobody reads that.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    paths = [folder / "copies" / one for one in job["copies"]]
    with (folder / "ratings.jsonl").open("ab", buffering=0) as ratings:
        work = Work(rate, ratings.fileno(), job["processes"], job["seconds"])
        if work.processes and hasattr(os, "fork"):
            _limit_memory(job["memory"])
            _warm(folder, job["common"], rate)
            _rate_apart(paths, work)
        else:
            _rate_in_turn(paths, work)
    return 0


def _limit_memory(most: int) -> None:
    import resource

    with suppress(ValueError, OSError):  # some systems have no such limit; that of time stays
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _rater(folder: Path) -> Rate:
    """Return what rates one copy by pylint, as if it were the only one."""
    import isort  # noqa: F401 (pylint imports it late, when the copies are on the path)
    from pylint.lint import PyLinter, Run
    from pylint.reporters import BaseReporter

    sys.meta_path[:] = [BuiltinImporter, FrozenImporter, Trusted(sys.path, folder / "copies")]

    class Silent(BaseReporter):
        """Keeps no message: they are counted elsewhere."""

        name = "silent"

        def handle_message(self, msg: object) -> None:
            """Let it go."""

        def _display(self, layout: object) -> None:
            """Show nothing."""

    class Linter(PyLinter):
        """Obeys no remark in a source, and sees of others only the standard library."""

        def process_tokens(self, tokens: list[Any]) -> None:
            """Leave every message enabled, whatever a comment asks for."""

        def check(self, files_or_modules: Sequence[str]) -> None:
            """Check without what is installed here, so that the rating is the same elsewhere."""
            with _searching(_standard_library()):
                super().check(files_or_modules)

    class Rating(Run):
        """Pylint as on a command line, with this linter."""

        LinterClass = Linter

    def rate(path: Path) -> Mapping[str, object]:
        # What lies beside a source is "first party" to pylint by the directory it is called in.
        os.chdir(_package_root(path))
        options = [f"--rcfile={folder / 'pylintrc'}", *_OPTIONS]
        return _rated(Rating([*options, str(path)], Silent(), exit=False).linter.stats)

    return rate


@contextmanager
def _searching(paths: Sequence[str]) -> Iterator[None]:
    """Let astroid look for modules in these directories alone."""
    before = list(sys.path)
    sys.path[:] = paths
    try:
        yield
    finally:
        sys.path[:] = before


def _standard_library() -> list[str]:
    names = ("stdlib", "platstdlib")
    paths = [sysconfig.get_path(name) for name in names]
    paths += [sysconfig.get_config_var("DESTSHARED"), str(Path(sys.base_prefix) / "DLLs")]
    return [path for path in dict.fromkeys(paths) if path]


def _package_root(path: Path) -> Path:
    """Return the directory above the outermost package that a source lies in."""
    folder = path.parent
    while (folder / "__init__.py").exists():
        folder = folder.parent
    return folder


def _rated(stats: Any) -> Mapping[str, object]:
    """Return pylint's rating of one source, not cut off at 0: so the thesis's tool had it."""
    if stats.fatal:
        return {"problem": "pylint failed at it"}
    if not stats.statement:
        wrong = {"syntax-error", "parse-error"} & set(stats.by_msg)
        return {"problem": "pylint cannot parse it"} if wrong else {"rating": None}
    weighed = 5 * stats.error + stats.warning + stats.refactor + stats.convention
    return {"rating": round(10 - weighed / stats.statement * 10, 2)}


def _warm(folder: Path, names: Sequence[str], rate: Rate) -> None:
    """Let pylint parse once what several sources import of the standard library."""
    (folder / "common").mkdir()
    common = folder / "common" / "common.py"
    common.write_text("".join(f"import {name}\n" for name in names), "utf-8")
    rate(common)


def _rate_apart(paths: Sequence[Path], work: Work) -> None:
    """Rate each in a process of its own, forked where all that it may import is parsed already.

    Only the parsed trees are shared, so that the order of the sources changes nothing. One that
    cannot be rated is enough: there is no mean without it.
    """
    for root, numbered in _grouped(paths).items():
        pid = os.fork()
        if not pid:
            _leave(partial(_rate_group, root, numbered, work))
        if os.waitpid(pid, 0)[1]:
            break


def _grouped(paths: Iterable[Path]) -> Mapping[Path, Mapping[int, Path]]:
    """Return the sources with their numbers by where their imports begin."""
    groups: dict[Path, dict[int, Path]] = {}
    for number, path in enumerate(paths):
        groups.setdefault(_package_root(path), {})[number] = path
    return groups


def _rate_group(root: Path, paths: Mapping[int, Path], work: Work) -> bool:
    _parse(root, paths.values())
    gc.freeze()  # the trees stay: nobody has to walk, and thereby copy, them in every process
    running: dict[int, int] = {}
    well = True
    for number, path in paths.items():
        if len(running) >= work.processes:
            well = _reap(running, work)
        if not well:
            break
        pid = os.fork()
        if not pid:
            _leave(partial(_rate_limited, number, path, work))
        running[pid] = number
    while running:
        well = _reap(running, work) and well
    return well


def _parse(root: Path, paths: Iterable[Path]) -> None:
    """Let astroid parse what the sources of a group may import of each other, up to a size."""
    from astroid.exceptions import AstroidError
    from astroid.manager import AstroidManager

    left = _MOST_PARSED
    with _searching([str(root), *_standard_library()]):
        for path in paths:
            left -= path.stat().st_size
            if left < 0:
                break
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            with suppress(AstroidError):
                AstroidManager().ast_from_file(str(path), name, source=True)


def _rate_limited(number: int, path: Path, work: Work) -> bool:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (work.seconds, work.seconds))
    return _rate_one(number, path, work)


def _leave(task: Callable[[], bool]) -> NoReturn:
    """Do the task of a forked process, and end it: nothing of its parent is run twice."""
    well = False
    try:
        well = task()
    finally:
        os._exit(not well)


def _reap(running: dict[int, int], work: Work) -> bool:
    """Wait for one process; whether it rated its source. One that was ended cannot say so."""
    pid, status = os.wait()
    number = running.pop(pid)
    if os.WIFSIGNALED(status):
        work.say(number, {"problem": "pylint was ended at its limit of time or memory"})
    return not status


def _rate_in_turn(paths: Sequence[Path], work: Work) -> None:
    """Rate one after the other where no process can be forked, forgetting each."""
    from astroid.manager import AstroidManager

    for number, path in enumerate(paths):
        AstroidManager().clear_cache()
        if not _rate_one(number, path, work):
            break


def _rate_one(number: int, path: Path, work: Work) -> bool:
    try:
        found = work.rate(path)
    except (Exception, SystemExit) as error:
        found = {"problem": f"pylint failed at it ({type(error).__name__})"}
    work.say(number, found)
    return "problem" not in found


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
