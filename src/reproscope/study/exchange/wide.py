"""Reads a sheet with a row for each paper, or for each paper and coder, and a column a variable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.instruments import Instrument
from reproscope.study.exchange.attempt_parts import add_attempt_parts, add_discrepancies
from reproscope.study.exchange.checking import check_header, checked, repeated
from reproscope.study.exchange.gathering import Gathered
from reproscope.study.exchange.mapping import FileMapping, Source
from reproscope.study.exchange.sheet import Column, Sheet, Whole
from reproscope.study.records import Paper
from reproscope.study.store.batch import Batch
from reproscope.study.store.moments import microseconds


@dataclass(frozen=True, slots=True)
class Rows:
    """Which paper and which coder each row is about, as places in lists; -1 where it is wrong."""

    papers: list[str]
    paper: Whole
    coders: list[str]
    coder: Whole


def read_wide(
    sheet: Sheet, mapping: FileMapping, prefix: str, instrument: Instrument | None, into: Gathered
) -> None:
    """Add what a sheet says to what was gathered."""
    if mapping.category:
        add_discrepancies(sheet, mapping, prefix, into)
        return
    answers = _columns_of_answers(sheet, mapping, instrument)
    needed = [name for name in mapping.needed() if name]
    named = [*mapping.ignored, *(source.column for source in answers.values())]
    if instrument is not None:
        named += [variable.name for variable in instrument.variables]
    if not check_header(sheet, needed, named, into.problems):
        return
    rows = _rows(sheet, mapping, prefix, into)
    _add_papers(sheet, mapping, rows, into)
    if instrument is not None:
        into.instruments[instrument.name] = instrument
        for variable, source in answers.items():
            _add_answers(sheet, mapping, rows, instrument, variable, source, into)
    if mapping.attempt is not None:
        keys = [rows.papers[code] if code >= 0 else "" for code in rows.paper.tolist()]
        add_attempt_parts(sheet, mapping, mapping.attempt, keys, into)


def reading_cells(mapping: FileMapping, source: Source) -> Callable[[str], str]:
    """Return what makes a cell the text that is meant, "" where it is missing."""
    missing = {"", *mapping.missing}

    def meant(cell: str) -> str:
        text = cell.strip()
        text = source.values.get(text, text)
        return "" if text in missing else text

    return meant


def _columns_of_answers(
    sheet: Sheet, mapping: FileMapping, instrument: Instrument | None
) -> dict[str, Source]:
    """Return where each variable's answers are: as the mapping says, else under its own name."""
    if instrument is None:
        return {}
    taken = {*mapping.needed(), *mapping.ignored}
    names = {column.name.strip() for column in sheet.columns} - taken
    return {
        variable.name: mapping.answers.get(variable.name, Source(variable.name))
        for variable in instrument.variables
        if variable.name in mapping.answers or variable.name in names
    }


def _rows(sheet: Sheet, mapping: FileMapping, prefix: str, into: Gathered) -> Rows:
    if mapping.key:
        column = sheet.named(mapping.key)
        papers, paper = checked(sheet, column, lambda cell: _key(cell, prefix), into.problems)
    else:
        papers = [f"{prefix}{number}" for number in range(1, sheet.height + 1)]
        paper = np.arange(sheet.height)
    coders, coder = [mapping.coder], np.zeros(sheet.height, np.int64)
    if mapping.coder_column:
        named = sheet.named(mapping.coder_column)
        coders, coder = checked(sheet, named, _coder, into.problems)
    _refuse_repeated(sheet, mapping, Rows(papers, paper, coders, coder), into)
    return Rows(papers, paper, coders, coder)


def _key(cell: str, prefix: str) -> str:
    key = cell.strip()
    if not key:
        raise ReproscopeError("the paper has no key: give it one that no other paper has")
    return prefix + key


