"""Lists of papers are read from four formats, and what is wrong in them is named with its line."""

from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.planning import read_population

BIB = """
@string{aaai = "Proceedings of " # {AAAI}}
@comment{ @inproceedings{no, title={Not this}} }
@inproceedings{kjensmo18,
  title = {State of the {Art}: "Reproducibility"},
  author = "Gundersen, O. E. and Kjensmo, S.",
  booktitle = aaai # " 2018", year = 2018,
}
@article(raff19, title = "A Step {"}Toward{"} It", journal={NeurIPS}, doi = {10/x})
"""
RIS = """TY  - CPAPER
AU  - Raff, E.
AU  - Other, A.
TI  - Survival
PY  - 2021/02/03
DO  - 10.1/abc
AB  - an abstract
that goes on
ER  -
TY  - JOUR
T1  - Second
ID  - k2
JO  - Nature
ER  -
"""


def written(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_text_has_a_title_a_line_and_authors_after_a_tab(tmp_path: Path) -> None:
    population = read_population(written(tmp_path, "a.txt", "\ufeffOne\tAnn, Bob\n\n  Two \n"))
    assert [paper.key for paper in population.papers] == ["One", "Two"]
    assert population.papers[0].attributes == {"authors": "Ann, Bob"}


def test_a_table_takes_the_surest_key_and_keeps_other_columns(tmp_path: Path) -> None:
    text = 'Title,DOI,conference\n"A, b",10/x,IJCAI 16\nC,10/y,AAAI 16\n'
    papers = read_population(written(tmp_path, "a.csv", text)).papers
    assert [(p.key, p.title, p.attributes) for p in papers] == [
        ("10/x", "A, b", {"conference": "IJCAI 16"}),
        ("10/y", "C", {"conference": "AAAI 16"}),
    ]


def test_bibtex_joins_strings_and_keeps_quotes_inside_braces(tmp_path: Path) -> None:
    first, second = read_population(written(tmp_path, "a.bib", BIB)).papers
    assert (first.key, first.title) == ("kjensmo18", 'State of the Art: "Reproducibility"')
    assert first.attributes["venue"] == "Proceedings of AAAI 2018"
    assert first.attributes["year"] == "2018"
    assert (second.key, second.title) == ("raff19", 'A Step "Toward" It')


def test_ris_keeps_what_a_study_uses(tmp_path: Path) -> None:
    first, second = read_population(written(tmp_path, "a.ris", RIS)).papers
    assert (first.key, first.title) == ("10.1/abc", "Survival")
    assert first.attributes["authors"] == "Raff, E.; Other, A."
    assert first.attributes["year"] == "2021"
    assert (second.key, second.title, second.attributes["venue"]) == ("k2", "Second", "Nature")


def test_several_lists_can_be_strata(tmp_path: Path) -> None:
    lists = [written(tmp_path, "aaai.txt", "A\n"), written(tmp_path, "ijcai.txt", "B\n")]
    papers = read_population(lists, "conference").papers
    assert [paper.attributes["conference"] for paper in papers] == ["aaai", "ijcai"]


def test_the_digest_is_that_of_the_content(tmp_path: Path) -> None:
    one = read_population(written(tmp_path, "a.txt", "A\n"))
    other = read_population(written(tmp_path, "b.txt", "A\n"))
    third = read_population(written(tmp_path, "b.txt", "A\nB\n"))
    assert one.digest == other.digest != third.digest


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "One\nTwo\nOne\n", "a.txt:3: paper 'One' stands at .*a.txt:1 already"),
        ("a.txt", "\n \n", "a.txt: no paper in it"),
        ("a.csv", "name,year\nx,1\n", "line 1: no column is called key, id, index, doi or title"),
        ("a.csv", "key,year\nx\n", "line 2: 1 cells for 2 columns"),
        ("a.csv", "key,year\n,2016\n", "line 2: no key"),
        ("a.csv", 'key\n"x\n', "line 2: unexpected end of data"),
        ("a.bib", "@article{a, title = {x}\n", "line 1: this entry has no end"),
        ("a.bib", "\n@article{a, title = {x\n", "line 2: a field of this entry has no end"),
        ("a.bib", "@article{a, title = }", "line 1: a field of this entry has no value"),
        ("a.bib", "@a{a, t = " + "{" * 99 + "}" * 99 + "}", "line 1: a field of this entry has no"),
        ("a.ris", "TI  - x\n", "line 1: TI stands outside of an entry"),
        ("a.ris", "TY  - JOUR\nTY  - JOUR\n", "line 2: a new entry before the end of line 1"),
        ("a.ris", "TY  - JOUR\nTI  - x\n", "line 1: this entry has no end"),
        ("a.ris", "TY  - JOUR\nER  - \n", "a paper has no key"),
    ],
)
def test_what_is_wrong_in_a_list_is_named_with_its_line(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    with pytest.raises(ReproscopeError, match=message):
        read_population(written(tmp_path, name, text))


def test_a_list_that_is_no_text_or_not_there_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"ok\n\xff\xfe")
    with pytest.raises(ReproscopeError, match=r"not UTF-8 text \(byte 3\)"):
        read_population(path)
    with pytest.raises(ReproscopeError, match=r"cannot read .*No such file"):
        read_population(tmp_path / "none.txt")


def test_a_long_bibliography_is_read_in_linear_time(tmp_path: Path) -> None:
    text = "".join(f"@article{{k{i}, title={{Paper {i}}}, year=2000}}\n" for i in range(20_000))
    papers = read_population(written(tmp_path, "a.bib", text)).papers
    assert len(papers) == 20_000
    assert papers[-1].title == "Paper 19999"
