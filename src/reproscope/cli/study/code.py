"""``reproscope study code``: one coder's answers about one paper, on the line or one by one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from reproscope.cli.output import say, write_stdout
from reproscope.cli.study.opening import (
    chosen,
    instrument_option,
    needs_extra,
    opened,
    study_argument,
)
from reproscope.core import ReproscopeError, UnknownName
from reproscope.core.visible import visible_line
from reproscope.report.words import plural

if TYPE_CHECKING:
    from reproscope.instruments import Instrument, Variable
    from reproscope.study.records import Answer
    from reproscope.study.store import Study


@click.command()
@study_argument
@click.argument("answers", nargs=-1, metavar="[VARIABLE=VALUE]...")
@click.option("--coder", required=True, help="Who answers; a program is a coder too.")
@click.option("--paper", metavar="KEY", help="Which paper (default: the next that is assigned).")
@instrument_option
@click.option("--evidence", default="", help="Where it stands: page and quote, for these answers.")
@click.option("--minutes", type=float, help="Time spent on these answers.")
@needs_extra
def code(
    address: str,
    answers: tuple[str, ...],
    coder: str,
    paper: str | None,
    instrument: str | None,
    evidence: str,
    minutes: float | None,
) -> None:
    """Answer an instrument's questions about a paper.

    \b
    reproscope study code survey.db --coder ann --paper "Deep Nets" pseudocode=1 train=0
    reproscope study code survey.db --coder ann

    Without answers on the line each question is asked in turn: '?' shows the guidance, an empty
    line goes on to the next, and '-' (on the line VARIABLE=) says that it is left open on purpose.
    An earlier answer is kept in the history, never overwritten.
    """
    with opened(address) as study:
        codebook = chosen(study, instrument)
        key = study.paper(paper).key if paper is not None else _next(study, codebook, coder)
        if answers:
            seconds = None if minutes is None else 60 * minutes
            given = _on_the_line(codebook, key, coder, answers, evidence, seconds)
            recorded = study.record(given)
        else:
            # Each answer is kept as soon as it is given: an interruption loses none.
            recorded = sum(study.record([one]) for one in _asked(study, codebook, coder, key))
    told = plural(recorded, "answer")
    write_stdout(f"{visible_line(key)}: recorded {told} of {visible_line(coder)}\n")


def _on_the_line(
    codebook: Instrument,
    paper: str,
    coder: str,
    answers: tuple[str, ...],
    evidence: str,
    seconds: float | None,
) -> list[Answer]:
    """Check every answer before any is recorded; the time was spent once, not on each."""
    from reproscope.study.records import Answer

    found: dict[str, Answer] = {}
    for text in answers:
        name, equals, value = text.partition("=")
        if not equals:
            raise ReproscopeError(f"{text!r} is no answer: write VARIABLE=VALUE")
        variable = codebook.variable(name.strip())
        if variable.name in found:
            raise ReproscopeError(f"{variable.name} is answered twice")
        checked = variable.checked(value) if value.strip() else ""
        found[variable.name] = Answer(
            paper, codebook.name, variable.name, coder, checked, evidence, seconds
        )
        seconds = None
    return list(found.values())


def _next(study: Study, codebook: Instrument, coder: str) -> str:
    """Return the first paper assigned to a coder of which a question is open."""
    from reproscope.study.coding.blindness import finished

    assigned = [one.paper for one in study.assignments(codebook.name, coder)]
    if not assigned:
        raise ReproscopeError(
            f"nothing is assigned to {coder}: name a paper with --paper, or assign papers first"
        )
    done = {paper for paper, _ in finished(_given_by(study, codebook, coder), codebook)}
    left = [key for key in assigned if key not in done]
    if not left:
        raise ReproscopeError(f"{coder} has answered about all {len(assigned)} assigned papers")
    return left[0]


def _given_by(
    study: Study, codebook: Instrument, coder: str, paper: str | None = None
) -> list[Answer]:
    """Return a coder's answers; who has not answered yet is no mistake here."""
    try:
        return list(study.answers(codebook.name, coder, paper=paper))
    except UnknownName:
        return []


def _asked(study: Study, codebook: Instrument, coder: str, key: str) -> Iterator[Answer]:
    """Ask question by question; what was answered before is shown and need not be repeated."""
    from reproscope.study.records import Answer

    title = study.paper(key).title
    say(visible_line(key if title in ("", key) else f"{key}: {title}"))
    before = {one.variable: one.value for one in _given_by(study, codebook, coder, key)}
    for variable in codebook.variables:
        begun = time.monotonic()
        value = _ask(variable, before.get(variable.name, ""))
        if value is not None and value != before.get(variable.name):
            where = click.prompt("  where", default="", show_default=False, err=True)
            took = time.monotonic() - begun
            yield Answer(key, codebook.name, variable.name, coder, value, where, took)


def _ask(variable: Variable, before: str) -> str | None:
    """Return the answer, empty where it is left open on purpose; None to go on to the next."""
    allowed = ", ".join(one.value for one in variable.values) or variable.kind.value
    while True:
        say(f"\n{variable.question}")
        text = click.prompt(
            f"  {variable.name} [{allowed}]", default=before, show_default=bool(before), err=True
        ).strip()
        if text == "?":
            say(f"  {variable.guidance or 'no guidance'}")
            for one in variable.values:
                say(f"  {one.value}: {one.meaning}")
        elif not text:
            return None
        elif text == "-":
            return ""
        else:
            try:
                return variable.checked(text)
            except ReproscopeError as error:
                say(f"  {error.message}")
