"""Raff 2019: every number that follows from its public table, one test a number; errata as such.

Recipes and values are in surveys.md, section 2.
"""

import numpy as np
import pytest

from reproscope.study.statistics import (
    benjamini_hochberg,
    compare_groups,
    contingency,
    dunn,
    holm,
    kruskal_wallis,
    levene,
    mann_whitney,
    marginal_means,
    permuted_p,
    shapiro_wilk,
)
from tests.study.oracles import needs_oracles
from tests.study.statistics.raff import by_outcome, frame, grouped, labels, numbers

pytestmark = needs_oracles

# Column, per page, computed p, printed in Table 1.
NUMERIC = [
    ("Year", False, 0.964076, "0.964"),
    ("Year Attempted", False, 0.673631, "0.674"),
    ("Pages", False, 0.363513, "0.364"),
    ("Number of Authors", False, 0.497174, "0.497"),
    ("Num References", True, 0.740160, "0.740"),
    ("Number of Equations", True, 0.004117, "0.004"),
    ("Number of Proofs", True, 0.129533, "0.130"),
    ("Number of Tables", True, 0.010031, "0.010"),
    ("Number of Graphs/Plots", True, 0.139262, "0.139"),
    ("Number of Other Figures", True, 0.217083, "0.217"),
    ("Conceptualization Figures", True, 0.364911, "0.365"),
]
# Column, computed p, printed in Table 1.
CATEGORICAL = [
    ("Has Appendix", 0.329644, "0.330"),
    ("Looks Intimidating", 0.828563, "0.829"),
    ("Paper Readability", 9.68144e-25, "9.68e-25"),
    ("Algo Difficulty", 2.93850e-5, "2.94e-05"),
    ("Pseudo Code", 2.30829e-4, "2.31e-04"),
    ("Primary Topic", 7.03931e-4, "7.039e-04"),
    ("Uses Exemplar Toy Problem", 0.719806, "0.720"),
    ("Exact Compute Used", 0.256911, "0.257"),
    ("Hyperparameters Specified", 8.44991e-6, "8.45e-06"),
]
# Column, computed p, printed in Table 1, printed in the appendix: what Table 1 has wrong.
ERRATA = [
    ("Type", 0.501581, "0.631", "0.502"),
    ("Author Code Available", 0.183532, "0.213", "0.184"),
    ("Rigor vs Empirical", 1.54496e-9, "1.55e-09", "1.545e-09"),
    ("Authors Reply", 6.0159e-8, "6.01e-08", "6.016e-08"),
]


def like(printed: str, value: float) -> str:
    """Write a value with the digits that were printed."""
    if "e" in printed:
        digits = len(printed.split("e")[0].partition(".")[2])
        return f"{value:.{digits}e}"
    return f"{value:.{len(printed.partition('.')[2])}f}"


@pytest.mark.parametrize(("column", "per_page", "value", "printed"), NUMERIC)
def test_table_1_numeric(column: str, per_page: bool, value: float, printed: str) -> None:
    p = mann_whitney(*by_outcome(column, per_page=per_page)).p
    assert p == pytest.approx(value, abs=5e-7)
    assert p is not None
    assert like(printed, p) == printed


@pytest.mark.parametrize(("column", "value", "printed"), CATEGORICAL)
def test_table_1_categorical(column: str, value: float, printed: str) -> None:
    p = contingency(labels(column), labels("Reproduced")).tested.p
    assert p == pytest.approx(value, rel=2e-6)
    assert p is not None
    assert like(printed, p) == printed


@pytest.mark.parametrize(("column", "value", "printed", "appendix"), ERRATA)
def test_table_1_errata(column: str, value: float, printed: str, appendix: str) -> None:
    p = contingency(labels(column), labels("Reproduced")).tested.p
    assert p == pytest.approx(value, rel=1e-5)
    assert p is not None
    assert like(printed, p) != printed
    assert like(appendix, p) == appendix


def compute_needed(*, merged: bool) -> list[str | None]:
    return ["Cluster" if merged and x == "500 CPUs" else x for x in labels("Compute Needed")]


def test_compute_needed_is_printed_for_neither_way_of_counting() -> None:
    apart = contingency(compute_needed(merged=False), labels("Reproduced")).tested.p
    merged = contingency(compute_needed(merged=True), labels("Reproduced")).tested.p
    assert apart == pytest.approx(8.8746e-5, rel=1e-5)
    assert merged == pytest.approx(2.78767e-5, rel=2e-6)  # Table 18: 2.788e-5
    assert "8.75e-05" not in (like("8.75e-05", apart or 0), like("8.75e-05", merged or 0))


