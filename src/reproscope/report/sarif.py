"""The report as SARIF 2.1.0, valid for code-scanning uploads.

Code scanning refuses a result without a place, so a finding that names none points at the start of
its target and says so.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from reproscope.core import JSON, Finding, Level, Location, Outcome, Report, Rule, Skipped, Verdict
from reproscope.core.registry import load_rules
from reproscope.core.visible import visible
from reproscope.report.places import location, within
from reproscope.report.words import about

SCHEMA_URI = "https://json.schemastore.org/sarif-2.1.0.json"
WHOLE_TARGET = "the target as a whole; the finding names no line"
KINDS = {
    Outcome.PRESENT.value: "pass",
    Verdict.CONSISTENT.value: "pass",
    Outcome.UNKNOWN.value: "open",
    Verdict.UNDECIDED.value: "open",
    Outcome.NOT_APPLICABLE.value: "notApplicable",
}


@dataclass(frozen=True, slots=True)
class SarifRenderer:
    """Renders one run; rules carry their documentation as help."""

    name: str = "sarif"
    suffixes: tuple[str, ...] = (".sarif", ".sarif.json")

    def render(self, report: Report) -> str:
        """Return the report as a SARIF log."""
        log: dict[str, JSON] = {
            "$schema": SCHEMA_URI,
            "version": "2.1.0",
            "runs": [_run(report, load_rules().found)],
        }
        return json.dumps(log, indent=2, allow_nan=False) + "\n"


def _run(report: Report, rules: Mapping[str, Rule]) -> dict[str, JSON]:
    used = list(dict.fromkeys(finding.rule for finding in report.findings))
    seen: Counter[str] = Counter()
    return {
        "tool": {
            "driver": {
                "name": "reproscope",
                "semanticVersion": report.provenance.tool_version,
                "rules": [_rule(code, rules.get(code)) for code in used],
            }
        },
        "automationDetails": {"id": f"reproscope/{quote(visible(report.title))}"},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "results": [
            _result(finding, used.index(finding.rule), report, seen) for finding in report.findings
        ],
        "properties": {
            "profile": report.provenance.profile,
            "configuration": report.provenance.configuration,
            "versions": {
                "python": report.provenance.python_version,
                **report.provenance.dependencies,
            },
            "scores": [
                {
                    "name": score.name,
                    "value": None if score.value is None else str(score.value),
                    "answered": score.coverage.answered,
                    "asked": score.coverage.asked,
                    "profile": score.profile,
                    "note": score.note,
                    **_named(score.target),
                }
                for score in report.scores
            ],
        },
    }


def _rule(code: str, rule: Rule | None) -> dict[str, JSON]:
    if rule is None:
        return {"id": visible(code), "shortDescription": {"text": visible(code)}}
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.sections()["What it does"]},
        "help": {"text": rule.documentation, "markdown": rule.documentation},
        "defaultConfiguration": {"level": "warning"},
        "properties": {"tags": ["reproducibility", rule.room]},
    }


def _invocation(report: Report) -> dict[str, JSON]:
    created = report.provenance.created
    return {
        "executionSuccessful": not any(item.unreadable for item in report.skipped),
        **({"endTimeUtc": created} if created else {}),
        "toolExecutionNotifications": [_notification(item) for item in report.skipped],
    }


def _notification(item: Skipped) -> dict[str, JSON]:
    return {
        "level": "error" if item.unreadable else "note",
        "message": {"text": visible(f"skipped {about(item.target, item.what)}: {item.why}")},
    }


def _result(
    finding: Finding, rule_index: int, report: Report, seen: Counter[str]
) -> dict[str, JSON]:
    locations = (item.location for item in finding.evidence if item.location)
    places = [within(finding.target, place) for place in locations if place.path]
    message = f"{about(finding.target, finding.subject)}: {finding.answer}. {finding.message}"
    if finding.remedy:
        message += f" To mend: {finding.remedy}"
    fingerprint = _fingerprint(finding)
    seen[fingerprint] += 1
    evidence = [{"kind": item.kind, "text": visible(item.text)} for item in finding.evidence]
    return {
        "ruleId": visible(finding.rule),
        "ruleIndex": rule_index,
        # SARIF allows a level other than "none" only with the kind "fail".
        "kind": "fail" if finding.level > Level.NONE else KINDS.get(finding.answer, "review"),
        "level": finding.level.value,
        "message": {"text": visible(message)},
        "locations": [location(places[0]) if places else _whole_target(finding, report)],
        "relatedLocations": [location(place) for place in places[1:]],
        "partialFingerprints": {"primaryLocationLineHash": f"{fingerprint}:{seen[fingerprint]}"},
        "properties": {
            "subject": visible(finding.subject),
            "answer": finding.answer.value,
            "evidence": evidence,
            "details": finding.details,
            **_named(finding.target),
        },
    }


def _fingerprint(finding: Finding) -> str:
    """Tell a finding again in the next run, also when its line has moved."""
    path = finding.location.path if finding.location else None
    parts = [finding.rule, finding.subject, path]
    if finding.target is not None:
        parts.append(finding.target)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _named(target: str | None) -> dict[str, JSON]:
    return {} if target is None else {"target": visible(target)}


def _whole_target(finding: Finding, report: Report) -> dict[str, JSON]:
    target = finding.target or (report.targets[0] if report.targets else ".")
    return {**location(Location(path=target)), "message": {"text": WHOLE_TARGET}}


SARIF = SarifRenderer()
