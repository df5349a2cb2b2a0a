"""The public files of the surveys, imported: the numbers of surveys.md, and the same analysis."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from reproscope.core import Table
from reproscope.instruments.expressions import evaluate_all
from reproscope.study.analysis.analysing import Wish, analyse
from reproscope.study.exchange import DoesNotFit, export, import_into
from reproscope.study.exchange.forms.choosing import SUFFIXES
from reproscope.study.holding import Holding
from reproscope.study.records import TimeKind
from reproscope.study.store import Study, create
from tests.study.analysis import published
from tests.study.oracles import needs_oracles, path

pytestmark = needs_oracles

FILES = {
    "gundersen2018": "gundersen2018/evaluations.csv",
    "raff2019": "raff2019/reproducable_blind.csv",
    "raff2021": "raff2021/BLIND_reproducable_2.0.csv",
    "cappelen2018": "cappelen2018",
}
HOLDINGS = {
    "gundersen2018": published.gundersen,
    "raff2019": published.raff2019,
    "raff2021": published.raff2021,
    "cappelen2018": published.cappelen,
}
# Surveys.md, section 4: problems, assumptions and errors of papers 1 to 22.
SUMS = """3/3/4, 3/2/2, 1/1/3, 6/3/4, 3/2/3, 2/3/6, 3/2/0, 3/3/4, 6/3/5, 1/0/1, 4/2/4, 2/5/2,
5/1/4, 1/1/0, 1/3/1, 4/0/0, 4/6/4, 5/7/7, 6/4/0, 3/0/0, 1/1/0, 2/3/2"""


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("published")


@pytest.fixture(scope="module", name="studies")
def _studies(folder: Path) -> Iterator[dict[str, Study]]:
    studies = {name: create(folder / f"{name}.db") for name in FILES}
    for name, study in studies.items():
        import_into(study, path(FILES[name]), name)
    yield studies
    for study in studies.values():
        study.close()


def test_gundersen_has_400_papers_of_which_325_are_empirical(studies: dict[str, Study]) -> None:
    papers = studies["gundersen2018"].papers()
    assert len(papers) == 400
    conferences = Counter(paper.attributes["conference"] for paper in papers)
    assert set(conferences.values()) == {100}
    periods = Counter(paper.attributes["period"] for paper in papers)
    assert periods == {"2013/14": 200, "2016": 200}
    answers = studies["gundersen2018"].answers("gundersen2018")
    kinds = Counter(one.value for one in answers if one.variable == "research_type")
    assert kinds == {"E": 325, "T": 75}


@pytest.mark.parametrize("name", ["raff2019", "raff2021"])
def test_raff_has_255_papers_of_which_162_were_reproduced(
    studies: dict[str, Study], name: str
) -> None:
    assert len(studies[name].papers()) == 255
    answers = list(studies[name].answers("raff2019"))
    assert Counter(a.value for a in answers if a.variable == "reproduced") == {"1": 162, "0": 93}
    # 'N/A' is an answer: 205 times to whether the authors replied, once to whether data are there.
    assert Counter(a.variable for a in answers if a.value == "N/A") == {
        "authors_reply": 205,
        "data_available": 1,
    }


def test_raff_2021_has_90_known_72_unknown_and_93_censored_times(
    studies: dict[str, Study],
) -> None:
    attempts = studies["raff2021"].attempts()
    kinds = Counter(attempt.time.kind for attempt in attempts if attempt.time)
    assert kinds == {TimeKind.KNOWN: 90, TimeKind.UNKNOWN: 72, TimeKind.CENSORED: 93}
    assert {attempt.reproduced for attempt in attempts} == {True, False}


def test_the_thesis_has_22_attempts_at_345_experiments(studies: dict[str, Study]) -> None:
    study = studies["cappelen2018"]
    assert len(study.papers()) == 30
    tallies = [attempt.tally for attempt in study.attempts() if attempt.tally]
    assert len(tallies) == 22
    assert sum(tally.experiments for tally in tallies) == 345
    assert [
        sum(getattr(tally, name) for tally in tallies)
        for name in ("identical", "consistent", "different", "not_conducted")
    ] == [27, 34, 58, 226]
    assert Counter(attempt.level for attempt in study.attempts()) == {"R1": 7, "R2-D": 15}


@pytest.mark.parametrize(
    ("paper", "sums"), list(enumerate(SUMS.replace("\n", " ").split(", "), 1)), ids=str
)
def test_the_thesis_counts_problems_assumptions_and_errors(
    studies: dict[str, Study], paper: int, sums: str
) -> None:
    [attempt] = [one for one in studies["cappelen2018"].attempts() if one.paper == str(paper)]
    counts: Counter[str] = Counter()
    for found in attempt.discrepancies:
        counts[found.category[0]] += found.count
    assert "/".join(str(counts[kind]) for kind in "PAE") == sums


@cache
def expected(name: str, by: str) -> dict[str, Table]:
    return {one.name: one for one in analyse(HOLDINGS[name](), Wish(by, predict=False))}


def alike(found: Holding, name: str, by: str) -> list[str]:
    """The tables that both have; raise where one of their cells differs."""
    compared = []
    for table in analyse(found, Wish(by, predict=False)):
        there = expected(name, by).get(table.name)
        if there is None or table.name in DIFFER.get(name, set()) | {"instruments"}:
            continue
        if table.name.endswith("-papers"):
            continue  # the files name no papers, and here they are numbered in another way
        assert [column.name for column in table.columns] == [one.name for one in there.columns]
        for here, row in zip(sorted(table.rows, key=str), sorted(there.rows, key=str), strict=True):
            assert_alike(here, row, table.name)
        compared.append(table.name)
    return compared


def assert_alike(here: tuple[object, ...], there: tuple[object, ...], name: str) -> None:
    for left, right in zip(here, there, strict=True):
        if isinstance(left, float) and isinstance(right, float):
            assert left == pytest.approx(right, rel=1e-7, abs=1e-9, nan_ok=True), name
        else:
            assert left == right, (name, here, there)


# Tables that cannot be the same: the file of 2021 has venues, which the other reading leaves out,
# and says by whose criteria a paper was reproduced; paper 29's 1.17 is no degree.
DIFFER = {
    "raff2021": {"raff2019-features", "raff2019-venue", "reproduced"},
    "cappelen2018": {"article-model-2018-metrics", "article-model-2018-comparisons"},
}


# Tables that must be among those that are compared.
COMPARED = [
    ("gundersen2018", "", "gundersen2018-metrics gundersen2018-boolean-metrics"),
    ("gundersen2018", "conference", "gundersen2018-metrics gundersen2018-comparisons"),
    ("gundersen2018", "period", "gundersen2018-metrics gundersen2018-comparisons"),
    ("raff2019", "", "raff2019-metrics raff2019-features raff2019-shapes"),
    ("raff2021", "", "raff2019-metrics raff2019-shapes times time-curves raff2019-hazards"),
    ("cappelen2018", "", "outcomes success article-model-2018-and-outcome"),
    ("cappelen2018", "type", "discrepancies discrepancy-correlations"),
]


@pytest.mark.parametrize(("name", "by", "least"), COMPARED)
def test_the_analysis_is_that_of_the_published_files(
    studies: dict[str, Study], name: str, by: str, least: str
) -> None:
    compared = alike(studies[name].holding(), name, by)
    assert set(least.split()) <= set(compared)


def test_the_article_model_metric_is_the_same_but_for_the_erratum_of_paper_29(
    studies: dict[str, Study],
) -> None:
    here = studies["cappelen2018"].holding().coded["article-model-2018"]
    there = published.cappelen().coded["article-model-2018"]
    values = evaluate_all(here.instrument, here.answers)
    others = evaluate_all(there.instrument, there.answers).loc[values.index]
    same = values.index != "29"
    for metric in values.columns:
        assert values[metric][same].tolist() == pytest.approx(
            others[metric][same].tolist(), nan_ok=True
        )


def test_the_impossible_degree_of_paper_29_is_told_by_the_instruments_own_mapping(
    tmp_path: Path,
) -> None:
    lines = path("cappelen2018/table_A3.csv").read_text().splitlines()
    header = lines[0].replace("id,", "paper,").removesuffix(",article_model_metric")
    kept = [header, *(line.rpartition(",")[0] for line in lines[1:])]
    (tmp_path / "A3.csv").write_text("\n".join(kept) + "\n")
    with create(tmp_path / "a.db") as study, pytest.raises(DoesNotFit) as caught:
        import_into(study, tmp_path / "A3.csv", "article-model-2018", coder="ada")
    [problem] = caught.value.problems
    assert (problem.line, problem.column) == (30, "implementation")
    assert problem.message == "implementation is a degree from 0 to 1, not '1.17'"


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", FILES)
def test_an_exported_survey_comes_back_the_same(
    studies: dict[str, Study], tmp_path: Path, name: str, suffix: str
) -> None:
    folder = tmp_path
    study = studies[name]
    export(study, folder / "out", suffix=suffix, history=True)
    with create(folder / "again.db") as again:
        import_into(again, folder / "out", "study")
        assert again.papers() == study.papers()
        assert again.attempts(history=True) == study.attempts(history=True)
        assert again.instruments() == study.instruments()
        for instrument in study.instruments():
            assert list(again.answers(instrument.name, history=True)) == list(
                study.answers(instrument.name, history=True)
            )


def test_all_surveys_go_into_one_study_whose_papers_stay_apart(tmp_path: Path) -> None:
    with create(tmp_path / "a.db") as study:
        for name in ("gundersen2018", "raff2019", "raff2021"):
            import_into(study, path(FILES[name]), name)
        assert len(study.papers()) == 400 + 255 + 255
