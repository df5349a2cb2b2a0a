"""Experiments of attempts as a table with a row for each printed number, both ways.

``role`` says what the number is: the original, what was reproduced, or a baseline by its name; or,
where runs were repeated, a deviation, a number of runs or the margin. An experiment without a
result, and a result that was not reproduced, have fewer rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from reproscope.core import ReproscopeError, UnknownName
from reproscope.study.attempts.printed import Printed
from reproscope.study.attempts.result import Repeated, Result, Spread
from reproscope.study.exchange.attempt_parts import whole
from reproscope.study.exchange.checking import rows_in
from reproscope.study.exchange.gathering import Gathered, Place
from reproscope.study.exchange.sheet import Sheet
from reproscope.study.records import Attempt, Experiment

EXPERIMENT_COLUMNS = (
    "paper",
    "attempt",
    "revision",
    "experiment",
    "method",
    "data",
    "result",
    "measure",
    "role",
    "name",
    "number",
)
PRINTED = ("original", "reproduced", "baseline")
REPEATED = (
    "original deviation",
    "original runs",
    "reproduced deviation",
    "reproduced runs",
    "margin",
)
ROLES = (*PRINTED, *REPEATED)
Cells = Mapping[str, str]
Row = tuple[Place, Cells]


def rows_of(attempts: tuple[Attempt, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of all experiments that are listed one by one."""
    for attempt in attempts:
        start = (attempt.paper, attempt.key, str(attempt.revision))
        for place, experiment in enumerate(attempt.experiments, 1):
            named = (*start, str(place), experiment.method, experiment.data)
            if not experiment.results:
                yield (*named, "", "", "", "", "")
            for order, result in enumerate(experiment.results, 1):
                for role, name, number in _numbers(result):
                    yield (*named, str(order), result.measure, role, name, number)


def _numbers(result: Result) -> Iterator[tuple[str, str, str]]:
    yield "original", "", result.original.text
    if result.reproduced is not None:
        yield "reproduced", "", result.reproduced.text
    for name, number in result.baselines.items():
        yield "baseline", name, number.text
    if result.repeated is not None:
        told = result.repeated
        numbers = (
            told.original.deviation,
            told.original.runs,
            told.reproduced.deviation,
            told.reproduced.runs,
            told.margin,
        )
        yield from ((role, "", repr(n)) for role, n in zip(REPEATED, numbers, strict=True))


def read_experiments(sheet: Sheet, into: Gathered) -> None:
    """Add the experiments to the attempts that they belong to."""
    rows: list[Row] = []
    needed = ("paper", "experiment", "method", "data")
    for place, cells in rows_in(sheet, needed, EXPERIMENT_COLUMNS, into):
        try:
            whole(cells["experiment"], "the number of an experiment")
            whole(cells.get("revision") or "1", "a revision")
            whole(cells.get("result") or "0", "the number of a result")
        except ReproscopeError as error:
            into.wrong(place, "", error.message)
        else:
            rows.append((place, cells))
    for _, of_experiment in groupby(sorted(rows, key=_experiment), _experiment):
        _add(list(of_experiment), into)


def _experiment(row: Row) -> tuple[str, str, int, int]:
    cells = row[1]
    attempt, revision = cells.get("attempt") or "1", int(float(cells.get("revision") or 1))
    return (cells["paper"], attempt, revision, int(float(cells["experiment"])))


def _result(row: Row) -> int:
    return int(float(row[1].get("result") or 0))


def _add(rows: list[Row], into: Gathered) -> None:
    place, cells = rows[0]
    results = []
    for number, of_result in groupby(sorted(rows, key=_result), _result):
        some = list(of_result)
        try:
            _check_same(some, rows[0])
            if number:
                results.append(_made(some))
        except ReproscopeError as error:
            into.wrong(some[0][0], "", error.message)
    paper, attempt, revision, _ = _experiment(rows[0])
    fields = into.part(paper, attempt, revision, place).fields
    listed: list[Experiment] = fields.setdefault("experiments", [])  # type: ignore[assignment]
    listed.append(Experiment(cells["method"], cells["data"], tuple(results)))


def _check_same(rows: list[Row], first: Row) -> None:
    for place, cells in rows:
        if any(cells[name] != first[1][name] for name in ("method", "data")):
            at = f"{place[2]} {first[0][1]}"
            raise ReproscopeError(f"this experiment has another method or data at {at}")


def _made(rows: list[Row]) -> Result:
    numbers: dict[tuple[str, str], Printed] = {}
    for _, cells in rows:
        role, name = cells.get("role", ""), cells.get("name", "")
        if role not in ROLES:
            raise UnknownName("role", role, ROLES)
        if (role, name) in numbers:
            raise ReproscopeError(
                f"the {role} {name} of this result stands twice".replace("  ", " ")
            )
        numbers[role, name] = Printed.parse(cells.get("number", ""))
    if ("original", "") not in numbers:
        raise ReproscopeError("this result lacks the row with the original number")
    baselines = {name: found for (role, name), found in numbers.items() if role == "baseline"}
    return Result(
        rows[0][1].get("measure", ""),
        numbers["original", ""],
        numbers.get(("reproduced", "")),
        baselines,
        _repeated(numbers),
    )


def _repeated(numbers: Mapping[tuple[str, str], Printed]) -> Repeated | None:
    told = {role: numbers[role, ""] for role in REPEATED if (role, "") in numbers}
    if not told:
        return None
    if len(told) < len(REPEATED):
        lacking = next(role for role in REPEATED if role not in told)
        raise ReproscopeError(f"this result has repeated runs and lacks the row {lacking!r}")
    spreads = [
        Spread(
            float(told[f"{which} deviation"].value),
            whole(told[f"{which} runs"].text, "a number of runs"),
        )
        for which in ("original", "reproduced")
    ]
    return Repeated(spreads[0], spreads[1], float(told["margin"].value))
