"""The commands of the README name files that exist.

## What it does
Reads the commands of the main README (`python train.py`, `bash scripts/run.sh`,
`pip install -r requirements.txt`, `make reproduce`, …) and looks for each script, list, module and
target in the repository: from the root, from the README's folder, and from where `cd` led. A name
to fill in (`<path>`, `$FILE`) and what comes from another project is left out.

## Why it matters
A command that names a missing file stops whoever follows the README at that line.

## Known problems
A file that an earlier step creates in a way that is not understood is taken for missing. Arguments
that name data are not looked at.

## Example
`python main.py --lr 0.1` in a repository that has only `src/main.py` is one missing file.

## How to mend
Correct the path, or add the `cd` that the command needs.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.documents.document import Command, Document
from reproscope.repository.collect.documents.needs import Need, needs_of
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at, counted
from reproscope.repository.judging.stated import tree_cut, unread

INDICATOR = Indicator.of(
    "R108",
    "commands-exist",
    "documentation",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=2,
)
_MAKERS = ("wget", "curl", "gdown", "cp", "mv", "unzip", "tar", "ln", "git", "touch", "cat")
_GENERATORS = {"CMakeLists.txt", "configure", "configure.ac", "meson.build"}
_PACKAGING = ("setup.py", "pyproject.toml", "setup.cfg")


def judge(facts: Facts) -> Judgement:
    """Answer whether what the README's commands name is there."""
    main = facts.documents.main
    if main is None:
        unseen = unread(facts)
        outcome = Outcome.UNKNOWN if unseen else Outcome.NOT_APPLICABLE
        return Judgement(outcome, unseen or "There is no README with commands.")
    answers = [(c, n, there) for c, n, there in _looked_up(facts, main) if there is not None]
    missing = [(command, need) for command, need, there in answers if not there]
    measured: dict[str, JSON] = {"named": len(answers), "missing": len(missing)}
    if not answers:
        message = f"No command of {main.path} names a file of the repository."
        return Judgement(Outcome.NOT_APPLICABLE, message, measured=measured)
    if not missing:
        what = f"all {len(answers)} things" if len(answers) > 1 else "the one thing"
        message = f"The commands of {main.path} need {what} that the repository has."
        return Judgement(Outcome.PRESENT, message, measured=measured)
    cut = tree_cut(facts)
    if cut:
        return Judgement(Outcome.UNKNOWN, cut, measured=measured)
    share = 1 - len(missing) / len(answers)
    message = (
        f"Of {counted(len(answers), 'file or target', 'files and targets')} that commands of "
        f"{main.path} name, "
        f"{len(missing)} {'is' if len(missing) == 1 else 'are'} not there."
    )
    evidence = tuple(
        at(main.path, command.line, f"{_shown(need)} is missing: {command.text[:120]}")
        for command, need in missing[:10]
    )
    outcome = Outcome.PARTIAL if share else Outcome.ABSENT
    remedy = "Correct the paths in the README, or add the missing files."
    return Judgement(outcome, message, evidence, remedy, round(share, 3), measured)


def _looked_up(facts: Facts, main: Document) -> Iterator[tuple[Command, Need, bool | None]]:
    """Yield each thing that is needed and whether it is there; ``None`` if nobody can say."""
    seen: set[Need] = set()
    made: set[str] = set()
    entered = {c.words[1].strip("/") for c in main.commands if c.program == "cd" and c.words[1:]}
    folder = main.path.rpartition("/")[0]
    for command in main.commands:
        if command.program in _MAKERS:
            made |= {
                word.rstrip("/").rpartition("/")[2].removesuffix(".git") for word in command.words
            }
        for need in needs_of(command):
            if need in seen:
                continue
            seen.add(need)
            parts = need.name.split("/")
            foreign = parts[-1] in made or (len(parts) > 1 and parts[0] in made)
            places = [
                "",
                folder,
                *sorted(entered),
                *([command.directory] if command.directory else []),
            ]
            there = any(_exists(facts, place, need) for place in places)
            lost = command.directory is None or command.directory not in facts.tree.directories
            if not there and (
                foreign or lost or _unseen(facts, need) or _made(facts, command, need)
            ):
                yield command, need, None
            else:
                yield command, need, _answer(facts, need, there)


def _answer(facts: Facts, need: Need, there: bool) -> bool | None:
    """A module of a package that is not in the tree is someone else's."""
    if need.kind == "module" and not there:
        top = need.name.partition(".")[0]
        return False if "." in need.name and facts.tree.exists(top) else None
    return there


def _exists(facts: Facts, place: str, need: Need) -> bool:
    if need.kind == "target":
        return need.name in {name for name, _, _ in facts.documents.targets}
    if need.kind == "package":
        return any(facts.tree.exists(posixpath.join(place, name)) for name in _PACKAGING)
    path = need.name.replace(".", "/") if need.kind == "module" else need.name
    endings = (".py", "/__init__.py", "/__main__.py", "") if need.kind == "module" else ("",)
    return any(facts.tree.exists(posixpath.join(place, path + ending)) for ending in endings)


def _unseen(facts: Facts, need: Need) -> bool:
    """Whether a path leads where nobody looked: a link, a submodule, files of others."""
    tree = facts.tree
    closed = {link.path for link in tree.links} | {module.path for module in tree.submodules}
    closed |= {skipped.what for skipped in tree.skipped} | {file.path for file in tree.vendored}
    return any(need.name == path or need.name.startswith(f"{path}/") for path in closed)


def _made(facts: Facts, command: Command, need: Need) -> bool:
    """Whether a target may come from a Makefile that is not read: below, included, or generated."""
    if need.kind != "target":
        return False
    targets = {name for name, _, _ in facts.documents.targets}
    return bool(command.directory) or "%" in targets or bool(_GENERATORS & facts.file_names)


def _shown(need: Need) -> str:
    names = {"package": "setup.py or pyproject.toml", "target": f"the target {need.name}"}
    return names.get(need.kind, need.name)
