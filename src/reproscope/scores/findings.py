"""From a result to a finding of the report: neutral words, and the evidence for each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reproscope.core import JSON, Evidence, Finding, Level, Location, Verdict
from reproscope.scores.claims.description import Where
from reproscope.scores.result import Nearest, Power, Result
from reproscope.scores.wording import witness_text

RULE_OF_KIND = {
    "test-set": "S101",
    "k-fold": "S102",
    "datasets": "S103",
    "multiclass": "S104",
    "regression": "S105",
}
AUC_RULE = "S106"
# What could not be decided is no reason to mend anything, but a reader must not miss it.
LEVELS = {
    Verdict.INCONSISTENT: Level.ERROR,
    Verdict.UNDECIDED: Level.NOTE,
    Verdict.NOT_APPLICABLE: Level.NOTE,
    Verdict.CONSISTENT: Level.NONE,
}
WEAK = 0.5
REMEDY = (
    "Compare the printed scores, the data, the evaluation and the rounding with the source: at "
    "least one of them differs from what is stated here."
)


def finding(
    result: Result,
    *,
    subject: str = "",
    location: Location | None = None,
    place: str = "",
    extra: Mapping[str, JSON] | None = None,
) -> Finding:
    """Return what a result means for a report.

    *location* is where the claim stands; *place* says the same in words, such as ``table 3``;
    *extra* is added to the details.
    """
    return Finding(
        rule=rule_of(result),
        subject=subject or scores_text(result),
        answer=result.verdict,
        message=message(result),
        level=LEVELS[result.verdict],
        evidence=tuple(_evidence(result, location, place)),
        remedy=REMEDY if result.verdict is Verdict.INCONSISTENT else None,
        details={**result.as_data(), **(extra or {})},
    )


def rule_of(result: Result) -> str:
    """Return the rule whose page explains the result; an AUC among the scores has its own."""
    if any(claim.score == "auc" for claim in result.claims):
        return AUC_RULE
    return RULE_OF_KIND[result.experiment.kind]


def scores_text(result: Result) -> str:
    """Return the scores as they were printed, in one line."""
    return ", ".join(f"{name}={text}" for name, text in result.scores.items())


def message(result: Result) -> str:
    """Say in one neutral sentence what was decided."""
    what = result.experiment.describe()
    if result.verdict is Verdict.INCONSISTENT:
        return f"The reported scores are inconsistent with the described experiment: {what}."
    if result.verdict is Verdict.CONSISTENT:
        weak = " The test is weak here: see its power." if is_weak(result.power) else ""
        return f"The described experiment can have yielded the reported scores: {what}.{weak}"
    if result.verdict is Verdict.UNDECIDED:
        return f"Neither a witness nor a proof was found in time for {what}."
    return f"The reported scores cannot be checked against {what}."


def _evidence(result: Result, location: Location | None, place: str) -> Iterator[Evidence]:
    said = scores_text(result) + (f" ({place})" if place else "")
    yield Evidence("scores", said, location)
    yield Evidence("rounding", result.rounding)
    if len(result.under) > 1:
        each = ", ".join(f"{label}: {verdict.value}" for label, verdict in result.under.items())
        yield Evidence("readings", each)
    if result.witness is not None:
        yield Evidence("witness", witness_words(result))
    if result.undefined:
        yield Evidence("undefined", undefined_text(result))
    if result.verdict is Verdict.INCONSISTENT:
        yield Evidence("proof", result.method)
    if result.verdict is Verdict.UNDECIDED:
        yield Evidence("progress", f"{result.method}: {result.detail}".strip(": "))
    if result.verdict is Verdict.NOT_APPLICABLE and result.detail:
        yield Evidence("reason", result.detail)
    if result.conflict:
        yield Evidence("conflict", conflict_text(result.conflict))
    if result.nearest is not None and (text := nearest_text(result.nearest)):
        yield Evidence("nearest", text)
    if result.power is not None and result.power.tried:
        yield Evidence("power", power_text(result.power))


def witness_words(result: Result) -> str:
    """Return the witness in one line, and how many there are where that was counted."""
    assert result.witness is not None
    text = witness_text(result.witness)
    if result.solutions is None:
        return text
    return f"{text} ({_of_solutions(result.solutions)})"


def _of_solutions(count: int) -> str:
    return "the only one" if count == 1 else f"one of {count:,} that fit"


def undefined_text(result: Result) -> str:
    """Say which scores are 0/0 in the witness."""
    names = joined(result.undefined)
    return f"{names} {'is' if len(result.undefined) == 1 else 'are'} 0/0 in the witness"


def conflict_text(conflict: tuple[str, ...]) -> str:
    """Say which scores cannot hold together."""
    what = "cannot hold by itself" if len(conflict) == 1 else "cannot hold together"
    return f"{joined(conflict)} {what}"


def nearest_text(nearest: tuple[Nearest, ...]) -> str:
    """Say which value of each score would fit the others as reported."""
    found = [f"{n.name}={n.value} instead of {n.reported}" for n in nearest if n.value is not None]
    return f"would fit, one at a time: {', '.join(found)}" if found else ""


def is_weak(power: Power | None) -> bool:
    """Whether most slips would pass; slips left undecided may be caught and do not count."""
    if power is None or not power.tried:
        return False
    return (power.caught + power.undecided) / power.tried < WEAK


def power_text(power: Power) -> str:
    """Say how much the test could have caught, at least, where the time for this ran out."""
    least = "at least " if power.undecided else ""
    open_ = f", {power.undecided:,} not decided in the time for this" if least else ""
    return (
        f"{least}{power.share:.0%} of one-digit slips would be caught "
        f"({power.caught:,} of {power.tried:,} tried{open_})"
    )


def joined(names: tuple[str, ...]) -> str:
    """Join names as in a sentence.

    >>> joined(("acc", "sens", "spec"))
    'acc, sens and spec'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def location_of(path: str, line: int, where: Where) -> Location:
    """Return the place of a claims entry: its line in the file, and page and quote of the paper."""
    return Location(path=path, line=line, page=where.page, quote=where.quote or None)
