"""There are files from which the environment can be built without asking.

## What it does
Looks for what repo2docker reads: in `binder/` or `.binder/` if there is one, else at the root
(`Dockerfile`, `environment.yml`, `requirements.txt`, `setup.py`, `pyproject.toml`, `Pipfile`,
`install.R`, `Project.toml`, `default.nix`, `runtime.txt`, `apt.txt`, `postBuild`); and for
dev-container, Docker Compose, Apptainer, Nix and Guix files. A recipe that also fixes the
interpreter is `present`; a list of packages alone is `partial`: the Python is then whatever the
builder has.

## Why it matters
What builds by itself can be tried by anyone, and by a machine every week.

## Known problems
Whether the build succeeds is not tried here, nor whether the files are complete: the indicators of
the software environment ask that. An `environment.yml` may leave Python open.

## How to mend
Add a `Dockerfile`, a `.devcontainer/devcontainer.json`, or an `environment.yml` that pins Python.

## References
- repo2docker, configuration files, repo2docker.readthedocs.io
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at
from reproscope.repository.judging.stated import tree_cut

INDICATOR = Indicator.of(
    "R302",
    "build-files",
    "buildability",
    __doc__,
    severity=Level.WARNING,
    effort="an hour",
    weight=2,
)
_WHOLE = ("Dockerfile", "environment.yml", "default.nix", "Project.toml", "install.R")
_PACKAGES = ("requirements.txt", "Pipfile", "Pipfile.lock", "setup.py", "pyproject.toml")
_BESIDE = ("runtime.txt", "apt.txt", "postBuild", "start")
_CONTAINER = re.compile(
    r"(?:\.devcontainer/(?:[\w.-]+/)?|\.)devcontainer\.json|(?:[\w.-]+/){0,2}(?:[\w.-]+\.)?dockerfile"
    r"(?:\.[\w.-]+)?|(?:docker-)?compose\.ya?ml|(?:[\w.-]+/)?(?:singularity|apptainer)(?:\.[\w.-]+)?"
    r"|(?:[\w.-]+/)?[\w.-]+\.def|flake\.nix|shell\.nix|guix\.scm|manifest\.scm"
)
_SOURCES = (
    *(".py", ".ipynb", ".r", ".rmd", ".jl", ".m", ".cpp", ".cc", ".c", ".cu", ".java", ".lua"),
    *(".scala", ".go", ".rs", ".js", ".ts", ".sh", ".pl"),
)
_REMEDY = "Add a Dockerfile, or an environment.yml that pins Python, so that repo2docker builds it."


def judge(facts: Facts) -> Judgement:
    """Answer whether there are files to build the environment from."""
    paths = facts.tree.by_path
    folders = [name for name in ("binder", ".binder") if name in facts.tree.directories]
    base = f"{folders[0]}/" if folders else ""
    read = [base + name for name in (*_WHOLE, *_PACKAGES, *_BESIDE) if base + name in paths]
    named = {image.file for image in facts.environment.images}
    containers = [
        path
        for path in paths
        if _CONTAINER.fullmatch(path.casefold())
        # Other tools write files of this ending too: only one that names a base image is a recipe.
        and (path in named or not path.casefold().endswith(".def"))
    ]
    whole = [path for path in read if path.removeprefix(base) in _WHOLE]
    packages = [path for path in read if path.removeprefix(base) in _PACKAGES]
    pinned = base + "runtime.txt" in paths and bool(packages)
    found = tuple(dict.fromkeys([*containers, *whole, *read]))
    measured: dict[str, JSON] = {"files": list(found[:20])}
    evidence = tuple(at(path) for path in found[:8])
    if len(folders) > 1:
        message = "There are both binder/ and .binder/: repo2docker refuses to choose."
        both = tuple(at(path) for path in paths if path.startswith(("binder/", ".binder/")))
        remedy = "Keep one of the folders binder/ and .binder/."
        return Judgement(Outcome.PARTIAL, message, both[:8], remedy, measured=measured)
    if containers or whole or pinned:
        message = f"The environment can be built from {found[0]}."
        return Judgement(Outcome.PRESENT, message, evidence, measured=measured)
    if packages:
        message = f"repo2docker builds from {packages[0]}, with whatever Python it then has."
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, measured=measured)
    return _without(facts, measured)


def _without(facts: Facts, measured: dict[str, JSON]) -> Judgement:
    cut = tree_cut(facts)
    if cut:
        return Judgement(Outcome.UNKNOWN, cut, measured=measured)
    if not any(file.suffix in _SOURCES for file in facts.tree.files):
        message = "There is no code for which an environment could be built."
        return Judgement(Outcome.NOT_APPLICABLE, message, measured=measured)
    near = [path for path in facts.tree.by_path if path.casefold() in _NEAR]
    if near:
        message = f"{near[0]} is not a name that repo2docker reads."
        evidence = tuple(at(path) for path in near)
        remedy = "Rename it to environment.yml or requirements.txt at the root."
        return Judgement(Outcome.PARTIAL, message, evidence, remedy, 0.25, measured)
    message = "There is no file from which the environment could be built."
    return Judgement(Outcome.ABSENT, message, remedy=_REMEDY, measured=measured)


_NEAR = ("environment.yaml", "conda.yml", "conda.yaml", "env.yml", "env.yaml", "requirement.txt")
