"""The command line as a whole: help, errors in one line, exit statuses, speed of loading."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reproscope import __version__
from reproscope.cli.main import COMMANDS

Install = Callable[..., None]


def in_a_process(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "reproscope", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        **options,  # type: ignore[call-overload]
    )


def test_python_dash_m_reproscope_is_the_command() -> None:
    done = in_a_process("--version")
    assert done.stdout == f"reproscope {__version__}\n"
    assert (done.returncode, done.stderr) == (0, "")


def test_importing_reproscope_loads_nothing_heavy() -> None:
    code = "import reproscope, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "reproscope" in loaded
    assert not loaded & {"numpy", "yaml", "rich", "jinja2", "click", "reproscope.core"}


def test_asking_for_the_version_loads_no_command_and_no_renderer() -> None:
    code = (
        "import sys; from reproscope.cli.main import run; run(['--version']); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numpy", "yaml", "rich", "jinja2", "reproscope.cli.check"}


def test_help_names_every_command_that_loads(reproscope: Install) -> None:
    done = reproscope("--help")
    assert done.status == 0
    for name in ("check", "explain", "rules", "schema"):
        assert f"\n  {name} " in done.stdout
    assert set(COMMANDS) >= {"check", "explain", "rules", "schema", "scores"}


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["chek"], "unknown command 'chek': did you mean 'check'?"),
        (["frobnicate"], "unknown command 'frobnicate': known are check, explain, repository"),
        (["check"], "Missing argument 'TARGET...'."),
        (["check", "--formt=x", "a"], "No such option"),
        (["check", "--time-limit=0", "a"], "'--time-limit': '0' is not a positive number"),
        (["check", "--time-limit=nan", "a"], "'nan' is not a positive number"),
        (["check", "--time-limit=inf", "a"], "'inf' is not a positive number"),
        (["check", "--time-limit=long", "a"], "'long' is not a positive number"),
        (["check", "--fail-on=fatal", "a"], "'fatal' is not one of 'error', 'warning'"),
        (["check", "--format=htm", "a"], "unknown format 'htm': did you mean 'html'?"),
        (["explain"], "Missing argument"),
        (["--nonsense"], "No such option"),
        (["check", "--config=gone.toml", "a"], "cannot read configuration gone.toml: No such file"),
    ],
)
def test_a_mistake_is_one_line_and_status_two(
    reproscope: Install, arguments: list[str], line: str
) -> None:
    done = reproscope(*arguments)
    assert done.status == 2
    assert done.stdout == ""
    told = [text for text in done.stderr.splitlines() if not text.startswith("warning: ")]
    assert len(told) == 1
    assert told[0].startswith("error: ")
    assert line in told[0]


def test_a_misspelt_option_gets_a_suggestion(reproscope: Install) -> None:
    assert "Did you mean '--format'?" in reproscope("check", "--formt=x", "a").stderr


def test_a_hostile_command_name_cannot_reach_the_terminal_raw(reproscope: Install) -> None:
    done = reproscope("\x1b[31mchek\nx")
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_unforeseen_error_is_called_a_bug_in_one_line(
    reproscope: Install, toy_target: None, tmp_path: Path
) -> None:
    (tmp_path / "a.toy").write_text("bug")
    done = reproscope("check", tmp_path / "a.toy")
    assert done.status == 2
    [line] = [text for text in done.stderr.splitlines() if text.startswith("error: ")]
    assert "a bug in reproscope: ZeroDivisionError: a toy broke" in line
    assert "reproscope --debug" in line


def test_debug_lets_the_traceback_through(
    reproscope: Install, toy_target: None, tmp_path: Path
) -> None:
    (tmp_path / "a.toy").write_text("bug")
    with pytest.raises(ZeroDivisionError):
        reproscope("--debug", "check", tmp_path / "a.toy")


def test_a_closed_pipe_is_one_line_and_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "reproscope", "schema", "report"],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(write)
    assert done.returncode == 2
    assert done.stderr == "error: the output was closed before everything was written\n"


@pytest.mark.slow
def test_an_interrupt_is_one_line_and_no_traceback(plugin: Install, tmp_path: Path) -> None:
    plugin(
        "reproscope.targets",
        "sleeper",
        """
        import sys, time
        class Sleeper:
            name, description = "sleeper", "sleeps"
            def fits(self, target): return True
            def check(self, target, options):
                print("asleep", file=sys.stderr, flush=True)
                time.sleep(60)
        VALUE = Sleeper()
        """,
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "reproscope", "check", str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
    )
    assert process.stderr is not None
    while "asleep" not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.stderr.read().strip() == "error: interrupted"
    assert process.wait(timeout=30) == 2


def test_a_command_that_cannot_be_loaded_is_told_and_the_others_still_work(
    reproscope: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reproscope.cli.main import cli

    monkeypatch.setitem(cli.lazy, "gone", "reproscope.cli.gone:gone")  # type: ignore[attr-defined]
    assert reproscope("gone").stderr.startswith("error: command 'gone' cannot be loaded: No module")
    assert reproscope("schema").status == 0
    assert reproscope("--help").status == 0
