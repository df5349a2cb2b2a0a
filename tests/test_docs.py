"""The documentation: complete, generated from the code, and readable without a network."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import click
import pytest

from reproscope.core.registry import load_rules

ROOT = Path(__file__).parents[1]


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generate = load_generator()
TREE: dict[str, click.Command] = dict(generate.commands(generate.cli, "reproscope"))


@pytest.mark.parametrize("path", list(TREE))
def test_every_command_is_in_the_reference_with_each_of_its_options(path: str) -> None:
    reference = generate.command_reference()
    start = reference.index(f"## {path}\n")
    section = reference[start:].split("\n## ")[0]
    for parameter in TREE[path].params:
        if isinstance(parameter, click.Option):
            assert parameter.opts[-1] in section
            assert parameter.help, f"{path} {parameter.opts[-1]} has no help"


def test_the_tree_holds_every_command_that_can_be_called() -> None:
    named = {
        f"reproscope {name}" for name in generate.cli.list_commands(click.Context(generate.cli))
    }
    assert named <= set(TREE)


def test_the_page_on_studies_names_every_command_that_there_is() -> None:
    from reproscope.cli.study import COMMANDS

    page = (ROOT / "docs" / "study" / "index.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(?:reproscope study )?([a-z]+)`", page))
    assert set(COMMANDS) - told == set()


def test_the_configuration_page_names_every_key() -> None:
    from reproscope.core.config import KEYS

    page = (ROOT / "docs" / "configuration.md").read_text()
    for key in KEYS:
        assert f"| `{key}` |" in page


def test_the_reports_page_names_every_form_and_ending() -> None:
    from reproscope.core.registry import load_renderers

    page = (ROOT / "docs" / "reports.md").read_text()
    for name, renderer in load_renderers().found.items():
        endings = ", ".join(f"`{suffix}`" for suffix in renderer.suffixes)
        assert f"| `{name}` | {endings} |" in page


@pytest.mark.slow
def test_the_site_builds_strictly_has_a_page_for_every_rule_and_loads_nothing(
    tmp_path: Path,
) -> None:
    generate.main(tmp_path / "docs")
    config = (ROOT / "mkdocs.yml").read_text()
    config = config.replace("build/docs", str(tmp_path / "docs"))
    config = config.replace("[src]", f"[{ROOT / 'src'}]")
    (tmp_path / "mkdocs.yml").write_text(config)
    site = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", site],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for code in load_rules().found:
        assert (site / "rules" / f"{code}.html").is_file()
    for page in site.rglob("*.html"):
        loaded = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"', page.read_text())
        assert not [address for address in loaded if re.match(r"(https?:)?//", address)], page
