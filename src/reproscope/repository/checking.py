"""From a target to a report: open, collect, judge, score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.core import Outcome, Provenance, Report
from reproscope.repository.facts import Facts
from reproscope.repository.indicators import indicators
from reproscope.repository.judging import Indicator, Judge, Judged, Judgement
from reproscope.repository.profiles import load_profile
from reproscope.repository.scoring import scores


@dataclass(frozen=True, slots=True)
class Examined:
    """One repository: what was collected, and every indicator's answer."""

    facts: Facts
    judged: tuple[Judged, ...]


def examine(facts: Facts) -> Examined:
    """Let every indicator judge the facts; one that fails is `unknown`, and says why."""
    return Examined(facts, tuple(_judged(facts)))


def _judged(facts: Facts) -> Iterator[Judged]:
    for indicator, judge in indicators():
        yield Judged(indicator, _answer(indicator, judge, facts))


def _answer(indicator: Indicator, judge: Judge, facts: Facts) -> Judgement:
    """A stranger's repository must not stop the others' questions by breaking one."""
    try:
        return judge(facts)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        words = f"It could not be judged, which is a bug in reproscope: {reason}"
        return Judgement(Outcome.UNKNOWN, words)


def report_of(examined: Examined, *, profile: str = "default") -> Report:
    """Return the report: every finding, the scores of the profile, what was skipped."""
    facts = examined.facts
    subject = facts.origin.target
    return Report(
        targets=(subject,),
        findings=tuple(one.finding(subject) for one in examined.judged),
        scores=scores(facts, examined.judged, load_profile(profile)),
        skipped=(*facts.tree.skipped, *facts.skipped),
        provenance=Provenance.capture(profile=profile),
        title=f"Repository: {subject}",
    )
