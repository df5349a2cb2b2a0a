"""Files of continuous integration, and which of their lines run tests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.repository.collect.documents.document import Pipeline
from reproscope.repository.tree import File, Tree

_MOST_LINES = 5_000
_TESTS = re.compile(
    r"(?<![\w-])(?:pytest|py\.test|unittest|nosetests|tox|nox|ctest)(?![\w-]*\.(?:ini|cfg))\b"
    r"|\bmake\s+(?:\w+-)?(?:test|check)s?\b|setup\.py\s+test|\bhatch\s+(?:run\s+)?test|"
    r"\bR\s+CMD\s+check|Pkg\.test|\b(?:bash|sh)\s+\S{0,80}test\S{0,40}\.sh"
)
_INSTALL = re.compile(r"\bpip3?\s+install\b|\bconda\s+install\b|^\s*-?\s*(?:name|uses)\s*:")
_NAMES = {
    ".gitlab-ci.yml": "GitLab",
    ".travis.yml": "Travis",
    ".travis.yaml": "Travis",
    "azure-pipelines.yml": "Azure Pipelines",
    ".azure-pipelines.yml": "Azure Pipelines",
    "appveyor.yml": "AppVeyor",
    ".appveyor.yml": "AppVeyor",
    "bitbucket-pipelines.yml": "Bitbucket",
    ".drone.yml": "Drone",
    ".cirrus.yml": "Cirrus",
    "jenkinsfile": "Jenkins",
    ".woodpecker.yml": "Woodpecker",
}


def pipelines_of(tree: Tree) -> Iterator[Pipeline]:
    """Yield every pipeline at a place where its service looks for it."""
    for file in tree.files:
        service = _service(file)
        if service is not None:
            yield _pipeline(tree, file, service)


def _service(file: File) -> str | None:
    low = file.path.casefold()
    if file.suffix in (".yml", ".yaml"):
        if low.startswith(".github/workflows/") and low.count("/") == 2:
            return "GitHub Actions"
        if low in (".circleci/config.yml", ".circleci/config.yaml"):
            return "CircleCI"
    return _NAMES.get(low)


def _pipeline(tree: Tree, file: File, service: str) -> Pipeline:
    text = tree.text(file)
    if text is None:
        return Pipeline(file.path, service, readable=False)
    found = []
    for number, line in enumerate(text.lines[:_MOST_LINES], 1):
        said = line[:1000].partition(" #")[0]
        if said.lstrip().startswith("#") or not _TESTS.search(said):
            continue
        if not _INSTALL.search(said) or "&&" in said:
            found.append((number, said.strip()[:160]))
    return Pipeline(file.path, service, tuple(found[:20]))
