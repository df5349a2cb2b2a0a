"""A calibration as text for a terminal, as Markdown and as JSON: one set of tables, three forms."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from reproscope.repository.calibrating.calibration import Calibration
from reproscope.repository.calibrating.shown import Cell, Shown
from reproscope.repository.calibrating.tables import tables
from reproscope.repository.profiles import profile_text
from reproscope.repository.reporting.plainwords import escaped, one_line

WIDTH = 100


def as_text(found: Calibration) -> str:
    """Return the tables in columns of equal width."""
    return "\n".join(_text_lines(found)) + "\n"


def _text_lines(found: Calibration) -> Iterator[str]:
    yield _heading(found)
    for note in found.notes:
        yield from _wrapped(f"note: {one_line(note)}", "      ")
    for table in tables(found):
        yield ""
        yield table.title
        yield from _columns(table)
        if table.note:
            yield from _wrapped(f"  {one_line(table.note)}", "  ")


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False)


def _columns(table: Shown) -> Iterator[str]:
    rows = [table.header, *([_cell(one) for one in row] for row in table.rows)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(table.header))]
    for row in rows:
        cells = [
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"  {'  '.join(cells)}".rstrip()


def as_markdown(found: Calibration) -> str:
    """Return a report with every table, and the evidence for every weight of the profile."""
    return "\n".join(_markdown_lines(found)) + "\n"


def _markdown_lines(found: Calibration) -> Iterator[str]:
    yield f"# {escaped(_heading(found))}"
    yield ""
    for note in found.notes:
        yield f"- {escaped(note)}"
    yield ""
    yield "## Evidence for every weight"
    yield ""
    yield from _pipes(("indicator", "weight", "evidence"), _evidence(found))
    for table in tables(found):
        yield ""
        yield f"## {escaped(table.title)}"
        yield ""
        yield from _pipes(table.header, table.rows)
        if table.note:
            yield ""
            yield escaped(table.note)


def _evidence(found: Calibration) -> list[tuple[Cell, ...]]:
    rules = found.profile.indicators.values()
    return [(one.title or one.key, one.weight, one.evidence) for one in rules]


def _pipes(header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"|{'---|' * len(header)}"
    for row in rows:
        yield f"| {' | '.join(escaped(_cell(cell)) for cell in row)} |"


def as_json(found: Calibration) -> str:
    """Return everything as JSON in ASCII, with the profile as TOML text."""
    document = {
        "sets": {"reproducible": found.labelled.names[0], "other": found.labelled.names[1]},
        "sizes": list(found.labelled.sizes),
        "quantiles": found.options.quantiles,
        "weights": found.options.weights,
        "notes": list(found.notes),
        "tables": {table.key: table.as_json() for table in tables(found)},
        "profile": profile_text(found.profile),
    }
    return json.dumps(document, indent=2) + "\n"


FORMS: Mapping[str, Callable[[Calibration], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
}


def _heading(found: Calibration) -> str:
    first, second = found.labelled.names
    sizes = found.labelled.sizes
    return f"Calibration: {one_line(first)} ({sizes[0]}) against {one_line(second)} ({sizes[1]})"


def _cell(value: Cell) -> str:
    if value is None:
        return "-"
    return f"{value:g}" if isinstance(value, float) else one_line(str(value))
