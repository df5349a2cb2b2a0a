"""Metrics over the public tables of the surveys give the numbers of the papers, errata included."""

import json
from decimal import ROUND_HALF_UP, Decimal

import pandas as pd
import pytest

from reproscope.instruments import Instrument, Metric, load
from reproscope.instruments.expressions import evaluate
from tests.study.oracles import needs_oracles, path

pytestmark = needs_oracles
GUNDERSEN = load("gundersen2018")
RAFF = load("raff2019")
ARTICLE = load("article-model-2018")

FORMER = ("IJCAI 13", "AAAI 14")
GROUPS = {
    "IJCAI 13": ("IJCAI 13",),
    "AAAI 14": ("AAAI 14",),
    "IJCAI 16": ("IJCAI 16",),
    "AAAI 16": ("AAAI 16",),
    "Total": ("IJCAI 13", "AAAI 14", "IJCAI 16", "AAAI 16"),
    "2013/14": FORMER,
    "2016": ("IJCAI 16", "AAAI 16"),
}


@pytest.fixture(scope="module")
def papers() -> pd.DataFrame:
    table = pd.read_csv(path("gundersen2018/evaluations.csv"))
    return table.rename(columns={"goal/objective": "goal_objective"})


@pytest.fixture(scope="module")
def expected() -> dict[str, dict[str, float]]:
    loaded: dict[str, dict[str, float]] = json.loads(
        path("gundersen-raff-expected.json").read_text()
    )["gk_tables_2_3"]
    return loaded


def mean(metric: str, papers: pd.DataFrame, group: str = "Total") -> float:
    """Return the mean of a metric, or of an expression that is none, over a group of papers."""
    known = metric in [one.name for one in GUNDERSEN.metrics]
    values = evaluate(metric if known else Metric("asked", "asked", metric), GUNDERSEN, papers)
    return float(values[papers.conference.isin(GROUPS[group])].mean())


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("metric", ["R1D", "R2D", "R3D"])
def test_degrees_per_group_are_those_of_tables_2_and_3(
    metric: str, group: str, papers: pd.DataFrame, expected: dict[str, dict[str, float]]
) -> None:
    values = evaluate(metric, GUNDERSEN, papers)[papers.conference.isin(GROUPS[group])].dropna()
    oracle = expected[f"{group}|{metric}"]
    assert len(values) == oracle["n"]
    assert values.mean() == pytest.approx(oracle["mean"], abs=1e-12)
    assert 1.96 * values.std() / len(values) ** 0.5 == pytest.approx(oracle["eps"], abs=1e-12)


@pytest.mark.parametrize("metric", ["R1", "R2", "R3"])
def test_no_paper_documents_everything(metric: str, papers: pd.DataFrame) -> None:
    values = evaluate(metric, GUNDERSEN, papers)
    assert values.count() == 325
    assert values.sum() == 0


def test_theoretical_papers_have_no_metrics(papers: pd.DataFrame) -> None:
    values = evaluate("R1D", GUNDERSEN, papers)
    assert values[papers.research_type == "T"].isna().all()
    assert (papers.research_type == "T").sum() == 75


@pytest.mark.parametrize(
    ("expression", "count"),
    [("all(method)", 0), ("all(data)", 9), ("all(experiment)", 0), ("sum(data) == 4", 1)],
)
def test_conjunctions_of_a_factor(expression: str, count: int, papers: pd.DataFrame) -> None:
    # Data: 9 papers where a missing training or validation set is skipped, 1 where it counts as no.
    values = evaluate(Metric("asked", "asked", expression), GUNDERSEN, papers)
    assert values.sum() == count


@pytest.mark.parametrize(
    ("metric", "group", "value"),
    [
        ("method_degree", "Total", 0.261538),
        ("data_degree", "Total", 0.228718),
        ("experiment_degree", "Total", 0.223462),
        ("data_degree", "2013/14", 0.170406),
        ("data_degree", "2016", 0.282544),
        ("experiment_degree", "2013/14", 0.183494),
        ("experiment_degree", "2016", 0.260355),
    ],
)
def test_degrees_of_the_factors(
    metric: str, group: str, value: float, papers: pd.DataFrame
) -> None:
    assert mean(metric, papers, group) == pytest.approx(value, abs=5e-7)


