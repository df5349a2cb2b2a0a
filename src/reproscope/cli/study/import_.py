"""``reproscope study import``: papers, answers and attempts from files, all of them or nothing."""

from pathlib import Path

import click

from reproscope.cli.output import say, write_stdout
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.core import ReproscopeError
from reproscope.core.visible import visible_line
from reproscope.report.words import plural


@click.command(name="import")
@study_argument
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path)
)
@click.option(
    "--as",
    "mapping",
    required=True,
    metavar="NAME|MAPPING.toml",
    help="What the file is: a published survey, an instrument, a table, 'study', or your mapping.",
)
@click.option("--coder", default="", help="Who gave the answers of a file that does not say it.")
@needs_extra
def import_(address: str, files: tuple[Path, ...], mapping: str, coder: str) -> None:
    """Bring FILE into the study: CSV, Excel, JSON or Parquet, or a folder of them.

    \b
    reproscope study import survey.db evaluations.csv --as gundersen2018
    reproscope study import survey.db ann.xlsx --as raff2019-criteria --coder ann
    reproscope study import copy.db exported/ --as study

    Every row that does not fit is named with its line, and then nothing of the file is imported.
    """
    from reproscope.study.exchange import DoesNotFit, import_into

    with opened(address) as study:
        for path in files:
            try:
                added = import_into(study, path, mapping, coder=coder)
            except DoesNotFit as error:
                for problem in error.problems:
                    say(visible_line(str(problem)))
                raise ReproscopeError(
                    f"{path}: nothing was imported, because of {plural(error.count, 'problem')}"
                    + (" (the first are above)" if error.count > len(error.problems) else "")
                ) from None
            told = ", ".join(
                plural(count, name)
                for count, name in (
                    (added.papers, "new paper"),
                    (added.answers, "answer"),
                    (added.resolutions, "settlement"),
                    (added.attempts, "attempt"),
                )
                if count
            )
            write_stdout(f"{path}: {told or 'nothing new'}\n")
