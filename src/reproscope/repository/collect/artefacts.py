"""Trained models: the calls that save one, files of weights, and links to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.pickles import Loading, loadings_of, pickles_in
from reproscope.repository.collect.python.calls import Argument, Call
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import Line, is_test
from reproscope.repository.tree import File, Tree

_MOST = 400
_SURE = {
    ".pt": "PyTorch", ".pth": "PyTorch", ".pth.tar": "PyTorch", ".ckpt": "checkpoint",
    ".safetensors": "safetensors", ".onnx": "ONNX", ".keras": "Keras", ".tflite": "TensorFlow Lite",
    ".caffemodel": "Caffe", ".gguf": "GGUF", ".mlmodel": "Core ML", ".joblib": "joblib",
    ".weights": "Darknet", ".pdparams": "Paddle", ".torchscript": "TorchScript", ".skops": "skops",
    ".msgpack": "Flax", ".ubj": "XGBoost",
}  # fmt: skip
_UNSURE = {
    ".h5": "Keras", ".hdf5": "Keras", ".pkl": "pickle", ".pickle": "pickle", ".bin": "weights",
    ".model": "model", ".pb": "TensorFlow", ".params": "parameters", ".sav": "pickle",
    ".npz": "arrays", ".index": "TensorFlow", ".json": "XGBoost",
}  # fmt: skip
_MODEL_WORD = re.compile(
    r"(?i)models?|weights?|checkpoints?|ckpts?|pretrained|pre-trained|state_?dict|net|network|clf"
    r"|classifier|regressor|estimator|pipeline|forest|svm|booster|policy|agent|saved_model"
)
_SAVES = re.compile(
    r"(?i)_?(?:save|store|dump)_?(?:params|parameters|model|weights|net|checkpoint)\w*"
)
# Methods that many classes have: they are a library's where it is imported.
_OF = {
    "boosting": {"xgboost", "lightgbm", "catboost"},
    "Lightning": {"pytorch_lightning", "lightning"},
}
OWN = "a method of its own"
_ARRAYS = {"X", "y", "X_train", "y_train", "X_test", "y_test"}
_DATA_WORDS = {
    "samples",
    "targets",
    "data",
    "dataset",
    "collate",
    "processed",
    "graphs",
    "slices",
    "cache",
    "features",
}
_WEIGHTS = re.compile(
    r"(?i)pre-?trained|\bweights\b|check-?points?|model zoo|trained models?|\bckpt|\bmodels?\b"
)
_URL = re.compile(r"(?:https?|ftp)://[^\s<>\"'`)\]]{4,400}")
_HOSTED = re.compile(
    r"(?i)drive\.google|dropbox|huggingface\.co/(?!datasets|docs|spaces|papers)[\w.-]+/[\w.-]+|zenodo"
    r"|figshare|osf\.io|releases/(?:download|tag)|s3\.|amazonaws|storage\.googleapis|dl\.fbaipublicfiles"
    r"|onedrive|1drv|sharepoint|pan\.baidu|modelscope|\.(?:pt|pth|ckpt|h5|onnx|safetensors|zip|tar|tgz)\b"
)
# A link that says itself that it leads to a trained model, wherever that lies but in a paper.
_SAYS_WEIGHTS = re.compile(
    r"(?i)\[[^\]\[]{0,120}(?:trained|weights|check-?point)[^\]\[]{0,120}\]"
    r"\((https?://[^\s<>\"'`)\]]{4,400})"
)
_PAPERS = re.compile(r"(?i)arxiv\.org|doi\.org|openreview|\.pdf\b|aclanthology|wikipedia")
_PICTURES = (
    ".png",
    ".jpg",
    ".jpeg",
    ".pdf",
    ".svg",
    ".gif",
    ".wav",
    ".csv",
    ".txt",
    ".html",
    ".mp4",
)


@dataclass(frozen=True, slots=True)
class Saving:
    """A call that saves a model, and by which library."""

    library: str
    words: str
    place: Place


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights that are there or that can be had: ``file``, ``link`` or ``hub``."""

    how: str
    kind: str
    words: str
    place: Place
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class Artefacts:
    """What is saved, what is there, and what must be trusted; `pickles` are files that are one."""

    savings: tuple[Saving, ...] = ()
    weights: tuple[Weights, ...] = ()
    loadings: tuple[Loading, ...] = ()
    pickles: tuple[str, ...] = ()


