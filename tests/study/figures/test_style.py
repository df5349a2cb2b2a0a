"""Colours that can be read, and settings that stay out of the way."""

from itertools import combinations, pairwise

import pytest

from reproscope.study.figures import measure, style
from reproscope.study.figures.charts.heat import shade_of

FILLS = [shade.fill for shade in (*style.GRADES, *style.KINDS)]
HEATS = [shade_of(step / 50) for step in range(51)]


@pytest.mark.parametrize("fill", [*FILLS, *HEATS, style.PAPER, style.FAINT])
def test_text_on_every_filling_can_be_read(fill: str) -> None:
    assert style.contrast(style.text_on(fill), fill) >= 4.5


@pytest.mark.parametrize("ink", [style.INK, style.SOFT, style.MAIN, style.OTHER])
def test_text_and_marks_stand_out_from_the_paper(ink: str) -> None:
    assert style.contrast(ink, style.PAPER) >= 4.5


@pytest.mark.parametrize("shades", [style.GRADES, style.KINDS])
def test_fillings_are_told_apart_in_grey_print(shades: tuple[style.Shade, ...]) -> None:
    for first, second in combinations(shades, 2):
        apart = style.contrast(first.fill, second.fill) >= 1.5
        assert apart or first.hatch != second.hatch


def test_the_map_gets_darker_with_every_step() -> None:
    on_paper = [style.contrast(colour, style.PAPER) for colour in style.HEAT]
    assert all(lighter < darker for lighter, darker in pairwise(on_paper))


def test_the_users_own_settings_neither_change_the_style_nor_are_changed() -> None:
    import matplotlib

    with matplotlib.rc_context({"lines.linewidth": 9, "text.usetex": True, "font.size": 40}):
        before = dict(matplotlib.rcParams.items())
        with style.in_style():
            assert matplotlib.rcParams["lines.linewidth"] == 1.5
            assert matplotlib.rcParams["text.usetex"] is False
            assert matplotlib.rcParams["font.size"] == style.SIZE
        assert dict(matplotlib.rcParams.items()) == before


def test_a_label_is_broken_between_words_and_loses_nothing() -> None:
    text = "Is it left out or unclear how the method, or a part of it, was implemented?"
    lines = measure.lines(text, 150)
    assert " ".join(lines) == text
    assert all(measure.width(line) <= 150 for line in lines)


def test_a_word_that_is_too_long_is_broken_too() -> None:
    lines = measure.lines("x" * 300, 100)
    assert "".join(lines) == "x" * 300
    assert all(measure.width(line) <= 100 for line in lines)
