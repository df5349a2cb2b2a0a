"""The guide to writing an instrument: complete, and its example works as it says."""

import re
from pathlib import Path

import pandas as pd
import pytest

from reproscope.instruments import FileError, load, names, read
from reproscope.instruments.expressions import evaluate_all
from reproscope.instruments.grammar import FUNCTIONS
from reproscope.instruments.instrument import Kind
from reproscope.instruments.reading import METRIC_KEYS, TOP_KEYS, VARIABLE_KEYS

PAGE = (Path(__file__).parents[2] / "docs" / "study" / "instruments.md").read_text()


def example() -> str:
    [text] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


def test_the_example_loads_and_uses_every_key_but_a_note_and_a_second_scheme() -> None:
    instrument = read(example(), "my.toml")
    assert len(instrument.variables) == 7
    used = set(re.findall(r"^(\w+) = ", example(), re.MULTILINE))
    assert used >= {*TOP_KEYS, *VARIABLE_KEYS} - {"variable", "metric", "groups", "values"}


def test_the_examples_metrics_are_computed_as_the_guide_says() -> None:
    answers = pd.DataFrame(
        {
            "study": ["empirical", "empirical", "theoretical"],
            "code": [1.0, 0.0, 1.0],
            "licence": [0.0, 1.0, 1.0],
            "data_sets": [2.0, 0.0, 1.0],
            "data_sets_shared": [2.0, None, 1.0],
        }
    )
    values = evaluate_all(read(example(), "my.toml"), answers)
    # 1 with weight 1 and 0 with weight 0.5 is 2/3; with all data shared the mean is 5/6. In the
    # second paper there is no code, so its licence was not to be asked for, and no data.
    assert values["sharing"].iloc[:2].tolist() == pytest.approx([5 / 6, 0.0])
    assert values["all_shared"].iloc[:2].tolist() == [1.0, 0.0]
    assert values.iloc[2].isna().all()


def test_the_mistake_that_the_guide_shows_is_told_so() -> None:
    [shown] = re.findall(r"`(my\.toml:(\d+): unknown key .*?\?)`", PAGE)
    lines = example().splitlines()
    at = int(shown[1]) - 1
    assert lines[at].startswith("question")
    lines[at] = lines[at].replace("question", "qestion")
    with pytest.raises(FileError) as caught:
        read("\n".join(lines), "my.toml")
    assert caught.value.message == shown[0]


def test_the_guide_names_every_key_kind_function_and_instrument() -> None:
    for key in {*TOP_KEYS, *VARIABLE_KEYS, *METRIC_KEYS} - {"groups", "variable", "metric"}:
        assert f"| `{key}` |" in PAGE, key
    for kind in Kind:
        assert f"`{kind}`" in PAGE
    for function in FUNCTIONS:
        assert f"`{function}(...)`" in PAGE
    for name in names():
        assert f"| `{name}` |" in PAGE


def test_the_guide_counts_the_questions_right() -> None:
    article = load("article-model-2018")
    components = article.in_group("component")
    parts = [one for one in article.variables if one.group not in ("", "component")]
    classified = article.in_group("")
    row = next(line for line in PAGE.splitlines() if line.startswith("| `article-model-2018`"))
    assert [int(number) for number in re.findall(r" (\d+) ", row)] == [
        len(components),
        len(parts),
        len(classified),
    ]
    assert f"| {len(load('gundersen2018').variables)} on the documentation" in PAGE
