"""Git as a child process that obeys nobody's configuration but the one written here.

Its git directory is an empty one of ours; a stranger's index and objects are given to it as data.
Nothing of a target's ``config``, hooks, attributes or filters is ever read by git.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from reproscope.core import ReproscopeError

_PASSED_ON = (
    *("PATH", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "SSH_AUTH_SOCK", "SSL_CERT_FILE"),
    *("SSL_CERT_DIR", "GIT_SSL_CAINFO", "CURL_CA_BUNDLE", "NO_PROXY", "no_proxy"),
    *("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"),
)
_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.symlinks": "false",
    "core.untrackedCache": "false",
    "core.attributesFile": os.devnull,
    "core.alternateRefsCommand": "",
    "core.precomposeUnicode": "false",
    "credential.helper": "",
    "fetch.recurseSubmodules": "false",
    "gc.auto": "0",
    "http.followRedirects": "false",
    "maintenance.auto": "false",
    "protocol.allow": "never",
    "submodule.recurse": "false",
    "uploadpack.packObjectsHook": "",
}
_CHUNK = 1 << 16
_MOST_ANSWER = 1 << 16


class GitFailed(ReproscopeError):
    """Git ended with an error; the message is the last line it said."""


class NoGit(ReproscopeError):
    """There is no git on this machine."""


@dataclass(frozen=True, slots=True)
class Git:
    """An empty git directory of ours, and how git is called with it."""

    program: str
    directory: Path
    seconds: float
    environment: dict[str, str] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)

    @classmethod
    def at(cls, directory: Path, seconds: float, *, sha256: bool = False) -> Git:
        """Make the empty git directory; it is the caller's to remove."""
        program = shutil.which("git")
        if program is None:
            raise NoGit("git is not installed, and this needs it")
        for folder in ("objects/pack", "refs/heads", "info"):
            (directory / folder).mkdir(parents=True, exist_ok=True)
        (directory / "HEAD").write_text("ref: refs/heads/main\n")
        form = "[extensions]\n\tobjectFormat = sha256\n" if sha256 else ""
        version = 1 if sha256 else 0
        config = f"[core]\n\trepositoryFormatVersion = {version}\n\tbare = false\n{form}"
        (directory / "config").write_text(config)
        return cls(program, directory, seconds)

    def reading(self, *, index: Path | None = None, objects: Path | None = None) -> Git:
        """Return the same with a stranger's index and objects, as data."""
        more = {"GIT_INDEX_FILE": index, "GIT_OBJECT_DIRECTORY": objects}
        given = {name: str(path) for name, path in more.items() if path is not None}
        return replace(self, environment={**self.environment, **given})

    def answer(self, *arguments: str, most: int = _MOST_ANSWER) -> bytes:
        """Return what a short command says, at most *most* bytes of it."""
        with self.started(*arguments) as process:
            assert process.stdout is not None
            return process.stdout.read(most)

    def items(self, *arguments: str, within: Path | None = None) -> Iterator[str]:
        """Yield what a command with ``-z`` lists, as it comes."""
        with self.started(*arguments, within=within) as process:
            assert process.stdout is not None
            rest = b""
            while chunk := process.stdout.read(_CHUNK):
                *whole, rest = (rest + chunk).split(b"\0")
                yield from map(os.fsdecode, whole)
                if len(rest) > _CHUNK:
                    raise GitFailed("git lists a name without an end")

    @contextmanager
    def started(
        self, *arguments: str, stdin: int = subprocess.DEVNULL, within: Path | None = None
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Start git; when the block is left it is ended, and a failure raised as one line."""
        # What git complains about goes to a file of ours, so that it cannot block a full pipe.
        complaints = self.directory / "complaints"
        with complaints.open("w+b") as errors:
            process = self._start(arguments, stdin, errors, within)
            timer = threading.Timer(self.seconds, kill, [process])
            timer.start()
            try:
                yield process
                finished = _drained(process)
            finally:
                timer.cancel()
                _ended(process)
            if finished and process.returncode not in (0, None):
                raise GitFailed(_last_line(errors, process.returncode))

    def _start(
        self, arguments: tuple[str, ...], stdin: int, errors: IO[bytes], within: Path | None
    ) -> subprocess.Popen[bytes]:
        line = [self.program, f"--git-dir={self.directory}"]
        if within is not None:
            line.append(f"--work-tree={within}")
        for name, value in {**_SETTINGS, **self.settings}.items():
            line += ["-c", f"{name}={value}"]
        return subprocess.Popen(
            [*line, *arguments],
            cwd=within or self.directory,
            env=self._environment(),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )

    def _environment(self) -> dict[str, str]:
        passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        return {
            **passed,
            "HOME": str(self.directory),
            "XDG_CONFIG_HOME": str(self.directory),
            "LC_ALL": "C",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "",
            "SSH_ASKPASS": "",
            "GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oConnectTimeout=20 -oForwardAgent=no",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_LFS_SKIP_SMUDGE": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_ALLOW_PROTOCOL": "none",
            **self.environment,
        }


def _drained(process: subprocess.Popen[bytes]) -> bool:
    """Whether the process said everything: one that was left early is no failure."""
    assert process.stdout is not None
    if process.stdout.read(1):
        return False
    process.wait()
    return True


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a git process that still runs, and those it started: they are a group of their own."""
    if process.poll() is not None:
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):
        process.kill()


def _ended(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None and not process.stdin.closed:
        with suppress(BrokenPipeError):
            process.stdin.close()
    kill(process)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _last_line(errors: IO[bytes], status: int) -> str:
    if status < 0:
        return "git took too long"
    errors.seek(0)
    lines = errors.read(_MOST_ANSWER).decode("utf-8", "replace").splitlines()
    said = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines
    if not said:
        return f"git ended with status {status}"
    return said[0].partition(": ")[2][:300] or said[0][:300]
