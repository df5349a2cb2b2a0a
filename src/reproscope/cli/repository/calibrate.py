"""``reproscope repository calibrate``: fit a profile from two labelled sets of repositories."""

from pathlib import Path

import click

from reproscope.cli.output import STDOUT, writable, write_stdout, write_text


@click.command()
@click.argument("reproducible", type=click.Path(path_type=Path), metavar="REPRODUCIBLE.csv")
@click.argument("other", type=click.Path(path_type=Path), metavar="OTHER.csv")
@click.option(
    "-o",
    "--output",
    "path",
    metavar="PROFILE.toml",
    callback=writable,
    type=click.Path(path_type=Path),
    help="Write the fitted profile to this file, for --profile; with - to stdout, without tables.",
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
    each that could not. Both have the thesis's columns (as 'repository check --format loos-csv'
    writes them), or columns named after indicators with numbers from 0 to 1 or with answers
    (present, partial, absent, unknown). It needs the extra 'reproscope[calibrate]'.
    """
    from reproscope.repository.calibrating.calibration import Options
    from reproscope.repository.calibrating.calibration import calibrate as fit
    from reproscope.repository.calibrating.showing import FORMS
    from reproscope.repository.profiles import profile_text

    found = fit(reproducible, other, Options(quantiles, weights, name))
    profile_toml = profile_text(found.profile, "\n".join(found.notes))
    if path is not None:
        write_text(profile_toml, path, "profile")
    if path != STDOUT:
        write_stdout(FORMS[form](found))
