"""``reproscope explain``: prints what a rule means, where it can be wrong and how to mend it.

The text is the rule's own documentation; nothing is written here.
"""

import sys

import click

from reproscope.cli.output import say, write_stdout
from reproscope.core.registry import find_rule, load_rules


@click.command()
@click.argument("rule", metavar="CODE|NAME")
def explain(rule: str) -> None:
    """Explain the rule CODE, such as S101, which may also be given by its name."""
    loaded = load_rules()
    for broken in loaded.broken:
        say(f"warning: {broken.why}")
    page = find_rule(rule, loaded.found).markdown()
    if not sys.stdout.isatty():
        write_stdout(page)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(page))
