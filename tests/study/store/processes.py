"""Work on a study in processes of its own, which can be held up in the middle and killed."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[3]
PREPARED = """
import sys, time
from sqlalchemy import event
from sqlalchemy.engine import Engine
from reproscope.core import ReproscopeError
from reproscope.study.records import *
from reproscope.study.store import open_study
from tests.study.store.samples import answer

address, arguments = sys.argv[1], sys.argv[2:]

def stop(*_):
    # The one who started this process reads the line, and kills it.
    print("stopped", flush=True)
    time.sleep(600)

def stop_before(number):
    "Stop before the statement of that number that changes anything."
    seen = 0
    def count(_connection, _cursor, statement, *_):
        nonlocal seen
        seen += statement.split()[0] in ("INSERT", "UPDATE", "CREATE", "ALTER", "DELETE")
        if seen == number:
            stop()
    event.listen(Engine, "before_cursor_execute", count)
"""


def started(code: str, address: str, *arguments: object) -> subprocess.Popen[str]:
    """Start a process that runs the code on the study."""
    return subprocess.Popen(
        [sys.executable, "-c", PREPARED + textwrap.dedent(code), address, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
    )


def finished(process: subprocess.Popen[str]) -> str:
    """Wait for a process and return what it printed."""
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return output


def killed_when_stopped(process: subprocess.Popen[str]) -> bool:
    """Kill a process as soon as it stops; return False if it came to its end instead."""
    assert process.stdout is not None
    stopped = process.stdout.readline() == "stopped\n"
    if stopped:
        process.send_signal(signal.SIGKILL)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == (-signal.SIGKILL if stopped else 0), errors
    return stopped
