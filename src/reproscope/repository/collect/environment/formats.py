"""Which file is read by which format, by its name alone."""

from __future__ import annotations

import re
from collections.abc import Callable

from reproscope.repository.collect.environment import (
    binder,
    conda,
    devcontainer,
    dockerfile,
    locks,
    nix,
    other_languages,
    pipfile,
    pixi,
    pyproject,
    recipe,
    requirements,
    setup_cfg,
    setup_py,
    versions,
)
from reproscope.repository.collect.environment.records import Gathered
from reproscope.repository.tree import File, Text, Tree

Reader = Callable[[Tree, Text], Gathered]

_BY_NAME: dict[str, Reader] = {
    "pyproject.toml": pyproject.read_pyproject,
    "setup.cfg": setup_cfg.read_setup_cfg,
    "setup.py": setup_py.read_setup_py,
    "pipfile": pipfile.read_pipfile,
    "pixi.toml": pixi.read_pixi,
    "meta.yaml": recipe.read_recipe,
    "uv.lock": locks.toml_lock("uv.lock"),
    "poetry.lock": locks.toml_lock("poetry.lock"),
    "pdm.lock": locks.toml_lock("pdm.lock"),
    "pipfile.lock": locks.read_pipfile_lock,
    "conda-lock.yml": locks.read_yaml_lock,
    "conda-lock.yaml": locks.read_yaml_lock,
    "pixi.lock": locks.read_yaml_lock,
    "renv.lock": locks.read_renv,
    "manifest.toml": locks.read_manifest,
    "project.toml": other_languages.read_project,
    "description": other_languages.read_description,
    "flake.lock": nix.read_flake_lock,
    "flake.nix": nix.read_nix,
    "shell.nix": nix.read_nix,
    "default.nix": nix.read_nix,
    "guix.scm": nix.read_guix,
    "manifest.scm": nix.read_guix,
    ".python-version": versions.read_version_file,
    "runtime.txt": versions.read_version_file,
    "tox.ini": versions.read_tox,
    "apt.txt": binder.read_apt,
    "install.r": binder.read_install_r,
    "postbuild": binder.read_post_build,
    "devcontainer.json": devcontainer.read_devcontainer,
    ".devcontainer.json": devcontainer.read_devcontainer,
}
_REQUIREMENTS = re.compile(
    r"(?:.*[-_.])?(?:reqs?|requires?|require?ments?|requirments?)(?:[-_.\d].*)?\.(?:txt|in|pip|lock)"
)
_CONSTRAINTS = re.compile(r"(?:.*[-_.])?constraints?(?:[-_.].*)?\.txt")
_CONDA = re.compile(
    r"(?:.*[-_.])?(?:conda|env|environment)s?(?:[-_.\d].*)?\.ya?ml|.*(?:conda|environment).*\.ya?ml"
)
_DOCKER = re.compile(r"(?:docker|container)file(?:[-_.].*)?|.*\.dockerfile|.*[-_.]dockerfile")
_SINGULARITY = re.compile(r"singularity(?:[-_.].*)?|.*\.def")
_PYLOCK = re.compile(r"pylock(?:\..+)?\.toml")
_EXPLICIT = re.compile(r".*(?:spec|explicit|conda).*\.(?:txt|lock)")


def reader_of(tree: Tree, file: File) -> Reader | None:
    """Return the reader of a file, or ``None`` if it declares nothing by its name."""
    name = file.name.casefold()
    exact = _BY_NAME.get(name)
    if exact is not None:
        return exact
    parent = file.path.casefold().rpartition("/")[0].rpartition("/")[2]
    if _REQUIREMENTS.fullmatch(name) or _CONSTRAINTS.fullmatch(name):
        return _requirements_or_explicit
    if parent in ("requirements", "reqs") and name.endswith((".txt", ".in")):
        return _requirements_or_explicit
    if name.endswith((".yml", ".yaml")):
        return _conda_if_it_is if _CONDA.fullmatch(name) else None
    if _DOCKER.fullmatch(name) and name != ".dockerignore":
        return dockerfile.read_dockerfile
    if _PYLOCK.fullmatch(name):
        return locks.toml_lock("pylock.toml")
    if _EXPLICIT.fullmatch(name):
        return _explicit_if_it_is
    return _singularity_if_it_is if _SINGULARITY.fullmatch(name) else None


def _requirements_or_explicit(tree: Tree, text: Text) -> Gathered:
    if any(line.strip() == "@EXPLICIT" for line in text.lines[:20]):
        return locks.read_explicit(tree, text)
    return requirements.read_requirements(tree, text)


def _explicit_if_it_is(tree: Tree, text: Text) -> Gathered:
    if any(line.strip() == "@EXPLICIT" for line in text.lines[:20]):
        return locks.read_explicit(tree, text)
    return Gathered.empty()


def _conda_if_it_is(tree: Tree, text: Text) -> Gathered:
    return conda.read_conda(tree, text) if conda.looks_like_conda(text) else Gathered.empty()


def _singularity_if_it_is(tree: Tree, text: Text) -> Gathered:
    head = text.content[:2000].casefold()
    return dockerfile.read_singularity(tree, text) if "bootstrap:" in head else Gathered.empty()
