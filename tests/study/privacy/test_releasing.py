"""A release tells noisy numbers and nothing else, and spends the study's budget for them."""

import math
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError, Table
from reproscope.study.privacy import Groups, Plan, Request, What, release, standard_plan
from reproscope.study.store import Study, create
from tests.study.analysis.tables import named, number
from tests.study.privacy.private import (
    GROUPED,
    INSTRUMENT,
    REQUESTS,
    TALLIES,
    VENUES,
    Paper,
    holding,
)
from tests.study.store.processes import ROOT

# Numbers that occur in no text by chance: 1,213 papers, of which 771 share their toys.
MANY: list[Paper] = [
    (
        f"paper-{n}",
        "AAAI" if n < 947 else "IJCAI",
        {"shared": float(n < 771), "colour": "red", "degree": 0.5, "pages": 7.0},
        (TALLIES[n % 3],),
    )
    for n in range(1213)
]
FEW: list[Paper] = [("x", None, {}, ())]


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return create(tmp_path / "study.db", [INSTRUMENT])


def words(tables: tuple[Table, ...]) -> list[str]:
    """All that a reader sees but the numbers of the rows."""
    texts: list[str] = []
    for table in tables:
        texts += [table.name, table.title, table.recipe, table.missing, table.topic, str(table.n)]
        texts += table.notes
        texts += [f"{column.name} {column.title}" for column in table.columns]
        texts += [cell for cell in chain(*table.rows) if isinstance(cell, str)]
    return texts


def test_nothing_but_the_noisy_numbers_depends_on_the_papers(study: Study) -> None:
    plan = Plan(REQUESTS + GROUPED, 5, 100)
    shown = [words(release(holding(papers), plan, study)) for papers in (MANY, FEW, [])]
    assert shown[0] == shown[1] == shown[2]
    for count in ("1213", "1,213", "771", "442", "947", "266"):
        assert not any(re.search(rf"(?<!\d){count}(?!\d)", text) for text in shown[0])


def test_no_release_says_how_many_papers_there_are_unless_the_plan_does(study: Study) -> None:
    tables = release(holding(MANY), Plan(REQUESTS, 1, 10), study)
    assert {table.n for table in tables} == {None}
    public = release(holding(MANY), Plan(REQUESTS, 1, 10, size_public=True), study)
    assert {table.n for table in public[1:]} == {1213}
    costs = [named(one, "private-budget").rows for one in (tables, public)]
    assert [2 * number(row[2]) for row in costs[0]] == [row[2] for row in costs[1]]
    assert "is another one" in public[0].recipe


def test_noisy_numbers_are_near_the_exact_ones_where_epsilon_is_great(study: Study) -> None:
    requests = (
        Request(What.ANSWERS, "toys", "shared"),
        Request(What.MEAN, "toys", "R1D"),
        Request(What.PAPERS, groups=VENUES),
    )
    tables = release(holding(MANY), Plan(requests, 900, 1000), study)
    answers = {record["category"]: record for record in tables[1].records()}
    assert [answers[name]["count"] for name in ("1", "0", "not answered")] == [771, 442, 0]
    assert number(answers["1"]["share"]) == pytest.approx(771 / 1213)
    [mean] = tables[2].records()
    assert number(mean["mean"]) == pytest.approx((771 * 0.75 + 442 * 0.25) / 1213, abs=1e-4)
    assert [row[0:3:2] for row in tables[3].rows] == [
        ("AAAI", 947), ("IJCAI", 266), ("other or none", 0),
    ]  # fmt: skip


def test_bounds_hold_the_exact_number_as_often_as_they_say(study: Study) -> None:
    requests = (Request(What.ANSWERS, "toys", "shared"), Request(What.MEAN, "toys", "R1D"))
    small = holding(MANY[741:801])
    held = {"count": 0, "share": 0, "mean": 0}
    rounds = 200
    for _ in range(rounds):
        _, answers, means = release(small, Plan(requests, 0.5, 1000), study)
        record = next(answers.records())
        held["count"] += abs(number(record["count"]) - 30) <= number(record["within"])
        held["share"] += number(record["low"]) <= 0.5 <= number(record["high"])
        [mean] = means.records()
        held["mean"] += number(mean["low"]) <= 0.5 <= number(mean["high"])
    # Five deviations below 95%.
    least = 0.95 - 5 * math.sqrt(0.95 * 0.05 / rounds)
    assert all(count / rounds >= least for count in held.values()), held


