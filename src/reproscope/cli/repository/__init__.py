"""``reproscope repository``: could someone else run this code again?

One module a command, each loaded when it is called.
"""

import click

from reproscope.cli.group import Group

COMMANDS = {
    "calibrate": "reproscope.cli.repository.calibrate:calibrate",
}


@click.group(cls=Group, lazy=COMMANDS)
def repository() -> None:
    """Say what stands in the way of running a repository again."""
