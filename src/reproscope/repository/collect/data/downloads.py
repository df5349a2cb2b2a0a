"""Where data are fetched: loaders and download calls in code, commands in scripts and documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import Line

_COMMAND = re.compile(
    r"(?:^|[\s!;&|`$(])(?:(?P<kaggle>kaggle\s+(?:datasets|competitions)\s+download)"
    r"|(?P<hub>(?:huggingface-cli|hf)\s+download)|(?P<drive>gdown)\s+\S"
    r"|(?P<dvc>dvc\s+pull)|(?P<lfs>git\s+lfs\s+(?:pull|fetch|clone))"
    r"|(?P<cloud>(?:aws\s+s3|gsutil|gcloud\s+storage|azcopy)\s+\S)"
    r"|(?P<wget>wget|curl|aria2c)\s[^|]{0,400}?(?:(?:https?|ftp)://|\$\{?\w))"
)
_NOT_DATA = re.compile(
    r"(?i)miniconda|anaconda|get-pip|install\.sh|\.deb\b|\.whl\b|nodejs|docker|ngrok|apt-key|\.gpg\b"
    r"|/releases/download/v?\d|githubusercontent\.com/[^ ]{1,200}\.(?:py|sh|txt)\b|bazel|rustup"
    r"|api/|/api\b|localhost"
)
_OF_SUBPROCESS = ("call", "run", "check_call", "check_output", "Popen", "getoutput")
_HASH_WORDS = (
    "md5",
    "sha1",
    "sha256",
    "sha512",
    "known_hash",
    "file_hash",
    "checksum",
    "hash_value",
)
_RUNNERS = {"os.system", "os.popen", *(f"subprocess.{name}" for name in _OF_SUBPROCESS)}
_LISTED = re.compile(r"[\[\],'\"]+")
_TYPES = ("FakeData", "ImageFolder", "DatasetFolder", "VisionDataset", "FileOpen")
_ASKED = ("torchvision", "torchaudio", "MedMNIST")
_DOWNLOAD_IS_FIFTH = 5
_NOT_LOADERS = {"utils", "transforms", "get_file", "folder"}


@dataclass(frozen=True, slots=True)
class Download:
    """One call or command that fetches data: by which library, as written, and how surely the same.

    `revision` is a version that it asks for; `checked` says that a hash is compared, by the call's
    own argument or by the library.
    """

    how: str
    words: str
    place: Place
    revision: str | None = None
    checked: bool = False
    code: bool = True


def downloads_in(modules: Iterable[Module]) -> Iterator[Download]:
    """Yield the calls and shell lines of sources that fetch data; those of tests do not count."""
    loaders, checks = known("downloads"), known("checked")
    for module in modules:
        if module.is_test:
            continue
        for call in module.calls:
            how = loaders.match(call.name)
            if how is not None and _fetches(call, how):
                hashed = any(
                    a.keyword in _HASH_WORDS and a.source != "None" for a in call.arguments
                )
                checked = hashed or (checks.match(call.name) is not None and how != "URL")
                yield Download(how, call.words, call.place, _revision(call), checked)
        yield from commands_in(_run_by(module), code=True)
        for magic in () if module.book is None else module.book.magics:
            yield from commands_in([Line(magic.text, magic.place)], code=True)


def _run_by(module: Module) -> Iterator[Line]:
    """Yield the commands that a source hands to a shell: ``os.system("wget https://…")``."""
    for call in module.calls:
        if call.name in _RUNNERS and call.arguments:
            yield Line(_LISTED.sub(" ", call.arguments[0].source), call.place)


def commands_in(lines: Iterable[Line], code: bool) -> Iterator[Download]:
    """Yield the commands that fetch something which is not a program."""
    for line in lines:
        found = _COMMAND.search(line.text)
        if found is not None and not _NOT_DATA.search(line.text):
            how = next((name for name, text in found.groupdict().items() if text), "URL")
            yield Download(_SHOWN.get(how, "URL"), line.text[:160], line.place, code=code)


_SHOWN = {
    "kaggle": "Kaggle",
    "hub": "Hugging Face",
    "drive": "Google Drive",
    "dvc": "DVC",
    "lfs": "Git LFS",
    "cloud": "cloud",
}


def _fetches(call: Call, how: str) -> bool:
    """Whether a call fetches data rather than a page, a class of one's own data, or a helper."""
    if how == "generated" or call.method in _TYPES or call.method in _NOT_LOADERS:
        return False
    if how in ("torchvision", "torchaudio", "PyTorch Geometric", "DGL", "torchtext", "MedMNIST"):
        named = call.method[:1].isupper() or how in ("torchtext", "DGL")
        return named and _is_asked_to_fetch(call, how)
    if how == "URL" and call.method in ("get", "urlopen"):
        first = call.argument("url", 0)
        text = str(first.constant) if first is not None and first.is_constant else ""
        return bool(
            re.search(r"\.(?:zip|gz|tgz|tar|csv|tsv|npz|npy|h5|mat|pkl|parquet|data)\b", text)
        )
    if how == "Hugging Face" and call.method == "load_dataset":
        first = call.argument("path", 0)
        local = ("csv", "json", "text", "parquet", "imagefolder", "arrow", "pandas")
        return not (first is not None and first.constant in local)
    return True


def _is_asked_to_fetch(call: Call, how: str) -> bool:
    """Whether ``download`` is on: a library's loader of data that are there fetches none."""
    told = call.argument("download")
    if told is not None:
        return not (told.is_constant and told.constant is False)
    plain = sum(argument.keyword is None for argument in call.arguments)
    handed_on = any(argument.keyword == "**" for argument in call.arguments)
    return how not in _ASKED or handed_on or plain >= _DOWNLOAD_IS_FIFTH


def _revision(call: Call) -> str | None:
    for keyword in ("revision", "version", "data_version"):
        given = call.argument(keyword)
        if given is not None and given.source != "None":
            return given.source
    first = call.argument("name", 0)
    text = first.constant if first is not None else None
    # tensorflow_datasets: "mnist:3.0.1"
    if isinstance(text, str) and re.search(r":\d+\.(?:\d+|\*)\.(?:\d+|\*)$", text):
        return text.rpartition(":")[2]
    return None