def _coder(cell: str) -> str:
    if not cell.strip():
        raise ReproscopeError("nobody is named as the coder")
    return cell.strip()


def _refuse_repeated(sheet: Sheet, mapping: FileMapping, rows: Rows, into: Gathered) -> None:
    known = np.flatnonzero((rows.paper >= 0) & (rows.coder >= 0))
    keys = rows.paper[known] * max(len(rows.coders), 1) + rows.coder[known]
    for later, first in repeated(keys):
        row = int(known[later])
        paper = shown_name(rows.papers[rows.paper[row]])
        at = f"{sheet.unit} {sheet.lines[known[first]]}"
        if mapping.coder_column:
            coder = shown_name(rows.coders[rows.coder[row]])
            message = f"{coder} answers twice about paper {paper}, which stands at {at} already"
            into.problems.add(sheet, row, mapping.coder_column, message)
        else:
            message = f"duplicate paper {paper}: it stands at {at} already"
            into.problems.add(sheet, row, mapping.key, message)


def _add_papers(sheet: Sheet, mapping: FileMapping, rows: Rows, into: Gathered) -> None:
    """Take titles and attributes; several rows of one paper, of several coders, must agree."""
    said: dict[str, list[str]] = {}
    sources = dict(mapping.attributes)
    if mapping.title:
        sources["title"] = Source(mapping.title)
    for name, source in sources.items():
        if source.constant:
            said[name] = [source.constant] * len(rows.papers)
        else:
            said[name] = _one_for_each_paper(sheet, mapping, source, rows, into)
    titles = said.pop("title", None)
    for place, key in enumerate(rows.papers):
        attributes = {name: texts[place] for name, texts in said.items() if texts[place]}
        paper = Paper(key, titles[place] if titles else "", attributes)
        earlier = into.papers.get(key)
        if earlier is not None:
            paper = Paper(key, earlier.title or paper.title,
                          {**earlier.attributes, **paper.attributes})  # fmt: skip
        into.papers[key] = paper


def _one_for_each_paper(
    sheet: Sheet, mapping: FileMapping, source: Source, rows: Rows, into: Gathered
) -> list[str]:
    meant = reading_cells(mapping, source)
    column = sheet.named(source.column)
    values, codes = checked(sheet, column, lambda cell: meant(cell) or None, into.problems)
    told = np.flatnonzero((rows.paper >= 0) & (codes >= 0))
    first = np.full(len(rows.papers), -1, np.int64)
    # The last assignment wins, so in reverse the first row does.
    first[rows.paper[told[::-1]]] = codes[told[::-1]]
    for row in told[first[rows.paper[told]] != codes[told]].tolist():
        paper = rows.paper[row]
        message = (
            f"paper {shown_name(rows.papers[paper])} has {shown_name(values[codes[row]])} here "
            f"and {shown_name(values[first[paper]])} above"
        )
        into.problems.add(sheet, row, source.column, message)
    return [values[code] if code >= 0 else "" for code in first.tolist()]


def _add_answers(
    sheet: Sheet,
    mapping: FileMapping,
    rows: Rows,
    instrument: Instrument,
    name: str,
    source: Source,
    into: Gathered,
) -> None:
    variable = instrument.variable(name)
    meant = reading_cells(mapping, source)

    def answer(cell: str) -> str | None:
        text = meant(cell)
        return variable.checked(text) if text else None

    column: Column = sheet.named(source.column)
    values, value = checked(sheet, column, answer, into.problems)
    told = np.flatnonzero((value >= 0) & (rows.paper >= 0) & (rows.coder >= 0))
    if not len(told):
        return
    count = len(told)
    into.answers.append(
        Batch(
            [(instrument.name, name)],
            rows.coders,
            rows.papers,
            values,
            np.zeros(count, np.int64),
            rows.coder[told],
            rows.paper[told],
            value[told],
            np.full(count, microseconds(None)),
            np.ones(count, np.int64),
        )
    )
