"""Reports to render: a full one, an empty one, and one that strangers wrote."""

from fractions import Fraction

import pytest

from reproscope.core import (
    Coverage,
    Evidence,
    Finding,
    Level,
    Location,
    Outcome,
    Provenance,
    Report,
    Score,
    Skipped,
    Verdict,
)

PROVENANCE = Provenance(
    tool_version="0.1.0",
    python_version="3.11.7",
    dependencies={"numpy": "2.0.1"},
    created="2026-11-18T00:00:00Z",
    command=("reproscope", "check", "claims.yaml"),
)

HOSTILE = (
    "<script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "\x1b[31mred\x1b]0;title\x07",
    "=cmd|' /C calc'!A0",
    "nul\x00 and \x9b0m",
    "lone \ud800 surrogate",
    "right\u202eto left",
    "a\u2028b\ufffe",
    "]]> &amp; <!-- {{ 7*7 }} {% x %}",
    "[link](javascript:alert(1)) `code` | cell",
    "x" * 20_000,
)


def make_finding(subject: str = "Table 2, row 3", **changes: object) -> Finding:
    values: dict[str, object] = {
        "rule": "T101",
        "answer": Verdict.INCONSISTENT,
        "message": "acc and sens cannot hold together",
        "level": Level.ERROR,
    }
    return Finding(subject=subject, **{**values, **changes})  # type: ignore[arg-type]


@pytest.fixture
def full_report() -> Report:
    place = Location(path="claims.yaml", line=12, column=5, quote="accuracy of 0.94")
    findings = [
        make_finding("Fold three", answer=Outcome.UNKNOWN, level=Level.NONE, message="no network"),
        make_finding("Seeds", rule="T102", answer=Outcome.PARTIAL, level=Level.NOTE),
        make_finding(
            evidence=[
                Evidence("conflict", "acc=0.94 with sens=0.2", place, {"acc": 0.1 + 0.2}),
                Evidence("source", "Table 2", Location(path="paper.pdf", page=7)),
            ],
            remedy="Check the number of folds.",
            details={"nearest": {"acc": 0.1 + 0.2, "count": 10**30}},
        ),
        make_finding("Licence", rule="T103", answer=Outcome.ABSENT, level=Level.WARNING),
        make_finding("Table 5", answer=Verdict.CONSISTENT, level=Level.NONE, message="holds"),
    ]
    return Report(
        targets=("claims.yaml", "a directory"),
        findings=findings,
        scores=[
            Score("thirds", Fraction(1, 3), Coverage(2, 3), note="Below the middle."),
            Score("sum", 0.1 + 0.2, Coverage(3, 3), "loos2022"),
            Score("nothing", None, Coverage(0, 3)),
        ],
        skipped=[
            Skipped("broken.yaml", "cannot read line 3", unreadable=True),
            Skipped("link check", "needs --online"),
        ],
        provenance=PROVENANCE,
        title="Scores of a paper",
    )


@pytest.fixture
def empty_report() -> Report:
    return Report(targets=(), provenance=PROVENANCE)


@pytest.fixture(params=HOSTILE, ids=[f"hostile{i}" for i in range(len(HOSTILE))])
def hostile_text(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def hostile_report(hostile_text: str) -> Report:
    place = Location(path=hostile_text, line=1, quote=hostile_text)
    return Report(
        targets=(hostile_text,),
        findings=[
            make_finding(
                hostile_text,
                rule=hostile_text,
                message=hostile_text,
                remedy=hostile_text,
                evidence=[Evidence(hostile_text, hostile_text, place, {hostile_text: 1})],
                details={hostile_text: hostile_text},
            )
        ],
        scores=[Score(hostile_text, 0.5, Coverage(1, 2), hostile_text, hostile_text)],
        skipped=[Skipped(hostile_text, hostile_text, unreadable=True)],
        provenance=Provenance("0.1.0", "3.11", created=PROVENANCE.created, command=(hostile_text,)),
        title=hostile_text,
    )
