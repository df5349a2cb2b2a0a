"""A report: what was looked at, what was found, what was skipped and why, and how.

It is the one value that every room hands out and every renderer takes in.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from reproscope.core.answers import Level
from reproscope.core.finding import Finding
from reproscope.core.provenance import Provenance
from reproscope.core.score import Score
from reproscope.core.table import Figure, Table

NOTHING_FOUND, FINDINGS, UNREADABLE = 0, 1, 2

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Skipped:
    """What was not looked at, and why.

    ``unreadable`` marks input that was asked for and could not be read; it makes the exit
    status 2, whereas something skipped on purpose does not. ``target`` says what it belongs to, in
    a report on more than one target, where ``what`` does not.
    """

    what: str
    why: str
    unreadable: bool = False
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Findings first, scores second; always with what was skipped and the provenance.

    A study's report has tables and figures besides. Of several joined reports ``parts`` says what
    each called itself, and everything in it carries the target it is about.
    """

    targets: tuple[str, ...]
    findings: tuple[Finding, ...] = ()
    scores: tuple[Score, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    provenance: Provenance = field(default_factory=Provenance.capture)
    title: str = "Reproscope report"
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    parts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        targets: object = self.targets
        if isinstance(targets, str):
            raise TypeError("targets is a sequence of targets, not one text")
        for name in ("targets", "findings", "scores", "skipped", "tables", "figures", "parts"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    @classmethod
    def combine(
        cls,
        reports: Iterable["Report"],
        *,
        provenance: Provenance | None = None,
        title: str | None = None,
    ) -> "Report":
        """Join several reports into one, in their order; of one report keep its title."""
        parts: Sequence[Report] = tuple(reports)
        targets = _unique(target for part in parts for target in part.targets)
        several = len(parts) > 1 and len(targets) > 1
        if several:
            parts = tuple(_marked(part) for part in parts)
        own_title = parts[0].title if len(parts) == 1 else "Reproscope report"
        return cls(
            targets=targets,
            findings=tuple(finding for part in parts for finding in part.findings),
            scores=tuple(score for part in parts for score in part.scores),
            skipped=_unique(item for part in parts for item in part.skipped),
            provenance=provenance or _joint_provenance(parts),
            title=title or own_title,
            tables=tuple(table for part in parts for table in part.tables),
            figures=tuple(figure for part in parts for figure in part.figures),
            parts=_titles(parts) if several else tuple(t for part in parts for t in part.parts),
        )

    def by_target(self) -> tuple["Report", ...]:
        """Return a report for each target, and one for what is about none of them.

        A report on one target stays as it is.
        """
        if not self.parts:
            return (self,)
        titles = dict(zip(self.targets, self.parts, strict=True))
        found = [self._about(target, (target,), titles[target]) for target in self.targets]
        rest = replace(self._about(None, (), self.title), tables=self.tables, figures=self.figures)
        held = (rest.findings, rest.scores, rest.skipped, rest.tables, rest.figures)
        return (*found, rest) if any(held) else tuple(found)

    def _about(self, target: str | None, targets: tuple[str, ...], title: str) -> "Report":
        return replace(
            self,
            targets=targets,
            title=title,
            findings=tuple(one for one in self.findings if one.target == target),
            scores=tuple(one for one in self.scores if one.target == target),
            skipped=tuple(one for one in self.skipped if one.target == target),
            tables=(),
            figures=(),
            parts=(),
        )

    def ranked(self) -> tuple[Finding, ...]:
        """Return the findings, those that ask most for attention first, otherwise in order."""
        return tuple(sorted(self.findings, key=lambda finding: -finding.level.severity))

    def count_by_level(self) -> dict[Level, int]:
        """Return how many findings each level has, every level named, most severe first."""
        counts = Counter(finding.level for finding in self.findings)
        return {level: counts[level] for level in Level}

    def count_by_answer(self) -> dict[str, int]:
        """Return how many findings each answer has, in alphabetical order."""
        return dict(sorted(Counter(str(finding.answer) for finding in self.findings).items()))

    def exit_status(self, fail_on: Level = Level.ERROR) -> int:
        """Return 2 if asked-for input was unreadable, 1 if a finding reaches *fail_on*, else 0.

        ``Level.NONE`` means that no finding makes the check fail.
        """
        if any(item.unreadable for item in self.skipped):
            return UNREADABLE
        if fail_on is not Level.NONE and any(f.level >= fail_on for f in self.findings):
            return FINDINGS
        return NOTHING_FOUND

    def with_provenance(self, provenance: Provenance) -> "Report":
        """Return the same report with another provenance."""
        return replace(self, provenance=provenance)


def _marked(part: Report) -> Report:
    """Write on everything in a report which target it is about, where it is about one."""
    if len(part.targets) != 1:
        return part
    [target] = part.targets
    return replace(
        part,
        findings=tuple(replace(one, target=target) for one in part.findings),
        scores=tuple(replace(one, target=target) for one in part.scores),
        skipped=tuple(replace(one, target=target) for one in part.skipped),
    )


def _titles(parts: Iterable[Report]) -> tuple[str, ...]:
    """Return what to call each target: a report's title where that names it, else the target."""
    titles: dict[str, str] = {}
    for part in parts:
        own = part.parts or [part.title if t in part.title else t for t in part.targets]
        for target, title in zip(part.targets, own, strict=True):
            titles.setdefault(target, title)
    return tuple(titles.values())


def _joint_provenance(parts: Sequence[Report]) -> Provenance:
    """Take the first part's provenance with every part's dependencies."""
    if not parts:
        return Provenance.capture()
    dependencies = {k: v for part in parts for k, v in part.provenance.dependencies.items()}
    return replace(parts[0].provenance, dependencies=dict(sorted(dependencies.items())))


def _unique(items: Iterable[_T]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(items))
