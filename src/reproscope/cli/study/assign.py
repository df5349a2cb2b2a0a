"""``reproscope study assign``: who codes which papers."""

import click

from reproscope.cli.output import write_stdout
from reproscope.cli.study.opening import (
    chosen,
    instrument_option,
    needs_extra,
    opened,
    study_argument,
)
from reproscope.core.visible import visible_line


@click.command()
@study_argument
@click.option(
    "--coder", "coders", multiple=True, required=True, help="A coder; may be given several times."
)
@instrument_option
@click.option("--each", default=1, show_default=True, help="How many coders a paper has.")
@click.option(
    "--share",
    default=1.0,
    show_default=True,
    help="Share of the papers that --each is for; the others have one coder.",
)
@click.option("--seed", default=0, show_default=True, help="Makes it possible to redo.")
@needs_extra
def assign(
    address: str,
    coders: tuple[str, ...],
    instrument: str | None,
    each: int,
    share: float,
    seed: int,
) -> None:
    """Share the papers out to coders, evenly and at random.

    \b
    reproscope study assign survey.db --coder ann --coder bob --each 2
    reproscope study assign survey.db --coder ann --coder bob --each 2 --share 0.2

    What was assigned before stays; papers and coders that come later can be added.
    """
    from reproscope.study.coding.assigning import Sharing, share_out

    sharing = Sharing(coders, each, share, seed)
    with opened(address) as study:
        name = chosen(study, instrument).name
        papers = [paper.key for paper in study.papers()]
        new = share_out(papers, name, sharing, study.assignments(name))
        study.assign(new)
        loads = {coder: len(study.assignments(name, coder)) for coder in coders}
    lines = [f"{len(new):,} new assignments to {name}"]
    lines += [f"  {visible_line(coder)}: {load:,} papers" for coder, load in loads.items()]
    write_stdout("\n".join(lines) + "\n")
