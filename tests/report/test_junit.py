from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from reproscope.core import Report
from reproscope.report.junit import JUNIT

CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "properties": {"property"},
    "property": set(),
    "testcase": {"failure", "error", "skipped", "system-out"},
    "failure": set(),
    "error": set(),
    "skipped": set(),
    "system-out": set(),
}  # fmt: skip


def parsed(report: Report) -> Element:
    """Render, check the shape JUnit readers expect, and return the suite."""
    root = ElementTree.fromstring(JUNIT.render(report))
    for element in root.iter():
        assert {child.tag for child in element} <= CHILDREN[element.tag]
    [suite] = root
    cases = suite.findall("testcase")
    assert int(suite.attrib["tests"]) == len(cases)
    for tag, total in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert int(suite.attrib[total]) == sum(case.find(tag) is not None for case in cases)
    return suite


def test_only_errors_fail_and_what_was_not_answered_is_skipped(full_report: Report) -> None:
    cases = {case.attrib["name"]: case for case in parsed(full_report).findall("testcase")}
    assert [name for name, case in cases.items() if case.find("failure") is not None] == [
        "Table 2, row 3"
    ]
    assert [name for name, case in cases.items() if case.find("skipped") is not None] == [
        "Fold three",
        "link check",
    ]
    assert [name for name, case in cases.items() if case.find("error") is not None] == [
        "broken.yaml"
    ]


def test_a_failure_holds_its_evidence(full_report: Report) -> None:
    failure = parsed(full_report).find("testcase/failure")
    assert failure is not None
    assert failure.attrib["type"] == "inconsistent"
    assert "conflict: acc=0.94 with sens=0.2" in (failure.text or "")
    assert "(claims.yaml:12:5)" in (failure.text or "")


def test_an_empty_report_is_an_empty_suite(empty_report: Report) -> None:
    assert parsed(empty_report).attrib["tests"] == "0"


def test_hostile_text_stays_text(hostile_report: Report) -> None:
    assert parsed(hostile_report).attrib["failures"] == "1"


def test_a_case_says_its_message_once(full_report: Report) -> None:
    cases = {case.attrib["name"]: case for case in parsed(full_report).findall("testcase")}
    said = cases["Table 5"].findtext("system-out") or ""
    assert said.startswith("consistent: holds")
    assert said.count("holds") == 1
