import pytest

from reproscope.core import Rule

SECTIONS = {
    "What it does": "It counts.",
    "Why it matters": "It does.",
    "Known problems": "It can be wrong.",
    "Example": "None.",
    "References": "A paper.",
}


def documented(**changes: str | None) -> str:
    sections = {**SECTIONS, **changes}
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in sections.items() if text)


def rule(documentation: str = documented(), **changes: str) -> Rule:
    values = {"code": "S101", "name": "one-test-set", "room": "scores", "summary": "Counts."}
    return Rule(**{**values, **changes}, documentation=documentation)  # type: ignore[arg-type]


def test_a_rule_gives_its_sections_by_heading() -> None:
    assert rule().sections() == SECTIONS


@pytest.mark.parametrize("title", ["What it does", "Why it matters", "Known problems"])
def test_a_mandatory_section_cannot_be_left_out(title: str) -> None:
    with pytest.raises(ValueError, match=f"rule S101: section '{title}' is missing or empty"):
        rule(documented(**{title: None}))


def test_known_problems_cannot_be_empty() -> None:
    text = documented().replace("It can be wrong.", "  ")
    with pytest.raises(ValueError, match="section 'Known problems' is missing or empty"):
        rule(text)


def test_a_heading_that_is_not_in_the_list_is_refused() -> None:
    with pytest.raises(ValueError, match="heading 'Opinions' is not one of What it does"):
        rule(documented(Opinions="Many."))


def test_headings_come_in_their_order() -> None:
    parts = documented().split("\n\n## ")
    swapped = "\n\n## ".join([parts[0], *reversed(parts[1:])])
    with pytest.raises(ValueError, match="headings must come in the order"):
        rule(swapped)


@pytest.mark.parametrize("code", ["s101", "S1", "S1011", "ABCD101", "101", "S101 "])
def test_a_code_looks_like_s101(code: str) -> None:
    with pytest.raises(ValueError, match="must look like 'S101'"):
        rule(code=code)


@pytest.mark.parametrize("name", ["OneTestSet", "one_test_set", "-one", "one--two", ""])
def test_a_name_is_in_kebab_case(name: str) -> None:
    with pytest.raises(ValueError, match="must be in-kebab-case"):
        rule(name=name)


def test_a_summary_is_one_line() -> None:
    with pytest.raises(ValueError, match="the summary must be one line"):
        rule(summary="two\nlines")


def test_a_docstring_gives_summary_and_documentation() -> None:
    indented = documented().replace("\n", "\n    ")
    docstring = f"Counts things.\n\n    An aside.\n\n    {indented}\n    "
    made = Rule.from_docstring(code="S102", name="x", room="scores", module_doc=docstring)
    assert made.summary == "Counts things."
    assert made.documentation.startswith("An aside.\n\n## What it does")
    assert made.sections() == SECTIONS
    assert made.markdown().startswith("# S102 x\n\nCounts things.\n\nAn aside.")


def test_a_missing_docstring_is_an_error_that_names_the_rule() -> None:
    with pytest.raises(ValueError, match="rule S102: the summary must be one line"):
        Rule.from_docstring(code="S102", name="x", room="scores", module_doc=None)
