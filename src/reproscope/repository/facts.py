"""All that was collected about one repository: what the indicators judge, and nothing else.

Fields are filled by ``collect``; a field's type lives with its collector.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from reproscope.core import Skipped
from reproscope.repository.collect.artefacts import Artefacts
from reproscope.repository.collect.binderhub import Build
from reproscope.repository.collect.data import Data
from reproscope.repository.collect.documents.document import Documents
from reproscope.repository.collect.documents.licences import Licence
from reproscope.repository.collect.environment.records import Environment
from reproscope.repository.collect.experiment import Experiment
from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.notebooks import Notebook
from reproscope.repository.collect.python.rating.records import Rating
from reproscope.repository.collect.python.style import Style
from reproscope.repository.sources.origin import Origin
from reproscope.repository.tracing.seeding import Survey, survey
from reproscope.repository.tree import Tree


@dataclass(frozen=True)
class Facts:
    """What is known of a repository."""

    origin: Origin
    tree: Tree
    modules: tuple[Module, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    documents: Documents = field(default_factory=Documents)
    licences: tuple[Licence, ...] = ()
    style: Style | None = None
    rating: Rating | None = None
    links_answered: Mapping[str, bool | None] | None = None
    environment: Environment = field(default_factory=Environment)
    data: Data = field(default_factory=Data)
    experiment: Experiment = field(default_factory=Experiment)
    artefacts: Artefacts = field(default_factory=Artefacts)
    build: Build | None = None

    @property
    def parsed(self) -> tuple[Module, ...]:
        """The modules that could be looked at."""
        return tuple(module for module in self.modules if module.parsed)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call of every module."""
        return tuple(call for module in self.modules for call in module.calls)

    @cached_property
    def seeding(self) -> Survey:
        """The seeds of all modules put together."""
        return survey(self.modules)

    @property
    def notebooks(self) -> tuple[Notebook, ...]:
        """Every notebook, also one that could not be read."""
        return tuple(module.book for module in self.modules if module.book is not None)

    @cached_property
    def file_names(self) -> frozenset[str]:
        """The names of all files, without their folders."""
        return frozenset(file.name for file in self.tree.files)

    @property
    def has_code(self) -> bool:
        """Whether there is any Python source at all."""
        return bool(self.modules)

    def unseen(self, about: re.Pattern[str] | None = None) -> tuple[Module, ...]:
        """Return the sources that could not be looked at and may hold what is asked for.

        With *about* those only in which such a word stands: a broken source without any word about
        seeds sets none. Tests are no part of an experiment.
        """
        missing = (m for m in self.modules if not m.parsed and not m.is_test)
        return tuple(m for m in missing if about is None or m.may_speak_of(about))

    @property
    def all_parsed(self) -> bool:
        """Whether every source could be looked at: only then is something not there absent."""
        return all(module.parsed for module in self.modules)
