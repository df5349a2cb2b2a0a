"""Runs the peers on one repository and names what they found missing; judges nothing.

Each peer is in an environment of its own, ``PEERS/<name>/bin/<name>``. All that are run here only
read files, as far as a search of their sources for calls that execute shows; ``repro-check`` runs
the repository and is therefore not among them.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TIME_LIMIT = 120


@dataclass(frozen=True)
class Ran:
    """One run of a command: what it printed, and what it cost with start-up."""

    output: str
    status: int
    seconds: float
    cpu: float


@dataclass(frozen=True)
class Fired:
    """One thing that a peer reports: its name for the check, and its words."""

    check: str
    text: str


@dataclass(frozen=True)
class Answered:
    """What a peer said of one repository; no score where it gives none."""

    fired: tuple[Fired, ...]
    score: str
    runs: tuple[Ran, ...]


def ran(command: list[str], environment: dict[str, str] | None = None) -> Ran:
    """Run a command and return what it printed, its wall-clock and its CPU seconds."""
    before, begun = os.times(), time.perf_counter()
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False, env=environment
    )
    seconds, after = time.perf_counter() - begun, os.times()
    cpu = after.children_user - before.children_user + after.children_system
    cpu -= before.children_system
    return Ran(done.stdout, done.returncode, seconds, cpu)


def of_rrdoctor(program: Path, target: Path, profile: str = "ml") -> Answered:
    with tempfile.TemporaryDirectory() as room:
        report = Path(room) / "report.json"
        options = ["--profile", profile, "--format", "json", "--quiet", "--output", str(report)]
        run = ran([str(program), "scan", str(target), *options])
        said = json.loads(report.read_text(encoding="utf-8"))
    fired = [
        Fired(f["rule_id"], " ".join([f["message"], *(e["message"] for e in f["evidence"])]))
        for f in said["findings"]
    ]
    return Answered(tuple(fired), f"{said['score']}/100", (run,))


def of_ml_project_doctor(program: Path, target: Path) -> Answered:
    run = ran([str(program), str(target), "-f", "json"])
    said: dict[str, Any] = json.loads(run.output) if run.output else {"findings": [], "score": "-"}
    fired = [Fired(f["check_id"], f["message"]) for f in said["findings"]]
    return Answered(tuple(fired), f"{said['score']}/100", (run,))


def of_reproready(program: Path, target: Path) -> Answered:
    score = ran([str(program), "score", str(target), "--json"])
    if not score.output:
        return Answered((), "-", (score,))
    said = json.loads(score.output)
    fired = [
        Fired(f"{cell['stage']}/{cell['channel']}={cell['grade']:g}", "")
        for cell in said["grid"]
        if said["in_scope"].get(cell["stage"], True)
    ]
    if not said["has_readme"]:
        fired.append(Fired("no-readme", ""))
    with tempfile.TemporaryDirectory() as room:
        check = ran([str(program), "check", str(zipped(target, Path(room))), "--json"])
    for rule in json.loads(check.output)["rule_results"]:
        fired += [
            Fired(rule["rule_id"], f"{o['condition_code']}: {o['snippet']}")
            for o in rule["observations"]
        ]
    return Answered(tuple(fired), f"{said['r']} (tier {said['tier']})", (score, check))


def zipped(target: Path, room: Path) -> Path:
    """Pack a checkout, since the peer's checker takes no directory; its time is not counted."""
    archive = room / "artefact.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(target.rglob("*")):
            if path.is_file() and not path.is_symlink() and ".git" not in path.parts:
                packed.write(path, path.relative_to(target))
    return archive


PEERS: dict[str, Callable[[Path, Path], Answered]] = {
    "rrdoctor": of_rrdoctor,
    "ml-project-doctor": of_ml_project_doctor,
    "reproready": of_reproready,
}


def program_of(peers: Path, name: str) -> Path:
    """Return where a peer's command is."""
    return peers / name / "bin" / name


def asked(peers: Path, name: str, target: Path) -> Answered:
    """Ask one peer about one repository."""
    return PEERS[name](program_of(peers, name), target)


def version_of(peers: Path, name: str) -> str:
    """Return the installed version, or say that the peer is not there."""
    python = peers / name / "bin" / "python"
    if not python.exists():
        return "not installed"
    asking = f"import importlib.metadata as m; print(m.version({name!r}))"
    return ran([str(python), "-c", asking]).output.strip() or "not installed"