def test_counts_are_never_below_0_and_shares_add_up_to_1(study: Study) -> None:
    plan = Plan((Request(What.ANSWERS, "toys", "colour", groups=VENUES),), 0.2, 100)
    for _ in range(50):
        _, table = release(holding(FEW), plan, study)
        records = list(table.records())
        assert all(number(record["count"]) >= 0 for record in records)
        for group in ("AAAI", "IJCAI", "other or none"):
            shares = [record["share"] for record in records if record["group"] == group][:2]
            assert shares == [None, None] or sum(map(number, shares)) == pytest.approx(1)
        # What does not apply or was not answered is no part of the whole.
        rest = [one["share"] for one in records if one["category"] in ("n/a", "not answered")]
        assert set(rest) == {None}


def test_two_releases_of_the_same_differ(study: Study) -> None:
    plan = Plan((Request(What.PAPERS, groups=VENUES),), 0.01, 1)
    first, second = (release(holding(MANY), plan, study)[1].rows for _ in range(2))
    assert first != second


def test_prices_follow_the_weights_and_add_up_to_epsilon(study: Study) -> None:
    requests = (
        Request(What.PAPERS, weight=2),
        Request(What.MEAN, "toys", "R1D", weight=1),
        Request(What.OUTCOMES, weight=1),
    )
    budget = release(holding(MANY), Plan(requests, 0.4, 1), study)[0]
    prices = [number(record["epsilon"]) for record in budget.records()]
    assert prices == pytest.approx([0.2, 0.1, 0.1])
    assert sum(prices) <= 0.4
    assert [(one.epsilon, one.what) for one in study.releases()] == [
        (0.4, "papers; mean of R1D (toys); papers by outcome")
    ]


def test_releases_add_up_and_the_one_over_the_limit_is_refused_with_what_is_left(
    address: str,
) -> None:
    study = create(address, [INSTRUMENT])

    def plan(epsilon: float) -> Plan:
        return Plan((Request(What.PAPERS),), epsilon, 1.0)

    release(holding(MANY), plan(0.5), study)
    release(holding(MANY), plan(0.3), study)
    with pytest.raises(ReproscopeError, match=r"0.3 is asked for, and 0.2 of 1 is left after 2"):
        release(holding(MANY), plan(0.3), study)
    release(holding(MANY), plan(0.2), study)
    assert sum(one.epsilon for one in study.releases()) == 1.0


ASK = """
import sys
from reproscope.core import ReproscopeError
from reproscope.study.privacy import Plan, Request, What, release
from reproscope.study.store import open_study
from tests.study.privacy.private import holding

with open_study(sys.argv[1]) as study:
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        release(holding([]), Plan((Request(What.PAPERS),), 0.4, 1.0), study)
        print("released")
    except ReproscopeError as error:
        print(error)
"""


def test_processes_that_ask_at_once_spend_no_more_than_the_limit(address: str) -> None:
    create(address, [INSTRUMENT]).close()
    asking = [
        subprocess.Popen(
            [sys.executable, "-c", ASK, address],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, cwd=ROOT, env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PATH": ""},
        )
        for _ in range(3)
    ]  # fmt: skip
    for process in asking:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in asking:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60) for process in asking]
    answers = sorted(out.strip() for out, _ in said)
    assert answers[:2] == ["released", "released"], said
    assert "0.4 is asked for, and 0.2 of 1 is left after 2 releases" in answers[2]


