"""``reproscope repository calibrate``: fit a profile from two labelled sets of repositories."""

from pathlib import Path

import click

from reproscope.cli.output import say, write_stdout
from reproscope.core import ReproscopeError


@click.command()
@click.argument("reproducible", type=click.Path(path_type=Path), metavar="REPRODUCIBLE.csv")
@click.argument("other", type=click.Path(path_type=Path), metavar="OTHER.csv")
@click.option(
    "-o",
    "--output",
    "path",
    metavar="PROFILE.toml",
    type=click.Path(path_type=Path),
    help="Write the fitted profile to this file, for --profile.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Form of the tables on stdout.",
)
@click.option(
    "--quantiles",
    type=click.Choice(["thesis", "linear", "averaged", "median-unbiased"]),
    default="thesis",
    show_default=True,
    help="Rule for the quartiles that become representative values.",
)
@click.option(
    "--weights",
    type=click.Choice(["signal", "thesis"]),
    default="signal",
    show_default=True,
    help="Weights by the signal that the sets show, or those of the thesis.",
)
@click.option("--name", default="calibrated", show_default=True, help="Name of the profile.")
def calibrate(
    reproducible: Path,
    other: Path,
    path: Path | None,
    form: str,
    quantiles: str,
    weights: str,
    name: str,
) -> None:
    """Fit a profile from two sets of repositories, and show the evidence for every weight.

    REPRODUCIBLE.csv holds a row for each repository that could be reproduced, OTHER.csv one for
    each that could not. Both have the thesis's columns (as --format loos-csv writes them), or
    columns of numbers named after indicators. It needs the extra 'reproscope[calibrate]'.
    """
    from reproscope.repository.calibrating.calibration import Options
    from reproscope.repository.calibrating.calibration import calibrate as fit
    from reproscope.repository.calibrating.showing import FORMS
    from reproscope.repository.profiles import profile_text

    found = fit(reproducible, other, Options(quantiles, weights, name))
    if path is not None:
        heading = "\n".join(found.notes)
        try:
            path.write_text(profile_text(found.profile, heading), encoding="utf-8")
        except OSError as error:
            raise ReproscopeError(f"cannot write {str(path)!r}: {error.strerror}") from error
        say(f"profile written to {path}")
    write_stdout(FORMS[form](found))
