"""There is an entry point: something that is plainly meant to be run.

## What it does
Lists console scripts that the package declares, targets of a Makefile, run scripts
(`run*.sh`, `train*.sh`, …) and Python scripts that run by themselves. `present` if one of them is
declared or named in the README, `partial` if scripts can be run and nobody says which.

## Why it matters
A stranger must find where to begin.

## Known problems
A Python file with statements at its top level counts as a script even if it was meant as a module.
Entry points in other languages than Python and shell are not seen.

## How to mend
Name the script to run in the README, or declare it under `[project.scripts]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at, counted
from reproscope.repository.judging.stated import tree_cut

INDICATOR = Indicator.of(
    "R109",
    "entry-points",
    "documentation",
    __doc__,
    severity=Level.NOTE,
    effort="minutes",
    weight=1,
)
_RUN = re.compile(r"(?:run|train|main|start|reproduce|eval|test|experiment)[\w.-]*\.(?:sh|bash)")
_IGNORED = re.compile(
    r"(?:^|/)(?:setup|conftest|conf|versioneer|noxfile)\.py$|(?:^|/)tests?/|(?:^|/)test_|_test\.py$"
)


def judge(facts: Facts) -> Judgement:
    """Answer whether there is something plainly meant to be run."""
    if not facts.has_code:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.")
    declared = tuple(_declared(facts))
    scripts = tuple(_scripts(facts))
    named = tuple(item for item in scripts if _named(facts, item))
    measured: dict[str, JSON] = {
        "declared": len(declared),
        "scripts": len(scripts),
        "named_in_readme": len(named),
    }
    if declared or named:
        found = (*named, *declared)
        message = f"Declared or named in the README: {counted(len(found), 'entry point')}."
        return Judgement(Outcome.PRESENT, message, found[:8], measured=measured)
    if scripts:
        message = f"{counted(len(scripts), 'script')} can be run, and the README names none."
        remedy = "Name the script to begin with in the README."
        return Judgement(Outcome.PARTIAL, message, scripts[:8], remedy, measured=measured)
    if not facts.all_parsed or tree_cut(facts):
        message = "No entry point was found, and not every source could be parsed."
        return Judgement(Outcome.UNKNOWN, message, measured=measured)
    message = "No script runs by itself, and no command is declared."
    remedy = "Add a script with `if __name__ == '__main__':`, or declare one in pyproject.toml."
    return Judgement(Outcome.ABSENT, message, remedy=remedy, measured=measured)


def _declared(facts: Facts) -> Iterator[Evidence]:
    for script in facts.documents.scripts:
        yield at(script.path, script.line, f"{script.name} = {script.goal}")
    for call in facts.calls:
        points = call.argument("entry_points") if call.place.path == "setup.py" else None
        if points is not None and "console_scripts" in points.source:
            yield at("setup.py", call.place.line, "console_scripts")
    named = [target for target in facts.documents.targets if "%" not in target[0]]
    for name, path, line in named[:3]:
        yield at(path, line, f"make {name}")
    for file in facts.tree.files:
        if file.depth <= 1 and _RUN.fullmatch(file.name.casefold()):
            yield at(file.path, 1)


def _scripts(facts: Facts) -> Iterator[Evidence]:
    """Yield notebooks and scripts that run by themselves, guarded ones first, the highest first."""
    modules = [m for m in facts.parsed if not _IGNORED.search(m.path)]
    ranked = sorted(
        modules, key=lambda m: (m.outline.guard_line is None, m.path.count("/"), m.path)
    )
    for module in ranked:
        line = module.outline.guard_line or module.outline.acts_line
        if module.notebook:
            yield at(module.path, None, f"{module.path} is a notebook")
        elif line is not None:
            yield at(module.path, line, f"{module.path} runs by itself")


def _named(facts: Facts, item: Evidence) -> bool:
    """Whether the main README names a script: in a command, or in words."""
    main = facts.documents.main
    if main is None or item.location is None or item.location.path is None:
        return False
    path = item.location.path
    folder, _, name = path.rpartition("/")
    dotted = path.removesuffix(".py").removesuffix("/__main__").replace("/", ".")
    words = {word.removeprefix("./") for command in main.commands for word in command.words}
    if {path, name, dotted} & words:
        return True
    spoken = re.compile(rf"(?<![\w/.-]){re.escape(name)}(?![\w/-])|`{re.escape(folder or path)}/?`")
    if folder and any(path in line for line in main.lines):  # in an address, for example of Colab
        return True
    return any(spoken.search(line) for line in main.lines if name in line or "`" in line)
