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
from reproscope.repository.collect.python.parsing import Parsed, Source, Unparsable, parse
from reproscope.repository.collect.python.seeds import Seeds, seeds_of


@dataclass(frozen=True, slots=True)
class Module:
    """What is known of one script or notebook; `problem` says why nothing is."""

    path: str
    notebook: bool
    imports: tuple[Import, ...] = ()
    calls: tuple[Call, ...] = ()
    lines: Lines = field(default_factory=Lines)
    leakage: Leakage = field(default_factory=Leakage)
    seeds: Seeds = field(default_factory=Seeds)
    problem: str | None = None
    problem_line: int | None = None
    python2: bool = False

    @property
    def parsed(self) -> bool:
        """Whether the source could be looked at."""
        return self.problem is None


def module_of(source: Source) -> Module:
    """Parse one source and let every extractor look at it."""
    parsed = parse(source)
    if isinstance(parsed, Unparsable):
        return _unparsed(source, parsed.why, parsed.line, parsed.python2)
    try:
        return _extracted(parsed)
    except RecursionError:
        return _unparsed(source, "nested too deeply", None, False)


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
        leakage=leakage_of(parsed),
        seeds=seeds_of(parsed),
    )


def _unparsed(source: Source, why: str, line: int | None, python2: bool) -> Module:
    place = None if line is None else source.place(line).line
    return Module(source.path, source.notebook, problem=why, problem_line=place, python2=python2)
