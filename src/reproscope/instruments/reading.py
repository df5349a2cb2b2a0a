"""Reads an instrument from TOML and checks it; every mistake is one line with file and line.

How such a file is written is told in docs/study/instruments.md. Here each table is read by itself;
whether they go together is checked by ``checking``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.core import ReproscopeError, UnknownName
from reproscope.instruments.checking import check_instrument
from reproscope.instruments.instrument import AllowedValue, Instrument, Kind, Metric, Variable
from reproscope.instruments.toml import NAME, Table, parsed, shown

MOST = 2_000
TOP_KEYS = (
    "name",
    "title",
    "source",
    "scheme",
    "applies",
    "outcome",
    "features",
    "notes",
    "groups",
    "variable",
    "metric",
)
VARIABLE_KEYS = (
    "name",
    "question",
    "kind",
    "group",
    "guidance",
    "values",
    "not_applicable",
    "condition",
    "weight",
)
METRIC_KEYS = ("name", "title", "expression", "kind", "scheme", "note")
METRIC_KINDS = (Kind.DEGREE, Kind.BOOLEAN, Kind.COUNT, Kind.NUMBER)
_INSTRUMENT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_YEAR = re.compile(r"\b(1[6-9]|2\d)\d\d\b")


def read(text: str, file: str) -> Instrument:
    """Read the text of an instrument; *file* is its name in messages.

    >>> read('name = "x"', "x.toml")
    Traceback (most recent call last):
    ...
    reproscope.instruments.toml.FileError: x.toml:1: title is missing: one line that says what it is
    """
    document = parsed(text, file)
    document.refuse_unknown(TOP_KEYS)
    scheme = document.text("scheme")
    instrument = Instrument(
        name=_instrument_name(document),
        title=document.text("title", "one line that says what it is"),
        source=_source(document),
        groups=_groups(document),
        variables=tuple(_variable(table) for table in _tables(document, "variable")),
        metrics=tuple(_metric(table, scheme) for table in _tables(document, "metric")),
        scheme=scheme,
        outcome=document.text("outcome"),
        features=document.texts("features"),
        applies=document.text("applies"),
        notes=document.texts("notes"),
    )
    if not instrument.variables:
        raise document.wrong("there is no question: write at least one [[variable]]")
    check_instrument(instrument, document)
    return instrument


def _instrument_name(document: Table) -> str:
    name = document.text("name", "a short name, such as gundersen2018")
    if not _INSTRUMENT_NAME.fullmatch(name):
        raise document.wrong(f"name {shown(name)} must be of letters, digits, dots, dashes", "name")
    return name


def _source(document: Table) -> str:
    source = document.text("source", "who asked this first, with the year and the page or section")
    if not _YEAR.search(source):
        raise document.wrong("source must name its year: the same labels changed meaning", "source")
    return source


def _groups(document: Table) -> dict[str, str]:
    table = document.table("groups")
    return {name: table.text(name, "the group's title") for name in table.values}


def _tables(document: Table, key: str) -> Iterator[Table]:
    for number, table in enumerate(document.tables(key)):
        if number == MOST:
            raise table.wrong(f"there are more than {MOST:,} of [[{key}]]")
        yield table


def _variable(table: Table) -> Variable:
    table.refuse_unknown(VARIABLE_KEYS)
    kind = _kind(table, tuple(Kind), Kind.BOOLEAN)
    variable = Variable(
        name=_name(table),
        question=table.text("question", "what is asked of a paper"),
        kind=kind,
        group=table.text("group"),
        guidance=table.text("guidance"),
        values=_values(table, kind),
        condition=table.text("condition"),
        weight=table.number("weight", 1.0),
        not_applicable=table.text("not_applicable"),
        line=table.line(),
    )
    if variable.weight < 0:
        raise table.wrong(f"weight must be 0 or more, not {variable.weight:g}", "weight")
    if variable.not_applicable:
        known = [allowed.value for allowed in variable.values]
        if variable.not_applicable not in known or kind.numeric:
            raise table.wrong(
                f"not_applicable must be one of the values of a nominal or ordinal question, not "
                f"{shown(variable.not_applicable)}",
                "not_applicable",
            )
    return variable


def _metric(table: Table, scheme: str) -> Metric:
    table.refuse_unknown(METRIC_KEYS)
    return Metric(
        name=_name(table),
        title=table.text("title", "one line that says what it measures"),
        expression=table.text("expression", "how it is computed from the answers"),
        kind=_kind(table, METRIC_KINDS, Kind.DEGREE),
        scheme=table.text("scheme") or scheme,
        note=table.text("note"),
        line=table.line(),
    )


def _name(table: Table) -> str:
    name = table.text("name", "a short name, such as open_source_code")
    if not NAME.fullmatch(name):
        raise table.wrong(
            f"name {shown(name)} must begin with a letter and go on with letters, digits or _",
            "name",
        )
    return name


def _kind(table: Table, kinds: tuple[Kind, ...], otherwise: Kind) -> Kind:
    written = table.text("kind") or otherwise.value
    for kind in kinds:
        if kind.value == written:
            return kind
    raise table.wrong(str(UnknownName("kind", written, [kind.value for kind in kinds])), "kind")


def _values(table: Table, kind: Kind) -> tuple[AllowedValue, ...]:
    """Return the allowed values: a list of texts, or a table of what each means."""
    listed = isinstance(table.values.get("values"), list)
    if listed:
        values = tuple(AllowedValue(value) for value in table.texts("values"))
    else:
        given = table.named_texts("values")
        values = tuple(AllowedValue(value, meaning) for value, meaning in given.items())
    if kind in (Kind.NOMINAL, Kind.ORDINAL) and len(values) < 2:
        raise table.wrong(f"a {kind} question needs at least two values to choose from", "values")
    if kind is Kind.TEXT and values:
        raise table.wrong("a text has no list of values: make the kind nominal", "values")
    probe = Variable("value", "", kind)
    seen: set[str] = set()
    for at, allowed in enumerate(values):
        key: str | int = at if listed else allowed.value
        try:
            # Only a numeric kind says of itself what a value may be.
            spelling = probe.checked(allowed.value) if kind.numeric else allowed.value.strip()
        except ReproscopeError as error:
            raise table.wrong(str(error), "values", key) from None
        if not spelling or spelling != allowed.value:
            advice = f"write {spelling!r}" if spelling else "it is empty"
            problem = f"value {shown(allowed.value)} of a {kind} question: {advice}"
            raise table.wrong(problem, "values", key)
        if spelling.casefold() in seen:
            raise table.wrong(f"value {shown(allowed.value)} is listed twice", "values", key)
        seen.add(spelling.casefold())
    return values
