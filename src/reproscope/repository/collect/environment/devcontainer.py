"""Dev containers: the image that ``devcontainer.json`` names, and the Python of its features."""

from __future__ import annotations

import re
import shlex

from reproscope.repository.collect.environment.dockerfile import named_image
from reproscope.repository.collect.environment.installing import installed
from reproscope.repository.collect.environment.records import Gathered
from reproscope.repository.collect.environment.versions import python_stated
from reproscope.repository.collect.reading import Lines, json_of, table, texts
from reproscope.repository.tree import Text, Tree


def read_devcontainer(tree: Tree, text: Text) -> Gathered:
    """Return the image, the versions and the commands of a dev container."""
    data, lines, found = table(json_of(text)), Lines(text), Gathered.empty()
    image = data.get("image")
    if isinstance(image, str):
        named_image(text.path, lines.key("image"), image, {}, found)
    for feature, options in table(data.get("features")).items():
        version = table(options).get("version")
        if re.search(r"/python(?::|$)", str(feature)) and isinstance(version, str):
            line = lines.of(str(feature))
            stated = python_stated(text.path, line, version, "dev container")
            found.pythons.extend([stated] if stated else [])
    for key in ("postCreateCommand", "onCreateCommand", "updateContentCommand"):
        for command in _commands(data.get(key)):
            installed(tree, text.path, lines.key(key), command[:4000], {}, found)
    return found


def _commands(value: object) -> list[str]:
    """Return a command that is a text, a list of words, or several of these by name."""
    if isinstance(value, dict):
        return [one for part in list(value.values())[:50] for one in _commands(part)]
    if isinstance(value, list):
        return [shlex.join(texts(value)[:500])]
    return [value] if isinstance(value, str) else []
