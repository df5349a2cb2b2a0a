"""Counting pairs: whatever stands in the cells, each pair is counted where it belongs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.study.statistics import contingency

CELLS = st.sampled_from(["a", "b", "N/A", None, float("nan")])
PAIRS = st.lists(st.tuples(CELLS, CELLS), max_size=40)


@given(PAIRS)
def test_each_cell_counts_its_pairs_and_pairs_with_a_gap_are_missing(
    pairs: list[tuple[str | None, str | None]],
) -> None:
    found = contingency([a for a, _ in pairs], [b for _, b in pairs], ("b", "a"))
    whole = [(a, b) for a, b in pairs if isinstance(a, str) and isinstance(b, str)]
    counted = tuple(
        tuple(whole.count((row, column)) for column in found.columns) for row in found.rows
    )
    assert found.observed == counted
    assert (found.tested.n, found.tested.missing) == (len(whole), len(pairs) - len(whole))
    assert set(found.rows) == {a for a, _ in whole}
    assert set(found.columns) == {b for _, b in whole}
    assert [name for name in found.rows if name in "ba"] == sorted(
        (name for name in found.rows if name in "ba"), reverse=True
    )


def test_characters_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="2 rows cannot be paired with 1 columns"):
        contingency(["a", "b"], ["a"])
