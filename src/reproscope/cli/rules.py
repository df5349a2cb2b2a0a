"""``reproscope rules``: lists every rule there is, built-in or from a plug-in."""

import json
from collections.abc import Iterable

import click

from reproscope.cli.output import say, write_stdout
from reproscope.core import Rule
from reproscope.core.registry import load_rules
from reproscope.report.markdown import escaped


@click.command()
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Form of the list.",
)
def rules(format_: str) -> None:
    """List every indicator, feature and test there is."""
    loaded = load_rules()
    for broken in loaded.broken:
        say(f"warning: {broken.why}")
    write_stdout(FORMS[format_](loaded.found.values()))


def as_text(listed: Iterable[Rule]) -> str:
    """Return one line a rule: code, name and summary in columns."""
    lines = list(listed)
    width = max((len(rule.name) for rule in lines), default=0)
    return "".join(f"{rule.code:6} {rule.name:{width}}  {rule.summary}\n" for rule in lines)


def as_json(listed: Iterable[Rule]) -> str:
    """Return the rules with all they say, as JSON."""
    whole = [
        {
            "code": rule.code,
            "name": rule.name,
            "room": rule.room,
            "summary": rule.summary,
            "since": rule.since,
            "sections": rule.sections(),
        }
        for rule in listed
    ]
    return json.dumps(whole, indent=2) + "\n"


def as_markdown(listed: Iterable[Rule]) -> str:
    """Return the rules as a Markdown table."""
    rows = ["| code | name | room | summary |", "|---|---|---|---|"]
    rows += [f"| {r.code} | {r.name} | {r.room} | {escaped(r.summary)} |" for r in listed]
    return "\n".join(rows) + "\n"


FORMS = {"text": as_text, "json": as_json, "markdown": as_markdown}
