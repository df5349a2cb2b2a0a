"""``reproscope study analyse``: every table that the study's data allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reproscope.cli.output import Output, Remembering, called, emit, output_options
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.core import Config, Provenance, Report
from reproscope.core.target import without_credentials

if TYPE_CHECKING:
    from reproscope.study.holding import Holding

LIBRARIES = ("numpy", "pandas", "scipy", "statsmodels", "scikit-learn")


@click.command(cls=Remembering)
@study_argument
@click.option("--by", default="", metavar="ATTRIBUTE", help="Compare groups of papers by this.")
@click.option("--seed", default=0, show_default=True, help="Seed of everything random.")
@click.option("--no-prediction", is_flag=True, help="Leave out the predictor, which takes longest.")
@output_options
@click.pass_context
@needs_extra
def analyse(
    ctx: click.Context, address: str, by: str, seed: int, no_prediction: bool, out: Output
) -> None:
    """Compute every table that the study's data allow, each with n, missing and recipe.

    \b
    reproscope study analyse survey.db --by conference
    reproscope study analyse survey.db --format html -o survey.html
    """
    from reproscope.study.analysis import Wish

    config = out.load_config()
    with opened(address) as study:
        holding = study.holding()
    wish = Wish(by=by, predict=not no_prediction, seed=seed)
    emit(report_of(holding, wish, address, called(ctx), config), out, config)


def report_of(
    holding: Holding, wish: object, address: str, command: tuple[str, ...], config: Config
) -> Report:
    """Return the report on a study: its tables under its name."""
    from reproscope.study.analysis import Wish
    from reproscope.study.analysis import analyse as tables_of

    assert isinstance(wish, Wish)
    return Report(
        targets=(without_credentials(address),),
        title=f"Study: {holding.name}",
        tables=tables_of(holding, wish),
        provenance=Provenance.capture(
            command=command, configuration=config.source, dependencies=LIBRARIES
        ),
    )
