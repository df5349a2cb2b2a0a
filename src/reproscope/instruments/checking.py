"""Whether the parts of an instrument go together: names, groups, conditions, metrics, features.

Each complaint names the file and the line; what one table says by itself is checked by ``reading``.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping

from reproscope.core import UnknownName
from reproscope.instruments.grammar import FUNCTIONS, parse
from reproscope.instruments.instrument import Instrument
from reproscope.instruments.meaning import Scope, check, check_condition, circle_in
from reproscope.instruments.positions import Path
from reproscope.instruments.toml import NAME, Table, shown


def check_instrument(instrument: Instrument, document: Table) -> None:
    """Raise FileError for the first thing in the document that does not fit the rest."""
    _check_names(instrument, document)
    _check_groups(instrument, document)
    _check_tested(instrument, document)
    _check_conditions(instrument, document)
    _check_metrics(instrument, document)


def _check_names(instrument: Instrument, document: Table) -> None:
    """Groups, variables and metrics share one space of names, as expressions use all three."""
    taken: dict[str, tuple[str, int | None]] = {}
    places: list[tuple[str, str, Path]]
    places = [("group", name, ("groups", name)) for name in instrument.groups]
    for at, variable in enumerate(instrument.variables):
        places.append(("variable", variable.name, ("variable", at, "name")))
    for at, metric in enumerate(instrument.metrics):
        places.append(("metric", metric.name, ("metric", at, "name")))
    for word, name, path in places:
        if not NAME.fullmatch(name) or keyword.iskeyword(name) or name in FUNCTIONS:
            raise document.wrong(f"{shown(name)} cannot name a {word}: expressions need it", *path)
        if name in taken:
            first, line = taken[name]
            raise document.wrong(f"duplicate {name!r}: it is a {first} on line {line}", *path)
        taken[name] = (word, document.line(*path))


def _check_groups(instrument: Instrument, document: Table) -> None:
    for at, variable in enumerate(instrument.variables):
        if variable.group and variable.group not in instrument.groups:
            error = UnknownName("group", variable.group, instrument.groups)
            raise document.wrong(f"{error} (they stand in [groups])", "variable", at, "group")
    for group in instrument.groups:
        members = instrument.in_group(group)
        if not members:
            raise document.wrong(f"group {group!r} has no variable", "groups", group)
        if not any(member.weight for member in members):
            raise document.wrong(f"every variable of group {group!r} has weight 0", "groups", group)


def _check_tested(instrument: Instrument, document: Table) -> None:
    names = [variable.name for variable in instrument.variables]
    names += [metric.name for metric in instrument.metrics]
    if instrument.outcome and instrument.outcome not in names:
        raise document.wrong(str(UnknownName("outcome", instrument.outcome, names)), "outcome")
    for at, feature in enumerate(instrument.features):
        if feature not in names:
            raise document.wrong(str(UnknownName("feature", feature, names)), "features", at)
        if feature == instrument.outcome:
            raise document.wrong(f"{feature} is the outcome itself", "features", at)
        if feature in instrument.features[:at]:
            raise document.wrong(f"feature {feature!r} is listed twice", "features", at)


def _check_conditions(instrument: Instrument, document: Table) -> None:
    scope = Scope.of(instrument, metrics=False)
    with document.blamed("applies"):
        if instrument.applies:
            check_condition(instrument.applies, scope)
    needs: dict[str, set[str]] = {}
    for at, variable in enumerate(instrument.variables):
        if variable.condition:
            with document.blamed("variable", at, "condition"):
                names = check_condition(variable.condition, scope).names
            members = [scope.groups.get(name, ()) for name in names]
            needs[variable.name] = {*names, *(member.name for group in members for member in group)}
    places = {
        one.name: ("variable", at, "condition") for at, one in enumerate(instrument.variables)
    }
    _refuse_circle(needs, places, document)


def _check_metrics(instrument: Instrument, document: Table) -> None:
    scope = Scope.of(instrument)
    needs: dict[str, set[str]] = {}
    for at, metric in enumerate(instrument.metrics):
        with document.blamed("metric", at, "expression"):
            expression = parse(metric.expression)
            check(expression, scope)
        needs[metric.name] = {name for name in expression.names if name in scope.metrics}
    places = {one.name: ("metric", at, "expression") for at, one in enumerate(instrument.metrics)}
    _refuse_circle(needs, places, document)


def _refuse_circle(
    needs: Mapping[str, set[str]], places: Mapping[str, Path], document: Table
) -> None:
    circle = circle_in(needs)
    if circle:
        names = " -> ".join(circle[:8])
        raise document.wrong(f"{circle[0]} needs itself: {names}", *places[circle[0]])
