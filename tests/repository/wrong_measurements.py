"""What the tool of seed 004 measured wrongly, as data, and the page that lists it.

``python -m tests.repository.wrong_measurements`` writes the page anew, with what is said today.
"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from reproscope.repository.checking import Examined
from reproscope.repository.judging.indicator import Judgement
from reproscope.repository.loos2022.known import known_of
from reproscope.repository.loos2022.measured import Measured
from reproscope.repository.loos2022.measuring import measure
from tests.repository.cases import REPOS, examined

HERE = Path(__file__).parent
DATA = HERE / "wrong_measurements.toml"
PAGE = HERE.parents[1] / "docs" / "repository" / "wrong-measurements.md"
RUNNING = f"Python {sys.version_info.major}.{sys.version_info.minor}"
GROUPS = {
    "files": "Which files are looked at",
    "readme": "README",
    "licence": "Licence",
    "data": "Data",
    "code": "Code",
    "seeds": "Random seeds",
    "logging": "Hyperparameters and their records",
    "models": "Model serialisation",
    "software": "Software environment",
    "running": "How it ran",
    "gaps": "Not measured at all",
}
HEAD = """# Measurements that were wrong

The indicators grew from a tool of 2022 (M. J. Loos). It was run and probed, and its code read; each
thing it was seen to measure wrongly, or not at all, is below, with the answer that is given here.
A *case* is a small repository in `tests/repository/repos/`; the answer is the real one, and a test
runs each case and compares. The last table is of things that it never set out to measure.
"""


@dataclass(frozen=True, slots=True)
class Wrong:
    """One wrong measurement, and the case or the test that shows it right."""

    id: str
    group: str
    measured: str
    case: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    columns: dict[str, object] = field(default_factory=dict)
    test: str = ""
    shows: str = ""


def wrong_measurements() -> tuple[Wrong, ...]:
    """Read the list."""
    entries = tomllib.loads(DATA.read_text(encoding="utf-8"))["wrong"]
    return tuple(Wrong(**entry) for entry in entries)


@cache
def looked_at(case: str) -> Examined:
    """Run the tool on a case, once."""
    return examined(REPOS / case / "repo")


def columns_of(case: str) -> Measured:
    """Return the thesis's columns of a case."""
    facts = looked_at(case).facts
    return measure(facts, known_of(facts))


def page(entries: tuple[Wrong, ...]) -> str:
    """Return the page with what the tool says of each case now."""
    parts = [HEAD]
    for group, title in GROUPS.items():
        rows = "".join(_row(one) for one in entries if one.group == group)
        parts.append(
            f"## {title}\n\n| What that tool did | Here | Shown by |\n|---|---|---|\n{rows}"
        )
    return "\n".join(parts)


def _row(one: Wrong) -> str:
    if one.test:
        return f"| {one.measured} | {one.shows} | `{one.test}` |\n"
    judged = {each.indicator.rule.code: each.judgement for each in looked_at(one.case).judged}
    said = [f"{code} {judged[code].outcome}: {_said(judged[code])}" for code in one.answers]
    return f"| {one.measured} | {'<br>'.join(said)} | case `{one.case}` |\n"


def _said(judgement: Judgement) -> str:
    # What parses depends on the Python that the tests run on; the page names the oldest.
    text = judgement.message.replace(RUNNING, "Python 3.11")
    return text.replace("|", r"\|").replace("<", "&lt;")


if __name__ == "__main__":
    PAGE.write_text(page(wrong_measurements()), encoding="utf-8")