def test_without_continuity_three_printed_digits_would_be_missed() -> None:
    from scipy import stats

    for column, per_page, _, printed in (NUMERIC[0], NUMERIC[1], NUMERIC[4]):
        yes, no = by_outcome(column, per_page=per_page)
        plain = stats.mannwhitneyu(yes, no, use_continuity=False, method="asymptotic").pvalue
        assert like(printed, float(plain)) != printed


def all_p() -> dict[str, float | None]:
    """The 26 tests of Table 1, with its printed p for the venue, which the data lack."""
    found = {c: mann_whitney(*by_outcome(c, per_page=pages)).p for c, pages, _, _ in NUMERIC}
    columns = [row[0] for row in CATEGORICAL] + [row[0] for row in ERRATA]
    found |= {c: contingency(labels(c), labels("Reproduced")).tested.p for c in columns}
    found["Compute Needed"] = contingency(
        compute_needed(merged=True), labels("Reproduced")
    ).tested.p
    return {**found, "Publication Venue": 0.342}


def test_the_ten_starred_features_are_those_below_the_level() -> None:
    assert {name for name, p in all_p().items() if p is not None and p <= 0.05} == {
        "Rigor vs Empirical", "Paper Readability", "Algo Difficulty", "Pseudo Code",
        "Primary Topic", "Hyperparameters Specified", "Compute Needed", "Authors Reply",
        "Number of Equations", "Number of Tables",
    }  # fmt: skip


def test_holm_takes_two_of_the_ten_away_and_benjamini_hochberg_none() -> None:
    raw = all_p()
    assert len(raw) == 26
    by_holm = dict(zip(raw, holm(list(raw.values())), strict=True))
    by_bh = dict(zip(raw, benjamini_hochberg(list(raw.values())), strict=True))
    assert by_holm["Number of Equations"] == pytest.approx(0.0741, abs=5e-5)
    assert by_holm["Number of Tables"] == pytest.approx(0.1705, abs=5e-5)
    assert sum(p is not None and p <= 0.05 for p in by_holm.values()) == 8
    assert sum(p is not None and p <= 0.05 for p in by_bh.values()) == 10


READABILITY = ("Low", "Ok", "Good", "Excellent")
TABLE_2 = {
    "No": (22, 10, 23, 24),
    "Step-Code": (29, 15, 7, 6),
    "Yes": (21, 28, 39, 14),
    "Code-Like": (3, 4, 9, 1),
}


@pytest.mark.parametrize("row", TABLE_2)
def test_table_2_actual_counts(row: str) -> None:
    table = contingency(labels("Pseudo Code"), labels("Paper Readability"), (), READABILITY)
    assert table.columns == READABILITY
    assert table.observed[table.rows.index(row)] == TABLE_2[row]


@pytest.mark.parametrize("row", TABLE_2)
def test_table_2_expected_counts_are_row_times_column_over_255(row: str) -> None:
    table = contingency(labels("Pseudo Code"), labels("Paper Readability"), (), READABILITY)
    columns = [sum(TABLE_2[name][i] for name in TABLE_2) for i in range(4)]
    for i, value in enumerate(table.expected[table.rows.index(row)]):
        assert value == pytest.approx(sum(TABLE_2[row]) * columns[i] / 255)


def test_table_2_expected_counts_without_pseudo_code_as_printed() -> None:
    table = contingency(labels("Pseudo Code"), labels("Paper Readability"), (), READABILITY)
    expected = table.expected[table.rows.index("No")]
    assert [round(value, 4) for value in expected] == [23.2353, 17.6588, 24.1647, 13.9412]


@pytest.mark.parametrize(
    ("first", "second", "chi2", "freedom", "p"),
    [
        ("Pseudo Code", "Paper Readability", 39.5603, 9, 9.12651e-6),
        ("Algo Difficulty", "Paper Readability", 47.4088, 6, 1.55077e-8),
    ],
)
def test_characters_crossed(first: str, second: str, chi2: float, freedom: int, p: float) -> None:
    tested = contingency(labels(first), labels(second)).tested
    assert tested.statistic == pytest.approx(chi2, abs=5e-5)
    assert tested.freedom == freedom
    assert tested.p == pytest.approx(p, rel=1e-6)


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [
        ("Uses Exemplar Toy Problem", "Paper Readability", 0.475868),
        ("Has Appendix", "Paper Readability", 0.649853),
        ("Data Available", "Reproduced", 0.558329),
    ],
)
def test_in_text_chi_squared(first: str, second: str, p: float) -> None:
    assert contingency(labels(first), labels(second)).tested.p == pytest.approx(p, abs=5e-7)


