"""Everything that the tool of seed 004 measured wrongly is right here, and the page says so."""

from __future__ import annotations

import pytest

from tests.repository.cases import REPOS, expected_of
from tests.repository.collected import missing_tests
from tests.repository.judged import differences
from tests.repository.wrong_measurements import (
    GROUPS,
    PAGE,
    Wrong,
    columns_of,
    looked_at,
    page,
    wrong_measurements,
)

ENTRIES = wrong_measurements()
BY_CASE = [one for one in ENTRIES if one.case]


@pytest.mark.parametrize("one", BY_CASE, ids=lambda one: one.id)
def test_what_was_measured_wrongly_gets_the_right_answer(one: Wrong) -> None:
    expected = expected_of(REPOS / one.case)
    by_code = {each.indicator.rule.code: each for each in looked_at(one.case).judged}
    assert one.answers
    for code, outcome in one.answers.items():
        assert expected[code]["outcome"] == outcome, f"{one.case} expects another {code}"
        assert differences(by_code.get(code), expected[code]) == []


@pytest.mark.parametrize("one", [e for e in BY_CASE if e.columns], ids=lambda one: one.id)
def test_a_column_of_the_thesis_is_right_or_unknown(one: Wrong) -> None:
    measured = columns_of(one.case)
    found = {name: getattr(measured, name) for name in one.columns}
    wanted = {name: None if value == "unknown" else value for name, value in one.columns.items()}
    assert found == wanted


def test_every_entry_is_shown_by_a_case_or_by_a_test_that_pytest_runs() -> None:
    for one in ENTRIES:
        assert bool(one.case) != bool(one.test and one.shows), one.id
        assert one.group in GROUPS, one.id
    assert len({one.id for one in ENTRIES}) == len(ENTRIES)
    assert missing_tests(one.test for one in ENTRIES if one.test) == []


def test_the_page_lists_them_all_with_what_is_said_today() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(ENTRIES), (
        "run python -m tests.repository.wrong_measurements"
    )
