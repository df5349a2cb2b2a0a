"""Everything about data in one record, from the tree, the sources and the documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.data.downloads import Download, commands_in, downloads_in
from reproscope.repository.collect.data.files import DataFile, data_files, dvc_files, dvc_remote
from reproscope.repository.collect.data.hashes import hashes_in
from reproscope.repository.collect.data.mention import Mention
from reproscope.repository.collect.data.names import Named, named_in, names_in
from reproscope.repository.collect.data.preparing import preparing_in
from reproscope.repository.collect.data.splits import Split, split_files, splits_in
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import Line
from reproscope.repository.tree import Tree

_MOST = 400
_URL = re.compile(r"(?:https?|ftp)://[^\s<>\"'`)\]]{4,400}")
_LABELLED = re.compile(
    r"\[(?P<label>[^\]\[]{1,120})\]\((?P<url>(?:https?|ftp)://[^\s<>\"'`)\]]{4,400})"
)
_DOI = re.compile(r"(?i)\b10\.\d{4,9}/[^\s<>\"')\]]{3,200}|zenodo\.org/records?/\d+")
_DATA_WORD = re.compile(
    r"(?i)\b(?:data(?![- ]?(?:augment|efficien|driven|parallel|free|centric))|data-?sets?|corpus"
    r"|corpora|benchmarks?|splits?)\b"
)
_CODE = re.compile(r"(?i)^https?://(?:www\.)?git(?:hub|lab)\.com/[^/]+/[^/]+/?$")
_DATA_HOST = re.compile(
    r"(?i)zenodo|figshare|dataverse|kaggle\.com/(?:datasets|c|competitions)|huggingface\.co/datasets"
    r"|archive\.ics\.uci|openml|osf\.io|datadryad|physionet|paperswithcode\.com/dataset"
    r"|drive\.google|dropbox|/data/|datasets?\b|s3\.amazonaws|storage\.googleapis|\.(?:zip|tar|tgz|gz|csv|npz|h5)\b"
)
_NOT_DATA = re.compile(
    r"(?i)img\.shields|badge|\.(?:png|jpe?g|gif|svg)\b|arxiv\.org|/actions/|colab\.research"
    r"|mybinder|pypi\.org|readthedocs|nips\.cc|neurips\.cc|openreview|aclweb|aclanthology|/wiki/|ieee"
    r"|pytorch\.org|tensorflow\.org|springer|acm\.org|thecvf|mlr\.press|conda\.|anaconda|youtube|blog|(?:model|weights|checkpoint)"
)


@dataclass(frozen=True, slots=True)
class Data:
    """What is known of a repository's data."""

    files: tuple[DataFile, ...] = ()
    dvc: tuple[str, ...] = ()
    dvc_remote: bool = False
    downloads: tuple[Download, ...] = ()
    links: tuple[Mention, ...] = ()
    dois: tuple[Mention, ...] = ()
    hashes: tuple[Mention, ...] = ()
    names: tuple[Named, ...] = ()
    sections: tuple[Mention, ...] = ()
    preparing: tuple[Mention, ...] = ()
    splits: tuple[Split, ...] = ()

    @property
    def pointers(self) -> tuple[DataFile, ...]:
        """The data files of which only a pointer of Git LFS is there."""
        return tuple(file for file in self.files if file.pointer)


def data_of(
    tree: Tree, modules: Iterable[Module], prose: tuple[Line, ...], shell: tuple[Line, ...]
) -> Data:
    """Return all that is said and done about data."""
    modules = tuple(modules)
    commands = (*commands_in(shell, code=True), *commands_in(_fenced(prose), code=False))
    return Data(
        files=tuple(data_files(tree, modules)),
        dvc=dvc_files(tree),
        dvc_remote=dvc_remote(tree),
        downloads=(*downloads_in(modules), *commands)[:_MOST],
        links=tuple(_links(prose))[:_MOST],
        dois=tuple(_dois(prose))[:_MOST],
        hashes=tuple(hashes_in(tree, modules, (*shell, *prose)))[:_MOST],
        names=_names(modules, prose),
        sections=tuple(_sections(prose)),
        preparing=tuple(preparing_in(tree, modules, prose))[:_MOST],
        splits=(*split_files(tree), *splits_in(modules))[:_MOST],
    )


def _fenced(prose: Iterable[Line]) -> Iterator[Line]:
    """Commands stand in code blocks; by themselves they are as sure with a prompt or indented."""
    for line in prose:
        if line.fenced or line.text.startswith(("$", "`", "wget ", "curl ", "kaggle ", "gdown ")):
            yield line


def _links(prose: Iterable[Line]) -> Iterator[Mention]:
    """Links that lead to data: by their host, by their label, or by the heading above them."""
    for line in prose:
        if "://" not in line.text:
            continue
        section = _DATA_WORD.search(line.heading) is not None and len(line.heading.split()) <= 6
        near = section or _DATA_WORD.search(line.text) is not None
        labels = {found["url"]: found["label"] for found in _LABELLED.finditer(line.text)}
        for url in _URL.findall(line.text):
            label = labels.get(url, "")
            named = bool(_DATA_WORD.search(label)) or _is_of_a_data_set(label, url)
            hosted = near and _DATA_HOST.search(url) is not None
            if hosted or ((section or named) and not _NOT_DATA.search(url)):
                yield Mention(url[:200], line.place)


def _is_of_a_data_set(label: str, url: str) -> bool:
    """Whether a link is named for a data set and does not lead to the code of one's library."""
    return not _CODE.search(url) and any(names_in(label, about_data=True))


def _dois(prose: Iterable[Line]) -> Iterator[Mention]:
    for line in prose:
        found = _DOI.search(line.text)
        about = _DATA_WORD.search(line.text) or _DATA_WORD.search(line.heading)
        archive = re.search(
            r"(?i)zenodo|figshare|dataverse|dryad|10\.5281|10\.6084|10\.7910", line.text
        )
        if found is not None and about and archive:
            yield Mention(found.group()[:200], line.place)


def _names(modules: Iterable[Module], prose: Iterable[Line]) -> tuple[Named, ...]:
    written = named_in((line.text, line.place, line.text) for line in prose)
    used = named_in(_code_words(modules), code=True)
    return (*written, *used)


def _code_words(modules: Iterable[Module]) -> Iterator[tuple[str, Place, str]]:
    """What a source calls, imports and opens by name, split into words by the reader of names."""
    for module in modules:
        if module.is_test:
            continue
        for call in module.calls:
            first = call.arguments[0].constant if call.arguments else None
            told = first if isinstance(first, str) and "load" in call.method else ""
            if "." in call.name or told:
                yield (
                    f"{call.name} {told}".replace("datasets", "dataset data"),
                    call.place,
                    call.words,
                )
        for literal in module.literals:
            text = literal.text
            if len(text) < 120 and "://" not in text:
                yield f"{text} data" if "data" in text else text, literal.place, text


def _sections(prose: Iterable[Line]) -> Iterator[Mention]:
    seen: set[tuple[str, str]] = set()
    for line in prose:
        key = (line.place.path, line.heading)
        if line.heading and line.text and key not in seen and _DATA_WORD.search(line.heading):
            seen.add(key)
            yield Mention(line.heading, line.place)
