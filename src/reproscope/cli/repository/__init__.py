"""``reproscope repository``: could someone else run this code again?

One module a command, each loaded when it is called; ``view`` shows results on a terminal.
"""

import click

from reproscope.cli.group import Group

COMMANDS = {
    "calibrate": "reproscope.cli.repository.calibrate:calibrate",
    "check": "reproscope.cli.repository.check:check",
}


@click.group(cls=Group, lazy=COMMANDS)
def repository() -> None:
    """Look at the code behind research: what stands in the way of running it again."""
