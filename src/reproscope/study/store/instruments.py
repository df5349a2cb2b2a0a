"""The instruments of a study, kept as they were when the study began to use them.

A later edition of a shipped instrument changes no study: what was asked stays as it was asked.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, insert, select

from reproscope.core import ReproscopeError, UnknownName
from reproscope.instruments import AllowedValue, Instrument, Kind, Metric, Variable
from reproscope.study.store.ids import next_id
from reproscope.study.store.moments import microseconds
from reproscope.study.store.schema import INSTRUMENT, VARIABLE
from reproscope.study.store.texts import storable, storable_name

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def add_instrument(connection: Connection, instrument: Instrument, source: str = "") -> bool:
    """Add an instrument with the text of its file; return whether it is new.

    One that is in the study already may be added again if it says the same.
    """
    storable_name(instrument.name, "the instrument's name")
    definition = storable(_written(instrument), f"instrument {instrument.name}")
    known = connection.scalar(
        select(INSTRUMENT.c.definition).where(INSTRUMENT.c.name == instrument.name)
    )
    if known is not None:
        if _read(known) != _read(definition):
            raise ReproscopeError(
                f"the study has another instrument {instrument.name}: answers were given to that "
                "one; give this one another name"
            )
        return False
    names = [variable.name for variable in instrument.variables]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ReproscopeError(f"instrument {instrument.name} has variable {twice} twice")
    number = next_id(connection, INSTRUMENT)
    connection.execute(
        insert(INSTRUMENT).values(
            id=number,
            name=instrument.name,
            definition=definition,
            source=storable(source, f"the file of instrument {instrument.name}"),
            given=microseconds(None),
        )
    )
    first = next_id(connection, VARIABLE)
    rows = [
        {"id": first + place, "instrument": number, "name": storable_name(name, "a variable")}
        for place, name in enumerate(names)
    ]
    if rows:
        connection.execute(insert(VARIABLE), rows)
    return True


def instruments(connection: Connection) -> tuple[Instrument, ...]:
    """Return the instruments in the order in which they were added."""
    rows = connection.scalars(select(INSTRUMENT.c.definition).order_by(INSTRUMENT.c.id))
    return tuple(_read(definition) for definition in rows)


def instrument(connection: Connection, name: str) -> Instrument:
    """Return an instrument by its name; raise UnknownName if the study does not use it."""
    found = connection.scalar(select(INSTRUMENT.c.definition).where(INSTRUMENT.c.name == name))
    if found is None:
        raise UnknownName("instrument", name, connection.scalars(select(INSTRUMENT.c.name)))
    return _read(found)


def instrument_source(connection: Connection, name: str) -> str:
    """Return the text of the file that an instrument was read from, "" if none was given."""
    rows = connection.scalars(select(INSTRUMENT.c.source).where(INSTRUMENT.c.name == name))
    return str(rows.one_or_none() or "")


def _written(instrument: Instrument) -> str:
    # The lines belong to the file, which may have been another one.
    plain = replace(
        instrument,
        variables=tuple(replace(variable, line=None) for variable in instrument.variables),
        metrics=tuple(replace(metric, line=None) for metric in instrument.metrics),
        groups=dict(instrument.groups),
    )
    return json.dumps(asdict(plain), ensure_ascii=False)


def _read(definition: str) -> Instrument:
    entry: dict[str, Any] = json.loads(definition)
    entry["variables"] = [_variable(variable) for variable in entry["variables"]]
    entry["metrics"] = [_made(Metric, _with_kind(metric)) for metric in entry["metrics"]]
    return _made(Instrument, entry)


def _variable(entry: dict[str, Any]) -> Variable:
    values = [_made(AllowedValue, value) for value in entry["values"]]
    return _made(Variable, {**_with_kind(entry), "values": values})


def _with_kind(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "kind": Kind(entry["kind"])}


def _made(kind: type[T], entry: dict[str, Any]) -> T:
    """Make a value of its fields as JSON has them; what was not said then has its default."""
    unknown = entry.keys() - {known.name for known in fields(kind)}
    if unknown:
        # To leave it out could change what a metric means.
        raise ReproscopeError(
            f"an instrument of the study has a {kind.__name__.lower()} with {sorted(unknown)[0]}, "
            "which a newer reproscope has written: install that one"
        )
    lists = {name: tuple(value) for name, value in entry.items() if isinstance(value, list)}
    return kind(**{**entry, **lists})
