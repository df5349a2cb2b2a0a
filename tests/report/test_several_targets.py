"""In a report on several targets everything says which of them it is about, in every form."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import jsonschema
import pytest
from tests.report.conftest import PROVENANCE, make_finding

from reproscope.core import Coverage, Evidence, Location, Outcome, Report, Score, Skipped
from reproscope.core.registry import RENDERERS, load_renderer, names
from reproscope.report.json import schema


def part(target: str, answer: Outcome) -> Report:
    place = Evidence("file", "a call", Location(path="train.py", line=3))
    return Report(
        targets=(target,),
        findings=[
            make_finding("licence", rule="T103", answer=answer, message="one message"),
            make_finding("seeds", rule="T102", answer=answer, message="one", evidence=[place]),
        ],
        scores=[Score("overall", 0.5, Coverage(1, 2))],
        skipped=[Skipped("__pycache__", "made by tools")],
        provenance=PROVENANCE,
        title=f"Repository: {target} (commit abc)",
    )


@pytest.fixture
def both() -> Report:
    gone = Report(("gone",), skipped=[Skipped("gone", "cannot read", unreadable=True)])
    plugin = Report((), skipped=[Skipped("plug-in", "broken")])
    parts = [part("first", Outcome.ABSENT), part("second", Outcome.PARTIAL), gone, plugin]
    return Report.combine(parts, provenance=PROVENANCE)


def test_joining_marks_everything_with_its_target(both: Report) -> None:
    assert [f.target for f in both.findings] == ["first", "first", "second", "second"]
    assert [s.target for s in both.scores] == ["first", "second"]
    assert [s.target for s in both.skipped] == ["first", "second", "gone", None]
    assert both.parts == (
        "Repository: first (commit abc)",
        "Repository: second (commit abc)",
        "gone",
    )


def test_a_report_on_one_target_is_not_marked_and_reads_as_it_did() -> None:
    one = part("first", Outcome.ABSENT)
    joined = Report.combine([one, Report((), skipped=[Skipped("plug-in", "broken")])])
    assert {f.target for f in joined.findings} == {None}
    assert joined.parts == ()
    for name in names(RENDERERS):
        text = load_renderer(name).render(replace(joined, provenance=PROVENANCE))
        assert "first: " not in text
        assert '"target":' not in text


def test_apart_again_each_is_what_it_was(both: Report) -> None:
    first, second, gone, rest = both.by_target()
    assert [(r.title, len(r.findings)) for r in (first, second)] == [
        ("Repository: first (commit abc)", 2),
        ("Repository: second (commit abc)", 2),
    ]
    assert (gone.targets, [item.what for item in rest.skipped]) == (("gone",), ["plug-in"])


def test_joining_joined_reports_keeps_what_they_are_about(both: Report) -> None:
    more = Report.combine([both, part("third", Outcome.ABSENT)])
    assert more.parts == (*both.parts, "Repository: third (commit abc)")
    assert [f.target for f in more.findings][-2:] == ["third", "third"]
    assert Report.combine([both]) == both


@pytest.mark.parametrize("name", ["text", "markdown", "html"])
def test_what_people_read_names_the_target_of_findings_scores_and_skipped(
    both: Report, name: str
) -> None:
    text = re.sub(r"\\(?=[_()])", "", load_renderer(name).render(both))
    for target in ("first", "second"):
        for words in ("licence", "overall", "__pycache__"):
            assert f"{target}: {words}" in text
        assert f"Repository: {target} (commit abc)" in text
    assert "gone: gone" not in text
    assert "None" not in text


def test_rows_of_csv_have_a_column_for_the_target(both: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(load_renderer("csv").render(both))))
    found = {(row["record"], row["subject"], row["target"]) for row in rows}
    assert ("finding", "licence", "second") in found
    assert ("score", "overall", "first") in found
    assert ("unreadable", "gone", "gone") in found
    assert ("skipped", "plug-in", "") in found


def test_each_target_is_a_suite_of_junit(both: Report) -> None:
    root = ElementTree.fromstring(load_renderer("junit").render(both))
    assert [(suite.attrib["name"], suite.attrib["tests"]) for suite in root] == [
        ("Repository: first (commit abc)", "3"),
        ("Repository: second (commit abc)", "3"),
        ("gone", "1"),
        ("Reproscope report", "1"),
    ]
    assert root.attrib["tests"] == "8"
    assert [
        p.attrib["value"] for p in root[1].iter("property") if p.attrib["name"] == "target"
    ] == ["second"]


def test_results_of_sarif_name_the_target_and_point_into_it(both: Report) -> None:
    run = json.loads(load_renderer("sarif").render(both))["runs"][0]
    results = run["results"]
    places = [one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in results]
    assert places == ["first", "first/train.py", "second", "second/train.py"]
    assert results[2]["message"]["text"].startswith("second: licence: partial.")
    assert [one["properties"]["target"] for one in results] == [f.target for f in both.findings]
    prints = {one["partialFingerprints"]["primaryLocationLineHash"] for one in results}
    assert len(prints) == 4
    assert all(one.endswith(":1") for one in prints)
    assert {one["target"] for one in run["properties"]["scores"]} == {"first", "second"}


def test_json_names_the_target_where_there_are_several(both: Report) -> None:
    data = json.loads(load_renderer("json").render(both))
    jsonschema.validate(data, json.loads(schema()))
    assert data["parts"] == list(both.parts)
    for kind in ("findings", "scores"):
        assert {one["target"] for one in data[kind]} == {"first", "second"}
    assert [one.get("target") for one in data["skipped"]] == ["first", "second", "gone", None]
