"""Papers and instruments are kept as they were said, and nothing contradicts what is there."""

from dataclasses import replace

import pandas as pd
import pytest
from sqlalchemy import text

from reproscope.core import ReproscopeError, UnknownName
from reproscope.instruments import Instrument, Variable, load, names, text_of
from reproscope.study.records import Paper
from reproscope.study.store import Study
from reproscope.study.store.address import read_address
from reproscope.study.store.connecting import connect
from tests.study.store.samples import INSTRUMENT, PAPERS, new_study


@pytest.fixture
def study(address: str) -> Study:
    return new_study(address)


def test_papers_come_back_in_their_order_with_their_attributes(study: Study) -> None:
    more = (
        Paper("z", "Last comes first", {"conference": "AAAI", "year": "2016"}),
        Paper("a", "", {"year": "2014"}),
    )
    assert study.add_papers(more) == 2
    assert study.papers() == PAPERS + more
    assert study.paper("z") == more[0]
    with pytest.raises(UnknownName, match="unknown paper 'paper-9': did you mean"):
        study.paper("paper-9")


def test_the_same_paper_may_be_said_again_and_more_of_it(study: Study) -> None:
    assert study.add_papers(PAPERS) == 0
    assert study.add_papers([Paper("x"), Paper("x", "Title"), Paper("x", "", {"a": "1"})]) == 1
    assert study.add_papers([Paper("x", "Title", {"a": "1", "b": "2"})]) == 0
    assert study.papers()[-1] == Paper("x", "Title", {"a": "1", "b": "2"})
    assert study.add_papers([Paper("y"), Paper("paper-1", attributes={"a": "3"})]) == 1
    assert study.papers()[0] == Paper("paper-1", "Title 1", {"a": "3"})


def test_a_title_that_was_missing_is_added_later(study: Study) -> None:
    study.add_papers([Paper("x")])
    study.add_papers([Paper("x", "Title")])
    assert study.papers()[-1].title == "Title"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ([Paper("paper-1", "Other")], "duplicate paper 'paper-1': its title is 'Title 1' and"),
        ([Paper("x", "A"), Paper("x", "B")], "duplicate paper 'x': its title is 'A' and 'B'"),
        (
            [Paper("x", "A", {"year": "1"}), Paper("x", "A", {"year": "2"})],
            "duplicate paper 'x': its year is '1' and '2'",
        ),
        ([Paper("k" * 601)], "a paper's key is longer than 600 characters"),
        ([Paper("a\0")], "a paper's key has a NUL"),
        ([Paper("a", "\udcff")], "the title of a is no valid text"),
        ([Paper("a", attributes={"b": "\0"})], "b of a has a NUL"),
        ([Paper("a", attributes={" ": "b"})], "an attribute of a is empty"),
        ([Paper("a", attributes={"title": "b"})], "paper a has an attribute title beside"),
    ],
)
def test_papers_that_do_not_fit_are_refused_with_all_others(
    study: Study, said: list[Paper], message: str
) -> None:
    with pytest.raises(ReproscopeError) as raised:
        study.add_papers([Paper("new"), *said])
    assert message in raised.value.message
    assert study.papers() == PAPERS


def test_an_attribute_contradicts_what_the_study_knows(study: Study) -> None:
    study.add_papers([Paper("x", "", {"year": "1"})])
    with pytest.raises(ReproscopeError, match="its year is '1' and '2'"):
        study.add_papers([Paper("x", "", {"year": "2"})])


def test_the_table_of_papers_has_a_column_for_each_attribute(study: Study) -> None:
    study.add_papers([Paper("x", "X", {"b": "1"}), Paper("y", "", {"a": "2"})])
    expected = pd.DataFrame(
        {
            "title": ["Title 1", "Title 2", "Title 3", "Title 4", "X", ""],
            "b": [None, None, None, None, "1", None],
            "a": [None, None, None, None, None, "2"],
        },
        index=pd.Index([*(paper.key for paper in PAPERS), "x", "y"], name="paper", dtype=object),
        dtype=object,
    )
    pd.testing.assert_frame_equal(study.papers_frame(), expected)


def test_many_papers_are_found_among_many(study: Study) -> None:
    many = [Paper(f"p{number}", attributes={"n": str(number % 7)}) for number in range(12_001)]
    assert study.add_papers(many) == 12_001
    assert study.add_papers(many) == 0
    assert study.papers()[len(PAPERS) :] == tuple(many)


def test_an_instrument_comes_back_with_its_file(study: Study) -> None:
    other = replace(INSTRUMENT, name="other", scheme="2018", outcome="shared")
    assert study.add_instrument(other, "name = 'other'\n")
    assert study.instruments() == (INSTRUMENT, other)
    assert study.instrument("other") == other
    assert study.instrument("other").groups == {"rest": "The rest"}
    assert study.instrument_source("other") == "name = 'other'\n"
    assert study.instrument_source("toys") == ""


def test_an_instrument_may_be_added_again_if_it_says_the_same(study: Study) -> None:
    lines = tuple(replace(variable, line=99) for variable in INSTRUMENT.variables)
    assert not study.add_instrument(replace(INSTRUMENT, variables=lines))
    assert study.instruments() == (INSTRUMENT,)


def test_another_instrument_of_the_same_name_is_refused(study: Study) -> None:
    with pytest.raises(ReproscopeError, match="the study has another instrument toys"):
        study.add_instrument(replace(INSTRUMENT, title="Other toys"))
    assert study.instruments() == (INSTRUMENT,)


@pytest.mark.parametrize(
    ("instrument", "message"),
    [
        (Instrument("a", "", "", (Variable("x", ""), Variable("x", ""))), "has variable x twice"),
        (Instrument("a", "", "", (Variable(" ", ""),)), "a variable is empty"),
        (Instrument("", "", "", ()), "the instrument's name is empty"),
        (Instrument("a", "\udcff", "", ()), "instrument a is no valid text"),
    ],
)
def test_an_instrument_that_does_not_fit_is_refused(
    study: Study, instrument: Instrument, message: str
) -> None:
    with pytest.raises(ReproscopeError, match=message):
        study.add_instrument(instrument)
    assert study.instruments() == (INSTRUMENT,)


def test_every_shipped_instrument_comes_back(study: Study) -> None:
    shipped = [load(name) for name in names()]
    assert len(shipped) >= 4
    for instrument in shipped:
        study.add_instrument(instrument, text_of(instrument.name)[0])
    assert study.instruments() == (INSTRUMENT, *shipped)
    assert [study.instrument_source(name) for name in names()] == [text_of(n)[0] for n in names()]


def test_an_instrument_that_says_what_is_not_known_here_is_not_misread(
    study: Study, address: str
) -> None:
    database = connect(read_address(address), 10)
    with database.writing() as connection:
        connection.execute(
            text("UPDATE instrument SET definition = replace(definition, :known, :new)"),
            {"known": '"applies"', "new": '"applies_later"'},
        )
    database.close()
    with pytest.raises(ReproscopeError, match="with applies_later, which a newer reproscope"):
        study.instrument("toys")


def test_variables_of_the_same_name_in_two_instruments_are_two(study: Study) -> None:
    study.add_instrument(replace(INSTRUMENT, name="other"))
    from reproscope.study.records import Answer

    study.record([Answer("paper-1", "other", "shared", "ada", "1")])
    assert list(study.answers("toys")) == []
    assert [found.value for found in study.answers("other")] == ["1"]
    with pytest.raises(UnknownName, match="unknown instrument 'another': did you mean 'other'"):
        study.instrument("another")
