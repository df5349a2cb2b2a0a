"""There are tests of the code.

## What it does
Looks for sources named `test_*.py` or `*_test.py`, or below a folder `tests`, that define test
functions or `unittest` cases. Files of that name without a test in them are `partial`; a `test.py`
that evaluates a model is not a test.

## Why it matters
Tests show that the code did what it should when it was published, and whether it still does on
another machine.

## Known problems
How much the tests cover is not measured. Tests in other languages and doctests are not seen.

## How to mend
Add one test that trains for a few steps on tiny data and checks the numbers.
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at, counted
from reproscope.repository.judging.stated import tree_cut

INDICATOR = Indicator.of(
    "R805", "tests", "practice", __doc__, severity=Level.NOTE, effort="a day", weight=1
)
_NAMED = re.compile(r"(?:.*/)?(?:test_\w+|\w+_test|tests)\.py")
_BELOW = re.compile(r"(?:^|.*/)(?:tests?|testing|unit_?tests?)/(?!__init__|conftest)[^/]*.*\.py")
_REMEDY = "Add tests, e.g. one that trains for a few steps on tiny data and checks the result."


def judge(facts: Facts) -> Judgement:
    """Answer whether there are tests."""
    if not facts.has_code:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.")
    files = [m for m in facts.modules if _is_test_file(m)]
    tests = [(m.path, line) for m in files for line in _tests(m)]
    measured: dict[str, JSON] = {"test_files": len(files), "tests": len(tests)}
    if tests:
        message = f"{counted(len(tests), 'test')} in {counted(len(dict(tests)), 'file')}."
        evidence = tuple(at(path, line) for path, line in _first_of_each(tests)[:8])
        return Judgement(Outcome.PRESENT, message, evidence, measured=measured)
    unparsed = [m for m in files if not m.parsed]
    cut = tree_cut(facts)
    if unparsed or cut:
        message = cut or f"{unparsed[0].path} is named like a test and could not be parsed."
        return Judgement(Outcome.UNKNOWN, message, measured=measured)
    if files:
        message = f"{files[0].path} is named like a test, and no test function was found."
        evidence = tuple(at(m.path) for m in files[:5])
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, 0.25, measured)
    return Judgement(Outcome.ABSENT, "There are no tests.", remedy=_REMEDY, measured=measured)


def _is_test_file(module: Module) -> bool:
    low = module.path.casefold()
    if module.notebook or not low.endswith(".py"):
        return False
    if _NAMED.fullmatch(low):
        return module.is_test  # test_on_image.py is a script
    return bool(_BELOW.fullmatch(low)) and (not module.parsed or bool(_tests(module)))


def _tests(module: Module) -> list[int]:
    """Return the lines of test functions; in a file of another name only real cases count."""
    found, case = [], False
    for definition in module.outline.definitions:
        if definition.inner:
            continue
        if definition.is_class:
            case = any(base.endswith("TestCase") for base in definition.bases)
            case = case or definition.name.startswith("Test")
        elif definition.name.startswith("test_") or (case and definition.name.startswith("test")):
            found.append(definition.line)
    return found


def _first_of_each(tests: list[tuple[str, int]]) -> list[tuple[str, int]]:
    first: dict[str, int] = {}
    for path, line in tests:
        first.setdefault(path, line)
    return list(first.items())
