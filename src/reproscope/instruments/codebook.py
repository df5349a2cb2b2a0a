"""An instrument written out as Markdown, for the people who answer it.

It shows everything that a coder and a reader of results need, and renders no answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.instruments.instrument import Instrument, Kind, Metric, Variable

_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#|~!&])")
_BLANK = re.compile(r"\s+")
# What cannot be seen could turn the reading direction, or hide letters.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_ANSWER = {
    Kind.BOOLEAN: "1 (yes) or 0 (no)",
    Kind.COUNT: "a whole number, 0 or more",
    Kind.DEGREE: "a number from 0 to 1",
    Kind.NUMBER: "a number",
    Kind.TEXT: "words",
}


def describe(instrument: Instrument) -> str:
    """Return the codebook of an instrument as Markdown."""
    return "\n".join(_lines(instrument)).rstrip("\n") + "\n"


def _lines(instrument: Instrument) -> Iterator[str]:
    yield f"# {_plain(instrument.title)}"
    yield ""
    yield f"- Name: {_code(instrument.name)}"
    yield f"- Source: {_plain(instrument.source)}"
    if instrument.scheme:
        yield f"- Scheme of its labels: {_code(instrument.scheme)}"
    if instrument.applies:
        yield f"- Metrics apply to papers with {_code(instrument.applies)}"
    if instrument.outcome:
        yield f"- Outcome: {_code(instrument.outcome)}"
    yield ""
    yield "Leave a question unanswered if you cannot tell: what is missing counts for neither side."
    yield ""
    for note in instrument.notes:
        yield f"- {_plain(note)}"
    if instrument.notes:
        yield ""
    for group in ("", *instrument.groups):
        members = instrument.in_group(group)
        if members:
            yield f"## {_plain(instrument.groups.get(group, 'Questions'))}"
            yield ""
            for variable in members:
                yield from _variable(variable)
    yield from _metrics(instrument.metrics)


def _variable(variable: Variable) -> Iterator[str]:
    yield f"### {_code(variable.name)}"
    yield ""
    yield f"**{_plain(variable.question)}**"
    yield ""
    if variable.guidance:
        yield _plain(variable.guidance)
        yield ""
    if not variable.values:
        yield f"- Answer: {_ANSWER[variable.kind]}"
    else:
        order = ", from first to last" if variable.kind is Kind.ORDINAL else ""
        yield f"- Answer ({variable.kind}{order}):"
        for allowed in variable.values:
            meaning = f": {_plain(allowed.meaning)}" if allowed.meaning else ""
            yield f"    - {_code(allowed.value)}{meaning}"
    if variable.not_applicable:
        yield f"- {_code(variable.not_applicable)} counts as no answer"
    if variable.condition:
        yield f"- Only where {_code(variable.condition)}"
    if variable.weight != 1:
        yield f"- Weight: {variable.weight:g}"
    yield ""


def _metrics(metrics: tuple[Metric, ...]) -> Iterator[str]:
    if not metrics:
        return
    yield "## Metrics"
    yield ""
    yield "| Metric | What it measures | Kind | Computed as |"
    yield "|---|---|---|---|"
    for metric in metrics:
        note = f" {_plain(metric.note)}" if metric.note else ""
        title = f"{_plain(metric.title)}.{note}" if note else _plain(metric.title)
        cells = (_plain(metric.label), title, str(metric.kind), _code(metric.expression))
        yield f"| {' | '.join(cells)} |"
    yield ""


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", _seen(text))


def _code(text: str) -> str:
    """Put a text between backticks, more of them than it holds itself."""
    line = _seen(text).replace("|", "\\|")
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    blank = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{blank}{line}{blank}{fence}"


def _seen(text: str) -> str:
    return _UNSEEN.sub("\ufffd", _BLANK.sub(" ", text).strip())
