"""The house: its rooms, who may know whom, and the habits every module keeps."""

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "reproscope"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MODULES = sorted(SOURCE.rglob("*.py"))

LONGEST_FUNCTION = 60
LONGEST_FILE = 360


def rooms_in_contract() -> set[str]:
    [contract] = PROJECT["tool"]["importlinter"]["contracts"]
    return {room.strip().strip("()") for layer in contract["layers"] for room in layer.split("|")}


def lint_imports(config: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--config", config, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}", "COLUMNS": "200"},
    )


def test_rooms_depend_downwards_only() -> None:
    done = lint_imports(ROOT / "pyproject.toml", ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("core", "report"),
        ("report", "cli"),
        ("scores", "report"),
        ("scores", "repository"),
        ("scores", "paper"),
        ("paper", "study"),
        ("instruments", "paper"),
        ("web", "batch"),
    ],
)
def test_the_contract_forbids_a_step_upwards_or_sideways(
    tmp_path: Path, importer: str, imported: str
) -> None:
    done = lint_toy_house(tmp_path, importer, imported)
    assert done.returncode == 1
    assert f"{importer} is not allowed to import" in done.stdout


@pytest.mark.parametrize(
    ("importer", "imported"),
    [("cli", "core"), ("report", "scores"), ("paper", "instruments"), ("paper", "scores")],
)
def test_the_contract_allows_a_step_downwards(tmp_path: Path, importer: str, imported: str) -> None:
    assert lint_toy_house(tmp_path, importer, imported).returncode == 0


def lint_toy_house(folder: Path, importer: str, imported: str) -> subprocess.CompletedProcess[str]:
    """Run our own contract on a house of empty rooms, of which one imports another."""
    text = (ROOT / "pyproject.toml").read_text()
    start = text.index("[tool.importlinter]")
    (folder / "pyproject.toml").write_text(text[start:].replace("reproscope", "toyhouse"))
    for room in ("", *sorted(rooms_in_contract())):
        (folder / "toyhouse" / room).mkdir(parents=True, exist_ok=True)
        (folder / "toyhouse" / room / "__init__.py").write_text("")
    (folder / "toyhouse" / importer / "__init__.py").write_text(f"import toyhouse.{imported}\n")
    return lint_imports(folder / "pyproject.toml", folder)


def test_every_room_is_in_the_contract() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms <= rooms_in_contract()
    assert {"core", "report", "cli"} <= rooms


def test_every_room_says_what_comes_in_and_what_goes_out() -> None:
    for room in ("core", "report", "cli"):
        doc = ast.get_docstring(ast.parse((SOURCE / room / "__init__.py").read_text())) or ""
        assert "What comes in:" in doc
        assert "What goes out:" in doc


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_module_says_what_it_is_for_and_stays_readable(path: Path) -> None:
    text = path.read_text()
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a module opens with what it is for"
    assert path.stem not in {"utils", "util", "helpers", "misc", "common"}
    assert len(text.splitlines()) <= LONGEST_FILE
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


def test_the_base_installation_stays_light() -> None:
    names = {
        text.split(">")[0].split("[")[0].lower() for text in PROJECT["project"]["dependencies"]
    }
    heavy = {"scikit-learn", "pandas", "scipy", "torch", "sqlalchemy", "fastapi", "mlscorecheck"}
    assert not names & heavy


def test_the_version_stands_in_one_place() -> None:
    assert "version" not in PROJECT["project"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/reproscope/__init__.py"


def test_the_package_is_marked_as_typed() -> None:
    assert (SOURCE / "py.typed").is_file()
