"""Documents read line by line: what is a heading, code, a link, a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from reproscope.repository.collect.documents import gathering
from reproscope.repository.collect.documents.document import Document
from reproscope.repository.collect.documents.gathering import collect_documents, document_of
from reproscope.repository.tree import Text
from tests.repository.gathered import tree_of


def markdown(text: str) -> Document:
    return document_of(Text("README.md", text), "readme", "markdown")


@pytest.mark.parametrize(
    ("text", "title", "level"),
    [
        ("# One", "One", 1),
        ("## Two ##", "Two", 2),
        ("##Tight", "Tight", 2),
        ("Under\n=====", "Under", 1),
        ("Under\n-----", "Under", 2),
        ("<h3 align='center'>Three</h3>", "Three", 3),
        ("**Usage:**", "Usage", 7),
    ],
)
def test_a_heading_is_seen_however_it_is_written(text: str, title: str, level: int) -> None:
    [section] = markdown(text).sections
    assert (section.title, section.level) == (title, level)


@pytest.mark.parametrize(
    "text",
    [
        "```\n# no heading\n```",
        "~~~sh\n# no\n~~~",
        "text\n\n    # no\n",
        "<!--\n# no\n-->",
        "#1 of",
    ],
)
def test_what_only_looks_like_a_heading_is_none(text: str) -> None:
    assert markdown("word\n" + text).sections == ()


def test_a_section_ends_where_one_of_its_level_begins() -> None:
    sections = markdown("# A\n## B\ntext\n### C\n## D\ntext").sections
    assert [(s.title, s.line, s.end) for s in sections] == [
        ("A", 1, 6),
        ("B", 2, 4),
        ("C", 4, 4),
        ("D", 5, 6),
    ]


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("[a](https://a.org/x), then", ["https://a.org/x"]),
        ("[a][1]\n\n[1]: https://a.org/x", ["https://a.org/x"]),
        ("<https://a.org/x>", ["https://a.org/x"]),
        ("see https://a.org/x.", ["https://a.org/x"]),
        ("(https://en.wikipedia.org/wiki/A_(b))", ["https://en.wikipedia.org/wiki/A_(b)"]),
        ("[![b](https://i.org/b.svg)](https://a.org)", ["https://i.org/b.svg", "https://a.org"]),
        ('<a href="https://a.org/x">a</a>', ["https://a.org/x"]),
        ("README.md, run.sh, model.to, model.pt, np.io", []),
        ("`https://a.org/in-code`", []),
        ("```\nwget https://a.org/in-code\n```", []),
        ("http://localhost:8888 and https://your-host/", []),
    ],
)
def test_links_are_addresses_outside_of_code(text: str, urls: list[str]) -> None:
    assert [link.url for link in markdown(text).links] == urls


def test_a_link_to_a_file_of_the_repository_is_kept_apart() -> None:
    document = markdown("[m](mingpt/model.py#L3) ![f](docs/f.png) [top](#top) [mail](mailto:a@b.c)")
    assert document.links == ()
    assert [file.path for file in document.files] == ["mingpt/model.py", "docs/f.png"]


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("```\n$ python a.py  # now\n```", ["python a.py"]),
        ("```\npython a.py \\\n  --x 1\n```", ["python a.py --x 1"]),
        ("```\ncd x && make; ls\n```", ["cd x", "make"]),
        ("Use `python a.py --x`.", ["python a.py --x"]),
        ("```pip install thing```", ["pip install thing"]),
        ("Make sure that python is there. `python`", []),
        ("```json\nmake x\n```", []),
        ("```python\nimport make\nmake = 1\n```", []),
        ("    python a.py", ["python a.py"]),
        ("```python\n# make the default `None`\nx = 1\n```", []),
        ("```python\npython a.py --x 1\n```", ["python a.py --x 1"]),
        ("```python\n!pip install thing\n```", ["pip install thing"]),
        ("```\n# make sure that it runs\n# python a.py\n```", ["python a.py"]),
        ("Put images into `./data` and run `./run.sh`.", ["./run.sh"]),
        (
            "```\nfor seed in 1 2; do python a.py --seed $seed; done\n```",
            ["for seed in 1 2", "do python a.py --seed $seed"],
        ),
        ("> ```\n> bash a.sh\n> ```", ["bash a.sh"]),
    ],
)
def test_commands_are_what_a_reader_would_type(text: str, commands: list[str]) -> None:
    found = [" ".join(command.text.split()) for command in markdown(text).commands]
    assert found == commands


def test_words_are_counted_without_code_badges_and_comments() -> None:
    text = (
        "[![B](https://mybinder.org/badge_logo.svg)](https://mybinder.org/v2/gh/a/b)\n"
        "<!-- hidden words -->\n```\nfive words are not counted\n```\nthree words here\n"
    )
    document = markdown(text)
    assert (document.words, document.length) == (3, 1)
    assert document.badges[0].kind == "binder"


@pytest.mark.parametrize(
    ("topic", "text", "strength"),
    [
        ("accelerator", "We used four NVIDIA Tesla V100 cards.", "strong"),
        ("accelerator", "an RTX 3090", "strong"),
        ("accelerator", "TPU v3-8", "strong"),
        ("accelerator", "No GPU is required.", "strong"),
        ("accelerator", "CUDA 10.2 and a GPU", "weak"),
        ("accelerator", "NVIDIA driver 440 and NVIDIA cuda 10", "weak"),
        ("accelerator", "The gpus of T4 cells were counted", "weak"),
        ("memory", "needs 16 GB of RAM", "strong"),
        ("memory", "a 24GB GPU", "strong"),
        ("memory", "GPU memory: 11 GB", "strong"),
        ("memory", "reduce memory usage", "weak"),
        ("memory", "The download has 16 GB.", None),
        ("runtime", "Training takes about 1.5 hours.", "strong"),
        ("runtime", "It takes 3-4 days on a V100", "strong"),
        ("runtime", "30 s per epoch", "strong"),
        ("runtime", "2,000 GPU-hours", "strong"),
        ("runtime", "| residues | prediction time (s) |\n|---|---|\n| 100 | 4.9 |", "strong"),
        ("runtime", "after the trial has finished (90 days)", None),
        ("runtime", "It takes 30 seconds of audio.", None),
        ("runtime", "was updated 3 hours ago and takes part", None),
        ("runs", "averaged over 5 runs", "strong"),
        ("runs", "the mean of ten random seeds", "strong"),
        ("runs", "seeds 0, 1, 2", "strong"),
        ("runs", "several random seeds", "weak"),
        ("runs", "the 3 runs of the river", None),
        ("variance", "93.2 ± 0.1", "strong"),
        ("variance", "93.2 +/- 0.1", "strong"),
        ("variance", "standard deviation of 0.12", "strong"),
        ("variance", "with error bars", "weak"),
        ("variance", "variance of the noise schedule", None),
        ("results", "It reaches an accuracy of 93.2 %.", "strong"),
        ("results", "gets 27.3 points", None),
        ("results", "a learning rate of 0.1 keeps the loss below 0.5", None),
    ],
)
def test_a_topic_is_recognised_by_its_words(topic: str, text: str, strength: str | None) -> None:
    found = markdown(text).about(topic)
    assert (found[0].strength if found else None) == strength


WRAPPED = "The original model was trained on 3 cards for ten epochs, taking about"


@pytest.mark.parametrize(
    ("topic", "text", "line"),
    [
        ("runtime", f"{WRAPPED}\ntwo weeks.", 1),
        (
            "memory",
            "For the largest of the models in the paper you will need 16\nGB of memory.",
            None,
        ),
        ("memory", "For the largest of the models in the paper you will need 16 GB\nof memory.", 1),
        ("runtime", f"{WRAPPED}:\n\ntwo weeks.", None),
        ("runtime", f"{WRAPPED}\n- two weeks", None),
        ("runtime", f"{WRAPPED}\n```\ntwo weeks\n```", None),
        ("accelerator", f"{WRAPPED} and\na V100 too.", 2),
    ],
)
def test_a_sentence_may_go_on_in_the_next_line(topic: str, text: str, line: int | None) -> None:
    found = markdown(text).about(topic)
    assert [one.line for one in found if one.strength == "strong"] == ([line] if line else [])


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("If you use this code, please cite our paper.", "strong"),
        ("When using it, kindly consider citing A. Author (2020).", "strong"),
        ("See the works we cite.", None),
    ],
)
def test_a_request_to_cite_is_seen_without_a_heading(text: str, strength: str | None) -> None:
    found = markdown(text).about("citation")
    assert (found[0].strength if found else None) == strength


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("all: data train\n\tpython a.py\n", {"all"}),
        ("data train: setup\n", {"data", "train"}),
        ("out/model.pt: train.py\n", {"out/model.pt"}),
        ("include rules.mk\n", {"%"}),
        ("%.pdf: %.tex\n", {"%.pdf"}),
        ("NAME := x\nOTHER = y\n# no: x\n", set()),
    ],
)
def test_the_targets_of_a_makefile_are_named(tmp_path: Path, text: str, names: set[str]) -> None:
    (tmp_path / "Makefile").write_text(text)
    assert {name for name, _, _ in collect_documents(tree_of(tmp_path)).targets} == names


def test_the_main_readme_is_the_one_a_visitor_sees(tmp_path: Path) -> None:
    for path in ("docs/README.md", "README.zh-CN.md", "readme.rst", "data/README.md", "a/README"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("words\n")
    documents = collect_documents(tree_of(tmp_path))
    assert documents.main is not None
    assert documents.main.path == "readme.rst"
    assert len(documents.readmes) == 5


def test_a_readme_that_is_a_pointer_is_unreadable_and_not_missing(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_bytes(b"\0\1\2")
    documents = collect_documents(tree_of(tmp_path))
    assert documents.main is None
    assert documents.unread_readmes == ("README.md",)


def test_too_many_documents_are_left_out_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "MOST_DOCUMENTS", 3)
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("words\n")
    for number in range(5):
        (tmp_path / "docs" / f"{number}.md").write_text("words\n")
    documents = collect_documents(tree_of(tmp_path))
    assert documents.main is not None
    assert (len(documents.all), documents.left_out) == (3, 3)


HOSTILE = {
    "one long line": "a" * 2_000_000,
    "brackets": "[" * 300_000,
    "images": "![" * 100_000 + "](" * 100_000,
    "backticks": "`" * 99_999 + "\n" + "` " * 99_999,
    "tags": "<h1 " * 50_000 + "<!--" * 50_000,
    "pipes": ("|" * 4_000 + "\n") * 100,
    "stars": "**" * 100_000 + "\n" + "_" * 100_000,
    "blanks": " " * 500_000 + "x",
    "addresses": "https://" * 50_000 + ")" * 50_000,
    "numbers": "takes " + "1 " * 100_000 + "\n" + "accuracy " * 50_000,
    "seeds": "seeds " + "1," * 100_000,
    "headings": "# a\n" * 30_000,
    "deeper and deeper": "\n".join("#" * (1 + n % 6) + " a" for n in range(20_000)),
    "metrics": ("| " + "acc " * 1_500 + "\n") * 200,
    "commands": "```\n" + "python a.py && " * 50_000 + "\n```",
    "continued": "```\n" + "python \\\n" * 50_000,
    "bibtex": "```\n" + "@a{" * 100_000,
}


@pytest.mark.parametrize("markup", ["markdown", "restructuredtext", "asciidoc", "plain"])
@pytest.mark.parametrize("name", list(HOSTILE))
def test_a_hostile_document_is_read_within_its_bounds(name: str, markup: str) -> None:
    document = document_of(Text("README", HOSTILE[name][:524_288]), "readme", markup)  # type: ignore[arg-type]
    assert len(document.lines) == len(document.kinds) <= 20_000
    assert max(len(line) for line in document.lines) <= 8_000
    assert len(document.commands) <= 1_100
