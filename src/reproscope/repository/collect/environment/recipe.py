"""Conda recipes, ``meta.yaml``: templates, so read by lines and never rendered."""

from __future__ import annotations

import re

from reproscope.repository.collect.environment.conda_spec import conda_package
from reproscope.repository.collect.environment.records import Gathered, Kind
from reproscope.repository.collect.environment.specifying import Where
from reproscope.repository.tree import Text, Tree

_KINDS: dict[str, Kind] = {"run": "runtime", "host": "build", "build": "build"}
_ITEM = re.compile(r"\s*-\s+([A-Za-z0-9_][^#]*)")
_KEY = re.compile(r"(\s*)([\w-]+):\s*$")


def read_recipe(tree: Tree, text: Text) -> Gathered:
    """Return the requirements of a recipe, without those that a template computes."""
    found = Gathered.empty()
    inside, kind = False, None
    for number, line in enumerate(text.lines[:2000], 1):
        key = _KEY.match(line)
        if key and not key[1]:
            inside, kind = key[2] == "requirements", None
        elif key:
            kind = _KINDS.get(key[2])
        elif inside and kind and "{{" not in line and (item := _ITEM.match(line[:500])):
            conda_package(item[1].strip(), Where(text.path, number, kind, "conda-recipe"), found)
    return found
