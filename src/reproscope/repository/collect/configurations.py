"""Configuration files: which of a tree's files give values to hyperparameters, and to which.

Read line by line: no parser of YAML has to be trusted with a stranger's file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.settings import is_hyperparameter
from reproscope.repository.collect.texts import is_test
from reproscope.repository.tree import File, Tree

_CONFIG_FOLDER = re.compile(
    r"(?i)(?:conf|confs|cfg|cfgs|config|configs|configuration|configurations|experiments?|exps?"
    r"|hparams|hyper_?param(?:eter)?s|params|recipes?|options|settings)"
)
_CONFIG_NAME = re.compile(
    r"(?i)(?:.*[-_.])?(?:config|configs|conf|cfg|params|hparams|hyper_?param(?:eter)?s|options|args"
    r"|experiment|settings)(?:[-_.].*)?"
)
_CONFIG_TYPES = {
    ".yaml",
    ".yml",
    ".json",
    ".toml",
    ".gin",
    ".ini",
    ".cfg",
    ".jsonnet",
    ".libsonnet",
}
_KEY = re.compile(
    r"^\s*[\"']?(?:[\w.-]{1,60}\.)?(?P<key>[A-Za-z_][\w-]{0,40})[\"']?\s*[:=]\s*(?P<value>\S.*)$"
)
_OTHERS = re.compile(
    r"(?i)(?:package(?:-lock)?|tsconfig|mkdocs|setup|tox|pyproject|\.?pre-commit-config|_config|codecov"
    r"|environment|conda|docker-compose|\.readthedocs|renovate|labeler|dependabot|tokenizer_config"
    r"|\.travis|appveyor|meta|poetry|pytest|mypy|\.?pylintrc|\.?eslintrc|launch|settings)\.\w+"
)


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration file: its entries that are hyperparameters, and whether code names it."""

    path: str
    keys: tuple[str, ...]
    read: bool
    in_folder: bool = False


def configurations_in(tree: Tree, modules: Iterable[Module]) -> Iterator[ConfigFile]:
    """Yield the files of a tree that are configurations, by their place or name, and their keys."""
    told = {literal.text.rpartition("/")[2] for module in modules for literal in module.literals}
    for file in tree.files:
        if file.suffix in _CONFIG_TYPES and not _OTHERS.fullmatch(file.name):
            folders = file.path.split("/")[:-1]
            hidden = any(folder.startswith(".") for folder in folders)
            in_folder = any(_CONFIG_FOLDER.fullmatch(folder) for folder in folders)
            named = bool(_CONFIG_NAME.fullmatch(file.name.rpartition(".")[0]))
            if not hidden and (in_folder or named) and not is_test(file.path):
                keys = _keys(tree, file)
                if keys:
                    yield ConfigFile(file.path, keys, file.name in told, in_folder)


def _keys(tree: Tree, file: File) -> tuple[str, ...]:
    """The names of hyperparameters that a configuration gives a value, read line by line.

    A line is enough, and no parser of YAML has to be trusted with a stranger's file.
    """
    text = tree.text(file) if file.size <= 1_000_000 else None
    found: list[str] = []
    for line in () if text is None else text.lines[:5_000]:
        for part in line[:400].split(",") if line.lstrip()[:1] == "{" else (line[:400],):
            match = _KEY.match(part.strip(" \t{}"))
            if match is not None and is_hyperparameter(match["key"]):
                found.append(match["key"])
    return tuple(found)
