"""``reproscope study init``: make a study."""

import click

from reproscope.cli.output import write_stdout
from reproscope.cli.study.opening import needs_extra, study_argument


@click.command()
@study_argument
@click.option(
    "--instrument",
    "names",
    multiple=True,
    metavar="NAME|FILE.toml",
    help="An instrument papers are coded by; may be given several times.",
)
@click.option("--name", default="", help="The study's name (default: the file's).")
@needs_extra
def init(address: str, names: tuple[str, ...], name: str) -> None:
    """Make the study STUDY: a new file, or an empty PostgreSQL database.

    \b
    reproscope study init survey.db --instrument gundersen2018
    reproscope study init postgresql://ann@db/survey --instrument raff2019 --instrument mine.toml
    """
    from reproscope.core.target import without_credentials
    from reproscope.instruments import load, text_of
    from reproscope.study.store import create

    # Every instrument is read before the study is made: a mistake leaves nothing behind.
    instruments = [(load(one), text_of(one)[0]) for one in names]
    with create(address, name=name) as study:
        for instrument, text in instruments:
            study.add_instrument(instrument, text)
    told = ", ".join(one.name for one, _ in instruments) or "none yet"
    write_stdout(f"made {without_credentials(address)} with instruments: {told}\n")
