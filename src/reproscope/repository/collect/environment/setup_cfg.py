"""``setup.cfg``: what setuptools reads from its ``[options]``."""

from __future__ import annotations

import configparser
import re
from collections.abc import Iterator

from reproscope.repository.collect.environment.pyproject import group_kind
from reproscope.repository.collect.environment.reading import Lines, Unreadable
from reproscope.repository.collect.environment.records import Gathered, Kind, Reference
from reproscope.repository.collect.environment.requirements import inside
from reproscope.repository.collect.environment.specifying import Where, declared
from reproscope.repository.collect.environment.versions import classifiers_stated, python_stated
from reproscope.repository.tree import Text, Tree

_MOST_LINE = 4000
_BLANKS = re.compile(r"[ \t]{40,}")
_KINDS: dict[str, Kind] = {
    "install_requires": "runtime",
    "tests_require": "dev",
    "setup_requires": "build",
}


def read_setup_cfg(tree: Tree, text: Text) -> Gathered:
    """Return what a setup.cfg declares."""
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string("\n".join(_bounded(text)))
    except configparser.Error as error:
        line = getattr(error, "lineno", None)
        raise Unreadable(f"it is not a setup.cfg: {type(error).__name__}", line) from None
    found, lines = Gathered.empty(), Lines(text)
    for key, kind in _KINDS.items():
        _listed(tree, text.path, parser.get("options", key, fallback=""), kind, lines, key, found)
    if parser.has_section("options.extras_require"):
        for group, value in parser.items("options.extras_require"):
            _listed(tree, text.path, value, group_kind(group), lines, group, found)
    _python(text.path, parser, lines, found)
    return found


def _bounded(text: Text) -> Iterator[str]:
    """Yield lines the parser is quick with: its patterns take quadratic time over blanks."""
    for number, line in enumerate(text.lines, 1):
        if len(line) > _MOST_LINE:
            why = f"it has a line longer than {_MOST_LINE:,} characters"
            raise Unreadable(why, number)
        yield _BLANKS.sub(" " * 40, line.rstrip())


def _listed(
    tree: Tree, path: str, value: str, kind: Kind, lines: Lines, key: str, found: Gathered
) -> None:
    after = lines.key(key)
    for one in value.replace(";\n", "\n").splitlines():
        plain = one.split(" #")[0].strip()
        if plain.startswith("file:"):
            for named in plain.removeprefix("file:").split(","):
                goal = inside(tree, path, named.strip())
                found.references.append(Reference(path, after, named.strip(), goal))
        elif plain and not plain.startswith(("#", "%")):
            where = Where(path, lines.of(plain, after), kind, "setup.cfg")
            found.declarations.append(declared(plain, where))


def _python(path: str, parser: configparser.RawConfigParser, lines: Lines, found: Gathered) -> None:
    text = parser.get("options", "python_requires", fallback="")
    stated = python_stated(path, lines.key("python_requires"), text, "requires-python")
    found.pythons.extend([stated] if stated else [])
    listed = parser.get("metadata", "classifiers", fallback="").splitlines()
    line = lines.key("classifiers")
    found.pythons.extend(classifiers_stated(path, line, [one.strip() for one in listed]))
