"""``reproscope scores datasets``: data sets whose class counts are known, with sources."""

import json
from collections.abc import Iterable

import click

from reproscope.cli.output import write_stdout
from reproscope.core import UnknownName
from reproscope.core.visible import visible_line
from reproscope.scores import facts
from reproscope.scores.facts import DataSet
from reproscope.scores.facts.dataset import plain


@click.command()
@click.argument("name", required=False)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the list.",
)
def datasets(name: str | None, format_: str) -> None:
    """List the known data sets, those that hold NAME, or all that is known of the one NAME."""
    found = _found(name)
    if format_ == "json":
        write_stdout(json.dumps([as_data(one) for one in found], indent=2) + "\n")
    elif name is not None and len(found) == 1:
        write_stdout(as_page(found[0]))
    else:
        write_stdout(as_list(found))


def _found(name: str | None) -> list[DataSet]:
    registry = facts.load()
    if name is None:
        return list(registry)
    try:
        return [registry.get(name)]
    except UnknownName:
        wanted = plain(name)
        alike = [one for one in registry if wanted and wanted in _searched(one)]
        if not alike:
            raise
        return alike


def _searched(one: DataSet) -> str:
    return "\n".join(plain(text) for text in (one.id, one.title, *one.synonyms))


def as_list(found: Iterable[DataSet]) -> str:
    """Return one line a data set: name, counts, title."""
    rows = [(one.id, _counts(one), one.title) for one in found]
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    return "".join(
        f"{name:{widths[0]}}  {counts:>{widths[1]}}  {visible_line(title)}\n"
        for name, counts, title in rows
    )


def _counts(one: DataSet) -> str:
    if one.positives is not None and one.negatives is not None:
        return f"{one.positives:,} / {one.negatives:,}"
    return f"{one.total:,} in {len(one.classes)} classes"


def as_page(one: DataSet) -> str:
    """Return all that is known of one data set, for a person."""
    lines = [one.title, ""]
    for label, count in one.classes.items():
        role = " (positive)" if one.binary and label == one.positive_label else ""
        lines.append(f"  {count:>14,}  {label}{role}")
    lines += [f"  {one.total:>14,}  in all", ""]
    if one.images:
        lines.append(f"images    {len(one.images)}, such as {one.id}:{one.images[0].id}")
    others = [other.id for other in facts.siblings(one.id)] if one.region else []
    told = (
        ("name", one.id),
        ("also", ", ".join(one.synonyms)),
        ("see too", ", ".join(others)),
        ("source", one.source),
        ("verified", one.verified),
        ("note", one.note),
    )
    lines += [f"{label:8}  {visible_line(text)}" for label, text in told if text]
    return "\n".join(lines) + "\n"


def as_data(one: DataSet) -> dict[str, object]:
    """Return all that is known of one data set, for a program."""
    return {
        "name": one.id,
        "title": one.title,
        "task": one.task,
        "positives": one.positives,
        "negatives": one.negatives,
        "classes": dict(one.classes),
        "positive_label": one.positive_label,
        "region": one.region,
        "images": [
            {"name": i.id, "positives": i.positives, "negatives": i.negatives} for i in one.images
        ],
        "synonyms": list(one.synonyms),
        "source": one.source,
        "verified": one.verified,
        "note": one.note,
    }
