"""Every Python source of a tree as a `Module`: the records of all extractors, side by side.

Adding an extractor is adding one field and one line in `_extracted`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from reproscope.repository.collect.python.calls import Call, calls_of
from reproscope.repository.collect.python.imports import Import, imports_of
from reproscope.repository.collect.python.leakage import Leakage, leakage_of
from reproscope.repository.collect.python.lines import Lines, lines_of
from reproscope.repository.collect.python.literals import Literal, literals_of
from reproscope.repository.collect.python.notebooks import Notebook
from reproscope.repository.collect.python.opened import Opened, opened_of
from reproscope.repository.collect.python.outline import Outline, outline_of
from reproscope.repository.collect.python.parsing import Parsed, Source, Unparsable, parse
from reproscope.repository.collect.python.seeds import Seeds, seeds_of
from reproscope.repository.collect.python.settings import Settings, settings_of
from reproscope.repository.collect.texts import is_test_folder

_NAME = re.compile(r"[^\W\d]\w*")
_MOST_WORDS, _MOST_CHARACTERS = 20_000, 80


@dataclass(frozen=True, slots=True)
class Module:
    """What is known of one script or notebook; `problem` says why nothing is.

    A source in Python 2 is known although Python 3 refuses it; `refusal` says why it does.
    `vocabulary` are the words of a source that was read and does not parse.

    `newer` and `undeclared` are those of `Unparsable` and `Source`; `book` is what a notebook
    holds besides its code.
    """

    path: str
    notebook: bool
    imports: tuple[Import, ...] = ()
    calls: tuple[Call, ...] = ()
    lines: Lines = field(default_factory=Lines)
    outline: Outline = field(default_factory=Outline)
    leakage: Leakage = field(default_factory=Leakage)
    seeds: Seeds = field(default_factory=Seeds)
    problem: str | None = None
    refusal: str | None = None
    problem_line: int | None = None
    python2: bool = False
    newer: bool = False
    undeclared: bool = False
    book: Notebook | None = None
    literals: tuple[Literal, ...] = ()
    opened: tuple[Opened, ...] = ()
    settings: Settings = field(default_factory=Settings)
    vocabulary: frozenset[str] | None = None

    @property
    def parsed(self) -> bool:
        """Whether the source could be looked at."""
        return self.problem is None

    def may_speak_of(self, about: re.Pattern[str]) -> bool:
        """Whether something could stand in the source that was not found in it."""
        if self.parsed:
            return False
        return self.vocabulary is None or any(map(about.search, self.vocabulary))

    @property
    def is_test(self) -> bool:
        """Whether the source tests others, rather than running or judging an experiment.

        A name alone says little: ``char_cnn_test.py`` trains a model where it runs by itself and
        has no test in it.
        """
        stem = PurePosixPath(self.path).stem.casefold()
        if is_test_folder(self.path) or stem.startswith("conftest"):
            return True
        if not stem.startswith("test_") and not stem.endswith("_test"):
            return False
        runs = self.outline.guard_line is not None or self.outline.acts_line is not None
        return not runs or self.outline.has_tests or self._asks_a_test_runner

    @property
    def _asks_a_test_runner(self) -> bool:
        return any(one.top in ("pytest", "unittest", "nose", "absltest") for one in self.imports)


def module_of(source: Source) -> Module:
    """Parse one source and let every extractor look at it."""
    parsed = parse(source)
    if isinstance(parsed, Unparsable):
        return _unparsed(parsed)
    try:
        return _extracted(parsed)
    except RecursionError:
        return _unparsed(Unparsable(source, None, "nested too deeply"))


def modules_of(sources: Iterable[Source]) -> tuple[Module, ...]:
    """Return the modules of many sources, in their order."""
    return tuple(module_of(source) for source in sources)


def _extracted(parsed: Parsed) -> Module:
    refused = parsed.refused
    return Module(
        parsed.source.path,
        parsed.source.notebook,
        imports=imports_of(parsed),
        calls=calls_of(parsed),
        lines=lines_of(parsed),
        outline=outline_of(parsed),
        undeclared=parsed.source.undeclared,
        book=parsed.source.book,
        literals=literals_of(parsed),
        opened=opened_of(parsed),
        settings=settings_of(parsed),
        leakage=leakage_of(parsed),
        seeds=seeds_of(parsed),
        refusal=None if refused is None else refused.why,
        problem_line=None if refused is None else _line(refused),
        python2=refused is not None,
    )


def _unparsed(failed: Unparsable) -> Module:
    source = failed.source
    return Module(
        source.path,
        source.notebook,
        problem=failed.why,
        problem_line=_line(failed),
        python2=failed.python2,
        newer=failed.newer,
        undeclared=source.undeclared,
        book=source.book,
        vocabulary=_words_of(source.text) if source.problem is None else None,
    )


def _words_of(text: str) -> frozenset[str] | None:
    """Return the names in a text in small letters, or ``None`` where they are too many."""
    found: set[str] = set()
    for name in _NAME.finditer(text):
        found.add(name.group()[:_MOST_CHARACTERS].casefold())
        if len(found) > _MOST_WORDS:
            return None
    return frozenset(found)


def _line(failed: Unparsable) -> int | None:
    return None if failed.line is None else failed.source.place(failed.line).line
