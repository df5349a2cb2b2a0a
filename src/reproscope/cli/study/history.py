"""``reproscope study history``: every answer that was ever given to one question."""

import click

from reproscope.cli.output import write_stdout
from reproscope.cli.study.opening import (
    chosen,
    instrument_option,
    needs_extra,
    opened,
    study_argument,
)
from reproscope.core.visible import visible_line


@click.command()
@study_argument
@click.argument("paper")
@click.argument("variable")
@instrument_option
@needs_extra
def history(address: str, paper: str, variable: str, instrument: str | None) -> None:
    """Show every answer ever given to the question VARIABLE about PAPER, the earliest first."""
    with opened(address) as study:
        codebook = chosen(study, instrument)
        question = codebook.variable(variable).question
        answers = study.history(paper, codebook.name, variable)
    lines = [question]
    for one in answers:
        given = "" if one.given is None else f"{one.given:%Y-%m-%d %H:%M} "
        value = one.value or "(withdrawn)"
        evidence = f"  “{one.evidence}”" if one.evidence else ""
        lines.append(f"  {given}{one.coder}, answer {one.revision}: {value}{evidence}")
    if not answers:
        lines.append("  nobody has answered")
    write_stdout("\n".join(visible_line(line) if i == 0 else f"  {visible_line(line)}"
                           for i, line in enumerate(lines)) + "\n")  # fmt: skip
