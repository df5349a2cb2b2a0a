"""The GitHub Action and the pre-commit hooks, as far as they can be run without a network."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from reproscope.core.registry import RENDERERS, names

ROOT = Path(__file__).parents[1]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
SARIF = json.loads((ROOT / "tests/report/schemas/sarif-2.1.0.json").read_text())
EXPRESSION = re.compile(r"\$\{\{ *([\w.-]+) *\}\}")


def step(name: str) -> dict[str, Any]:
    return next(one for one in STEPS if one["name"] == name)


def environment(one: Mapping[str, Any], inputs: Mapping[str, str]) -> dict[str, str]:
    """Fill a step's variables in as the runner does."""
    known = {f"inputs.{name}": given["default"] for name, given in ACTION["inputs"].items()}
    known |= {f"inputs.{name}": value for name, value in inputs.items()}
    known["github.action_path"] = str(ROOT)
    return {
        name: EXPRESSION.sub(lambda match: known[match[1]], value)
        for name, value in one.get("env", {}).items()
    }


def run(name: str, folder: Path, **inputs: str) -> tuple[int, dict[str, str], str]:
    """Run a step in bash as the runner does; return status, outputs and what it said."""
    told = folder / "github-output"
    told.touch()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    given = environment(step(name), {key.replace("_", "-"): v for key, v in inputs.items()})
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step(name)["run"]],
        cwd=folder,
        env={**os.environ, "PATH": path, "GITHUB_OUTPUT": str(told), **given},
        capture_output=True,
        text=True,
        timeout=120,
    )
    outputs = dict(line.split("=", 1) for line in told.read_text().splitlines())
    return done.returncode, outputs, done.stderr


def test_no_input_stands_in_a_script_where_it_could_be_a_command() -> None:
    scripts = [one["run"] for one in STEPS if "run" in one]
    assert len(scripts) == 2
    assert not any("${{" in script for script in scripts)
    assert all(one["shell"] == "bash" for one in STEPS if "run" in one)


def test_every_input_is_used_and_every_output_comes_from_a_step() -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", json.dumps(STEPS)))
    assert used == set(ACTION["inputs"])
    for name, output in ACTION["outputs"].items():
        assert output["value"] == f"${{{{ steps.check.outputs.{name} }}}}"
    assert ACTION["inputs"]["format"]["default"] in names(RENDERERS)


def test_the_action_installs_its_own_checkout() -> None:
    install = step("Install Reproscope")
    assert environment(install, {}) == {"ACTION_PATH": str(ROOT)}
    words = shlex.split(install["run"])
    assert words[:4] == ["python", "-m", "pip", "install"]
    assert words[-1] == "$ACTION_PATH"


@pytest.mark.slow
@pytest.mark.skipif(find_spec("hatchling") is None, reason="pip would fetch hatchling to build")
def test_the_step_that_installs_runs_without_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_INDEX", "NO_DEPS"):
        monkeypatch.setenv(f"PIP_{name}", "1")
    monkeypatch.setenv("PIP_NO_BUILD_ISOLATION", "0")  # pip's spelling of "do not isolate"
    monkeypatch.setenv("PIP_TARGET", str(tmp_path / "installed"))
    status, _, said = run("Install Reproscope", tmp_path)
    assert (status, said) == (0, "")
    assert (tmp_path / "installed" / "reproscope" / "__main__.py").is_file()


def test_a_repository_gives_valid_sarif_and_fails_by_its_level(tmp_path: Path) -> None:
    example = str(ROOT / "examples" / "repository")
    status, outputs, _ = run("Check", tmp_path, path=example)
    assert (status, outputs) == (1, {"status": "1", "report": "reproscope.sarif"})
    log = json.loads((tmp_path / "reproscope.sarif").read_text())
    jsonschema.Draft202012Validator(SARIF).validate(log)
    assert "R901" in {result["ruleId"] for result in log["runs"][0]["results"]}


def test_a_profile_a_form_and_a_file_can_be_chosen(tmp_path: Path) -> None:
    example = str(ROOT / "examples" / "repository")
    how = {"profile": "loos2022", "format": "json", "output": "my report.json"}
    _, outputs, _ = run("Check", tmp_path, path=example, **how)
    assert outputs["report"] == "my report.json"
    report = json.loads((tmp_path / "my report.json").read_text())
    assert {score["profile"] for score in report["scores"]} == {"loos2022"}


def test_a_file_of_claims_is_checked_as_such(tmp_path: Path) -> None:
    claims = str(ROOT / "examples" / "claims.yaml")
    status, outputs, _ = run("Check", tmp_path, path=claims, profile="default")
    assert (status, outputs["status"]) == (1, "1")
    log = json.loads((tmp_path / "reproscope.sarif").read_text())
    assert all(result["ruleId"].startswith("S") for result in log["runs"][0]["results"])


@pytest.mark.parametrize("path", ["gone", "--help", "$(touch hit)", "; touch hit"])
def test_a_path_that_is_none_is_an_error_and_never_a_command(tmp_path: Path, path: str) -> None:
    status, outputs, said = run("Check", tmp_path, path=path)
    assert (status, outputs) == (2, {"status": "2"})
    assert "no such file or directory" in said
    assert not (tmp_path / "hit").exists()


def hooked(name: str, folder: Path, *files: str) -> subprocess.CompletedProcess[str]:
    """Run a hook's entry with the arguments that pre-commit passes."""
    hook = HOOKS[name]
    program, *words = shlex.split(hook["entry"])
    assert program == "reproscope"
    passed = files if hook.get("pass_filenames", True) else ()
    command = [sys.executable, "-m", program, *words, *hook.get("args", ()), *passed]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def test_pre_commit_takes_the_manifest() -> None:
    clientlib = pytest.importorskip("pre_commit.clientlib")
    loaded = clientlib.load_manifest(ROOT / ".pre-commit-hooks.yaml")
    assert [hook["id"] for hook in loaded] == ["reproscope-repository", "reproscope-scores"]
    assert {hook["language"] for hook in loaded} == {"python"}


def test_the_hook_for_repositories_checks_the_working_directory() -> None:
    done = hooked("reproscope-repository", ROOT / "examples" / "repository", "train.py")
    assert done.returncode == 1
    assert "Repository: ." in done.stdout


def test_the_hook_for_scores_gets_the_files_of_claims() -> None:
    pattern = re.compile(HOOKS["reproscope-scores"]["files"])
    some = ["claims.yaml", "paper/claims-table-2.yml", "proclaims.yaml", "claims.py", "a.yaml"]
    assert [file for file in some if pattern.search(file)] == some[:2]
    done = hooked("reproscope-scores", ROOT / "examples", "claims.yaml")
    assert done.returncode == 1
    assert "inconsistent" in done.stdout
