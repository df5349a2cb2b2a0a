"""The language of conditions and metrics: what parses, and that nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.core import ReproscopeError
from reproscope.instruments import parse
from reproscope.instruments.grammar import FUNCTIONS, Arithmetic, Call, Name, Number


def test_a_mean_over_names_parses() -> None:
    assert parse("mean(a, b)").root == Call("mean", (Name("a"), Name("b")))


def test_names_come_in_their_order_and_once() -> None:
    assert parse("b + mean(a, b) * count(c)").names == ("b", "a", "c")


def test_a_minus_before_a_name_subtracts_it_from_zero() -> None:
    assert parse("-a").root == Arithmetic("-", Number(0.0), Name("a"))


def test_a_long_expression_may_go_over_several_lines() -> None:
    assert parse("a\n + b\n").root == parse("a + b").root


@pytest.mark.parametrize(
    "text",
    [
        "a ** 2",
        "a // b",
        "a % b",
        "a @ b",
        "~a",
        "+a",
        "a.real",
        "a[0]",
        "a if b else c",
        "lambda: a",
        "[a for a in b]",
        "(a, b)",
        "a := 1",
        "f'{a}'",
        "b'a' == c",
        "a in b",
        "a is b",
        "True",
        "None",
        "1j",
        "...",
        "a; b",
        "a) + (b",
        "mean(*a)",
        "mean(a=b)",
        "a.mean(b)",
        "''.join(a)",
        "(lambda: a)()",
        "await a",
        "a\0",
        "",
        "  \n",
    ],
)
def test_nothing_else_of_python_is_an_expression(text: str) -> None:
    with pytest.raises(ReproscopeError, match="expression"):
        parse(text)


@pytest.mark.parametrize("name", ["__import__", "eval", "open", "meen"])
def test_a_function_that_is_none_of_ours_is_refused_by_name(name: str) -> None:
    with pytest.raises(ReproscopeError, match=f"unknown function '{name}'"):
        parse(f"{name}(a)")


def test_a_misspelled_function_is_told_the_nearest() -> None:
    with pytest.raises(ReproscopeError, match="did you mean 'mean'"):
        parse("maen(a)")


def test_two_comparisons_in_a_row_are_refused_with_the_right_form() -> None:
    with pytest.raises(ReproscopeError, match="write a < b and b < c"):
        parse("1 < a < 3")


def test_a_comment_is_refused_because_the_rest_would_be_lost() -> None:
    with pytest.raises(ReproscopeError, match="no comment"):
        parse("a # the first\n + b")


def test_a_hash_within_a_text_is_no_comment() -> None:
    assert parse("language == 'C#'").names == ("language",)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 5_000,
        "(" * 1_900 + "a" + ")" * 1_900,
        "-" * 3_900 + "a",
        "not " * 900 + "a",
        "+".join("a" * 100),
        "mean(" * 100 + "a" + ")" * 100,
        "9" * 3_900,
        "1e999",
    ],
    ids=["long", "brackets", "minuses", "nots", "sum", "calls", "digits", "infinite"],
)
def test_size_depth_and_numbers_are_bounded(text: str) -> None:
    with pytest.raises(ReproscopeError):
        parse(text)


def test_a_function_without_arguments_says_what_it_needs() -> None:
    with pytest.raises(ReproscopeError, match=r"mean\(\) needs at least one name"):
        parse("mean()")


@given(st.text(st.sampled_from("ab01 ()+-*/<>=!'\"#.,\n[]{}:_eE"), max_size=60))
def test_any_text_parses_or_is_refused_in_words(text: str) -> None:
    try:
        names = parse(text).names
    except ReproscopeError:  # any other error would be ours
        names = ()
    assert all(name.isidentifier() for name in names)


def test_every_function_is_told_in_the_advice() -> None:
    with pytest.raises(ReproscopeError) as caught:
        parse("a ** 2")
    assert all(name in caught.value.message for name in FUNCTIONS)
