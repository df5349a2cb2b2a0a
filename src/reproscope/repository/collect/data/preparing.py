"""Where raw data become input: scripts and functions named for it, sections, calls that do it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from reproscope.repository.collect.data.mention import Mention
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import Line, is_test
from reproscope.repository.tree import Tree

_PREPARING = re.compile(
    r"(?i)(?:.*[-_])?(?:pre_?process\w*|prepar(?:e|ation)\w*|make_?(?:data|dataset)\w*|build_?(?:data|dataset|corpus|vocab)\w*"
    r"|clean(?:ing)?_?(?:data)?|process_?(?:data|dataset|raw)\w*|create_?(?:data|dataset|splits?)\w*"
    r"|(?:data|dataset)_?(?:prep\w*|process\w*|clean\w*|generat\w*)|featuri[sz]e\w*|tokeni[sz]e\w*|etl"
    r"|normali[sz]e\w*|standardi[sz]e\w*|split_?data\w*"
    r"|(?:load|read|scale|resize|rotate|crop|augment|convert)_(?:images?|img|audio|waves?|text)\w*|encode_?(?:one_?hot|labels?)|load_?(?:data|dataset)\w*)"
)
_ASKED = re.compile(r"(?i)(?:do_)?(?:normali[sz]|standardi[sz]|preprocess|augment)\w*")
_PREPARING_HEADING = re.compile(
    r"(?i)pre-?process|prepar(?:e|ing|ation)|data (?:cleaning|processing)"
)
_DATA_CLASSES = ("Dataset", "IterableDataset", "LightningDataModule", "InMemoryDataset")


def preparing_in(tree: Tree, modules: Iterable[Module], prose: Iterable[Line]) -> Iterator[Mention]:
    """Scripts and functions that prepare data, sections about it, and calls known to do it."""
    for file in tree.files:
        source = file.suffix in (".py", ".ipynb", ".sh", ".r", ".m", ".jl")
        if source and _PREPARING.fullmatch(file.name.partition(".")[0]) and not is_test(file.path):
            yield Mention(file.path, Place(file.path, 1))
    for module in modules:
        if not module.is_test:
            yield from _preparing_code(module)
    headings = {(line.place.path, line.heading): line for line in reversed(tuple(prose))}
    for (_, heading), line in headings.items():
        if _PREPARING_HEADING.search(heading):
            yield Mention(heading, line.place)


def _preparing_code(module: Module) -> Iterator[Mention]:
    steps = known("preprocessing")
    for one in module.settings.defined:
        if _PREPARING.fullmatch(one.name):
            yield Mention(f"def {one.name}", one.place)
        elif any(base.rpartition(".")[2] in _DATA_CLASSES for base in one.bases):
            yield Mention(f"class {one.name}({', '.join(one.bases)})", one.place)
    for call in module.calls:
        asked = any(
            _ASKED.fullmatch(a.keyword or "") and a.constant is True for a in call.arguments
        )
        if asked or steps.match(call.name) is not None:
            yield Mention(call.words, call.place)
