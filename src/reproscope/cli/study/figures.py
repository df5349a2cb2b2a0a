"""``reproscope study figures``: every table that has a picture, drawn."""

from pathlib import Path

import click

from reproscope.cli.output import say
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.report.words import plural


@click.command()
@study_argument
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Where the figures go.",
)
@click.option("--by", default="", metavar="ATTRIBUTE", help="Compare groups of papers by this.")
@click.option("--seed", default=0, show_default=True, help="Seed of everything random.")
@click.option("--no-prediction", is_flag=True, help="Leave out the predictor, which takes longest.")
@click.option(
    "--form",
    "forms",
    multiple=True,
    type=click.Choice(["svg", "png"]),
    default=("svg", "png"),
    show_default=True,
    help="Form of the files; may be given twice.",
)
@needs_extra
def figures(
    address: str, folder: Path, by: str, seed: int, no_prediction: bool, forms: tuple[str, ...]
) -> None:
    """Draw the study's tables as SVG and PNG, in one style that print and everyone can read.

    \b
    reproscope study figures survey.db -o figures/ --by conference
    """
    from reproscope.study.analysis import Wish, analyse
    from reproscope.study.figures import draw, write

    with opened(address) as study:
        holding = study.holding()
    drawn = draw(analyse(holding, Wish(by=by, predict=not no_prediction, seed=seed)), titled=True)
    written = write(drawn, folder, tuple(dict.fromkeys(forms)))
    say(f"{plural(len(written), 'file')} written to {folder}")
