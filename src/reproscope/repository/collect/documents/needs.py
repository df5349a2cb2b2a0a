"""Which files of the repository a command needs: the script it runs, the list it installs from.

Only files that a repository ships are named: a place to fill in, a path outside of the tree or data
given as an argument is not one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from reproscope.repository.collect.documents.document import Command

_PYTHON = re.compile(r"python[23]?(?:\.\d+)?")
_FILL_IN = re.compile(
    r"[<>{}$*\[\]()|%@:\\]|\.\.\.|(?:^|[/_.-])(?:your|my|path|xxx+|foo|name)(?=[/_.-])"
)
_WITH_VALUE = ("-W", "-X", "--cov")
_LAUNCHERS = ("torchrun", "accelerate", "deepspeed", "mpirun", "mpiexec", "horovodrun", "ipython")
_SHELLS = ("bash", "sh", "zsh", "source", "sbatch")
_CONFIG = ("--config", "--cfg", "--config-file", "--config_file", "--conf")
_CONFIG_ENDINGS = (".yaml", ".yml", ".toml", ".gin", ".json", ".ini", ".cfg")
_RUNNERS = ("uv", "poetry", "pipenv", "pixi", "hatch", "pdm")


@dataclass(frozen=True, slots=True)
class Need:
    """What a command needs: a file, a module by its dotted name, a package, or a make target."""

    kind: Literal["file", "module", "package", "target"]
    name: str


def needs_of(command: Command) -> tuple[Need, ...]:
    """Return what a command needs of the repository."""
    found = [*_needs(list(command.words)), *_configured(command.words)]
    return tuple(need for need in dict.fromkeys(found) if _is_meant(need))


def _is_meant(need: Need) -> bool:
    name = need.name
    if need.kind == "package":
        return True
    outside = name.startswith(("/", "~", "-")) or "://" in name or ".." in name.split("/")
    return bool(name) and not outside and not _FILL_IN.search(name.casefold())


def _needs(words: list[str]) -> Iterator[Need]:
    program, rest = words[0].rpartition("/")[2], words[1:]
    if words[0].startswith("./"):
        yield Need("file", words[0][2:])
    elif _PYTHON.fullmatch(program):
        yield from _of_python(rest)
    elif program in _RUNNERS and rest[:1] == ["run"] and len(rest) > 1:
        yield from _needs(rest[1:])
    elif program in _LAUNCHERS:
        yield from _first(rest, ".py")
    elif program in _SHELLS:
        yield from _first(rest, ".sh", ".bash", ".slurm", ".sbatch", ".job")
    elif program in ("pip", "pip3") or (program == "uv" and rest[:1] == ["pip"]):
        yield from _of_pip(rest)
    elif program in ("conda", "mamba", "micromamba"):
        yield from _after(rest, "-f", "--file")
    elif program in ("jupyter", "jupyter-notebook", "papermill"):
        yield from _first(rest, ".ipynb")
    elif program in ("Rscript", "julia"):
        yield from _first(rest, ".r", ".jl")
    elif program == "make":
        yield from _of_make(rest)


def _of_python(rest: list[str]) -> Iterator[Need]:
    while rest and rest[0].startswith("-"):
        if rest[0] == "-c":
            return
        if rest[0] == "-m":
            yield from _of_module(rest[1:])
            return
        rest = rest[2:] if rest[0] in _WITH_VALUE else rest[1:]
    if rest and rest[0].endswith(".py"):
        yield Need("file", rest[0].removeprefix("./"))


def _of_module(rest: list[str]) -> Iterator[Need]:
    if not rest:
        return
    if rest[0] in ("pip", "pip3"):
        yield from _of_pip(rest[1:])
    elif rest[0].startswith("torch.distributed"):
        yield from _first(rest[1:], ".py")
    else:
        yield Need("module", rest[0])


def _of_pip(rest: list[str]) -> Iterator[Need]:
    if "install" not in rest:
        return
    yield from _after(rest, "-r", "--requirement", "-c", "--constraint")
    for word in rest[rest.index("install") + 1 :]:
        if word in (".", "./") or re.fullmatch(r"\.\[[\w,-]{1,80}\]", word):
            yield Need("package", ".")


def _of_make(rest: list[str]) -> Iterator[Need]:
    if "-C" in rest or "-f" in rest:
        return
    for word in rest:
        if re.fullmatch(r"[A-Za-z][\w.-]*", word):
            yield Need("target", word)


def _first(words: list[str], *endings: str) -> Iterator[Need]:
    for word in words:
        if word.casefold().endswith(endings) and not word.startswith("-"):
            yield Need("file", word.removeprefix("./"))
            return


def _after(words: list[str], *flags: str) -> Iterator[Need]:
    for number, word in enumerate(words):
        flag, equals, value = word.partition("=")
        if equals and flag in flags:
            yield Need("file", value.removeprefix("./"))
        elif word in flags and number + 1 < len(words):
            yield Need("file", words[number + 1].removeprefix("./"))
        elif word.startswith("-r") and len(word) > 3 and "-r" in flags and word.endswith(".txt"):
            yield Need("file", word[2:])


def _configured(words: tuple[str, ...]) -> Iterator[Need]:
    for need in _after(list(words), *_CONFIG):
        if need.name.casefold().endswith(_CONFIG_ENDINGS):
            yield need
