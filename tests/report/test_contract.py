"""What every renderer promises, built-in or plug-in; a new one is tested without a new test."""

import unicodedata
from dataclasses import replace

import pytest

from reproscope.core import Renderer, Report
from reproscope.core.registry import RENDERERS, load_renderer, names


@pytest.fixture(params=names(RENDERERS))
def renderer(request: pytest.FixtureRequest) -> Renderer:
    return load_renderer(request.param)


def test_the_same_report_gives_the_same_text(renderer: Renderer, full_report: Report) -> None:
    assert renderer.render(full_report) == renderer.render(full_report)


def test_another_report_gives_another_text(renderer: Renderer, full_report: Report) -> None:
    fewer = replace(full_report, findings=full_report.findings[1:])
    assert renderer.render(fewer) != renderer.render(full_report)


def test_every_finding_is_named_with_its_rule_and_answer(
    renderer: Renderer, full_report: Report
) -> None:
    text = renderer.render(full_report)
    for finding in full_report.findings:
        for word in (finding.subject, finding.rule, finding.answer.value):
            assert word in text


def test_what_must_be_said_with_a_score_stands_with_it(
    renderer: Renderer, full_report: Report
) -> None:
    assert "Below the middle." in renderer.render(full_report)


def test_evidence_and_remedy_reach_the_reader(renderer: Renderer, full_report: Report) -> None:
    text = renderer.render(full_report)
    for words in ("acc=0.94 with sens=0.2", "Check the number of folds.", "claims.yaml", "12"):
        # Markdown and HTML may escape, but these words hold nothing to escape.
        assert words in text


def test_what_was_skipped_and_why_reaches_the_reader(
    renderer: Renderer, full_report: Report
) -> None:
    text = renderer.render(full_report)
    for item in full_report.skipped:
        assert item.what in text
        assert item.why in text


def test_numbers_lose_nothing(renderer: Renderer, full_report: Report) -> None:
    text = renderer.render(full_report)
    assert "1/3" in text
    assert "0.30000000000000004" in text


def test_the_text_ends_with_one_newline(
    renderer: Renderer, full_report: Report, empty_report: Report
) -> None:
    for report in (full_report, empty_report):
        text = renderer.render(report)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")


def test_an_empty_report_has_no_finding_in_it(renderer: Renderer, empty_report: Report) -> None:
    text = renderer.render(empty_report)
    for word in ("inconsistent", "T101", "Table 2"):
        assert word not in text


def test_strangers_text_can_neither_act_nor_hide(
    renderer: Renderer, hostile_report: Report
) -> None:
    text = renderer.render(hostile_report)
    text.encode("utf-8")  # a lone surrogate would raise
    hidden = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert hidden <= {"\n"}
    if renderer.name not in ("json", "sarif", "text", "csv"):
        assert "<script>" not in text.replace("\\<script\\>", "")
        assert "<img" not in text.replace("\\<img", "")


def test_no_ending_is_claimed_by_two_renderers() -> None:
    claimed = [suffix for name in names(RENDERERS) for suffix in load_renderer(name).suffixes]
    assert len(claimed) == len(set(claimed))
    assert all(suffix.startswith(".") for suffix in claimed)
