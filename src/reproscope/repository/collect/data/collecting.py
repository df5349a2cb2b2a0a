"""Everything about data in one record, from the tree, the sources and the documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.data.downloads import Download, commands_in, downloads_in
from reproscope.repository.collect.data.files import DataFile, data_files, dvc_files, dvc_remote
from reproscope.repository.collect.data.names import Named, named_in, names_in
from reproscope.repository.collect.data.splits import Split, split_files, splits_in
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import Line, is_test
from reproscope.repository.tree import Tree

_MOST = 400
_URL = re.compile(r"(?:https?|ftp)://[^\s<>\"'`)\]]{4,400}")
_LABELLED = re.compile(
    r"\[(?P<label>[^\]\[]{1,120})\]\((?P<url>(?:https?|ftp)://[^\s<>\"'`)\]]{4,400})"
)
_DOI = re.compile(r"(?i)\b10\.\d{4,9}/[^\s<>\"')\]]{3,200}|zenodo\.org/records?/\d+")
_DATA_WORD = re.compile(r"(?i)\b(?:data|data-?sets?|corpus|corpora|benchmarks?|splits?)\b")
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
_PREPARING = re.compile(
    r"(?i)(?:.*[-_])?(?:pre_?process\w*|prepar(?:e|ation)\w*|make_?(?:data|dataset)\w*|build_?(?:data|dataset|corpus|vocab)\w*"
    r"|clean(?:ing)?_?(?:data)?|process_?(?:data|dataset|raw)\w*|create_?(?:data|dataset|splits?)\w*"
    r"|(?:data|dataset)_?(?:prep\w*|process\w*|clean\w*|generat\w*)|featuri[sz]e\w*|tokeni[sz]e\w*|etl"
    r"|normali[sz]e\w*|standardi[sz]e\w*|encode_?(?:one_?hot|labels?)|load_?(?:data|dataset)\w*)"
)
_PREPARING_HEADING = re.compile(
    r"(?i)pre-?process|prepar(?:e|ing|ation)|data (?:cleaning|processing)"
)
_DATA_CLASSES = ("Dataset", "IterableDataset", "LightningDataModule", "InMemoryDataset")
_HASH_FILE = re.compile(
    r"(?i)(?:md5|sha1|sha256|sha512)sums?(?:\.txt)?|checksums?(?:\.\w+)?|.+\.(?:md5|sha256|sha1)"
)
_HASH_COMMAND = re.compile(
    r"\b(?:md5sum|sha1sum|sha256sum|sha512sum|shasum)\b.{0,200}(?:-c\b|--check|\|)"
)
_HEX = re.compile(r"(?i)(?:md5|sha1|sha256|hash|checksum)\W{1,4}[0-9a-f]{32,64}\b")


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that was seen on a line, in its words."""

    words: str
    place: Place


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
        files=tuple(data_files(tree)),
        dvc=dvc_files(tree),
        dvc_remote=dvc_remote(tree),
        downloads=(*downloads_in(modules), *commands)[:_MOST],
        links=tuple(_links(prose))[:_MOST],
        dois=tuple(_dois(prose))[:_MOST],
        hashes=tuple(_hashes(tree, modules, (*shell, *prose)))[:_MOST],
        names=_names(modules, prose),
        sections=tuple(_sections(prose)),
        preparing=tuple(_preparing(tree, modules, prose))[:_MOST],
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
            named = bool(_DATA_WORD.search(label)) or any(names_in(label, about_data=True))
            hosted = near and _DATA_HOST.search(url) is not None
            if hosted or ((section or named) and not _NOT_DATA.search(url)):
                yield Mention(url[:200], line.place)


def _dois(prose: Iterable[Line]) -> Iterator[Mention]:
    for line in prose:
        found = _DOI.search(line.text)
        about = _DATA_WORD.search(line.text) or _DATA_WORD.search(line.heading)
        archive = re.search(
            r"(?i)zenodo|figshare|dataverse|dryad|10\.5281|10\.6084|10\.7910", line.text
        )
        if found is not None and about and archive:
            yield Mention(found.group()[:200], line.place)


def _hashes(tree: Tree, modules: Iterable[Module], lines: Iterable[Line]) -> Iterator[Mention]:
    """Hashes to compare with: sums beside the data, commands, hash calls where data are read."""
    for file in tree.files:
        if _HASH_FILE.fullmatch(file.name) and file.suffix not in (".py", ".ipynb"):
            yield Mention(file.path, Place(file.path, 1))
    for line in lines:
        if _HASH_COMMAND.search(line.text) or _HEX.search(line.text):
            yield Mention(line.text[:160], line.place)
    hashing, fetching = known("hashes"), known("downloads")
    for module in modules:
        if module.is_test or not any(fetching.match(call.name) for call in module.calls):
            continue
        for call in module.calls:
            if hashing.match(call.name) is not None:
                yield Mention(call.words, call.place)


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


def _preparing(tree: Tree, modules: Iterable[Module], prose: Iterable[Line]) -> Iterator[Mention]:
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
        if steps.match(call.name) is not None:
            yield Mention(call.words, call.place)
