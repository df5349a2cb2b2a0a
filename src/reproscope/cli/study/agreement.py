"""``reproscope study agreement``: how far coders agree beyond chance."""

from __future__ import annotations

import click

from reproscope.cli.output import Output, Remembering, called, emit, output_options
from reproscope.cli.study.opening import (
    chosen,
    instrument_option,
    needs_extra,
    opened,
    study_argument,
)
from reproscope.core import Provenance, Report
from reproscope.core.target import without_credentials


@click.command(cls=Remembering)
@study_argument
@instrument_option
@click.option("--draws", default=1000, show_default=True, help="Bootstrap draws of the intervals.")
@output_options
@click.pass_context
@needs_extra
def agreement(
    ctx: click.Context, address: str, instrument: str | None, draws: int, out: Output
) -> None:
    """Measure how far coders agree on each question: percent, kappas, AC1, Krippendorff's alpha.

    \b
    reproscope study agreement survey.db
    reproscope study agreement survey.db --format html -o agreement.html
    """
    from reproscope.study.coding.tabulating import agreement_tables

    config = out.load_config()
    with opened(address) as study:
        codebook = chosen(study, instrument)
        tables = agreement_tables(study.coded_frame(codebook.name), codebook, draws)
        name = study.name
    report = Report(
        targets=(without_credentials(address),),
        title=f"Agreement of coders: {name}",
        tables=tables,
        provenance=Provenance.capture(
            command=called(ctx), configuration=config.source, dependencies=("numpy", "pandas")
        ),
    )
    emit(report, out, config)