def test_the_standard_plan_has_outcomes_and_degrees_and_can_be_released(study: Study) -> None:
    plan = standard_plan([INSTRUMENT], epsilon=1, limit=2, groups=VENUES)
    assert [(one.what, one.name) for one in plan.requests] == [
        (What.OUTCOMES, ""), (What.ANSWERS, "shared"), (What.MEAN, "R1D"),
    ]  # fmt: skip
    assert len(release(holding(MANY), plan, study)) == 4
    assert standard_plan([INSTRUMENT], epsilon=1, limit=2, attempts=False).requests[0].name


def asked(what: What, name: str = "", **more: object) -> Request:
    return Request(what, "toys" if name else "", name, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (Request(What.ANSWERS, "toy", "shared"), "unknown instrument 'toy': did you mean 'toys'"),
        (asked(What.ANSWERS, "shard"), "unknown variable or metric 'shard': did you mean 'shared'"),
        (asked(What.MEAN, "R1E"), "unknown variable or metric 'R1E'"),
        (asked(What.ANSWERS, "R1D"), "R1D of toys is a number: ask for its mean"),
        (asked(What.ANSWERS, "words"), "words has no list of allowed answers"),
        (asked(What.ANSWERS, "pages"), "would tell which there are; ask for its mean"),
        (asked(What.MEAN, "colour"), "colour is nominal and has no mean"),
        (asked(What.MEAN, "pages"), "pages is a count without an end: give its bounds"),
        (asked(What.PAPERS, groups=Groups("venu", ("A",))), "unknown attribute of papers 'venu'"),
        (asked(What.PAPERS, groups=Groups("color", instrument="toys")), "did you mean 'colour'"),
        (asked(What.PAPERS, groups=Groups("words", instrument="toys")), "no list of allowed"),
    ],
)
def test_a_request_that_cannot_be_met_is_refused_and_costs_nothing(
    study: Study, request_: Request, message: str
) -> None:
    with pytest.raises(ReproscopeError, match=message):
        release(holding(MANY), Plan((request_,), 1, 1), study)
    assert study.releases() == ()


def test_an_epsilon_that_leaves_nothing_but_noise_costs_nothing(study: Study) -> None:
    with pytest.raises(ReproscopeError, match="nothing but noise"):
        release(holding(MANY), Plan((Request(What.PAPERS),), 1e-15, 1), study)
    assert study.releases() == ()


ONE = (Request(What.PAPERS),)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((ONE, 0, 1), "epsilon is a number above 0, not 0"),
        ((ONE, -1, 1), "epsilon is a number above 0, not -1"),
        ((ONE, math.nan, 1), "epsilon is a number above 0, not nan"),
        ((ONE, math.inf, math.inf), "epsilon is a number above 0, not inf"),
        ((ONE, 1, 0), "the limit of epsilon is a number above 0, not 0"),
        ((ONE, 2, 1), "epsilon 2 is above the limit of 1 for all releases"),
        (((), 1, 1), "at least one table"),
        ((ONE, 1, 1, 0), "0 attempts of a paper"),
    ],
)
def test_an_impossible_plan_is_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        Plan(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"what": What.MEAN}, "need an instrument and a name"),
        ({"what": What.PAPERS, "name": "shared"}, "of no instrument"),
        ({"what": What.PAPERS, "weight": 0}, "a weight is a number above 0, not 0"),
        ({"what": What.PAPERS, "low": 0, "high": 1}, "only a mean has bounds"),
        ({"what": What.MEAN, "instrument": "t", "name": "n", "low": 1}, "two numbers, low below"),
        (
            {"what": What.MEAN, "instrument": "t", "name": "n", "low": 2, "high": 1},
            "low below high, not 2 and 1",
        ),
    ],
)
def test_an_impossible_request_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ReproscopeError, match=message):
        Request(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("venue",), "have to be named"),
        (("venue", ("A", "A")), "need different names"),
        (("venue", ("other or none",)), "need different names"),
        (("colour", ("red",), "toys"), "name no others"),
    ],
)
def test_groups_that_are_not_public_are_refused(
    arguments: tuple[object, ...], message: str
) -> None:
    with pytest.raises(ReproscopeError, match=message):
        Groups(*arguments)  # type: ignore[arg-type]