SEVEN = (
    "hypothesis, prediction, open_source_code, open_experiment_code, hardware_specification, "
    "software_dependencies, experiment_setup"
)
ALTERNATIVES = {
    "R1D_by_factor": (0.188419, 0.218333, 0.300198, 0.237255, 0.237906, 0.204719, 0.268540),
    "R2D_by_factor": (0.184038, 0.241471, 0.297024, 0.248529, 0.245128, 0.215331, 0.272633),
    f"mean(method, data, {SEVEN})": (
        0.194777, 0.208018, 0.264923, 0.221534, 0.223368, 0.201992, 0.243100,
    ),
    "sum(method, data, experiment) / 17": (
        0.183927, 0.202076, 0.286415, 0.225606, 0.226063, 0.193816, 0.255830,
    ),
    "sum(method, data) / 9": (
        0.172144, 0.228758, 0.268519, 0.235294, 0.228376, 0.202991, 0.251808,
    ),
}  # fmt: skip


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("metric", ALTERNATIVES, ids=lambda text: text[:30])
def test_alternatives_have_their_own_numbers(metric: str, group: str, papers: pd.DataFrame) -> None:
    value = ALTERNATIVES[metric][list(GROUPS).index(group)]
    assert mean(metric, papers, group) == pytest.approx(value, abs=5e-7)


@pytest.mark.parametrize(
    ("metric", "published", "value"),
    [
        ("R1D_by_factor", "R1D", 0.237906),
        ("R2D_by_factor", "R2D", 0.245128),
        ("R1D_by_factor_literal", "R1D", 0.246218),
        ("R2D_by_factor_literal", "R2D", 0.262308),
        (f"mean(method, data, {SEVEN})", "R1D", 0.223368),
        ("sum(method, data, experiment) / 17", "R1D", 0.226063),
    ],
    ids=lambda one: str(one)[:24],
)
def test_the_equations_as_printed_do_not_give_the_published_total(
    metric: str, published: str, value: float, papers: pd.DataFrame
) -> None:
    assert mean(metric, papers) == pytest.approx(value, abs=5e-7)
    assert abs(mean(metric, papers) - mean(published, papers)) > 0.0003


@pytest.mark.parametrize(
    ("degree", "group", "value"),
    [
        ("R1D", "IJCAI 13", 0.2136),
        ("R1D", "AAAI 14", 0.2270),
        ("R1D", "IJCAI 16", 0.3158),
        ("R1D", "AAAI 16", 0.2460),
        ("R2D", "IJCAI 13", 0.2290),
        ("R2D", "AAAI 14", 0.2759),
        ("R2D", "IJCAI 16", 0.3233),
        ("R2D", "AAAI 16", 0.2724),
    ],
)
def test_the_older_computation_counted_the_contribution_to_the_method(
    degree: str, group: str, value: float, papers: pd.DataFrame
) -> None:
    pooled = {"R1D": "mean(method, contribution, data, experiment)"}
    expression = pooled.get(degree, "mean(method, contribution, data)")
    assert mean(expression, papers, group) == pytest.approx(value, abs=5e-5)


RAFF_COLUMNS = {
    "Pages": "pages",
    "Num References": "references",
    "Number of Equations": "equations",
    "Number of Proofs": "proofs",
    "Number of Tables": "tables",
    "Number of Graphs/Plots": "graphs",
    "Number of Other Figures": "other_figures",
    "Conceptualization Figures": "conceptualization_figures",
}


def raff_table() -> pd.DataFrame:
    table = pd.read_csv(
        path("raff2019/reproducable_blind.csv"), keep_default_na=False, encoding="utf-8-sig"
    )
    return table.rename(columns=RAFF_COLUMNS)


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("references_per_page", 32 / 25),
        ("equations_per_page", 27 / 25),
        ("proofs_per_page", 0.0),
        ("tables_per_page", 0.0),
        ("graphs_per_page", 3 / 25),
        ("other_figures_per_page", 7 / 25),
        ("conceptualization_per_page", 4 / 25),
    ],
)
def test_features_of_the_first_paper_are_divided_by_its_25_pages(metric: str, value: float) -> None:
    assert evaluate(metric, RAFF, raff_table())[0] == value


@pytest.mark.parametrize(
    ("metric", "p"),
    [
        ("references_per_page", 0.740160),
        ("equations_per_page", 0.004117),
        ("proofs_per_page", 0.129533),
        ("tables_per_page", 0.010031),
        ("graphs_per_page", 0.139262),
        ("other_figures_per_page", 0.217083),
        ("conceptualization_per_page", 0.364911),
    ],
)
def test_features_per_page_differ_between_outcomes_as_in_table_1(metric: str, p: float) -> None:
    from scipy.stats import mannwhitneyu

    table = raff_table()
    values, yes = evaluate(metric, RAFF, table), table["Reproduced"] == "Yes"
    found = mannwhitneyu(values[yes], values[~yes], use_continuity=True, method="asymptotic")
    assert found.pvalue == pytest.approx(p, abs=5e-7)


RAFF_CHOICES = {
    "Type": "venue_type",
    "Primary Topic": "primary_topic",
    "Authors Reply": "authors_reply",
    "Rigor vs Empirical": "rigor_vs_empirical",
    "Has Appendix": "has_appendix",
    "Looks Intimidating": "looks_intimidating",
    "Paper Readability": "readability",
    "Algo Difficulty": "algorithm_difficulty",
    "Pseudo Code": "pseudo_code",
    "Data Available": "data_available",
    "Uses Exemplar Toy Problem": "exemplar_problem",
    "Exact Compute Used": "exact_compute",
    "Hyperparameters Specified": "hyperparameters",
    "Compute Needed": "compute_needed",
    "Reproduced": "reproduced",
    "Author Code Available": "code_available",
}