def artefacts_of(tree: Tree, modules: Iterable[Module], prose: Iterable[Line]) -> Artefacts:
    """Return what a repository says and does about trained models."""
    ours = tuple(module for module in modules if not module.is_test)
    savings = tuple(one for module in ours for one in _savings(module))[:_MOST]
    loadings = tuple(loadings_of(ours, saves_models=bool(savings)))[:_MOST]
    return Artefacts(
        savings=savings,
        weights=(*_files(tree), *_links(prose), *(h for m in ours for h in _hub(m)))[:_MOST],
        loadings=loadings,
        pickles=tuple(pickles_in(tree)) if loadings else (),
    )


def _savings(module: Module) -> Iterator[Saving]:
    saves, pickles = known("saves"), known("pickles")
    tops = {i.top for i in module.imports}
    keras = bool(tops & {"keras", "tensorflow", "tf_keras", "torch"})
    for call in module.calls:
        library = saves.match(call.name)
        if library in ("PyTorch", "joblib") and _is_data(call):
            continue
        if library in _OF and not tops & _OF[library]:
            library = OWN
        if library is None and pickles.match(call.name) is not None and _is_model(call):
            library = "pickle"
        if library is None and call.method == "save" and keras and _is_model_save(call):
            library = "Keras" if "torch" not in tops else OWN
        if library is not None:
            yield Saving(library, call.words, call.place)


def _is_model(call: Call) -> bool:
    """Whether what is pickled is a model, by its name, the file's or the function's."""
    if _SAVES.fullmatch(call.scope.rpartition(".")[2]):
        return True
    return any(_MODEL_WORD.search(_apart(one.source)) for one in call.arguments[:2])


def _is_data(call: Call) -> bool:
    """``torch.save(self.collate(graphs), self.processed_paths[0])`` keeps data, no model."""
    if call.arguments and call.arguments[0].source in _ARRAYS:
        return True
    words = {w.casefold() for a in call.arguments[:2] for w in re.split(r"[\W_]+", a.source)}
    return bool(words & _DATA_WORDS) and not any(_MODEL_WORD.fullmatch(word) for word in words)


def _is_model_save(call: Call) -> bool:
    """``model.save("m.keras")``, and not ``image.save("x.png")``."""
    first: Argument | None = call.arguments[0] if call.arguments else None
    told = "" if first is None else first.source.strip("'\"").casefold()
    owner = call.name.rpartition(".")[0].rpartition(".")[2]
    return bool(told) and not told.endswith(_PICTURES) and bool(_MODEL_WORD.search(_apart(owner)))


def _apart(source: str) -> str:
    """Put word ends where names have underscores, so that ``net`` is not found in ``internet``."""
    return " ".join(word for word in re.split(r"[\W_]+", source) if _MODEL_WORD.fullmatch(word))


def _files(tree: Tree) -> Iterator[Weights]:
    for file in tree.files:
        kind = None if is_test(file.path) else _kind(file)
        if kind is not None:
            place = Place(file.path, 1)
            yield Weights("file", kind, file.path, place)


def _kind(file: File) -> str | None:
    if file.name.casefold().endswith(".pth.tar"):
        return "PyTorch"
    sure = _SURE.get(file.suffix)
    if sure is not None:
        in_data = re.search(r"(?i)(?:^|/)(?:data|datasets?|raw|processed)/", file.path)
        return None if in_data and not _named_model(file) else sure
    return _UNSURE.get(file.suffix) if _named_model(file) and file.suffix != ".json" else None


def _named_model(file: File) -> bool:
    parts = re.split(r"[\W_]+", file.path.removesuffix(file.suffix))
    return any(_MODEL_WORD.fullmatch(part) for part in parts)


def _links(prose: Iterable[Line]) -> Iterator[Weights]:
    for line in prose:
        if "://" not in line.text:
            continue
        if _WEIGHTS.search(line.text) or _WEIGHTS.search(line.heading):
            told = set(_SAYS_WEIGHTS.findall(line.text))
            for url in _URL.findall(line.text):
                if _HOSTED.search(url) or (url in told and not _PAPERS.search(url)):
                    yield Weights("link", "link", url[:200], line.place)


def _hub(module: Module) -> Iterator[Weights]:
    """Weights of a hub that code asks for by name, with the revision if it names one."""
    for call in module.calls:
        if call.method in (
            "from_pretrained",
            "create_model",
            "load_state_dict_from_url",
            "load_url",
        ):
            first = call.arguments[0] if call.arguments else None
            told = first.constant if first is not None else None
            if not isinstance(told, str) or told.startswith((".", "/")) or "Tokenizer" in call.name:
                continue
            if call.method == "create_model" and not call.name.startswith("timm."):
                continue
            revision = call.argument("revision")
            shown = None if revision is None or revision.source == "None" else revision.source
            yield Weights("hub", call.name, told, call.place, shown)
