"""The report as JUnit XML, one test case a finding, for continuous-integration dashboards.

Only level ``error`` is a failure, as in the exit status; what could not be answered is skipped.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from reproscope.core import Finding, Level, Report, Skipped, is_answered
from reproscope.core.visible import visible, visible_line
from reproscope.report.words import provenance_facts


@dataclass(frozen=True, slots=True)
class JunitRenderer:
    """Renders one test suite for each target, whose cases are named after the subjects."""

    name: str = "junit"
    suffixes: tuple[str, ...] = (".xml",)

    def render(self, report: Report) -> str:
        """Return the report as XML."""
        root = Element("testsuites", name="reproscope")
        for part in report.by_target():
            _suite(root, part)
        root.attrib.update(_counts(root.iter("testcase")))
        ElementTree.indent(root)
        body = ElementTree.tostring(root, encoding="unicode")
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _suite(root: Element, report: Report) -> None:
    suite = SubElement(root, "testsuite", name=visible_line(report.title))
    _properties(suite, report)
    for finding in report.findings:
        _case(suite, finding)
    for item in report.skipped:
        _skipped(suite, item)
    suite.attrib.update(_counts(suite.findall("testcase")))
    suite.set("timestamp", report.provenance.created.removesuffix("Z"))


def _properties(suite: Element, report: Report) -> None:
    properties = SubElement(suite, "properties")
    for label, text in provenance_facts(report.provenance):
        SubElement(properties, "property", name=label.lower(), value=text)
    for target in report.targets:
        SubElement(properties, "property", name="target", value=visible_line(target))
    for score in report.scores:
        value = score.value
        exact = "" if value is None else str(value) if isinstance(value, Fraction) else repr(value)
        name = f"score {visible_line(score.name)}"
        note = f". {visible_line(score.note)}" if score.note else ""
        SubElement(properties, "property", name=name, value=f"{exact} ({score.coverage}){note}")


def _case(suite: Element, finding: Finding) -> None:
    case = SubElement(
        suite,
        "testcase",
        classname=visible_line(finding.rule),
        name=visible_line(finding.subject),
        time="0",
    )
    message = visible_line(f"{finding.answer}: {finding.message}")
    if finding.level is Level.ERROR:
        failure = SubElement(case, "failure", message=message, type=finding.answer.value)
        failure.text = _body(finding)
        return
    if finding.level is Level.NONE and not is_answered(finding.answer):
        SubElement(case, "skipped", message=message)
    SubElement(case, "system-out").text = f"{finding.answer}: {_body(finding)}"


def _body(finding: Finding) -> str:
    lines = [finding.message]
    for item in finding.evidence:
        place = f" ({item.location})" if item.location and str(item.location) else ""
        quote = f" “{item.location.quote}”" if item.location and item.location.quote else ""
        lines.append(f"{item.kind}: {item.text}{quote}{place}")
    if finding.remedy:
        lines.append(f"To mend: {finding.remedy}")
    return visible("\n".join(lines))


def _skipped(suite: Element, item: Skipped) -> None:
    case = SubElement(
        suite, "testcase", classname="skipped", name=visible_line(item.what), time="0"
    )
    why = visible_line(item.why)
    if item.unreadable:
        SubElement(case, "error", message=why, type="unreadable").text = why
    else:
        SubElement(case, "skipped", message=why)


def _counts(cases: Iterable[Element]) -> dict[str, str]:
    listed = list(cases)

    def having(tag: str) -> str:
        return str(sum(case.find(tag) is not None for case in listed))

    return {
        "tests": str(len(listed)),
        "failures": having("failure"),
        "errors": having("error"),
        "skipped": having("skipped"),
        "time": "0",
    }


JUNIT = JunitRenderer()
