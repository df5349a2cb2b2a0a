"""Brings files into a study: reads and checks all of them first, then adds all or nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from reproscope.core import ReproscopeError, UnknownName, nearest
from reproscope.core.errors import shown_name
from reproscope.instruments import Instrument
from reproscope.study.exchange.attempt_parts import attempts_of
from reproscope.study.exchange.forms.choosing import SUFFIXES, read_sheet
from reproscope.study.exchange.gathering import Gathered
from reproscope.study.exchange.mapping import FileMapping, StudyMapping
from reproscope.study.exchange.mapping_finding import find_mapping, wide_mapping
from reproscope.study.exchange.mapping_reading import instrument_named
from reproscope.study.exchange.problems import DoesNotFit, Problem
from reproscope.study.exchange.sheet import Sheet
from reproscope.study.exchange.study_files import STUDY, TABLES, read_study, read_table
from reproscope.study.exchange.wide import read_wide
from reproscope.study.records import Attempt, Paper, Resolution
from reproscope.study.store import Study
from reproscope.study.store.additions import Added, Additions
from reproscope.study.store.batch import Batch

# Names of papers are compared with this many at most, for advice on unknown ones.
_COMPARED = 20_000


@dataclass(frozen=True, slots=True)
class Imported:
    """What files say. ``answers`` are columns, one batch for each question with all its coders.

    ``problems`` are the first of ``problem_count``; if there is one, nothing may be added.
    ``unknown_papers`` are named by answers or attempts but declared by no file.
    """

    source: str
    instruments: tuple[Instrument, ...]
    papers: tuple[Paper, ...]
    answers: tuple[Batch, ...]
    resolutions: tuple[Resolution, ...]
    attempts: tuple[Attempt, ...]
    problems: tuple[Problem, ...]
    problem_count: int
    unknown_papers: tuple[Problem, ...] = ()

    @property
    def coders(self) -> tuple[str, ...]:
        """Who answered, by first appearance."""
        return tuple(dict.fromkeys(name for batch in self.answers for name in batch.coders))

    @property
    def answer_count(self) -> int:
        """How many answers there are."""
        return sum(len(batch.value) for batch in self.answers)


def read_file(
    path: str | Path,
    mapping: StudyMapping | str | Path,
    instruments: Iterable[Instrument] = (),
    *,
    coder: str = "",
) -> Imported:
    """Read a file, or a folder of the files that a mapping names.

    *mapping* is one, the name or path of one, an instrument's name, ``study`` for a folder that
    was exported, or the name of one of its tables. *coder* names who gave the answers of a file
    that does not say it. Raise ReproscopeError for a file that cannot be read at all.
    """
    path, known = Path(path), tuple(instruments)
    into = Gathered()
    if mapping == STUDY:
        read_study(path, known, into)
    elif isinstance(mapping, str) and mapping in TABLES:
        read_table(mapping, path, known, into)
    else:
        if not isinstance(mapping, StudyMapping):
            mapping = _found(mapping, known)
        _read_mapped(path, mapping, known, coder, into)
    return _imported(str(path), into)


def _found(name: str | Path, known: tuple[Instrument, ...]) -> StudyMapping:
    try:
        return find_mapping(name, known)
    except UnknownName as error:
        if error.kind != "mapping":
            raise
        raise UnknownName("mapping", error.name, [*error.known, STUDY, *TABLES]) from None


def _read_mapped(
    path: Path, mapping: StudyMapping, known: tuple[Instrument, ...], coder: str, into: Gathered
) -> None:
    for file in mapping.files:
        sheet = read_sheet(_file(path, mapping, file), into.problems, file.sheet)
        file = _as_meant(sheet, mapping, file, known)
        if coder and file.instrument:
            file = replace(file, coder=coder, coder_column="")
        instrument = instrument_named(file.instrument, known) if file.instrument else None
        read_wide(sheet, file, mapping.key_prefix, instrument, into)


def _as_meant(
    sheet: Sheet, mapping: StudyMapping, file: FileMapping, known: tuple[Instrument, ...]
) -> FileMapping:
    """Return the instrument's own mapping where a file is no published one but bears its names.

    Some mappings are called as their instrument is; which one is meant, the columns tell.
    """
    names = {column.name.strip() for column in sheet.columns}
    if mapping.name != file.instrument or "paper" not in names:
        return file
    if all(name in names for name in file.needed() if name):
        return file
    return wide_mapping(instrument_named(file.instrument, known)).files[0]


def _file(path: Path, mapping: StudyMapping, file: FileMapping) -> Path:
    """Return the file that is meant; several are looked for in a folder, in any form."""
    if not file.name and not path.is_dir():
        return path
    if not path.is_dir():
        names = ", ".join(one.name for one in mapping.files)
        raise ReproscopeError(f"{path}: {mapping.name} takes a folder of files: {names}")
    if not file.name:
        raise ReproscopeError(f"{path}: {mapping.name} takes one file, and this is a folder")
    there = [path / f"{file.name}{suffix}" for suffix in SUFFIXES]
    found = [one for one in there if one.is_file()]
    if len(found) != 1:
        problem = "there is no" if not found else "there are several of"
        raise ReproscopeError(f"{path}: {problem} {file.name} ({', '.join(SUFFIXES)})")
    return found[0]


def _imported(source: str, into: Gathered) -> Imported:
    attempts = attempts_of(into)
    for paper, key, revision in into.attempts:
        into.used.setdefault(paper, into.attempts[paper, key, revision].place)
    unknown = tuple(
        Problem(place[0], place[1], "", key, place[2])
        for key, place in into.used.items()
        if key not in into.papers
    )
    return Imported(
        source,
        tuple(into.instruments.values()),
        tuple(into.papers.values()),
        tuple(into.answers),
        tuple(into.resolutions),
        attempts,
        into.problems.shown(),
        into.problems.count,
        unknown,
    )


def import_into(
    study: Study, path: str | Path, mapping: StudyMapping | str | Path, *, coder: str = ""
) -> Added:
    """Read files and add what they say in one transaction; raise DoesNotFit and add nothing.

    Instruments that the study does not use yet are added; papers are, where the files declare them.
    """
    imported = read_file(path, mapping, study.instruments(), coder=coder)
    return add_imported(study, imported)


def add_imported(study: Study, imported: Imported) -> Added:
    """Add what was read, unless there is a problem with it."""
    if imported.problem_count:
        raise DoesNotFit(imported.source, imported.problems, imported.problem_count)
    if imported.unknown_papers:
        _refuse_unknown_papers(study, imported)
    return study.add(
        Additions(
            imported.instruments,
            imported.papers,
            imported.answers,
            imported.resolutions,
            imported.attempts,
        )
    )


def _refuse_unknown_papers(study: Study, imported: Imported) -> None:
    known = {paper.key for paper in study.papers()}
    unknown = [one for one in imported.unknown_papers if one.message not in known]
    if not unknown:
        return
    candidates = list(known)[:_COMPARED]
    told: list[Problem] = []
    for one in unknown[:100]:
        near = nearest(one.message, candidates) if len(told) < 10 else None
        advice = f"did you mean {shown_name(near)}?" if near else "import the papers first"
        told.append(replace(one, message=f"no paper {shown_name(one.message)}: {advice}"))
    raise DoesNotFit(imported.source, tuple(told), len(unknown))
