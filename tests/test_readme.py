"""README.md and docs/ show what the commands really print."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


def load_readme_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("readme", Path(__file__).with_name("readme.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["readme"] = module
    spec.loader.exec_module(module)
    return module


readme = load_readme_module()
PAGES = readme.pages()
WALKS = [page for page in PAGES if readme.WALK in page.read_text(encoding="utf-8")]
BLOCKS = [
    pytest.param(block[0], id=f"{page.name}: {block['command']}")
    for page in PAGES
    if page not in WALKS
    for block in readme.BLOCK.finditer(page.read_text(encoding="utf-8"))
]


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS)
def test_the_output_shown_is_the_output_there_is(block: str) -> None:
    fresh = readme.without_witness(readme.refreshed(block, ROOT))
    assert fresh == readme.without_witness(block), "run 'make readme'"


@pytest.mark.slow
@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_a_walk_shows_what_its_commands_print_one_after_the_other(page: Path) -> None:
    shown = page.read_text(encoding="utf-8")
    assert readme.renewed(shown, ROOT) == shown, "run 'make readme'"


def test_every_run_comment_is_followed_by_a_block_that_is_checked() -> None:
    marks = sum(page.read_text(encoding="utf-8").count("<!-- run:") for page in PAGES)
    walked = sum(len(list(readme.commands(page.read_text(encoding="utf-8")))) for page in WALKS)
    assert marks == len(BLOCKS) + walked
    assert ROOT / "README.md" in PAGES


def test_a_stale_block_is_refreshed_and_the_rest_left_alone() -> None:
    stale = "before\n\n<!-- run: reproscope --version -->\n```console\nold\n```\n\nafter\n"
    fresh = readme.refreshed(stale, ROOT)
    assert "old" not in fresh
    assert "$ reproscope --version\nreproscope 0." in fresh
    assert fresh.startswith("before\n\n<!-- run:")
    assert fresh.endswith("```\n\nafter\n")


def test_a_walk_runs_in_a_folder_where_its_commands_find_what_they_made(tmp_path: Path) -> None:
    page = (
        f"{readme.WALK}\n\n<!-- run: reproscope study init mine.db -->\n```console\n```\n\n"
        "<!-- run: reproscope study show mine.db -->\n```console\n```\n"
    )
    fresh = readme.renewed(page, tmp_path)
    assert "made mine.db with instruments: none yet" in fresh
    assert "mine: 0 papers" in fresh
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_fails_is_not_shown_as_if_it_worked() -> None:
    with pytest.raises(RuntimeError, match="exit status 2: error: unknown command"):
        readme.output("reproscope frobnicate", ROOT)
