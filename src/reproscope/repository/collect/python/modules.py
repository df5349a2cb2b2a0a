"""Every Python source of a tree as a `Module`: the records of all extractors, side by side.

Adding an extractor is adding one field and one line in `_extracted`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Module:
    """What is known of one script or notebook; `problem` says why nothing is.

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
    problem_line: int | None = None
    python2: bool = False
    newer: bool = False
    undeclared: bool = False
    book: Notebook | None = None
    literals: tuple[Literal, ...] = ()
    opened: tuple[Opened, ...] = ()
    settings: Settings = field(default_factory=Settings)

    @property
    def parsed(self) -> bool:
        """Whether the source could be looked at."""
        return self.problem is None


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
    )


def _unparsed(failed: Unparsable) -> Module:
    source = failed.source
    return Module(
        source.path,
        source.notebook,
        problem=failed.why,
        problem_line=None if failed.line is None else source.place(failed.line).line,
        python2=failed.python2,
        newer=failed.newer,
        undeclared=source.undeclared,
        book=source.book,
    )
