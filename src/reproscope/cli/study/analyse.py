"""``reproscope study analyse``: every table that the study's data allow."""

from __future__ import annotations

import click

from reproscope.cli.output import (
    STDOUT,
    Output,
    Remembering,
    called,
    emit,
    output_options,
    say,
)
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.core import Figure, Provenance, Report, Table
from reproscope.core.target import without_credentials
from reproscope.report.markdown import FIGURES_FOLDER

LIBRARIES = ("numpy", "pandas", "scipy", "statsmodels", "scikit-learn")
WITH_FIGURES = ("html", "json", "markdown")


@click.command("analyse", cls=Remembering)
@study_argument
@click.option("--by", default="", metavar="ATTRIBUTE", help="Compare groups of papers by this.")
@click.option("--seed", default=0, show_default=True, help="Seed of everything random.")
@click.option("--no-prediction", is_flag=True, help="Leave out the predictor, which takes longest.")
@output_options
@click.pass_context
@needs_extra
def analyse_command(
    ctx: click.Context, address: str, by: str, seed: int, no_prediction: bool, out: Output
) -> None:
    """Compute every table that the study's data allow, each with n, missing and recipe.

    \b
    reproscope study analyse survey.db --by conference
    reproscope study analyse survey.db --format html -o survey.html
    """
    from reproscope.study.analysis import Wish, analyse

    config = out.load_config()
    with opened(address) as study:
        holding = study.holding()
    tables = analyse(holding, Wish(by=by, predict=not no_prediction, seed=seed))
    report = Report(
        targets=(without_credentials(address),),
        title=f"Study: {holding.name}",
        tables=tables,
        figures=_drawn(tables, out.settled(config)),
        provenance=Provenance.capture(
            command=called(ctx), configuration=config.source, dependencies=LIBRARIES
        ),
    )
    emit(report, out, config)


def _drawn(tables: tuple[Table, ...], out: Output) -> tuple[Figure, ...]:
    """Draw what the form of the report can show; Markdown shows files that lie beside it."""
    if out.format not in WITH_FIGURES:
        return ()
    from reproscope.study.figures import draw, write

    figures = draw(tables)
    if out.format == "markdown" and out.path is not None and out.path != STDOUT:
        folder = out.path.parent / FIGURES_FOLDER
        write(figures, folder, ("svg",))
        say(f"{len(figures)} figures written to {folder}")
    return figures
