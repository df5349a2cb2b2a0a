"""Which variables papers document: each variable's share, and how many of a factor a paper has.

The denominator of a share is the answers that were given (Gundersen and Kjensmo 2018, Figure 3);
in the number of documented variables a missing answer counts as none (Figure 4).
"""

from __future__ import annotations

from collections.abc import Iterator

from reproscope.core import Cell, Table
from reproscope.instruments import Instrument, Kind, Variable
from reproscope.instruments.expressions import condition_holds
from reproscope.study.analysis.columns import (
    MISSING,
    SHARE,
    SHARE_HIGH,
    SHARE_LOW,
    N,
    count,
    share,
    text,
)
from reproscope.study.analysis.grouping import TOTAL, Grouping
from reproscope.study.holding import Coded
from reproscope.study.statistics import share_of


def coverage_tables(coded: Coded, groups: Grouping) -> Iterator[Table]:
    """Yield the share of papers that document each variable, and the number of variables."""
    booleans = [
        variable
        for variable in coded.instrument.variables
        if variable.kind is Kind.BOOLEAN
        and variable.group
        and coded.answers[variable.name].notna().any()
    ]
    if not booleans:
        return
    applies = condition_holds(coded.instrument.applies, coded.instrument, coded.answers) == 1
    within = Coded(coded.instrument, coded.answers[applies], coded.unresolved, coded.coders)
    yield _by_variable(within, booleans, groups)
    factors = [f for f in coded.instrument.groups if any(v.group == f for v in booleans)]
    if factors:
        yield _number_documented(within, booleans, factors)


def _by_variable(coded: Coded, variables: list[Variable], groups: Grouping) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for variable in variables:
        parts = {
            name: share_of(part.to_numpy(dtype=float))
            for name, part in groups.split(coded.answers[variable.name])
        }
        whole = parts.pop(TOTAL)
        rows.append(
            (
                variable.name, _factor(coded.instrument, variable), whole.count, whole.n,
                whole.missing, whole.share, whole.low, whole.high,
                *(part.share for part in parts.values()),
            )
        )  # fmt: skip
    return Table(
        f"{coded.instrument.name}-coverage",
        f"Papers that document each variable of {coded.instrument.name}",
        (
            text("variable", "variable"),
            text("factor", "factor"),
            count("documented", "documented"),
            N,
            MISSING,
            SHARE,
            SHARE_LOW,
            SHARE_HIGH,
            *(share(f"share_{i}", name) for i, name in enumerate(groups.names, 1)),
        ),
        tuple(rows),
        "papers answered with yes among those with an answer; Wilson's interval"
        + _applying(coded.instrument),
        n=len(coded.answers),
        missing="a paper without an answer is left out of the variable's share",
        topic=f"Coverage: {coded.instrument.name}",
    )


def _number_documented(coded: Coded, variables: list[Variable], factors: list[str]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    papers = len(coded.answers)
    for factor in factors:
        names = [variable.name for variable in variables if variable.group == factor]
        numbers = coded.answers[names].fillna(0).sum(axis=1).astype(int)
        for documented in range(len(names) + 1):
            found = int((numbers == documented).sum())
            rows.append((_title(coded.instrument, factor), documented, found, found / papers))
    return Table(
        f"{coded.instrument.name}-documented",
        f"How many variables of each factor of {coded.instrument.name} papers document",
        (
            text("factor", "factor"),
            count("documented", "variables documented"),
            count("papers", "papers"),
            SHARE,
        ),
        tuple(rows),
        "the sum of a paper's answers to the factor's questions, a missing one counted as 0"
        + _applying(coded.instrument),
        n=papers,
        missing="a missing answer counts as not documented",
        topic=f"Coverage: {coded.instrument.name}",
    )


def _factor(instrument: Instrument, variable: Variable) -> str:
    return _title(instrument, variable.group)


def _title(instrument: Instrument, group: str) -> str:
    """Return a group's short title: what stands before its explanation."""
    return (instrument.groups.get(group) or group).partition(":")[0]


def _applying(instrument: Instrument) -> str:
    return f"; only papers with {instrument.applies}" if instrument.applies else ""
