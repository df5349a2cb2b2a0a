import pytest

from reproscope.core.visible import visible, visible_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[31m", r"\x1b[31m"),
        ("\x00", r"\x00"),
        ("\x9b", r"\x9b"),
        ("\u202e", r"\u202e"),
        ("\u2028", r"\u2028"),
        ("\ud800", r"\ud800"),
        ("\ufeff", r"\ufeff"),
        ("\ufffe", r"\ufffe"),
        ("\U000e0041", r"\U000e0041"),
        ("a\r\nb\rc", "a\nb\\rc"),
    ],
)
def test_what_would_act_or_hide_is_spelt_out(text: str, expected: str) -> None:
    assert visible(text) == expected


@pytest.mark.parametrize("text", ["naïve – “Größe”", "数据", "می‌خواهم", "👩‍🔬", "a\n\tb"])
def test_ordinary_writing_in_any_script_is_left_as_it_is(text: str) -> None:
    assert visible(text) == text


def test_a_line_has_no_line_ends() -> None:
    assert visible_line(" a\n\n b\tc ") == "a b c"
