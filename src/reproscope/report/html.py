"""The report as one HTML file that opens offline, prints well and follows the dark mode.

It holds its own style, no script, and loads nothing.
"""

import base64
from dataclasses import dataclass
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reproscope.core import Figure, Finding, Level, Outcome, Report, Score, Skipped, Verdict
from reproscope.core.cells import shown
from reproscope.core.visible import visible, visible_line
from reproscope.report.tables import below, numeric, topics
from reproscope.report.words import about, number, provenance_facts, summary

TEMPLATE = "report.html.jinja"
STYLE = "report.css"
# More findings with nothing to mend than this are folded up, so that the scores stay in reach.
MOST_OPEN = 8
GOOD = (Outcome.PRESENT, Verdict.CONSISTENT)


@dataclass(frozen=True, slots=True)
class HtmlRenderer:
    """Renders the counts on top, then the findings, most important first."""

    name: str = "html"
    suffixes: tuple[str, ...] = (".html", ".htm")

    def render(self, report: Report) -> str:
        """Return the report as a whole HTML document."""
        page = (
            _environment()
            .get_template(TEMPLATE)
            .render(
                report=report,
                to_mend=[one for one in report.ranked() if one.level > Level.NONE],
                at_rest=[one for one in report.ranked() if one.level is Level.NONE],
                MOST_OPEN=MOST_OPEN,
                summary=summary(report),
                levels=_shown_levels(report) if report.findings or not report.tables else [],
                topics=topics(report),
                facts=provenance_facts(report.provenance),
                style=_style(),
            )
        )
        return page.rstrip("\n") + "\n"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("reproscope.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(visible=visible, line=visible_line, number=number, about=named)
    environment.filters.update(shown=shown, below=below, picture=picture)
    environment.tests["numeric"] = numeric
    environment.tests["good"] = lambda answer: answer in GOOD
    return environment


def named(item: Finding | Score | Skipped, text: str) -> str:
    """Say whom something is about, where a report is on several targets."""
    return about(item.target, text)


def picture(figure: Figure) -> str:
    """Return the address of a figure that holds the figure: as an image it can run nothing."""
    return "data:image/svg+xml;base64," + base64.b64encode(figure.svg.encode()).decode("ascii")


def _style() -> Markup:
    """Read our own style sheet, the only text that goes in without being escaped."""
    folder = resources.files("reproscope.report") / "templates"
    return Markup((folder / STYLE).read_text(encoding="utf-8"))


def _shown_levels(report: Report) -> list[tuple[Level, str, int]]:
    """Return each level with the words below its count."""

    def words(level: Level, count: int) -> str:
        if level is Level.NONE:
            return "nothing to mend"
        return level.value if count == 1 else f"{level.value}s"

    return [(level, words(level, n), n) for level, n in report.count_by_level().items()]


HTML = HtmlRenderer()
