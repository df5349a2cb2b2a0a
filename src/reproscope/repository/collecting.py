"""From an opened target to facts: every collector once, each by one line in `collect`."""

from __future__ import annotations

from reproscope.repository.collect.artefacts import artefacts_of
from reproscope.repository.collect.data import data_of
from reproscope.repository.collect.documents.gathering import collect_documents, collect_licences
from reproscope.repository.collect.environment.collecting import collect_environment
from reproscope.repository.collect.experiment import experiment_of
from reproscope.repository.collect.python.sources import python_modules
from reproscope.repository.collect.texts import prose_of, shell_of
from reproscope.repository.facts import Facts
from reproscope.repository.sources import Opened


def collect(opened: Opened) -> Facts:
    """Collect everything there is to know about a repository, without judging any of it."""
    tree = opened.tree
    modules = python_modules(tree)
    documents = collect_documents(tree)
    prose, shell = prose_of(tree), shell_of(tree)
    return Facts(
        origin=opened.origin,
        tree=tree,
        modules=modules,
        documents=documents,
        licences=collect_licences(tree, documents),
        environment=collect_environment(tree, modules),
        data=data_of(tree, modules, prose, shell),
        experiment=experiment_of(tree, modules, prose, shell),
        artefacts=artefacts_of(tree, modules, prose),
    )