@pytest.mark.parametrize(
    ("column", "per_page", "by", "statistic", "p"),
    [
        ("Pages", False, "Paper Readability", 8.5977, 0.0351459),
        ("Number of Equations", True, "Paper Readability", 16.2361, 0.00101434),
        ("Number of Equations", True, "Algo Difficulty", 2.8650, 0.238717),
        ("Conceptualization Figures", True, "Paper Readability", None, 0.926364),
        ("Number of Equations", False, "Algo Difficulty", None, 0.0177),
    ],
)
def test_in_text_kruskal_wallis(
    column: str, per_page: bool, by: str, statistic: float | None, p: float
) -> None:
    found = kruskal_wallis(grouped(numbers(column, per_page=per_page), by))
    assert found.p == pytest.approx(p, abs=5e-5 if p == 0.0177 else 5e-7)
    if statistic is not None:
        assert found.statistic == pytest.approx(statistic, abs=5e-5)


@pytest.mark.parametrize(
    ("other", "one_sided", "two_sided"),
    [("Ok", 0.003527, 0.0071), ("Good", 0.039114, 0.0782), ("Excellent", 0.016869, 0.0337)],
)
def test_dunn_of_pages_is_printed_one_sided(other: str, one_sided: float, two_sided: float) -> None:
    pairs = dunn(grouped(numbers("Pages"), "Paper Readability"))
    pair = next(pair for pair in pairs if {pair.first, pair.second} == {"Low", other})
    assert pair.one_sided == pytest.approx(one_sided, abs=5e-7)
    assert pair.two_sided == pytest.approx(two_sided, abs=5e-5)


def test_dunn_of_pages_with_bonferroni_leaves_one_pair() -> None:
    pairs = dunn(grouped(numbers("Pages"), "Paper Readability"))
    low = [pair for pair in pairs if "Low" in (pair.first, pair.second)]
    below = [pair for pair in low if pair.bonferroni is not None and pair.bonferroni <= 0.05]
    assert [{pair.first, pair.second} for pair in below] == [{"Low", "Ok"}]
    assert below[0].bonferroni == pytest.approx(0.0423, abs=5e-5)


def test_dunn_of_equations_per_page_for_excellent() -> None:
    pairs = dunn(grouped(numbers("Number of Equations", per_page=True), "Paper Readability"))
    found = [pair for pair in pairs if "Excellent" in (pair.first, pair.second)]
    one_sided = sorted(round(pair.one_sided or 0, 6) for pair in found)
    assert one_sided == [0.000064, 0.000450, 0.001651]
    assert max(pair.two_sided or 0 for pair in found) == pytest.approx(0.003302, abs=5e-7)
    assert max(pair.bonferroni or 0 for pair in found) == pytest.approx(0.0198, abs=5e-5)


@pytest.mark.parametrize(
    ("level", "marginal", "printed", "raw"),
    [
        ("Low", 3.9113, "3.91", 3.9353),
        ("Ok", 3.5991, "3.60", 3.5994),
        ("Good", 3.7801, "3.78", 3.7523),
        ("Excellent", 2.2533, "2.25", 2.1742),
    ],
)
def test_equations_per_page_are_printed_as_marginal_means(
    level: str, marginal: float, printed: str, raw: float
) -> None:
    values = numbers("Number of Equations", per_page=True)
    found = marginal_means(values, labels("Paper Readability"), labels("Algo Difficulty"))[level]
    assert found == pytest.approx(marginal, abs=5e-5)
    assert f"{found:.2f}" == printed
    assert grouped(values, "Paper Readability")[level].mean() == pytest.approx(raw, abs=5e-5)


def pages_of(level: str) -> np.ndarray:
    return grouped(numbers("Pages"), "Paper Readability")[level]


@pytest.mark.parametrize(
    ("level", "mean"),
    [("Low", 11.9467), ("Ok", 16.8772), ("Good", 15.1154), ("Excellent", 17.6222)],
)
def test_mean_pages_by_readability(level: str, mean: float) -> None:
    assert pages_of(level).mean() == pytest.approx(mean, abs=5e-5)


