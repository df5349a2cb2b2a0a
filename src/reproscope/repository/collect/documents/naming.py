"""Which file is which document, by its name and place; and which README is the main one."""

from __future__ import annotations

import posixpath
import re

from reproscope.repository.collect.documents.document import Kind, Markup
from reproscope.repository.tree import File, Tree

_README = re.compile(r"read[-_ ]?me(?:[-_.](?:[a-z]{2,3}(?:[-_][a-z]{2,4})?|[a-z]{4,12}))?")
_PLACES = ("", ".github", "docs", "doc")
_MARKUPS: dict[str, Markup] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".mdx": "markdown",
    ".qmd": "markdown",
    ".rst": "restructuredtext",
    ".rest": "restructuredtext",
    ".adoc": "asciidoc",
    ".asciidoc": "asciidoc",
    ".txt": "plain",
    ".text": "plain",
    ".org": "plain",
    "": "plain",
}
_ORDER = tuple(_MARKUPS)
_NAMES: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"install(?:ation|ing)?|set-?up|getting[-_]?started"), "installation"),
    (re.compile(r"contributing|development|hacking"), "contributing"),
    (re.compile(r"change-?_?log|changes|history|news|releases?|release[-_]notes"), "changelog"),
    (re.compile(r"model[-_]?cards?"), "model-card"),
    (re.compile(r"data(?:set)?[-_]?(?:card|sheet)s?|datasheet"), "data-card"),
)
_DOCUMENTATION = ("docs", "doc", "documentation")
_SCRIPTS = (".sh", ".bash", ".slurm", ".sbatch")


def stem_of(file: File) -> str:
    """Return a file's name in small letters without the ending of a text."""
    name = file.name.casefold()
    return name[: -len(file.suffix)] if file.suffix in _MARKUPS and file.suffix else name


def markup_of(file: File) -> Markup | None:
    """Return the markup a name stands for; ``None`` if it is not the name of a text."""
    if file.suffix in _SCRIPTS:
        return "shell"
    return _MARKUPS.get(file.suffix if file.name.count(".") else "")


def kind_of(file: File) -> Kind | None:
    """Return which document a file is, or ``None``.

    >>> kind_of(File("README.zh-CN.md", 1)), kind_of(File("readme_figure.png", 1))
    ('readme', None)
    """
    if markup_of(file) is None:
        return None
    if file.suffix in _SCRIPTS:
        return "script"
    stem = stem_of(file)
    if _README.fullmatch(stem):
        return "readme"
    below = file.path.casefold().split("/")[:-1]
    documented = any(part in _DOCUMENTATION for part in below)
    for expression, kind in _NAMES:
        if expression.fullmatch(stem) and (file.depth == 0 or documented):
            return kind
    if documented and file.suffix not in ("", ".txt"):
        return "documentation"
    return "documentation" if file.depth == 0 and markup_of(file) == "markdown" else None


def linked_at_root(tree: Tree) -> dict[str, File]:
    """Return the files of the tree that a symbolic link at the root leads to, under its name.

    Such a link is not followed: that ``README.md`` stands for ``docs/index.md`` is known by name.
    """
    found: dict[str, File] = {}
    for link in tree.links:
        goal = posixpath.normpath(link.goal)
        if "/" not in link.path and goal in tree.by_path:
            found.setdefault(goal, File(link.path, tree.by_path[goal].size))
    return found


def rank(file: File) -> tuple[int, int, int] | None:
    """Return how early a README is shown to a visitor: lower is earlier, ``None`` is never.

    The root comes first, and a README in a folder of data or code is another document.
    """
    folder = file.path.rpartition("/")[0].casefold()
    if folder not in _PLACES or kind_of(file) != "readme":
        return None
    translated = 0 if stem_of(file) in ("readme", "read_me", "read-me", "read me") else 1
    return _PLACES.index(folder), translated, _ORDER.index(file.suffix)
