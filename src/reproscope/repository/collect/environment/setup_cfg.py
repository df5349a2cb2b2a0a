"""``setup.cfg``: what setuptools reads from its ``[options]``."""

from __future__ import annotations

import configparser

from reproscope.repository.collect.environment.pyproject import group_kind
from reproscope.repository.collect.environment.records import Gathered, Kind, Reference
from reproscope.repository.collect.environment.requirements import inside
from reproscope.repository.collect.environment.specifying import Where, declared
from reproscope.repository.collect.environment.versions import classifiers_stated, python_stated
from reproscope.repository.collect.reading import Lines, cfg_of
from reproscope.repository.tree import Text, Tree

_KINDS: dict[str, Kind] = {
    "install_requires": "runtime",
    "tests_require": "dev",
    "setup_requires": "build",
}


def read_setup_cfg(tree: Tree, text: Text) -> Gathered:
    """Return what a setup.cfg declares."""
    parser, found, lines = cfg_of(text), Gathered.empty(), Lines(text)
    for key, kind in _KINDS.items():
        _listed(tree, text.path, parser.get("options", key, fallback=""), kind, lines, key, found)
    if parser.has_section("options.extras_require"):
        for group, value in parser.items("options.extras_require"):
            _listed(tree, text.path, value, group_kind(group), lines, group, found)
    _python(text.path, parser, lines, found)
    return found


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
