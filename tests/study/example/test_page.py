"""The library as the page on the example shows it."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "study" / "example.md"


@pytest.mark.slow
def test_the_page_s_python_makes_the_study_and_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(compile(code, str(PAGE), "exec"), {})
    assert (tmp_path / "thesis.db").is_file()
    assert (tmp_path / "figures" / "outcomes.svg").is_file()
