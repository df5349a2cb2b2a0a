"""The ``reproscope`` command: its root group, and errors as one line with exit status 2.

No command is defined here; each is named by an import string and loaded when it is called, so
that ``reproscope --version`` stays fast.
"""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from reproscope import __version__
from reproscope.cli.group import Group
from reproscope.core import ReproscopeError

FAILED = 2

COMMANDS = {
    "check": "reproscope.cli.check:check",
    "explain": "reproscope.cli.explain:explain",
    "repository": "reproscope.cli.repository:repository",
    "rules": "reproscope.cli.rules:rules",
    "schema": "reproscope.cli.schema:schema",
    "scores": "reproscope.cli.scores:scores",
    "study": "reproscope.cli.study:study",
}


@click.group(cls=Group, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="reproscope", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Show tracebacks of errors.")
def cli(debug: bool) -> None:
    """Tell whether machine-learning research can be reproduced, with the evidence.

    Exit status: 0 nothing found, 1 findings, 2 usage, configuration or unreadable input.
    """


def main() -> NoReturn:
    """Run the command line with the process's arguments and end the process."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit status; no traceback unless ``--debug``."""
    try:
        status = _invoke(arguments)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # Without standalone mode click itself exits only when the output was closed.
        _silence_stdout()
        return _fail("the output was closed before everything was written")
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted")
    except Exception as error:
        if debugging(arguments):
            raise
        return _fail(explain_error(error))
    return status


def debugging(arguments: Sequence[str]) -> bool:
    """Whether ``--debug`` stands before the command, where the root group takes it."""
    before_command = []
    for argument in arguments:
        if not argument.startswith("-"):
            break
        before_command.append(argument)
    return "--debug" in before_command


def explain_error(error: Exception) -> str:
    """Say in one line what went wrong; what no one foresaw is called a bug of reproscope."""
    if isinstance(error, ReproscopeError):
        return error.message
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError):
        where = "" if error.filename is None else f" {error.filename!r}"
        return f"cannot read or write{where}: {error.strerror or error}"
    return (
        f"this is a bug in reproscope: {type(error).__name__}: {error} "
        "(run 'reproscope --debug …' to see the traceback)"
    )


def _invoke(arguments: Sequence[str]) -> int:
    result = cli.main(list(arguments), prog_name="reproscope", standalone_mode=False)
    return result if isinstance(result, int) else 0


def _fail(message: str) -> int:
    line = " ".join(message.split())
    printable = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    click.echo(f"error: {printable}", err=True)
    return FAILED


def _silence_stdout() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
