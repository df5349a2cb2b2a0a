"""What the study holds: papers by group, and who answered what; the first tables of a report."""

from __future__ import annotations

from collections.abc import Iterator

from reproscope.core import Table
from reproscope.study.analysis.columns import count, text
from reproscope.study.analysis.grouping import TOTAL, Grouping
from reproscope.study.holding import Holding

TOPIC = "What the study holds"


def paper_tables(holding: Holding, groups: Grouping) -> Iterator[Table]:
    """Yield the counts of papers, and of answers to each instrument."""
    if groups.names:
        counts = groups.of_paper.value_counts()
        rows = [(name, int(counts[name])) for name in groups.names]
        yield Table(
            "papers",
            f"Papers by {groups.by}",
            (text("group", groups.by), count("papers", "papers")),
            (*rows, (TOTAL, len(holding.papers))),
            "papers counted by attribute",
            n=len(holding.papers),
            missing=groups.missing,
            topic=TOPIC,
        )
    if holding.coded:
        yield _instruments(holding)


def _instruments(holding: Holding) -> Table:
    rows = []
    for name, coded in holding.coded.items():
        answered = coded.answers.notna()
        rows.append(
            (
                name,
                len(coded.instrument.variables),
                len(coded.coders),
                int(answered.any(axis=1).sum()),
                int(answered.to_numpy().sum()),
                sum(coded.unresolved.values()),
            )
        )
    return Table(
        "instruments",
        "Instruments and how far they were answered",
        (
            text("instrument", "instrument"),
            count("variables", "variables"),
            count("coders", "coders"),
            count("papers", "papers answered"),
            count("answers", "answers"),
            count("unresolved", "unresolved"),
        ),
        tuple(rows),
        "one answer for each paper and question, after disagreements were settled; where coders "
        "disagree and nothing was settled the answer is missing and counted as unresolved",
        n=len(holding.papers),
        topic=TOPIC,
    )
