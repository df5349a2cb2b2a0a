"""Holds what the thesis printed against what follows from its data, number by number.

The numbers are looked up in the tables of an analysis; none is written down here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from reproscope.core import Cell, Column, ReproscopeError, Table
from reproscope.core.cells import shown
from reproscope.instruments.expressions import evaluate
from reproscope.study.attempts.printed import Printed
from reproscope.study.example.filling import ARTICLE_MODEL
from reproscope.study.example.tables import by_paper, read
from reproscope.study.holding import Holding

TOPIC = "The thesis's own numbers"
_METRIC = "article_model_metric"
_SHARES = ("identical", "consistent", "different", "not_conducted", "outcome")
NO_VALUE = "no value"
# More than was printed anywhere, and few enough to leave out what binary numbers add to 0.615.
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Compared:
    """A number as printed, what follows from the data, and why they differ if that is known."""

    where: str
    what: str
    printed: str
    computed: Cell
    why: str = ""

    @property
    def same(self) -> bool:
        """Whether the computed value, rounded to the printed digits, is the printed one."""
        if self.computed is None or isinstance(self.computed, str):
            return self.printed == self.computed
        exact = Printed.parse(f"{self.computed:.{_DIGITS}f}")
        return Printed.parse(self.printed).identical_to(exact)

    @property
    def computed_text(self) -> str:
        """The computed value with a digit more than was printed; a count as it is."""
        if self.computed is None:
            return NO_VALUE
        if isinstance(self.computed, str | int):
            return str(self.computed)
        percent = self.printed.endswith("%")
        digits = 1 - Printed.parse(self.printed).place - (2 if percent else 0)
        return shown(self.computed, Column("", "", "share" if percent else "number", digits))


def compared(tables: Iterable[Table], holding: Holding) -> tuple[Table, ...]:
    """Return how many printed numbers came out again, and each one that did not.

    *tables* are those of the example, analysed by ``level``.
    """
    every = tuple(comparisons(tables, holding))
    return (_counted(every), _otherwise(every))


def comparisons(tables: Iterable[Table], holding: Holding) -> Iterator[Compared]:
    """Yield each printed number that the data allow to compute."""
    named = {table.name: table for table in tables}
    yield from _table_4_2(named["attempt-results"])
    yield from _table_a3(holding)
    reasons = read("claims")["reasons"]
    for place in read("claims")["claims"]:
        for what, printed, table, row, column, *why in place["cells"]:
            value = _cell(named[table], row, column)
            yield Compared(place["where"], what, printed, value, *(reasons[name] for name in why))


def _table_4_2(table: Table) -> Iterator[Compared]:
    why = _differences("table 4.2")
    found = {str(record["paper"]): record for record in table.records()}
    for paper, row in by_paper("table-4.2").items():
        for column in _SHARES:
            what = f"{column.replace('_', ' ')}, paper {paper}"
            yield Compared(
                "table 4.2", what, row[column], found[paper][column], why.get((paper, column), "")
            )


def _table_a3(holding: Holding) -> Iterator[Compared]:
    why = _differences("table A.3")
    coded = holding.coded[ARTICLE_MODEL]
    metric = next(one for one in coded.instrument.metrics if one.name == _METRIC)
    values = evaluate(metric, coded.instrument, coded.answers)
    for paper, row in by_paper("table-A.3").items():
        what = f"Article Model Metric, paper {paper}"
        yield Compared(
            "table A.3", what, row[_METRIC], float(values[paper]), why.get((paper, _METRIC), "")
        )


def _differences(where: str) -> Mapping[tuple[str, str], str]:
    claims = read("claims")
    listed = claims["differences"][where]
    return {(paper, column): claims["reasons"][why] for paper, column, why in listed}


def _cell(table: Table, row: list[str], column: str) -> Cell:
    """Return a cell by the first cells of its row and its column's name or title."""
    names = [one.name for one in table.columns]
    titles = [one.title for one in table.columns]
    place = names.index(column) if column in names else titles.index(column)
    for cells in table.rows:
        if list(cells[: len(row)]) == row:
            return cells[place]
    raise ReproscopeError(f"table {table.name!r} has no row {', '.join(row)}")


def _counted(every: tuple[Compared, ...]) -> Table:
    places = list(dict.fromkeys(one.where for one in every))
    rows: list[tuple[Cell, ...]] = []
    for where in (*places, "all"):
        own = [one for one in every if where in (one.where, "all")]
        same = sum(one.same for one in own)
        rows.append((where, len(own), same, len(own) - same))
    return Table(
        "thesis-compared",
        "Printed numbers that follow from the printed data",
        (
            Column("where", "where"),
            Column("compared", "compared", "count"),
            Column("same", "the same", "count"),
            Column("otherwise", "otherwise", "count"),
        ),
        tuple(rows),
        "a number is the same if what is computed from tables 4.1, A.2, A.3 and B.1 to B.3 rounds "
        "to it at its printed digits",
        n=len(every),
        missing="not compared: what the tables do not hold, such as parts of components, the "
        "metric of Gundersen and Kjensmo in table 5.2, and figures without their numbers",
        topic=TOPIC,
    )


def _otherwise(every: tuple[Compared, ...]) -> Table:
    others = [one for one in every if not one.same]
    return Table(
        "thesis-otherwise",
        "Where the thesis prints otherwise",
        (
            Column("where", "where"),
            Column("what", "what"),
            Column("printed", "printed"),
            Column("computed", "computed"),
            Column("why", "because"),
        ),
        tuple((one.where, one.what, one.printed, one.computed_text, one.why) for one in others),
        "each printed number that is not the computed one rounded to its digits",
        n=len(every),
        topic=TOPIC,
    )
