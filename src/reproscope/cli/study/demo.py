"""``reproscope study demo``: the study that comes along, made, analysed, drawn and reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from reproscope.cli.output import Remembering, called, say, write_stdout, write_text
from reproscope.cli.study.analyse import LIBRARIES
from reproscope.cli.study.opening import needs_extra
from reproscope.core import Cell, Provenance, Report, ReproscopeError, Table, UnknownName
from reproscope.core.registry import RENDERERS, load_renderer, names

if TYPE_CHECKING:
    from reproscope.study.holding import Holding

BY = "level"
FIGURES = "figures"
SOURCE = (
    "The example that comes along: tables 4.1, 4.2, A.1 to A.3 and B.1 to B.3 of O. Cappelen, "
    "M. Mølnå: Performing reproductions to understand the state of reproducibility in current AI "
    "research, master's thesis, NTNU 2018"
)


def _known(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse an unknown form before the work."""
    for name in value:
        if name not in names(RENDERERS):
            raise UnknownName("format", name, names(RENDERERS))
    return tuple(dict.fromkeys(value))


@click.command(cls=Remembering)
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="FOLDER",
    default=Path("reproscope-demo"),
    show_default=True,
    type=click.Path(path_type=Path),
    help="Write the report and its figures into FOLDER.",
)
@click.option(
    "--format",
    "formats",
    metavar="NAME",
    multiple=True,
    default=("html", "markdown"),
    show_default=True,
    callback=_known,
    help="A form of the report; may be given several times.",
)
@click.option(
    "--keep",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Keep the study in FILE, to try the other commands on.",
)
@click.pass_context
@needs_extra
def demo(ctx: click.Context, folder: Path, formats: tuple[str, ...], keep: Path | None) -> None:
    """Analyse the study that comes along, and write its report.

    \b
    reproscope study demo
    reproscope study demo -o build/demo --keep thesis.db

    30 papers were coded and 22 of them tried to be reproduced. The report says which of the numbers
    that its authors printed follow from their data.
    """
    from reproscope.study.analysis import Wish, analyse
    from reproscope.study.example import NAME, compared
    from reproscope.study.figures import draw, write

    _make(folder)
    holding = _held(keep)
    tables = analyse(holding, Wish(by=BY))
    tables = (*tables, *compared(tables, holding))
    report = Report(
        targets=(SOURCE,),
        title=f"Study: {NAME}",
        tables=tables,
        figures=draw(tables),
        provenance=Provenance.capture(
            command=called(ctx), dependencies=(*LIBRARIES, "sqlalchemy", "matplotlib")
        ),
    )
    write(report.figures, folder / FIGURES)
    say(f"figures written to {folder / FIGURES}")
    for name in formats:
        renderer = load_renderer(name)
        write_text(renderer.render(report), folder / f"report{renderer.suffixes[0]}")
    write_stdout("".join(f"{line}\n" for line in _told(holding, report)))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReproscopeError(
            f"the report needs a folder, and {str(folder)!r} cannot be made: {error.strerror}"
        ) from error


def _held(keep: Path | None) -> Holding:
    """Make the study, to be kept or thrown away, and return what it holds."""
    from reproscope.study.example import make

    with (
        TemporaryDirectory() as temporary,
        make(keep or Path(temporary) / "example.db") as study,
    ):
        holding = study.holding()
    if keep is not None:
        say(f"study written to {keep}")
    return holding


def _told(holding: Holding, report: Report) -> Iterator[str]:
    """Say in a few lines what the tables say."""
    named = {table.name: table for table in report.tables}
    outcomes, won = _row(named["outcomes"], "all"), _row(named["success"], "all")
    yield f"{holding.name}: {len(holding.papers)} papers, {len(holding.attempts)} attempts"
    yield "  outcomes: " + ", ".join(
        f"{outcomes[name]} {name.replace('_', ' ')}"
        for name in ("success", "partial_success", "failure", "no_result")
    )
    yield (
        f"  reproduced at least in part: {won['succeeded']} of {won['n']} ({won['share']:.1%}, "
        f"95% interval {won['low']:.1%} to {won['high']:.1%})"
    )
    metric = _row(named["article-model-2018-and-outcome"], "article_model_metric")
    yield (
        f"  documentation (Article Model Metric) and outcome: Spearman's rho {metric['rho']:.2f}, "
        f"p {metric['p']:.2f}"
    )
    most = max(named["discrepancies"].records(), key=lambda row: int(row["papers"] or 0))
    yield f"  most common discrepancy: {most['category']}, met by {most['papers']} attempts"
    every = _row(named["thesis-compared"], "all")
    yield (
        f"  of {every['compared']} numbers that the thesis prints {every['same']} follow from its "
        f"data; the report says why {every['otherwise']} do not"
    )
    yield f"{len(report.tables)} tables, {len(report.figures)} figures"


def _row(table: Table, first: str) -> dict[str, Cell]:
    return next(dict(row) for row in table.records() if next(iter(row.values())) == first)
