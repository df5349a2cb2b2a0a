"""``reproscope scores``: could this experiment have yielded these numbers?

One module a command, each loaded when it is called; ``line`` reads an experiment from options and
``view`` shows results on a terminal.
"""

import click

from reproscope.cli.group import Group

COMMANDS = {
    "check": "reproscope.cli.scores.check:check",
    "datasets": "reproscope.cli.scores.datasets:datasets",
    "explain-protocol": "reproscope.cli.scores.protocol:protocol",
    "names": "reproscope.cli.scores.names:names",
}


@click.group(cls=Group, lazy=COMMANDS)
def scores() -> None:
    """Check reported scores against the experiment they are said to come from."""
