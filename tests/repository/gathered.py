"""From a folder to facts, for tests of indicators about documents."""

from __future__ import annotations

from pathlib import Path

from reproscope.repository.collect.documents.gathering import collect_documents, collect_licences
from reproscope.repository.collect.python.modules import module_of
from reproscope.repository.collect.python.parsing import Source
from reproscope.repository.collect.python.style import Style
from reproscope.repository.facts import Facts
from reproscope.repository.sources.origin import Origin
from reproscope.repository.tree import File, Tree


def tree_of(root: Path) -> Tree:
    found = [p for p in root.rglob("*") if p.is_file() and not p.is_symlink()]
    files = [File(p.relative_to(root).as_posix(), p.stat().st_size) for p in found]
    return Tree(root, tuple(sorted(files, key=lambda file: file.path)))


def facts_of(root: Path, tags: tuple[str, ...] | None = None, style: Style | None = None) -> Facts:
    tree = tree_of(root)
    documents = collect_documents(tree)
    texts = [tree.text(file) for file in tree.files if file.suffix == ".py"]
    modules = [module_of(Source(text.path, text.content)) for text in texts if text is not None]
    return Facts(
        Origin(root.name, tags=tags),
        tree,
        modules=tuple(modules),
        documents=documents,
        licences=collect_licences(tree, documents),
        style=style,
    )
