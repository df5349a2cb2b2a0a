"""What an indicator is: one question about the facts, its documentation, and its answer.

An indicator is one module of ``indicators/`` with two names: ``INDICATOR`` and ``judge``. Its
docstring is its page. It reads facts only; what could not be collected is `unknown`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Literal, cast

from reproscope.core import JSON, Evidence, Finding, Level, Location, Outcome
from reproscope.core.rule import Rule

if TYPE_CHECKING:
    from reproscope.repository.facts import Facts

Effort = Literal["minutes", "an hour", "a day", "days"]
Factor = Literal[
    "documentation",
    "hardware",
    "software",
    "buildability",
    "data",
    "seeds",
    "hyperparameters",
    "serialisation",
    "practice",
    "leakage",
    "notebooks",
    "portability",
]
FACTORS: Mapping[Factor, str] = {
    "documentation": "Availability and documentation",
    "hardware": "Hardware environment",
    "software": "Software environment",
    "buildability": "Out-of-the-box buildability",
    "data": "Data",
    "seeds": "Random seed control",
    "hyperparameters": "Hyperparameters",
    "serialisation": "Model serialisation",
    "practice": "Research practice",
    "leakage": "Leakage",
    "notebooks": "Notebooks",
    "portability": "Portability",
}


@dataclass(frozen=True, slots=True)
class Indicator:
    """One question: its rule, the factor it speaks for, and what a bad answer is worth.

    `weight` is how much it counts within its factor in our own profile before calibration,
    `severity` the level of an `absent`; a `partial` is one level lower.
    """

    rule: Rule
    factor: Factor
    severity: Level = Level.WARNING
    effort: Effort = "an hour"
    weight: int = 1

    @classmethod
    def of(
        cls,
        code: str,
        name: str,
        factor: Factor,
        module_doc: str | None,
        *,
        severity: Level = Level.WARNING,
        effort: Effort = "an hour",
        weight: int = 1,
    ) -> Indicator:
        """Make an indicator whose documentation is its module's docstring."""
        rule = Rule.from_docstring(code=code, name=name, room="repository", module_doc=module_doc)
        return cls(rule, factor, severity, effort, weight)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer of one indicator, the evidence for it, and how to mend what is missing.

    `share` is how far a `partial` goes, from 0 to 1; `measured` holds numbers for profiles and
    tables, by name.
    """

    outcome: Outcome
    message: str
    evidence: tuple[Evidence, ...] = ()
    remedy: str | None = None
    share: float | None = None
    measured: Mapping[str, JSON] = field(default_factory=dict, hash=False)

    @property
    def value(self) -> float | None:
        """The answer as a number from 0 to 1; ``None`` where there is none."""
        if self.outcome is Outcome.PARTIAL:
            return 0.5 if self.share is None else self.share
        return {Outcome.PRESENT: 1.0, Outcome.ABSENT: 0.0}.get(self.outcome)


Judge = Callable[["Facts"], Judgement]


@dataclass(frozen=True, slots=True)
class Judged:
    """An indicator with its answer about one repository."""

    indicator: Indicator
    judgement: Judgement

    def finding(self, target: str) -> Finding:
        """Return what this means for a report; its subject is what was asked for, in words."""
        found = self.judgement
        details: dict[str, JSON] = {
            "target": target,
            "factor": self.indicator.factor,
            "effort": self.indicator.effort,
            "value": found.value,
            "measured": dict(found.measured),
        }
        return Finding(
            rule=self.indicator.rule.code,
            subject=self.indicator.rule.name.replace("-", " "),
            answer=found.outcome,
            message=found.message,
            level=level_of(found.outcome, self.indicator.severity),
            evidence=found.evidence,
            remedy=found.remedy if found.outcome in (Outcome.ABSENT, Outcome.PARTIAL) else None,
            details=details,
        )


def level_of(outcome: Outcome, severity: Level) -> Level:
    """Return the level of an answer: `absent` has the indicator's, `partial` one less."""
    if outcome is Outcome.ABSENT:
        return severity
    if outcome is Outcome.PARTIAL:
        return {Level.ERROR: Level.WARNING, Level.WARNING: Level.NOTE}.get(severity, severity)
    return Level.NONE


def indicator_of(module: ModuleType) -> tuple[Indicator, Judge]:
    """Return the two names of an indicator's module."""
    return cast(Indicator, module.INDICATOR), cast(Judge, module.judge)


def at(path: str, line: int | None = None, text: str = "", kind: str = "file") -> Evidence:
    """Return a piece of evidence that stands in a file.

    >>> str(at("train.py", 3, "random.random()").location)
    'train.py:3'
    """
    return Evidence(kind, text or path, Location(path=path, line=line))


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    >>> counted(1, "link"), counted(2, "class", "classes")
    ('1 link', '2 classes')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
