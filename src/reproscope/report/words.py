"""The phrases the forms of a report share, so that all of them say the same.

Not for layout: each renderer arranges these words in its own way.
"""

from fractions import Fraction

from reproscope.core import Level, Provenance, Report, Score
from reproscope.core.visible import visible_line

NO_FINDINGS = "No findings."


def plural(count: int, noun: str) -> str:
    """Return ``1 finding``, ``2 findings``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def summary(report: Report) -> str:
    """Return the counts in one line, by answer and by level."""
    if not report.findings:
        return _held(report) or NO_FINDINGS
    answers = ", ".join(f"{count} {answer}" for answer, count in report.count_by_answer().items())
    levels = ", ".join(
        plural(count, level.value)
        for level, count in report.count_by_level().items()
        if count and level is not Level.NONE
    )
    return f"{plural(len(report.findings), 'finding')}: {answers} ({levels or 'nothing to mend'})"


def _held(report: Report) -> str:
    parts = ((len(report.tables), "table"), (len(report.figures), "figure"))
    return ", ".join(plural(count, noun) for count, noun in parts if count)


def number(value: Fraction | float | None) -> str:
    """Write a number without losing any of it; a fraction also as a decimal to read.

    >>> number(Fraction(11, 15)), number(0.1), number(None)
    ('11/15 (0.7333)', '0.1', 'not known')
    """
    if value is None:
        return "not known"
    if isinstance(value, Fraction):
        return f"{value} ({float(value):.4g})" if value.denominator != 1 else str(value)
    return repr(value)


def about(target: str | None, text: str) -> str:
    """Put the target in front of what is about it, where a report is on several.

    >>> about("code", "licence"), about("code", "code:3"), about(None, "licence")
    ('code: licence', 'code:3', 'licence')
    """
    if target is None or text == target or text.startswith(f"{target}:"):
        return text
    return f"{target}: {text}"


def score_line(score: Score) -> str:
    """Write a score with its coverage and profile, without which it would mislead."""
    name = visible_line(about(score.target, score.name))
    return f"{name}: {number(score.value)}, {score.coverage}, profile {visible_line(score.profile)}"


def provenance_facts(provenance: Provenance) -> list[tuple[str, str]]:
    """Return what the provenance says as pairs of label and text, empty ones left out."""
    versions = [f"Python {provenance.python_version}"]
    versions += [f"{name} {version}" for name, version in provenance.dependencies.items()]
    facts = [
        ("Made by", f"reproscope {provenance.tool_version}"),
        ("With", ", ".join(versions)),
        ("Profile", provenance.profile),
        ("Configuration", provenance.configuration),
        ("Command", " ".join(provenance.command)),
        ("Created", provenance.created),
    ]
    return [(label, visible_line(text)) for label, text in facts if text]
