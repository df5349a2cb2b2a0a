"""``reproscope study disagreements`` and ``resolve``: where coders differ, and what is settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from reproscope.cli.output import write_stdout
from reproscope.cli.study.opening import (
    chosen,
    instrument_option,
    needs_extra,
    opened,
    study_argument,
)
from reproscope.core import ReproscopeError
from reproscope.core.visible import visible_line

if TYPE_CHECKING:
    from reproscope.study.coding.disagreements import Disagreement


@click.command()
@study_argument
@instrument_option
@click.option("--coder", help="Show only what this coder may see: coding is blind till done.")
@click.option("--settled", is_flag=True, help="Also those that are settled.")
@needs_extra
def disagreements(address: str, instrument: str | None, coder: str | None, settled: bool) -> None:
    """List the questions on which coders differ, with their answers and evidence."""
    from reproscope.study.coding.blindness import visible
    from reproscope.study.coding.disagreements import disagreements as found_in

    with opened(address) as study:
        codebook = chosen(study, instrument)
        answers = list(study.answers(codebook.name))
        if coder is not None:
            assignments = study.assignments(codebook.name)
            answers = list(visible(coder, answers, assignments, codebook))
        found = found_in(answers, study.resolutions(codebook.name), codebook)
    shown = [one for one in found if settled or one.open]
    lines = [line for one in shown for line in _told(one)]
    open_ones = sum(one.open for one in found)
    lines.append(f"{open_ones} open, {len(found) - open_ones} settled")
    write_stdout("\n".join(lines) + "\n")


def _told(one: Disagreement) -> Iterator[str]:
    state = " (an answer changed after it was settled)" if one.stale else ""
    yield visible_line(f"{one.paper}: {one.variable}{state}")
    for answer in one.answers:
        evidence = f" “{answer.evidence}”" if answer.evidence else ""
        yield f"  {visible_line(f'{answer.coder}: {answer.value}{evidence}')}"
    if one.settled is not None:
        note = f" ({one.settled.note})" if one.settled.note else ""
        yield f"  {visible_line(f'settled by {one.settled.by}: {one.settled.value}{note}')}"


@click.command()
@study_argument
@click.argument("paper")
@click.argument("settlement", metavar="VARIABLE=VALUE")
@click.option("--by", required=True, help="Who settled it.")
@click.option("--note", default="", help="Why.")
@instrument_option
@needs_extra
def resolve(
    address: str, paper: str, settlement: str, by: str, note: str, instrument: str | None
) -> None:
    """Settle a question about PAPER on which coders differ.

    \b
    reproscope study resolve survey.db "Deep Nets" train=1 --by carol --note "in the appendix"

    The coders' answers stay as they are. An empty value takes the settlement back.
    """
    from reproscope.study.records import Resolution

    name, equals, value = settlement.partition("=")
    if not equals:
        raise ReproscopeError(f"{settlement!r} settles nothing: write VARIABLE=VALUE")
    with opened(address) as study:
        codebook = chosen(study, instrument)
        variable = codebook.variable(name.strip())
        checked = variable.checked(value) if value.strip() else ""
        study.resolve([Resolution(paper, codebook.name, variable.name, checked, by, note)])
    told = f"settled: {checked}" if checked else "no longer settled"
    write_stdout(f"{visible_line(paper)}, {variable.name} {told}\n")
