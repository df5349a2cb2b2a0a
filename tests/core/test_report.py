import re

import pytest

from reproscope import __version__
from reproscope.core import Finding, Level, Provenance, Report, ReproscopeError, Skipped, Verdict


def finding(subject: str, level: Level) -> Finding:
    return Finding("S101", subject, Verdict.INCONSISTENT, "message", level)


def test_the_exit_status_is_one_only_from_the_asked_level_on() -> None:
    report = Report(("a",), [finding("x", Level.WARNING)])
    assert report.exit_status() == 0
    assert report.exit_status(Level.WARNING) == 1
    assert report.exit_status(Level.NOTE) == 1


def test_nothing_fails_when_told_to_fail_on_none() -> None:
    report = Report(("a",), [finding("x", Level.ERROR), finding("y", Level.NONE)])
    assert report.exit_status(Level.ERROR) == 1
    assert report.exit_status(Level.NONE) == 0


def test_good_news_never_fails() -> None:
    assert Report(("a",), [finding("x", Level.NONE)]).exit_status(Level.NOTE) == 0


def test_unreadable_input_outweighs_findings_but_what_was_left_out_on_purpose_does_not() -> None:
    bad = Skipped("b", "cannot read", unreadable=True)
    left_out = Skipped("c", "needs --online")
    findings = [finding("x", Level.ERROR)]
    assert Report(("a",), findings, skipped=[bad]).exit_status() == 2
    assert Report(("a",), findings, skipped=[left_out]).exit_status() == 1
    assert Report(("a",), skipped=[left_out]).exit_status() == 0


def test_ranking_puts_the_most_severe_first_and_keeps_the_order_within_a_level() -> None:
    levels = [Level.NOTE, Level.ERROR, Level.NONE, Level.ERROR, Level.WARNING]
    report = Report(("a",), [finding(str(i), level) for i, level in enumerate(levels)])
    assert [f.subject for f in report.ranked()] == ["1", "3", "4", "0", "2"]


def test_counts_name_every_level_and_only_answers_that_occur() -> None:
    report = Report(("a",), [finding("x", Level.ERROR)])
    assert report.count_by_level() == {"error": 1, "warning": 0, "note": 0, "none": 0}
    assert report.count_by_answer() == {"inconsistent": 1}


def test_combining_keeps_order_and_names_a_repeated_target_once() -> None:
    skipped = Skipped("plug-in", "broken")
    first = Report(("a", "b"), [finding("1", Level.NOTE)], skipped=[skipped], title="First")
    second = Report(("b", "c"), [finding("2", Level.ERROR)], skipped=[skipped], title="Second")
    both = Report.combine([first, second])
    assert both.targets == ("a", "b", "c")
    assert [f.subject for f in both.findings] == ["1", "2"]
    assert both.skipped == (skipped,)
    assert both.title == "Reproscope report"
    assert Report.combine([first]) == first


def test_combining_joins_the_dependencies_of_the_parts() -> None:
    parts = [
        Report(("a",), provenance=Provenance("1", "3.11", {"z3": "4"})),
        Report(("b",), provenance=Provenance("1", "3.11", {"numpy": "2"})),
    ]
    assert Report.combine(parts).provenance.dependencies == {"numpy": "2", "z3": "4"}


def test_one_text_as_targets_is_refused_because_it_would_become_letters() -> None:
    with pytest.raises(TypeError, match="not one text"):
        Report("claims.yaml")  # type: ignore[arg-type]


def test_provenance_honours_source_date_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert Provenance.capture().created == "1970-01-01T00:00:00Z"


def test_provenance_refuses_a_source_date_epoch_that_is_no_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(ReproscopeError, match="number of seconds, got 'yesterday'"):
        Provenance.capture()


def test_provenance_records_versions_and_leaves_out_what_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    made = Provenance.capture(dependencies=["numpy", "surely-not-installed"])
    assert made.tool_version == __version__
    assert list(made.dependencies) == ["numpy"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", made.created)