@pytest.mark.parametrize("column", RAFF_CHOICES)
def test_every_value_of_the_public_table_is_allowed_and_every_allowed_value_occurs(
    column: str,
) -> None:
    variable = RAFF.variable(RAFF_CHOICES[column])
    written = set(raff_table()[column])
    assert {variable.checked(value) for value in written} == (
        {allowed.value for allowed in variable.values} or {"0", "1"}
    )


def test_every_answer_of_the_public_table_of_gundersen_and_kjensmo_is_allowed() -> None:
    table = pd.read_csv(path("gundersen2018/evaluations.csv"), dtype=str)
    table = table.rename(columns={"goal/objective": "goal_objective"})
    others = {"index", "title", "authors", "link", "comments", "conference"}
    assert set(table.columns) - others == {one.name for one in GUNDERSEN.variables}
    for variable in GUNDERSEN.variables:
        assert len({variable.checked(value) for value in table[variable.name].dropna()}) >= 2


def test_twenty_six_features_are_tested_against_the_outcome() -> None:
    assert len(RAFF.features) == 26
    assert RAFF.outcome == "reproduced"


# Fractions of the parts that print as the two digits of table A.3.
FRACTIONS = {
    0.13: 1 / 8, 0.38: 3 / 8, 0.63: 5 / 8, 0.17: 1 / 6, 0.33: 1 / 3, 0.67: 2 / 3, 0.83: 5 / 6,
    0.42: 5 / 12, 1.17: 7 / 6,
}  # fmt: skip


@pytest.fixture(scope="module")
def components() -> pd.DataFrame:
    return pd.read_csv(path("cappelen2018/table_A3.csv"), dtype=str).set_index("id")


def article_model(components: pd.DataFrame, instrument: Instrument = ARTICLE) -> pd.Series:
    return evaluate("article_model_metric", instrument, components)


def answers(components: pd.DataFrame) -> pd.DataFrame:
    return components.drop(columns="article_model_metric").astype(float)


def test_from_printed_components_27_of_30_article_model_metrics_come_out(
    components: pd.DataFrame,
) -> None:
    values = article_model(answers(components))
    rounded = values.map(
        lambda value: str(Decimal(f"{value:.9f}").quantize(Decimal("0.01"), ROUND_HALF_UP))
    )
    printed = components["article_model_metric"]
    assert list(printed.index[rounded != printed]) == ["10", "15", "29"]
    assert printed[["10", "15", "29"]].tolist() == ["0.61", "0.58", "0.22"]
    assert values[["10", "15", "29"]].tolist() == pytest.approx([0.615, 0.585455, 0.225], abs=5e-7)


@pytest.mark.parametrize("paper", [str(number) for number in range(1, 31)])
def test_from_the_fractions_each_article_model_metric_comes_out(
    paper: str, components: pd.DataFrame
) -> None:
    values = article_model(answers(components).replace(FRACTIONS))
    assert f"{values[paper]:.2f}" == components["article_model_metric"][paper]


def test_paper_29_needs_an_implementation_above_one_which_is_refused(
    components: pd.DataFrame,
) -> None:
    printed = components["implementation"]["29"]
    assert printed == "1.17"
    from reproscope.core import ReproscopeError

    with pytest.raises(ReproscopeError, match="implementation is a degree from 0 to 1"):
        ARTICLE.variable("implementation").checked(printed)
    averaged = answers(components).replace(FRACTIONS | {1.17: (1 + 1 + 1.5 / 2) / 3})
    assert article_model(averaged)["29"] == pytest.approx(0.1992, abs=5e-5)


@pytest.mark.parametrize(
    ("table", "metric", "sums"),
    [
        ("B1", "problems", [3, 3, 1, 6, 3, 2, 3, 3, 6, 1, 4, 2, 5, 1, 1, 4, 4, 5, 6, 3, 1, 2]),
        ("B2", "assumptions", [3, 2, 1, 3, 2, 3, 2, 3, 3, 0, 2, 5, 1, 1, 3, 0, 6, 7, 4, 0, 1, 3]),
        ("B3", "errors", [4, 2, 3, 4, 3, 6, 0, 4, 5, 1, 4, 2, 4, 0, 1, 0, 4, 7, 0, 0, 0, 2]),
    ],
)
def test_discrepancies_of_each_paper_add_up(table: str, metric: str, sums: list[int]) -> None:
    counts = pd.read_csv(path(f"cappelen2018/table_{table}.csv")).set_index("category").T
    instrument = load("discrepancies-2018")
    assert set(counts.columns) <= {variable.name for variable in instrument.variables}
    assert evaluate(metric, instrument, counts).tolist() == sums
