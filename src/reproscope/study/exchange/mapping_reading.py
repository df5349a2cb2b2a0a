"""Reads a mapping from TOML; every mistake is one line with file and line.

How such a file is written is told in docs/study/exchange.md.
"""

from __future__ import annotations

from reproscope.core import ReproscopeError, UnknownName
from reproscope.instruments import Instrument, load
from reproscope.instruments.toml import Table, parsed, shown
from reproscope.study.attempts.level import Level
from reproscope.study.exchange.mapping import (
    COUNTS,
    NUMBERS,
    TEXTS,
    TRUTHS,
    AttemptSource,
    FileMapping,
    Source,
    StudyMapping,
    TimeSource,
)

TOP_KEYS = ("name", "title", "source", "key_prefix", "notes", "file")
FILE_KEYS = (
    "name",
    "sheet",
    "key",
    "number_rows",
    "title",
    "instrument",
    "coder",
    "coder_column",
    "missing",
    "ignored",
    "answers",
    "attributes",
    "attempt",
    "category",
)
SOURCE_KEYS = ("column", "values", "constant")
FIELD_KEYS = ("level", *NUMBERS, *TRUTHS, *TEXTS)
ATTEMPT_KEYS = (*FIELD_KEYS, "tally", "time", "given_by")
TIME_KEYS = ("days", "unknown")


def read_mapping(text: str, file: str, instruments: tuple[Instrument, ...] = ()) -> StudyMapping:
    """Read the text of a mapping; *instruments* are known beside those that come along."""
    document = parsed(text, file)
    document.refuse_unknown(TOP_KEYS)
    files = tuple(_file(table, instruments) for table in document.tables("file"))
    if not files:
        raise document.wrong("there is no [[file]]: say what its columns are")
    names = [one.name for one in files]
    if len(files) > 1 and ("" in names or len(set(names)) < len(names)):
        raise document.wrong("several [[file]] tables each need a name of their own", "file")
    return StudyMapping(
        document.text("name", "a short name, such as gundersen2018"),
        document.text("title", "one line that says what is imported"),
        document.text("source", "where the file was published"),
        files,
        document.text("key_prefix"),
        document.texts("notes"),
    )


def _file(table: Table, instruments: tuple[Instrument, ...]) -> FileMapping:
    table.refuse_unknown(FILE_KEYS)
    answers = _sources(table.table("answers"), constants=False)
    attributes = _sources(table.table("attributes"), constants=True)
    if "title" in attributes:
        raise table.wrong("a paper's title is named by title = beside key", "attributes", "title")
    mapping = FileMapping(
        name=table.text("name"),
        sheet=table.text("sheet"),
        key=table.text("key"),
        title=table.text("title"),
        coder=table.text("coder"),
        coder_column=table.text("coder_column"),
        instrument=table.text("instrument"),
        answers=answers,
        attributes=attributes,
        attempt=_attempt(table.table("attempt")) if "attempt" in table.values else None,
        category=table.text("category"),
        missing=_words(table, "missing"),
        ignored=table.texts("ignored"),
    )
    _check_key(table, mapping)
    _check_answers(table, mapping, instruments)
    return mapping


def _words(table: Table, key: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in table.texts(key))


def _check_key(table: Table, mapping: FileMapping) -> None:
    numbered = table.values.get("number_rows", False)
    if not isinstance(numbered, bool):
        raise table.wrong("number_rows must be true or false", "number_rows")
    said = [bool(mapping.key), numbered, bool(mapping.category)]
    if said.count(True) != 1:
        raise table.wrong(
            "say by one of three what a row is: key = the column of the papers' keys, "
            "number_rows = true, or category = the column of discrepancies"
        )
    if mapping.category and (mapping.instrument or mapping.attributes or mapping.attempt):
        raise table.wrong("a file of discrepancies has no answers, attributes or attempt")


def _check_answers(table: Table, mapping: FileMapping, instruments: tuple[Instrument, ...]) -> None:
    if not mapping.instrument:
        if mapping.answers:
            raise table.wrong("answers need their instrument = …", "answers")
        return
    if bool(mapping.coder) == bool(mapping.coder_column):
        raise table.wrong("say who answered: coder = a name, or coder_column = a column")
    with table.blamed("instrument"):
        instrument = instrument_named(mapping.instrument, instruments)
    for variable, source in mapping.answers.items():
        with table.blamed("answers", variable):
            found = instrument.variable(variable)
        for cell, value in source.values.items():
            if value:
                with table.blamed("answers", variable, "values", cell):
                    found.checked(value)


def instrument_named(name: str, instruments: tuple[Instrument, ...]) -> Instrument:
    """Return an instrument of the study, or else one that comes along."""
    for instrument in instruments:
        if instrument.name == name:
            return instrument
    if "/" in name or name.endswith(".toml"):
        raise ReproscopeError(f"instrument {shown(name)} must be a name: add its file to the study")
    try:
        return load(name)
    except UnknownName as error:
        known = [*error.known, *(one.name for one in instruments)]
        raise UnknownName("instrument", name, known) from None


def _sources(table: Table, *, constants: bool) -> dict[str, Source]:
    return {name: _source(table, name, constants=constants) for name in table.values}


def _source(table: Table, name: str, *, constants: bool) -> Source:
    """Read a column's name, or a table of the column and what its cells mean."""
    if isinstance(table.values[name], str):
        return Source(table.text(name, "the name of a column"))
    inner = table.table(name)
    inner.refuse_unknown(SOURCE_KEYS if constants else SOURCE_KEYS[:2])
    source = Source(inner.text("column"), inner.named_texts("values"), inner.text("constant"))
    if bool(source.column) == bool(source.constant):
        advice = "column = … or constant = …" if constants else "column = …"
        raise table.wrong(f"{name}: say {advice}", name)
    return source


def _attempt(table: Table) -> AttemptSource:
    table.refuse_unknown(ATTEMPT_KEYS)
    fields = {
        name: _source(table, name, constants=True) for name in FIELD_KEYS if name in table.values
    }
    level = fields.get("level", Source())
    for value in (level.constant, *level.values.values()):
        if value and value not in set(Level):
            raise table.wrong(
                str(UnknownName("level", value, [level.value for level in Level])), "level"
            )
    tally = table.table("tally")
    tally.refuse_unknown(COUNTS)
    if tally.values and "experiments" not in tally.values:
        raise table.wrong("a tally needs its column of experiments", "tally")
    time = None
    if "time" in table.values:
        inner = table.table("time")
        inner.refuse_unknown(TIME_KEYS)
        time = TimeSource(inner.text("days", "the column of days"), _words(inner, "unknown"))
        if "reproduced" not in fields:
            raise table.wrong("a time needs reproduced = …, which tells what it means", "time")
    return AttemptSource(fields, _texts(tally), time, table.text("given_by"))


def _texts(table: Table) -> dict[str, str]:
    return {name: table.text(name, "the name of a column") for name in table.values}
