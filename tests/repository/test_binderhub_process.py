"""A real BinderHub process, where ``BINDERHUB_PYTHON`` names an interpreter that has one.

BinderHub is not among the test requirements: what the package index has is version 0.1.0, which
needs Kubernetes to build and whose requirements newer versions of pip refuse.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from reproscope.repository.collect.binderhub import Hub, build_on
from reproscope.repository.sources.origin import Origin

PYTHON = os.environ.get("BINDERHUB_PYTHON", "")
pytestmark = pytest.mark.skipif(not PYTHON, reason="BINDERHUB_PYTHON names no interpreter")
# BinderHub's own fake build, which needs neither Kubernetes nor Docker; and one that fails.
CONFIG = '''
import json
import os

import docker
from binderhub.build import FakeBuild, ProgressEvent
from binderhub.repoproviders import FakeProvider


class NoImages:
    """There is no image yet, and no engine that could have one."""

    images = property(lambda self: self)

    def get(self, name):
        raise docker.errors.ImageNotFound(name)


class FailingBuild(FakeBuild):
    """A build that fails as repo2docker tells it."""

    def stream_logs(self):
        for phase, message in (
            ("building", "Step 1/9 : FROM buildpack-deps\\n"),
            ("building", "ERROR: No matching distribution found for torch==0.3\\n"),
            ("failed", "exit code 1\\n"),
        ):
            log = json.dumps({"phase": phase, "message": message})
            self.progress(ProgressEvent.Kind.LOG_MESSAGE, log)


class Nowhere(FakeProvider):
    """A repository in which no commit can be found."""

    async def get_resolved_ref(self):
        return None


docker.from_env = lambda **how: NoImages()
failing = os.environ.get("BUILD") == "fails"
c = get_config()
c.BinderHub.use_registry = False
c.BinderHub.builder_required = False
c.BinderHub.repo_providers = {"gh": FakeProvider, "gl": Nowhere}
c.BinderHub.build_class = FailingBuild if failing else FakeBuild
c.BinderHub.port = int(os.environ["PORT"])
'''


@contextmanager
def process(build: str, folder: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = folder / "binderhub_config.py"
    config.write_text(CONFIG)
    environment = {**os.environ, "PORT": str(port), "BUILD": build}
    command = [PYTHON, "-m", "binderhub", "-f", str(config)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as hub:
        try:
            _wait(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            hub.terminate()


def _wait(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("BinderHub did not start")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("build", "remote", "status", "last"),
    [
        ("succeeds", "https://github.com/owner/name", "built", "Built image, launching..."),
        ("fails", "https://github.com/owner/name", "failed", "exit code 1"),
        ("succeeds", "https://gitlab.com/owner/name", "unknown", "Could not resolve ref"),
        ("succeeds", "https://codeberg.org/owner/name", "unknown", "No provider found"),
    ],
)
def test_a_real_hub_is_understood(
    build: str, remote: str, status: str, last: str, tmp_path: Path
) -> None:
    with process(build, tmp_path) as url:
        found = build_on(Hub(url, 60, private=True), Origin("x", remote=remote))
    assert found.status == status
    assert found.log[-1].startswith(last)
