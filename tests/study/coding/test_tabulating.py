"""Tables of agreement: by question, by group, by pair; many coders, two for each paper."""

from itertools import combinations, cycle

import numpy as np
import pytest

from reproscope.core import ReproscopeError
from reproscope.study.coding import agreement_table, group_agreement_table, pair_table
from tests.study.analysis.tables import number, row
from tests.study.coding.coded import INSTRUMENT, Row, long

# The four observers of Krippendorff 2011, section C, on twelve units; a unit is a paper here.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


def observed() -> list[Row]:
    return [
        (f"paper-{paper:02}", "number", f"observer-{coder}", value)
        for coder, line in enumerate(OBSERVERS)
        for paper, value in enumerate(line.split())
        if value != "."
    ]


def two_by_two(*counts: int, names: tuple[str, str] = ("ann", "bob")) -> list[Row]:
    pairs = [
        pair
        for pair, count in zip(
            (("1", "1"), ("1", "0"), ("0", "1"), ("0", "0")), counts, strict=True
        )
        for _ in range(count)
    ]
    return [
        (f"paper-{place}", "shared", name, value)
        for place, pair in enumerate(pairs)
        for name, value in zip(names, pair, strict=True)
    ]


def test_krippendorffs_example_comes_out_of_the_long_table() -> None:
    table = agreement_table(long(*observed()), INSTRUMENT, draws=200)
    found = row(table, "number", "", "Krippendorff's alpha, interval")
    assert number(found["value"]) == pytest.approx(0.849, abs=5e-4)
    assert number(found["low"]) < 0.849 < number(found["high"])
    assert (found["units"], found["coders"], found["missing"]) == (11, 4, 1)
    assert table.n == 11


def test_cohens_kappa_of_a_well_known_table() -> None:
    # Wikipedia, "Cohen's kappa", simple example.
    table = agreement_table(long(*two_by_two(20, 5, 10, 15)), INSTRUMENT, draws=50)
    assert number(row(table, "shared", "open", "Cohen's kappa")["value"]) == pytest.approx(0.4)
    percent = row(table, "shared", "open", "percent agreement")
    assert (percent["value"], percent["units"], percent["coders"]) == (0.7, 50, 2)


def test_two_coders_a_paper_out_of_many_are_measured_without_cohens_kappa() -> None:
    pairs = cycle(combinations(("ann", "bob", "cy", "dee"), 2))
    rows = [
        (paper, variable, name, value)
        for (paper, variable, _, value), name in zip(
            two_by_two(20, 5, 10, 15),
            (name for _ in range(50) for name in next(pairs)),
            strict=True,
        )
    ]
    table = agreement_table(long(*rows), INSTRUMENT, draws=50)
    measured = {str(one["coefficient"]): one for one in table.records()}
    assert not [name for name in measured if "Cohen" in name]
    # Worked by hand: 45 of 100 answers are 0, so that chance is 0.55² + 0.45² = 0.505.
    assert number(measured["Fleiss' kappa"]["value"]) == pytest.approx((0.7 - 0.505) / 0.495)
    assert measured["Fleiss' kappa"]["coders"] == 4


def test_who_gave_which_answer_changes_nothing_but_what_asks_for_it() -> None:
    names = ("ann", "bob", "cy")
    chance = np.random.default_rng(3)
    rows: list[Row] = [
        (f"p{paper}", "liked", name, str(chance.choice(["no", "some", "much"])))
        for paper in range(40)
        for name in chance.choice(names, size=2, replace=False)
    ]
    renamed = {"ann": "zoe", "bob": "ann", "cy": "mia"}
    other = [(paper, variable, renamed[name], value) for paper, variable, name, value in rows]
    tables = [agreement_table(long(*some), INSTRUMENT, draws=20) for some in (rows, other)]
    assert tables[0].rows == tables[1].rows


def test_questions_of_a_group_are_pooled_and_papers_drawn_whole() -> None:
    rows = two_by_two(20, 5, 10, 15)
    twins = [(paper, "described", name, value) for paper, _, name, value in rows]
    single = agreement_table(long(*rows), INSTRUMENT, draws=400)
    pooled = group_agreement_table(long(*rows, *twins), INSTRUMENT, draws=400)
    alone = row(single, "shared", "open", "percent agreement")
    found = row(pooled, "open", "boolean", 2, "percent agreement")
    assert found["value"] == alone["value"]
    assert found["units"] == 100
    # The second question says what the first did: the interval must not be that of 100 papers.
    widths = [number(one["high"]) - number(one["low"]) for one in (alone, found)]
    assert widths[1] == pytest.approx(widths[0], rel=0.25)


def test_a_group_of_one_question_is_no_group() -> None:
    assert group_agreement_table(long(*two_by_two(1, 1, 1, 1)), INSTRUMENT, draws=5).rows == ()


def test_who_agrees_with_whom() -> None:
    rows = [
        *two_by_two(20, 5, 10, 15), ("paper-0", "shared", "cy", "0"),
        ("paper-0", "number", "cy", "2"), ("paper-0", "number", "ann", "2.0"),
        ("paper-0", "words", "cy", "so"), ("paper-0", "words", "ann", "thus"),
    ]  # fmt: skip
    table = pair_table(long(*rows), INSTRUMENT)
    assert table.rows == (
        ("ann", "bob", 50, 50, 35, 0.7),
        ("ann", "cy", 1, 2, 1, 0.5),
        ("bob", "cy", 1, 1, 0, 0.0),
    )
    assert table.notes == ("Not compared, being free text: words.",)


def test_answers_of_one_coder_alone_make_empty_tables() -> None:
    rows = [row for row in two_by_two(2, 2, 2, 2) if row[2] == "ann"]
    assert agreement_table(long(*rows), INSTRUMENT, draws=5).rows == ()
    assert pair_table(long(*rows), INSTRUMENT).rows == ()
    assert pair_table(long(), INSTRUMENT).n == 0


def test_coders_without_a_paper_in_common_have_no_value() -> None:
    rows: list[Row] = [("a", "shared", "ann", "1"), ("b", "shared", "bob", "0")]
    table = agreement_table(long(*rows), INSTRUMENT, draws=5)
    assert {one["value"] for one in table.records()} == {None}
    assert {one["units"] for one in table.records()} == {0}


def test_equal_answers_everywhere_leave_nothing_beyond_chance() -> None:
    table = agreement_table(long(*two_by_two(10, 0, 0, 0)), INSTRUMENT, draws=5)
    values = {str(one["coefficient"]): one["value"] for one in table.records()}
    assert values.pop("percent agreement") == 1.0
    assert set(values.values()) == {None}


def test_two_answers_of_one_coder_to_one_question_are_refused() -> None:
    rows = [*two_by_two(1, 1, 1, 1), ("paper-0", "shared", "ann", "0")]
    with pytest.raises(ReproscopeError, match="answers one question about a paper twice"):
        agreement_table(long(*rows), INSTRUMENT, draws=5)
