"""From a target to a report: open, collect, judge, score."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from reproscope.core import Outcome, Provenance, Report
from reproscope.core.provenance import KEY_DEPENDENCIES
from reproscope.repository.facts import Facts
from reproscope.repository.indicators import indicators
from reproscope.repository.judging.indicator import Indicator, Judge, Judged, Judgement
from reproscope.repository.profiles import load_profile
from reproscope.repository.reporting.unread import unread_files
from reproscope.repository.scoring import scores
from reproscope.repository.sources.origin import Origin


@dataclass(frozen=True, slots=True)
class Examined:
    """One repository: what was collected, and every indicator's answer."""

    facts: Facts
    judged: tuple[Judged, ...]


def examine(facts: Facts, *, only: Collection[str] = ()) -> Examined:
    """Let every indicator judge the facts; one that fails is `unknown`, and says why.

    *only* names indicators by code; without it all are asked.
    """
    return Examined(facts, tuple(_judged(facts, only)))


def _judged(facts: Facts, only: Collection[str]) -> Iterator[Judged]:
    for indicator, judge in indicators():
        if not only or indicator.rule.code in only:
            yield Judged(indicator, _cautious(_answer(indicator, judge, facts), facts))


def _cautious(found: Judgement, facts: Facts) -> Judgement:
    """Where files were left out, what was not found may be among them."""
    if found.outcome is not Outcome.ABSENT or not facts.tree.truncated:
        return found
    words = f"Not all files could be looked at. Among the others: {found.message}"
    return replace(found, outcome=Outcome.UNKNOWN, message=words, remedy=None)


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
    target = facts.origin.target
    return Report(
        targets=(target,),
        findings=tuple(one.finding(target) for one in examined.judged),
        scores=scores(facts, examined.judged, load_profile(profile)),
        skipped=(*facts.tree.skipped, *facts.skipped, *unread_files(facts)),
        provenance=Provenance.capture(profile=profile, dependencies=_versions(facts)),
        title=f"Repository: {named(facts.origin)}",
    )


def _versions(facts: Facts) -> tuple[str, ...]:
    """Return whose versions the report names: pylint's ratings differ from one to the next."""
    return KEY_DEPENDENCIES if facts.rating is None else (*KEY_DEPENDENCIES, "pylint")


def named(origin: Origin) -> str:
    """Return a target with the commit that was looked at, its date and its branch."""
    facts = (
        f"moved to {origin.moved}," if origin.moved else "",
        f"commit {origin.commit}" if origin.commit else "",
        f"of {origin.committed}" if origin.committed else "",
        f"on {origin.branch}" if origin.branch else "",
    )
    known = " ".join(fact for fact in facts if fact)
    return f"{origin.target} ({known})" if known else origin.target
