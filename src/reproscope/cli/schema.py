"""``reproscope schema``: prints a published JSON Schema, such as that of the JSON report."""

import click

from reproscope.cli.output import write_stdout
from reproscope.core.registry import SCHEMAS, load_schema, names


@click.command()
@click.argument("name", required=False)
def schema(name: str | None) -> None:
    """Print the JSON Schema called NAME, or the names there are."""
    if name is None:
        write_stdout("".join(f"{known}\n" for known in names(SCHEMAS)))
        return
    text = load_schema(name)
    write_stdout(text if text.endswith("\n") else text + "\n")
