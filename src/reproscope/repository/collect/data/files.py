"""Which files of a tree are data, by their type and where they lie; and which only stand for data.

A figure of the documentation, a configuration and a list of requirements are none. Text, JSON and
images are data only in a folder that says so.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.texts import is_test
from reproscope.repository.tree import File, Tree

_SURE = {
    "table": ".csv .tsv .parquet .feather .arff .xlsx .xls .sav .dta .libsvm .svmlight"
    " .jsonl .ndjson .csv.gz .tsv.gz .jsonl.gz .arrow",
    "array": ".npy .npz .mat .h5 .hdf5 .hdf .nc .zarr .tfrecord .tfrecords .lmdb .mdb .idx1-ubyte"
    " .idx3-ubyte .rds .rda .rdata",
    "image": ".nii .nii.gz .dcm .mha .nrrd .tif .tiff",
    "sound": ".wav .flac",
    "graph": ".graphml .gml .edgelist .cites .content",
    "sequence": ".fasta .fa .fastq .sdf .pdb .smi .bam .vcf",
    "database": ".sqlite .sqlite3 .db",
}
_IN_DATA_FOLDERS = {
    "text": ".txt .json .xml .dat .data .names .test .train .tab .index .graph .x .y .tx .ty"
    " .allx .ally",
    "image": ".png .jpg .jpeg .bmp .gif .ppm .pgm .webp",
    "sound": ".mp3 .ogg .mid .midi",
    "archive": ".zip .tar .gz .tgz .bz2 .xz .7z .rar",
    "pickle": ".pkl .pickle .p .pt .pth",
    "video": ".mp4 .avi",
}


def _by_suffix(kinds: dict[str, str]) -> dict[str, str]:
    return {suffix: kind for kind, suffixes in kinds.items() for suffix in suffixes.split()}


_SUFFIXES = _by_suffix(_SURE)
_SUFFIXES_AT_HOME = _by_suffix(_IN_DATA_FOLDERS)
_FOLDER = re.compile(
    r"(?i)(?:raw_?|processed_?|toy_?|sample_?|example_?)?(?:data|datasets?|corpus|corpora|splits?)"
)
_NOT = re.compile(
    r"(?i)(?:docs?|figures?|figs?|plots?|assets|images?|imgs?|media|static|logs?|results?|outputs?"
    r"|checkpoints?|weights|models?|node_modules|site|wandb|mlruns|configs?|\.github"
    r"|(?:learning_?|training_?)?curves?)"
)
_NAMES_NOT = re.compile(
    r"(?i)(?:read_?me|licen[cs]e|requirements|package|setup|config|metadata|dataset_info|results?"
    r"|metrics|scores?|log|tokenizer|vocab|cmakelists|manifest)\b.*"
)
_KNOWN_OTHERWISE = {
    *("", ".py", ".pyx", ".ipynb", ".md", ".rst", ".sh", ".bat", ".c", ".cc", ".cpp", ".cu", ".h"),
    *(".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".gin", ".json", ".xml", ".html", ".tex"),
    *(".pt", ".pth", ".ckpt", ".safetensors", ".onnx", ".pb", ".bin", ".model", ".pkl", ".joblib"),
    *(
        ".png",
        ".jpg",
        ".jpeg",
        ".gif",
        ".svg",
        ".pdf",
        ".ttf",
        ".otf",
        ".log",
        ".lock",
        ".so",
        ".m",
    ),
    *(".r", ".jl", ".js", ".css", ".java", ".lua", ".exe", ".jar", ".zip", ".gz", ".tar", ".txt"),
}
_MARKS = ("dvc.yaml", "dvc.lock")


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of data: its kind, its size, and whether only a pointer of Git LFS is there."""

    path: str
    kind: str
    size: int
    pointer: bool = False


def data_files(tree: Tree, modules: Iterable[Module] = ()) -> Iterator[DataFile]:
    """Yield the data files of a tree; those that belong to tests are not the work's data.

    A file of a type that is not known is data where a source names it.
    """
    named = _named_by(modules)
    for file in tree.files:
        kind = kind_of(file)
        if kind is None and file.name in named and _may_be_data(file):
            kind = "named by code"
        if kind is not None:
            yield DataFile(file.path, kind, file.size, file.pointer)


def _named_by(modules: Iterable[Module]) -> set[str]:
    """Return the names of files that sources have in a text, but of those they write."""
    ours = [module for module in modules if not module.is_test]
    texts = (one.text for module in ours for one in module.literals if one.role != "compared")
    written = (one.path for module in ours for one in module.opened if one.writes)
    name = operator.itemgetter(2)
    return {name(text.rpartition("/")) for text in texts} - {
        name(path.rpartition("/")) for path in written
    }


def _may_be_data(file: File) -> bool:
    """Whether nothing else is known of a file's type: ``rt-polarity.neg``, and no ``model.pth``."""
    folders = file.path.casefold().split("/")[:-1]
    other = _NAMES_NOT.fullmatch(file.name) or any(_NOT.fullmatch(folder) for folder in folders)
    return file.suffix not in _KNOWN_OTHERWISE and not other and not is_test(file.path)


def kind_of(file: File) -> str | None:
    """Return the kind of data a file holds, or ``None``.

    >>> kind_of(File("docs/images/fig.png", 1)), kind_of(File("data/x.npy", 1))
    (None, 'array')
    """
    folders = file.path.casefold().split("/")[:-1]
    if is_test(file.path) or _NAMES_NOT.fullmatch(file.name):
        return None
    at_home = any(_FOLDER.fullmatch(folder) for folder in folders)
    if not at_home and any(_NOT.fullmatch(folder) for folder in folders):
        return None
    suffix = _suffix(file.name)
    sure = _SUFFIXES.get(suffix)
    return _SUFFIXES_AT_HOME.get(suffix) if sure is None and at_home else sure


def _suffix(name: str) -> str:
    parts = name.casefold().split(".")
    if len(parts) > 2 and parts[-1] == "gz" and f".{parts[-2]}.gz" in _SUFFIXES:
        return f".{parts[-2]}.gz"
    return f".{parts[-1]}" if len(parts) > 1 else ""


def dvc_files(tree: Tree) -> tuple[str, ...]:
    """Return the files by which DVC tracks data."""
    return tuple(
        file.path
        for file in tree.files
        if (file.suffix == ".dvc" and file.name != ".dvc") or file.name in _MARKS
    )


def dvc_remote(tree: Tree) -> bool:
    """Whether DVC is told where the data can be fetched from."""
    file = tree.by_path.get(".dvc/config")
    text = None if file is None else tree.text(file)
    return text is not None and "remote" in text.content and "url" in text.content
