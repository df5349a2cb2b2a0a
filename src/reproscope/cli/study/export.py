"""``reproscope study export``: the study's tables as files, or private aggregates alone."""

from __future__ import annotations

from pathlib import Path

import click

from reproscope.cli.output import say
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.core import ReproscopeError
from reproscope.report.words import plural


@click.command()
@study_argument
@click.option(
    "-o",
    "--output",
    "path",
    required=True,
    metavar="FOLDER|FILE",
    type=click.Path(path_type=Path),
    help="A new folder for everything, or a file for one --table or --wide.",
)
@click.option("--table", metavar="NAME", help="One table alone: papers, answers, attempts, ...")
@click.option("--wide", metavar="INSTRUMENT", help="Answers to it, a row for each paper and coder.")
@click.option(
    "--form",
    type=click.Choice(["csv", "xlsx", "json", "parquet"]),
    default="csv",
    show_default=True,
    help="Form of the files in a folder.",
)
@click.option("--history", is_flag=True, help="Earlier answers and attempts too.")
@needs_extra
def export(
    address: str, path: Path, table: str | None, wide: str | None, form: str, history: bool
) -> None:
    """Write the study's data to files that can be imported again.

    \b
    reproscope study export survey.db -o survey/ --form parquet --history
    reproscope study export survey.db --table attempts -o attempts.csv
    reproscope study export survey.db --wide gundersen2018 -o answers.xlsx
    """
    from reproscope.study import exchange

    if table and wide:
        raise ReproscopeError("give --table or --wide, not both")
    with opened(address) as study:
        if table:
            exchange.export_table(study, table, path, history=history)
        elif wide:
            exchange.export_wide(study, path, wide)
        else:
            written = exchange.export(study, path, suffix=f".{form}", history=history)
            say(f"{plural(len(written), 'file')} written to {path}")
            return
    say(f"written to {path}")
