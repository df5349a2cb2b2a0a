"""An earlier report to measure against: what was known then does not count again.

A finding is known if its indicator's answer was as bad then or worse; a worse answer is new. More
places of the same answer are not new: lines move with every change, so they cannot be told apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from reproscope.core import Level, Report, ReproscopeError
from reproscope.core.errors import shown_name

_MOST = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Change:
    """What differs from the baseline: codes that are new, mended, and as they were."""

    new: tuple[str, ...]
    mended: tuple[str, ...]
    known: tuple[str, ...]

    def only_new(self, report: Report) -> Report:
        """Return the report without what was known: it decides the exit status."""
        return replace(
            report, findings=tuple(f for f in report.findings if f.rule not in self.known)
        )

    def words(self) -> str:
        """Say it in one line.

        >>> Change(("R101",), (), ("R102", "R103")).words()
        'against the baseline: 1 (R101) new, 0 mended, 2 as before'
        """
        new, mended = _listed(self.new), _listed(self.mended)
        return f"against the baseline: {new} new, {mended} mended, {len(self.known)} as before"


def _listed(codes: tuple[str, ...]) -> str:
    return f"{len(codes)} ({', '.join(codes)})" if codes else "0"


@dataclass(frozen=True, slots=True)
class Baseline:
    """The answers of an earlier run, by the indicator's code: answer and level."""

    answers: Mapping[str, tuple[str, Level]]

    def compared(self, report: Report) -> Change:
        """Compare a report's findings with the earlier ones; those at rest are no findings."""
        new: list[str] = []
        known: list[str] = []
        mended: list[str] = []
        for finding in report.findings:
            answer, level = self.answers.get(finding.rule, ("", Level.NONE))
            if finding.level > Level.NONE:
                same = answer == str(finding.answer) or level > finding.level
                (known if same else new).append(finding.rule)
            elif level > Level.NONE:
                mended.append(finding.rule)
        return Change(tuple(new), tuple(mended), tuple(known))


def read_baseline(path: Path) -> Baseline:
    """Read a JSON report that reproscope wrote."""
    try:
        with path.open("rb") as file:
            data = json.loads(file.read(_MOST))
        answers = {
            str(one["rule"]): (str(one["answer"]), Level(one["level"])) for one in data["findings"]
        }
        several = len(data.get("targets", ())) > 1
    except OSError as error:
        reason = error.strerror or type(error).__name__
        shown = shown_name(str(path))
        raise ReproscopeError(f"cannot read the baseline {shown}: {reason}") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ReproscopeError(
            f"{shown_name(str(path))} is no JSON report of reproscope: "
            "make one with --format json -o FILE"
        ) from error
    if several:
        raise ReproscopeError(
            f"{shown_name(str(path))} is a report on several targets: "
            "give one that was made of this repository alone"
        )
    return Baseline(answers)
