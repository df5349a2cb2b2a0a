from reproscope.core import Report
from reproscope.report.text import TextRenderer

EXPECTED = """\
Scores of a paper
claims.yaml
a directory

✗ inconsistent  Table 2, row 3  T101
  acc and sens cannot hold together
  conflict: acc=0.94 with sens=0.2 “accuracy of 0.94” (claims.yaml:12:5)
  source: Table 2 (paper.pdf, page 7)
  To mend: Check the number of folds.

! absent  Licence  T103
  acc and sens cannot hold together

• partial  Seeds  T102
  acc and sens cannot hold together

- unknown  Fold three  T101
  no network

✓ consistent  Table 5  T101
  holds

5 findings: 1 absent, 1 consistent, 1 inconsistent, 1 partial, 1 unknown (1 error, 1 warning, 1
note)
thirds: 1/3 (0.3333), 2 of 3 answered, profile default
  Below the middle.
sum: 0.30000000000000004, 3 of 3 answered, profile loos2022
nothing: not known, 0 of 3 answered, profile default
Skipped
  broken.yaml: cannot read line 3
  link check: needs --online
reproscope 0.1.0 · Python 3.11.7, numpy 2.0.1 · profile default · configuration built-in defaults ·
created 2026-11-18T00:00:00Z
"""


def test_the_report_reads_like_this(full_report: Report) -> None:
    assert TextRenderer().render(full_report) == EXPECTED


def test_colour_is_added_only_when_asked_for(full_report: Report) -> None:
    assert "\x1b" not in TextRenderer().render(full_report)
    assert "\x1b[1;31m✗ inconsistent" in TextRenderer(color=True).render(full_report)


def test_lines_keep_to_the_width_and_a_tiny_width_is_not_taken_literally(
    full_report: Report,
) -> None:
    for width, longest in ((60, 60), (1, 40)):
        lines = TextRenderer(width=width).render(full_report).splitlines()
        assert max(map(len, lines)) <= longest


def test_square_brackets_in_text_are_not_taken_for_markup(full_report: Report) -> None:
    from dataclasses import replace

    report = replace(full_report, title="[bold]not bold[/bold] :smile:")
    assert "[bold]not bold[/bold] :smile:" in TextRenderer().render(report)
