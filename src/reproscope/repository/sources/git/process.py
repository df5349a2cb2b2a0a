"""Git as a child process that obeys nobody's configuration but the one written here.

Its git directory is an empty one of ours; a stranger's index and objects are given to it as data.
Nothing of a target's ``config``, hooks, attributes or filters is ever read by git.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from reproscope.core import ReproscopeError
from reproscope.repository.sources.git.childprocess import Bounds, Ended, running
from reproscope.repository.sources.git.complaints import meaning_of
from reproscope.repository.sources.limits import MIB

_PASSED_ON = (
    *("TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "SSH_AUTH_SOCK", "SSL_CERT_FILE"),
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
    "core.bigFileThreshold": "64m",
    "core.packedGitWindowSize": "64m",
    "core.packedGitLimit": "512m",
    "credential.helper": "",
    "fetch.recurseSubmodules": "false",
    "gc.auto": "0",
    "http.followRedirects": "false",
    "http.lowSpeedLimit": "1",
    "http.lowSpeedTime": "60",
    "maintenance.auto": "false",
    "pack.threads": "2",
    "protocol.allow": "never",
    "submodule.recurse": "false",
    "transfer.bundleURI": "false",
    "uploadpack.packObjectsHook": "",
}
# Nobody is asked, nothing is forwarded, and an unknown host is an error rather than a guess.
_SSH = (
    *("BatchMode=yes", "StrictHostKeyChecking=yes", "UpdateHostKeys=no", "ConnectTimeout=20"),
    *("ServerAliveInterval=20", "ServerAliveCountMax=3", "ForwardAgent=no", "ForwardX11=no"),
    *("ClearAllForwardings=yes", "PermitLocalCommand=no", "ControlMaster=no", "ControlPath=none"),
)
_CHUNK = 1 << 16
_MOST_ANSWER = 1 << 16
_MOST_MEMORY = 2_048 * MIB
_MOST_FILE = 64 * MIB


class GitFailed(ReproscopeError):
    """Git ended with an error; the message says in a line what it comes to."""


class NoGit(ReproscopeError):
    """There is no git on this machine."""


@dataclass(frozen=True, slots=True)
class Git:
    """An empty git directory of ours, how git is called with it, and the bounds of each call."""

    program: str
    directory: Path
    bounds: Bounds
    environment: dict[str, str] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)

    @classmethod
    def at(cls, directory: Path, seconds: float, *, sha256: bool = False) -> Git:
        """Make the empty git directory; it is the caller's to remove."""
        program = shutil.which("git", path=_program_path())
        if program is None:
            raise NoGit("git is not installed, and this needs it")
        for folder in ("objects/pack", "refs/heads", "info"):
            (directory / folder).mkdir(parents=True, exist_ok=True)
        (directory / "HEAD").write_text("ref: refs/heads/main\n")
        form = "[extensions]\n\tobjectFormat = sha256\n" if sha256 else ""
        version = 1 if sha256 else 0
        config = f"[core]\n\trepositoryFormatVersion = {version}\n\tbare = false\n{form}"
        (directory / "config").write_text(config)
        return cls(program, directory, Bounds(seconds, _MOST_MEMORY, _MOST_FILE))

    def reading(self, *, index: Path | None = None, objects: Path | None = None) -> Git:
        """Return the same with a stranger's index and objects, as data."""
        more = {"GIT_INDEX_FILE": index, "GIT_OBJECT_DIRECTORY": objects}
        given = {name: str(path) for name, path in more.items() if path is not None}
        return replace(self, environment={**self.environment, **given})

    def within(self, seconds: float, file: int = _MOST_FILE) -> Git:
        """Return the same with another time limit, and size of the files it may write."""
        return replace(self, bounds=replace(self.bounds, seconds=seconds, file=file))

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
        place = within or self.directory
        complaints = self.directory / "complaints"
        line = [self.program, f"--git-dir={self.directory}"]
        if within is not None:
            line.append(f"--work-tree={within}")
        for name, value in {**_SETTINGS, **self.settings}.items():
            line += ["-c", f"{name}={value}"]
        line += arguments
        try:
            with running(line, self.bounds, self._variables(), place, complaints, stdin) as process:
                yield process
        except Ended as end:
            raise GitFailed(meaning_of(end, self.bounds.seconds)) from None

    def _variables(self) -> dict[str, str]:
        passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        return {
            **passed,
            "PATH": _program_path(),
            "HOME": str(self.directory),
            "XDG_CONFIG_HOME": str(self.directory),
            "LC_ALL": "C",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "",
            "SSH_ASKPASS": "",
            "GIT_SSH_COMMAND": " ".join(["ssh", *(f"-o{option}" for option in _SSH)]),
            "GIT_SSH_VARIANT": "ssh",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_LFS_SKIP_SMUDGE": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_ALLOW_PROTOCOL": "none",
            **self.environment,
        }


def _program_path() -> str:
    """Return where programs lie; a relative place could be in the tree that is looked at."""
    places = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(place for place in places if os.path.isabs(place))
