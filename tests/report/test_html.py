import re
from dataclasses import replace
from html.parser import HTMLParser

from reproscope.core import Level, Report
from reproscope.report.html import HTML, MOST_OPEN

VOID = {"meta", "img", "br", "hr", "link", "input"}
LOADING = {"script", "link", "img", "iframe", "object", "embed", "video", "audio", "base", "form"}


class Outline(HTMLParser):
    """Notes elements and attributes, and that every element is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def outline(report: Report) -> Outline:
    parser = Outline()
    parser.feed(HTML.render(report))
    parser.close()
    assert parser.open == []
    return parser


def test_the_page_loads_nothing_and_runs_nothing(full_report: Report) -> None:
    page = outline(full_report)
    assert not LOADING & set(page.tags)
    assert not {"src", "href", "action", "style"} & {name for name, _ in page.attributes}
    assert not re.search(r"url\(|@import", HTML.render(full_report))


def test_hostile_text_adds_no_element_and_no_attribute(
    hostile_report: Report, hostile_text: str
) -> None:
    page = outline(hostile_report)
    assert not LOADING & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert page.tags.count("style") == 1


def test_the_findings_stand_most_important_first(full_report: Report) -> None:
    text = HTML.render(full_report)
    subjects = ["Table 2, row 3", "Licence", "Seeds", "Fold three", "Table 5"]
    places = [text.index(f"<h3>{subject}</h3>") for subject in subjects]
    assert places == sorted(places)


def test_the_counts_stand_before_the_findings(full_report: Report) -> None:
    text = HTML.render(full_report)
    assert text.index("<strong>1</strong> error<") < text.index('<h2 id="findings">')


def test_evidence_is_open_where_something_is_to_mend_and_closed_elsewhere(
    full_report: Report,
) -> None:
    assert HTML.render(full_report).count("<details open>") == 1


def test_tables_say_what_their_headings_head(full_report: Report) -> None:
    page = outline(full_report)
    assert page.tags.count("th") == len([1 for name, _ in page.attributes if name == "scope"])
    assert page.tags.count("table") == 2
    assert page.tags.count("h1") == 1


def test_an_empty_report_says_that_nothing_was_found(empty_report: Report) -> None:
    assert "No findings." in "".join(outline(empty_report).texts)
    assert "article" not in outline(empty_report).tags


def test_many_findings_with_nothing_to_mend_are_folded_up(full_report: Report) -> None:
    calm = [one for one in full_report.findings if one.level is Level.NONE]
    many = HTML.render(replace(full_report, findings=(*full_report.findings, *calm * MOST_OPEN)))
    folded = many.index(f"{len(calm) * (MOST_OPEN + 1)} findings with nothing to mend")
    assert many.rindex("To mend") < folded < many.rindex("<article") < many.index('id="scores"')
    assert "nothing to mend</summary>" not in HTML.render(full_report)
    alone = HTML.render(replace(full_report, findings=tuple(calm * MOST_OPEN)))
    assert '<details class="rest" open>' in alone
