"""A badge for a README: which share of the indicators is present, and of how many answered.

The form is the endpoint JSON of shields.io. It says that and nothing more: no verdict.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from reproscope.core import Coverage, Finding, Outcome

LABEL = "reproducibility indicators"
_COLORS = ((0.8, "green"), (0.6, "yellowgreen"), (0.4, "yellow"), (0.2, "orange"), (0.0, "red"))


def badge_of(findings: Iterable[Finding]) -> str:
    """Return the badge as JSON text."""
    answers = [finding.answer for finding in findings]
    coverage = Coverage.of(answers)
    present = sum(answer is Outcome.PRESENT for answer in answers)
    if not coverage.answered:
        message, color = f"none of {coverage.asked} answered", "lightgrey"
    else:
        share = present / coverage.answered
        message = f"{present} of {coverage.answered} present ({coverage})"
        color = next(name for least, name in _COLORS if share >= least)
    badge = {"schemaVersion": 1, "label": LABEL, "message": message, "color": color}
    return json.dumps(badge, indent=2) + "\n"
