"""Attempts come back exactly as they were given, and what is said anew is a new revision."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reproscope.core import ReproscopeError, UnknownName
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import Tally
from reproscope.study.attempts.printed import Printed
from reproscope.study.attempts.result import Repeated, Result, Spread
from reproscope.study.records import (
    Attempt,
    Discrepancy,
    Experiment,
    Paper,
    TimeKind,
    TimeTaken,
)
from reproscope.study.store import Study
from tests.study.store.samples import PAPERS, new_study

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
HOURS = st.none() | st.floats(0, allow_nan=False, allow_infinity=False)
PRINTED = (
    st.decimals(-1000, 1000, allow_nan=False, allow_infinity=False, places=4).map(str)
    | st.sampled_from(("94.0%", "0.940", "0.94", "1,024", "3.2e-5", " 1e300 ", "-0", "+.5"))
).map(Printed.parse)
BASELINES = st.dictionaries(TEXT, PRINTED, max_size=3)
SPREADS = st.builds(Spread, st.floats(0, 1e6), st.integers(2, 10**6))
REPEATED = st.builds(Repeated, SPREADS, SPREADS, st.floats(1e-9, 1e9))
RESULTS = st.builds(Result, TEXT, PRINTED, st.none() | PRINTED, BASELINES) | st.builds(
    Result, TEXT, PRINTED, PRINTED, BASELINES, REPEATED
)
EXPERIMENTS = st.builds(Experiment, TEXT, TEXT, st.lists(RESULTS, max_size=3).map(tuple))
COUNT = st.integers(0, 2**40)
TALLIES = st.tuples(COUNT, COUNT, COUNT, st.integers(1, 2**40)).map(
    lambda counts: Tally(sum(counts), *counts)
)
TIMES = (
    st.builds(TimeTaken, st.just(TimeKind.KNOWN), st.floats(0, 1e6))
    | st.builds(TimeTaken, st.just(TimeKind.CENSORED), st.none() | st.floats(0, 1e6))
    | st.just(TimeTaken(TimeKind.UNKNOWN))
)
DISCREPANCIES = st.lists(
    st.builds(Discrepancy, TEXT, st.integers(0, 2**62), TEXT, TEXT),
    max_size=4,
    unique_by=lambda found: found.category,
).map(tuple)
TALLY_OR_EXPERIMENTS = st.tuples(st.none() | TALLIES, st.just(())) | st.tuples(
    st.none(), st.lists(EXPERIMENTS, max_size=3).map(tuple)
)
CONTACT = st.sampled_from(
    [(None, None), (True, True), (True, False), (False, False), (True, None), (None, True)]
)
MOMENTS = st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(fold=0)
)


_examples = count(1)


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    tally, experiments = draw(TALLY_OR_EXPERIMENTS)
    contacted, replied = draw(CONTACT)
    return Attempt(
        paper=f"paper-{draw(st.integers(1, 4))}",
        key=draw(TEXT.filter(str.strip)),
        by=draw(TEXT),
        level=draw(st.none() | st.sampled_from(Level)),
        scheme=draw(TEXT),
        hours=draw(HOURS),
        hours_limit=draw(HOURS),
        experiments=experiments,
        tally=tally,
        why_not_conducted=draw(TEXT),
        reproduced=draw(st.sampled_from((None, True, False))),
        criteria=draw(TEXT),
        contacted=contacted,
        replied=replied,
        time=draw(st.none() | TIMES),
        discrepancies=draw(DISCREPANCIES),
        note=draw(TEXT),
        given=draw(MOMENTS),
    )


@pytest.fixture
def study(address: str) -> Study:
    return new_study(address)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(said=st.lists(attempts(), max_size=4, unique_by=lambda one: (one.paper, one.key)))
def test_attempts_come_back_exactly(study: Study, said: list[Attempt]) -> None:
    # New papers for each example spare a new study for each.
    example = f"{next(_examples)} "
    study.add_papers(Paper(example + paper.key) for paper in PAPERS)
    said = [replace(one, paper=example + one.paper) for one in said]
    assert study.add_attempts(said) == len(said)
    assert study.add_attempts(said) == 0
    found = [one for one in study.attempts() if one.paper.startswith(example)]
    assert set(found) == set(said)
    assert written_out(found) == written_out(said)


def written_out(attempts: object) -> dict[tuple[str, str], str]:
    """All that attempts say, with types, digits and the order of baselines."""
    assert not isinstance(attempts, Attempt)
    return {(one.paper, one.key): repr(as_floats(one)) for one in attempts}  # type: ignore[attr-defined]


def as_floats(attempt: Attempt) -> Attempt:
    """The same attempt; -0.0 hours are 0.0 hours."""
    hours = [
        None if one is None else float(one) + 0.0 for one in (attempt.hours, attempt.hours_limit)
    ]
    time = attempt.time
    if time is not None and time.days is not None:
        time = replace(time, days=float(time.days) + 0.0)
    return replace(attempt, hours=hours[0], hours_limit=hours[1], time=time)


def test_the_digits_of_a_number_are_kept(study: Study) -> None:
    result = Result("accuracy", Printed.parse("0.940"), Printed.parse("94.00%"))
    study.add_attempts([Attempt("paper-1", experiments=(Experiment("a", "b", (result,)),))])
    [kept] = study.attempts()[0].experiments[0].results
    assert (kept.original.text, kept.original.place) == ("0.940", -3)
    assert kept.reproduced == Printed("94.00%", Decimal("0.9400"))
    assert kept.reproduced.place == -4


def test_what_is_said_anew_of_an_attempt_is_its_next_revision(study: Study) -> None:
    first = Attempt("paper-1", note="begun", discrepancies=(Discrepancy("P1"),))
    second = replace(first, note="done", discrepancies=())
    for said in (first, first, second, first):
        study.add_attempts([said])
    assert [(one.revision, one.note) for one in study.attempts(history=True)] == [
        (1, "begun"),
        (2, "done"),
        (3, "begun"),
    ]
    assert [one.revision for one in study.attempts()] == [3]
    assert [len(one.discrepancies) for one in study.attempts(history=True)] == [1, 0, 1]


def test_another_order_of_the_baselines_is_another_revision(study: Study) -> None:
    baselines = {"a": Printed.parse("1"), "b": Printed.parse("2")}
    for order in (baselines, dict(reversed(baselines.items()))):
        result = Result("accuracy", Printed.parse("3"), None, order)
        study.add_attempts([Attempt("paper-1", experiments=(Experiment("m", "d", (result,)),))])
    assert len(study.attempts(history=True)) == 2


def test_a_history_of_attempts_can_be_kept_elsewhere(
    study: Study, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for note in ("begun", "done"):
        study.add_attempts([Attempt("paper-1", note=note), Attempt("paper-2", "x", note=note)])
    history = study.attempts(history=True)
    with new_study(str(tmp_path_factory.mktemp("other") / "study.db")) as other:
        other.add_attempts(reversed(history))
        assert other.attempts(history=True) == history


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (Attempt("paper-9"), "unknown paper 'paper-9'"),
        (Attempt("paper-1", key=" "), "the key of an attempt is empty"),
        (Attempt("paper-1", note="a\0b"), "note of an attempt has a NUL"),
        (Attempt("paper-1", discrepancies=(Discrepancy("P1", 2**70),)), "count of P1 is too large"),
        (Attempt("paper-1", tally=Tally(2**70, 2**70)), "the count experiments is too large"),
        (
            Attempt(
                "paper-1",
                experiments=(
                    Experiment("m", "d", (Result("a", Printed("0.9", Decimal("0.8")), None),)),
                ),
            ),
            "0.9 is not how 0.8 is printed",
        ),
    ],
)
def test_an_attempt_that_does_not_fit_is_refused_with_all_others(
    study: Study, said: Attempt, message: str
) -> None:
    with pytest.raises(ReproscopeError, match=message):
        study.add_attempts([Attempt("paper-2"), said])
    assert study.attempts() == ()


def test_an_attempt_given_twice_must_say_the_same(study: Study) -> None:
    with pytest.raises(ReproscopeError, match="paper-1: attempt 1 is given twice"):
        study.add_attempts([Attempt("paper-1", note="a"), Attempt("paper-1", note="b")])
    assert study.add_attempts([Attempt("paper-1", note="a")] * 2) == 1


def test_an_unknown_paper_is_an_unknown_name(study: Study) -> None:
    with pytest.raises(UnknownName, match="did you mean"):
        study.add_attempts([Attempt("paper-l")])
