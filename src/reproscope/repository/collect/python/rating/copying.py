"""The sources as text in a folder of ours: what pylint may see of a repository, and no more.

They keep their places among each other, so that what one imports of another is found; a notebook's
code and a script without an ending get a name that no module has. Nothing else is copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.notebooks import notebook_source
from reproscope.repository.collect.python.reading import script_source
from reproscope.repository.tree import File, Tree

MOST_BYTES = 100 * 1024 * 1024
_MOST_FILE = 16 * 1024 * 1024


class TooMuch(ValueError):
    """There is more to copy than is copied."""


def copy_sources(tree: Tree, modules: Sequence[Module], folder: Path) -> list[str]:
    """Copy the sources below a folder; return the path of each copy, in their order."""
    taken = {module.path for module in modules}
    copies, left = [], MOST_BYTES
    for number, module in enumerate(modules, 1):
        name = _name(module, number, taken)
        data = _data(tree, tree.by_path[module.path], module)
        left -= len(data)
        if left < 0:
            raise TooMuch(f"the sources have more than {MOST_BYTES:,} bytes")
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as copy:
            copy.write(data)
        copies.append(name)
    return copies


def _name(module: Module, number: int, taken: set[str]) -> str:
    if module.path.endswith(".py"):
        return module.path
    kind = "notebook" if module.notebook else "script"
    name = str(PurePosixPath(module.path).with_name(f"{kind}_{number}.py"))
    while name in taken:
        name = f"{name.removesuffix('.py')}_.py"
    return name


def _data(tree: Tree, file: File, module: Module) -> bytes:
    """Return a script's own bytes, or text in UTF-8 where pylint could not read them."""
    if module.notebook:
        return (notebook_source(tree, file).text.rstrip("\n") + "\n").encode("utf-8", "replace")
    if module.undeclared:
        return script_source(tree, file).text.encode("utf-8", "replace")
    return tree.read_bytes(file, _MOST_FILE)
