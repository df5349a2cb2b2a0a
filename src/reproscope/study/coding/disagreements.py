"""Lists the questions on which coders differ, with what each said and whether it was settled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from reproscope.instruments import Instrument
from reproscope.study.records import Answer, Resolution

Question = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A question about a paper, each coder's current answer with its evidence, and the settlement.

    ``stale`` says that a coder changed an answer after it was settled: the settlement still holds,
    and someone should look again. Coders may then even agree (``differ`` is false).
    """

    paper: str
    variable: str
    answers: tuple[Answer, ...]
    settled: Resolution | None = None
    stale: bool = False
    differ: bool = True

    @property
    def open(self) -> bool:
        """Whether someone has to decide: it was not settled, or not since the last change."""
        return self.settled is None or self.stale


def disagreements(
    answers: Iterable[Answer], resolutions: Iterable[Resolution], instrument: Instrument
) -> tuple[Disagreement, ...]:
    """List the questions where coders differ or a settlement is stale, by variable and paper.

    Of several revisions the highest counts; an answer or settlement without a value was taken back.
    """
    given = _current_answers(answers, instrument)
    settled = _current_resolutions(resolutions, instrument)
    place = {variable.name: number for number, variable in enumerate(instrument.variables)}
    spellings = _spellings(given, instrument)
    found = []
    for (paper, variable), of_question in given.items():
        resolution = settled.get((paper, variable))
        differ = len({spellings[variable][answer.value] for answer in of_question.values()}) > 1
        stale = resolution is not None and _changed_since(of_question.values(), resolution)
        if differ or stale:
            listed = tuple(of_question[name] for name in sorted(of_question))
            found.append(Disagreement(paper, variable, listed, resolution, stale, differ))
    return tuple(sorted(found, key=lambda one: (place[one.variable], one.paper)))


def _current_answers(
    answers: Iterable[Answer], instrument: Instrument
) -> dict[Question, dict[str, Answer]]:
    newest: dict[tuple[str, str, str], Answer] = {}
    for answer in answers:
        if answer.instrument != instrument.name:
            continue
        key = (answer.paper, answer.variable, answer.coder)
        if key not in newest or newest[key].revision <= answer.revision:
            newest[key] = answer
    given: dict[Question, dict[str, Answer]] = {}
    for (paper, variable, coder), answer in newest.items():
        instrument.variable(variable)
        if answer.value:
            given.setdefault((paper, variable), {})[coder] = answer
    return given


def _current_resolutions(
    resolutions: Iterable[Resolution], instrument: Instrument
) -> dict[Question, Resolution]:
    newest: dict[Question, Resolution] = {}
    for resolution in resolutions:
        key = (resolution.paper, resolution.variable)
        if resolution.instrument == instrument.name and (
            key not in newest or newest[key].revision <= resolution.revision
        ):
            newest[key] = resolution
    return {key: resolution for key, resolution in newest.items() if resolution.value}


def _spellings(
    given: dict[Question, dict[str, Answer]], instrument: Instrument
) -> dict[str, dict[str, str]]:
    """Return for each variable the one spelling of each answer, so that 1 and 1.0 are the same."""
    spellings: dict[str, dict[str, str]] = {}
    for (_, name), of_question in given.items():
        known = spellings.setdefault(name, {})
        for answer in of_question.values():
            if answer.value not in known:
                known[answer.value] = instrument.variable(name).checked(answer.value)
    return spellings


def _changed_since(answers: Iterable[Answer], resolution: Resolution) -> bool:
    """Tell whether an answer is younger; without a moment on both sides it cannot be told."""
    if resolution.given is None:
        return False
    moment = _in_utc(resolution.given)
    return any(one.given is not None and _in_utc(one.given) > moment for one in answers)


def _in_utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
