import pytest

from reproscope.core import Report
from reproscope.report.markdown import MARKDOWN, escaped


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*bold* _i_ `c`", r"\*bold\* \_i\_ \`c\`"),
        ("<script>", r"\<script\>"),
        ("[a](b)", r"\[a\]\(b\)"),
        ("a | b", r"a \| b"),
        ("two\nlines", "two lines"),
        ("- item", "&#45; item"),
        ("1. item", "&#49;. item"),
        ("see https://x.org", "see https&#58;//x.org"),
        ("@everyone", "&#64;everyone"),
        ("&lt;", r"\&lt;"),
    ],
)
def test_text_can_neither_format_nor_link_nor_call(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_a_finding_is_a_section_with_its_evidence_listed(full_report: Report) -> None:
    text = MARKDOWN.render(full_report)
    assert (
        "### Table 2, row 3: inconsistent\n\n"
        "**T101** (error) acc and sens cannot hold together\n\n"
        "- *conflict*: acc=0.94 with sens=0.2 “accuracy of 0.94” (claims.yaml:12:5)\n"
    ) in text


def test_a_hostile_table_cell_stays_in_its_row(hostile_report: Report) -> None:
    lines = MARKDOWN.render(hostile_report).splitlines()
    row = lines[lines.index("|---|---|---|---|---|") + 1]
    assert row.replace(r"\|", "").count("|") == 6