def test_low_readability_is_shorter_by_what_is_printed_but_for_a_truncation() -> None:
    shorter = {x: pages_of(x).mean() - pages_of("Low").mean() for x in ("Good", "Excellent")}
    assert f"{shorter['Good']:.2f}" == "3.17"
    assert shorter["Excellent"] == pytest.approx(5.675556, abs=5e-7)
    assert f"{shorter['Excellent']:.2f}" == "5.68" != "5.67"
    without = np.delete(pages_of("Excellent"), np.argmax(pages_of("Excellent")))
    assert without.mean() - pages_of("Low").mean() == pytest.approx(3.644242, abs=5e-7)


@pytest.mark.parametrize(("column", "welch"), [("Year", 0.5540), ("Pages", 0.1342)])
def test_in_text_welch(column: str, welch: float) -> None:
    yes, no = by_outcome(column)
    assert compare_groups(no, yes).welch.p == pytest.approx(welch, abs=5e-5)


@pytest.mark.parametrize(
    ("column", "outcome", "w", "p"),
    [
        ("Num References", "No", 0.9196, 2.583e-5),
        ("Num References", "Yes", 0.6340, 1.824e-18),
        ("Pages", "No", 0.7885, 3.090e-10),
        ("Pages", "Yes", 0.6970, 7.302e-17),
    ],
)
def test_table_3_shapiro_wilk(column: str, outcome: str, w: float, p: float) -> None:
    found = shapiro_wilk(grouped(numbers(column), "Reproduced")[outcome])
    assert found.statistic == pytest.approx(w, abs=5e-5)
    assert found.p == pytest.approx(p, rel=5e-4)


@pytest.mark.parametrize(
    ("column", "per_page", "f", "p"),
    [
        ("Year", False, 5.8109, 0.0166),
        ("Pages", False, 5.2986, 0.0222),
        ("Number of Proofs", True, 3.3432, 0.0687),
    ],
)
def test_table_4_levene_is_centred_on_the_mean(
    column: str, per_page: bool, f: float, p: float
) -> None:
    found = levene(grouped(numbers(column, per_page=per_page), "Reproduced"))
    assert found.statistic == pytest.approx(f, abs=5e-5)
    assert found.p == pytest.approx(p, abs=5e-5)


def test_table_4_would_fail_around_the_median() -> None:
    found = levene(grouped(numbers("Pages"), "Reproduced"), "median")
    assert found.p == pytest.approx(0.1626, abs=5e-5)


@pytest.mark.parametrize(
    ("column", "level", "yes", "of"),
    [
        ("Authors Reply", "Yes", 22, 26),
        ("Authors Reply", "No", 1, 24),
        ("Authors Reply", "N/A", 139, 205),
        ("Compute Needed", "Desktop", 135, 213),
        ("Compute Needed", "GPU", 24, 29),
        ("Compute Needed", "Server", 3, 3),
        ("Primary Topic", "Deep Learning", 27, 28),
        ("Primary Topic", "Search/Retrieval", 17, 22),
    ],
)
def test_counts_in_the_text(column: str, level: str, yes: int, of: int) -> None:
    rows = frame()[frame()[column] == level]
    assert (int((rows["Reproduced"] == "Yes").sum()), len(rows)) == (yes, of)


def test_the_whole_survey_and_its_longest_paper() -> None:
    reproduced = (frame()["Reproduced"] == "Yes").sum()
    assert (int(reproduced), len(frame())) == (162, 255)
    assert numbers("Pages").max() == 107  # the text says over 400


@pytest.mark.parametrize(
    ("topic", "members"),
    [
        ("Class Imbalance", 2),
        ("Embedding", 2),
        ("Graph Classification", 2),
        ("Feature Importanace", 1),  # as the table spells it
    ],
)
def test_topics_with_fewer_than_three_members(topic: str, members: int) -> None:
    assert int((frame()["Primary Topic"] == topic).sum()) == members


@pytest.mark.parametrize(
    ("column", "p"),
    [("Type", 0.519), ("Primary Topic", 0.00020)],
)
def test_sparse_tables_by_permutation(column: str, p: float) -> None:
    table = contingency(labels(column), labels("Reproduced"))
    found = permuted_p(table, 20_000)
    # Other draws than the survey's recomputation: within five standard errors.
    assert found == pytest.approx(p, abs=5 * (p * (1 - p) / 20_000) ** 0.5 + 1e-4)
