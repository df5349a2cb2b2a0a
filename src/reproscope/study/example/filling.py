"""Makes the example: 30 papers, the answers about them, and the 22 attempts to reproduce them.

Nothing is computed or mended here; a cell that the instrument's scale refuses is left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from reproscope.instruments import load, text_of
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import AttemptOutcome, Tally
from reproscope.study.example.tables import by_paper, left_out, met, rows
from reproscope.study.records import Answer, Attempt, Discrepancy, Paper
from reproscope.study.store import Study, create

NAME = "Cappelen and Mølnå 2018"
ARTICLE_MODEL = "article-model-2018"
DISCREPANCIES = "discrepancies-2018"
# Section 3.4: an attempt is given up after so many hours.
HOURS_LIMIT = 40.0
_TABLE_OF_KIND = {"P": "table B.1", "A": "table B.2", "E": "table B.3"}


def make(address: str | os.PathLike[str]) -> Study:
    """Make the example study where nothing is yet, and open it."""
    study = create(address, name=NAME)
    try:
        fill(study)
    except BaseException:
        study.close()
        raise
    return study


def fill(study: Study) -> None:
    """Put the example into a study; what it holds of it already stays as it is."""
    # Papers first: where one of another study has the same key, nothing is added.
    study.add_papers(papers())
    for name in (ARTICLE_MODEL, DISCREPANCIES):
        study.add_instrument(load(name), text_of(name)[0])
    study.record([*degrees(), *counts()])
    study.add_attempts(attempts())


def papers() -> Iterator[Paper]:
    """Yield the papers of table 4.1."""
    for row in rows("table-4.1"):
        attributes = {"year": str(row["year"]), "level": row["level"]}
        yield Paper(str(row["paper"]), row["title"], attributes)


def degrees() -> Iterator[Answer]:
    """Yield the answers of table A.3: the degree to which each component is documented."""
    unusable = left_out("table-A.3")
    for paper, row in by_paper("table-A.3").items():
        for variable, value in row.items():
            component = variable not in ("paper", "article_model_metric")
            if component and value and (paper, variable) not in unusable:
                yield Answer(paper, ARTICLE_MODEL, variable, NAME, value, "table A.3")


def counts() -> Iterator[Answer]:
    """Yield the answers of tables B.1 to B.3: how often each discrepancy was met."""
    outcomes = {paper: tally.outcome for paper, tally in tallies().items()}
    for paper, found in met().items():
        for category, count in found.items():
            # Without a result there is nothing that could differ: the question does not arise.
            if category.startswith("E") and outcomes[paper] is AttemptOutcome.NO_RESULT:
                continue
            table = _TABLE_OF_KIND[category[0]]
            yield Answer(paper, DISCREPANCIES, category, NAME, str(count), table)


def tallies() -> dict[str, Tally]:
    """Return the counts of table A.2 by paper."""
    return {
        paper: Tally(
            row["experiments"],
            row["identical"],
            row["consistent"],
            row["different"],
            row["not_conducted"],
        )
        for paper, row in by_paper("table-A.2").items()
    }


def attempts() -> Iterator[Attempt]:
    """Yield the attempts of tables 4.1, 4.2 and A.2 with their discrepancies."""
    studied, printed = by_paper("table-4.1"), by_paper("table-4.2")
    discrepancies = met()
    for paper, tally in tallies().items():
        yield Attempt(
            paper,
            by=studied[paper]["by"],
            level=Level(studied[paper]["level"]),
            hours=float(studied[paper]["hours"]),
            hours_limit=HOURS_LIMIT,
            tally=tally,
            why_not_conducted=printed[paper]["why"],
            discrepancies=tuple(
                Discrepancy(category, count)
                for category, count in discrepancies[paper].items()
                if count
            ),
            note=_note(printed[paper]["outcome"], tally.outcome),
        )


def _note(printed: str, outcome: AttemptOutcome) -> str:
    """Say where the printed outcome is not the one that follows from the counts."""
    if printed == outcome:
        return ""
    return f"Table 4.2 prints the outcome {printed}; by the thesis's rule it is {outcome}."
