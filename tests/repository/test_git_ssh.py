"""Git addresses by ssh, against an ``ssh`` of the test's own that runs what it is asked to here."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.repository.sources import Limits, Network, open_target
from tests.repository.making import committed, git, needs_git

pytestmark = [needs_git]
NETWORK = Network(lookup=lambda host, port: ("127.0.0.1",))


@pytest.fixture
def served(tmp_path: Path) -> Path:
    committed(tmp_path / "work", {"a.py": ""})
    git(tmp_path, "clone", "-q", "--bare", "work", "a.git")
    return tmp_path / "a.git"


def pretend(monkeypatch: pytest.MonkeyPatch, folder: Path, program: str) -> Path:
    """Put an ssh on the path; it writes down its arguments and variables, then does *program*."""
    heard = folder / "heard"
    place = folder / "bin"
    place.mkdir()
    path = place / "ssh"
    path.write_text(f"#!/bin/sh\n{{ printf '%s\\n' \"$@\"; env; }} > '{heard}'\n{program}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}{os.pathsep}{os.environ['PATH']}")
    return heard


@pytest.mark.parametrize("form", ["ssh://git@git.example.org{}", "git@git.example.org:{}"])
def test_ssh_asks_nobody_forwards_nothing_and_trusts_no_unknown_host(
    served: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setenv("GIT_SSH_COMMAND", "false")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    heard = pretend(monkeypatch, tmp_path, 'for last; do :; done; exec sh -c "$last"')
    with open_target(form.format(served), online=True, network=NETWORK) as opened:
        assert (opened.origin.branch, list(opened.tree.by_path)) == ("main", ["a.py"])
    lines = heard.read_text().splitlines()
    for option in (
        *("BatchMode=yes", "ForwardAgent=no", "ForwardX11=no", "StrictHostKeyChecking=yes"),
        *("ClearAllForwardings=yes", "PermitLocalCommand=no", "ControlMaster=no"),
        "ConnectTimeout=20",
    ):
        assert f"-o{option}" in lines
    assert "git@git.example.org" in lines
    assert "GIT_TERMINAL_PROMPT=0" in lines
    assert not [line for line in lines if line.startswith(("SSH_ASKPASS=/", "GIT_DIR="))]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            "git@git.example.org: Permission denied (publickey).",
            "it accepts none of the keys of this machine",
        ),
        (
            "Host key verification failed.",
            "the key of its host is not known: connect once by ssh, and check the key",
        ),
        (
            "ssh: connect to host git.example.org port 22: Connection timed out",
            "ssh: connect to host git.example.org port 22: Connection timed out",
        ),
        ("", "git ended with status 128"),
    ],
)
def test_why_ssh_failed_is_said_rather_than_that_it_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, message: str
) -> None:
    pretend(monkeypatch, tmp_path, f"echo '{said}' >&2; exit 255")
    with (
        pytest.raises(ReproscopeError) as caught,
        open_target("git@git.example.org:a/b.git", online=True, network=NETWORK),
    ):
        pass
    assert caught.value.message == f"cannot fetch 'git@git.example.org:a/b.git': {message}"


def test_an_ssh_that_hangs_is_ended_with_what_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path, f"(sleep 4; touch '{tmp_path}/late') & sleep 60")
    begun = time.monotonic()
    with (
        pytest.raises(ReproscopeError, match="git took longer than 1 second"),
        open_target(
            "git@git.example.org:a/b.git", online=True, network=NETWORK, limits=Limits(seconds=1)
        ),
    ):
        pass
    assert time.monotonic() - begun < 4
    time.sleep(max(0.0, begun + 5.5 - time.monotonic()))
    assert not (tmp_path / "late").exists()
