"""The three published surveys as a study holds them, made straight from their public files."""

from functools import cache

import numpy as np
import pandas as pd

from reproscope.instruments import Kind, load
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.holding import Coded, Holding
from reproscope.study.records import Attempt, Discrepancy, TimeKind, TimeTaken
from tests.study.oracles import path

PERIODS = {"IJCAI 13": "2013/14", "AAAI 14": "2013/14", "IJCAI 16": "2016", "AAAI 16": "2016"}


@cache
def gundersen() -> Holding:
    table = pd.read_csv(path("gundersen2018/evaluations.csv"))
    table.index = pd.Index([str(i) for i in range(len(table))], name="paper")
    instrument = load("gundersen2018")
    answers = table.rename(columns={"goal/objective": "goal_objective"})
    answers = answers.reindex(columns=[variable.name for variable in instrument.variables])
    conference = table["conference"].str.strip()
    papers = pd.DataFrame(
        {"title": table["title"], "conference": conference, "period": conference.map(PERIODS)}
    )
    return Holding("gundersen", papers, {instrument.name: Coded(instrument, answers)})


RAFF = {
    "Reproduced": "reproduced", "Year": "year", "Type": "venue_type",
    "Primary Topic": "primary_topic", "Year Attempted": "year_attempted",
    "Author Code Available": "code_available", "Authors Reply": "authors_reply",
    "Rigor vs Empirical": "rigor_vs_empirical", "Number of Authors": "authors", "Pages": "pages",
    "Num References": "references", "Number of Equations": "equations",
    "Number of Proofs": "proofs", "Has Appendix": "has_appendix",
    "Looks Intimidating": "looks_intimidating", "Paper Readability": "readability",
    "Algo Difficulty": "algorithm_difficulty", "Pseudo Code": "pseudo_code",
    "Data Available": "data_available", "Total Tables and Figures": "total_tables_and_figures",
    "Number of Tables": "tables", "Number of Graphs/Plots": "graphs",
    "Number of Other Figures": "other_figures",
    "Conceptualization Figures": "conceptualization_figures",
    "Uses Exemplar Toy Problem": "exemplar_problem", "Exact Compute Used": "exact_compute",
    "Hyperparameters Specified": "hyperparameters", "Compute Needed": "compute_needed",
}  # fmt: skip


def _raff(file: str) -> tuple[pd.DataFrame, Coded]:
    table = pd.read_csv(path(file), keep_default_na=False, encoding="utf-8-sig")
    table.index = pd.Index([str(i) for i in range(len(table))], name="paper")
    instrument = load("raff2019")
    answers = table.rename(columns=RAFF).reindex(columns=[v.name for v in instrument.variables])
    for variable in instrument.variables:
        column = answers[variable.name]
        if variable.kind is Kind.BOOLEAN:
            answers[variable.name] = column.map({"Yes": 1.0, "No": 0.0})
        elif variable.kind.numeric:
            answers[variable.name] = pd.to_numeric(column)
    return table, Coded(instrument, answers)


@cache
def raff2019() -> Holding:
    table, coded = _raff("raff2019/reproducable_blind.csv")
    papers = pd.DataFrame({"title": ""}, index=table.index)
    return Holding("raff2019", papers, {"raff2019": coded})


@cache
def raff2021() -> Holding:
    table, coded = _raff("raff2021/BLIND_reproducable_2.0.csv")
    attempts = tuple(
        Attempt(key, reproduced=reproduced == "Yes", time=_time(reproduced, written))
        for key, reproduced, written in zip(
            table.index, table["Reproduced"], table["Time to Implement"], strict=True
        )
    )
    papers = pd.DataFrame({"title": ""}, index=table.index)
    return Holding("raff2021", papers, {"raff2019": coded}, attempts)


def _time(reproduced: str, written: str) -> TimeTaken:
    if reproduced == "No":
        return TimeTaken(TimeKind.CENSORED)
    if written == "#NUM!":
        return TimeTaken(TimeKind.UNKNOWN)
    return TimeTaken(TimeKind.KNOWN, float(written))


@cache
def cappelen(*, paper_17_fails: bool = False) -> Holding:
    """The thesis's study by its own rule, or with paper 17 as its table prints it."""
    study = pd.read_csv(path("cappelen2018/table_4_1.csv")).set_index("id")
    counts = pd.read_csv(path("cappelen2018/table_A2.csv")).set_index("id")
    model = pd.read_csv(path("cappelen2018/table_A3.csv")).set_index("id")
    maps = pd.concat(
        [pd.read_csv(path(f"cappelen2018/table_B{i}.csv")).set_index("category") for i in (1, 2, 3)]
    )
    attempts = []
    for paper, row in counts.iterrows():
        tally = Tally(*(int(value) for value in row))
        if paper == 17 and paper_17_fails:
            # Failure by the rule needs results that are neither identical nor consistent.
            tally = Tally(tally.experiments, 0, 0, tally.conducted, tally.not_conducted)
        met = maps[str(paper)]
        attempts.append(
            Attempt(
                str(paper),
                level=Level(study.loc[paper, "type"]),
                hours=float(study.loc[paper, "hours"]),
                tally=tally,
                discrepancies=tuple(
                    Discrepancy(str(category), int(count))
                    for category, count in met.items()
                    if count
                ),
            )
        )
    instrument = load("article-model-2018")
    answers = model.drop(columns="article_model_metric")
    answers = answers.reindex(columns=[v.name for v in instrument.variables]).astype(float)
    answers.index = answers.index.map(str)
    papers = pd.DataFrame({"title": study["title"], "type": study["type"]})
    papers.index = papers.index.map(str)
    coded = Coded(instrument, answers.replace({np.nan: None}).astype(float))
    return Holding("cappelen", papers, {instrument.name: coded}, tuple(attempts))
