"""The options every checking command shares, and how its report leaves: stdout, file, status.

Results go to stdout or to the file of ``-o``; everything else goes to stderr.
"""

import functools
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn, ParamSpec, TypeVar

import click

from reproscope.core import Config, Level, Report, ReproscopeError, UnknownName, load_config
from reproscope.core.registry import RENDERERS, load_renderer, load_renderers, names
from reproscope.core.target import without_credentials

P = ParamSpec("P")
R = TypeVar("R")

DEFAULT_FORMAT = "text"
STDOUT = Path("-")
_ARGUMENTS = "reproscope.arguments"

if TYPE_CHECKING:
    from reproscope.cli.terminal import Look


@dataclass(frozen=True, slots=True)
class Output:
    """What the shared options said; None where the configuration or the default decides."""

    format: str | None = None
    path: Path | None = None
    fail_on: Level | None = None
    color: str | None = None
    config_path: Path | None = None

    def load_config(self, targets: Iterable[str] = ()) -> Config:
        """Read the auditor's configuration; say so when one is left alone."""
        config = load_config(self.config_path, targets=targets)
        if config.ignored is not None:
            say(
                f"note: {config.ignored} belongs to the target and is not used; "
                f"to use it, pass --config {config.ignored.name}"
            )
        return config

    def settled(self, config: Config) -> "Output":
        """Fill what the options left open from the configuration, then from the defaults."""
        return replace(
            self,
            format=self.format or self._format_of_path() or config.format or DEFAULT_FORMAT,
            fail_on=self.fail_on or config.fail_on or Level.ERROR,
            color=self.color or config.color or "auto",
        )

    def _format_of_path(self) -> str | None:
        if self.path is None or self.path == STDOUT:
            return None
        ending = self.path.name.casefold()
        if "." not in ending:
            return None
        by_suffix = {
            suffix: name
            for name, renderer in load_renderers().found.items()
            for suffix in renderer.suffixes
        }
        # The longest ending wins, so that .sarif.json is SARIF.
        for suffix in sorted(by_suffix, key=len, reverse=True):
            if ending.endswith(suffix):
                return by_suffix[suffix]
        raise ReproscopeError(f"cannot tell the format of {str(self.path)!r}: give --format")


def output_options(command: Callable[P, R]) -> Callable[P, R]:
    """Add --format, -o, --fail-on, --color and --config, handed over together as ``out``."""

    @click.option(
        "--format",
        "format_",
        metavar="NAME",
        callback=_known_format,
        help="Form of the report: text, json, markdown, html, sarif, junit or csv.",
    )
    @click.option(
        "-o",
        "--output",
        "path",
        metavar="FILE",
        callback=writable,
        type=click.Path(path_type=Path),
        help="Write the report to FILE; its ending decides the form.",
    )
    @click.option(
        "--fail-on",
        type=click.Choice([level.value for level in Level]),
        help="Lowest level of finding that gives exit status 1 (default: error).",
    )
    @click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        help="Colour on stdout (default: auto).",
    )
    @click.option(
        "--config",
        "config_path",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Read the configuration from FILE, not from the working directory.",
    )
    @functools.wraps(command)
    def with_output(*args: P.args, **kwargs: P.kwargs) -> R:
        fail_on = kwargs.pop("fail_on")
        kwargs["out"] = Output(
            format=kwargs.pop("format_"),  # type: ignore[arg-type]
            path=kwargs.pop("path"),  # type: ignore[arg-type]
            fail_on=None if fail_on is None else Level(str(fail_on)),
            color=kwargs.pop("color"),  # type: ignore[arg-type]
            config_path=kwargs.pop("config_path"),  # type: ignore[arg-type]
        )
        return command(*args, **kwargs)

    return with_output


class Remembering(click.Command):
    """A command that keeps its arguments, so that a report can say how it was made.

    `own_formats` are forms that this command has beside those of every report.
    """

    own_formats: tuple[str, ...] = ()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the arguments and parse them."""
        ctx.meta[_ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)


def called(ctx: click.Context) -> tuple[str, ...]:
    """Return the words a `Remembering` command was called with, credentials left out."""
    return (*ctx.command_path.split(), *map(without_credentials, ctx.meta[_ARGUMENTS]))


def time_limit_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add --time-limit, handed over as ``time_limit``: seconds, or None if it was not given."""
    return click.option(
        "--time-limit",
        metavar="SECONDS",
        callback=_positive_seconds,
        help="Give up a question after this many seconds; its answer is then 'undecided'.",
    )(command)


def emit(report: Report, out: Output, config: Config | None = None) -> NoReturn:
    """Write the report where it was asked for and end with its exit status."""
    settled = out.settled(config if config is not None else Config())
    write_report(report, settled)
    status = report.exit_status(settled.fail_on or Level.ERROR)
    click.get_current_context().exit(status)


def deliver(
    report: Report,
    out: Output,
    config: Config,
    show: Callable[["Look"], str],
    *,
    counted: Report | None = None,
    own: Mapping[str, Callable[[], str]] = MappingProxyType({}),
) -> NoReturn:
    """Show text in a room's own view, every other form as the report renders it.

    *counted* is the report that decides the exit status, where that is not all of it; *own* writes
    the command's own forms.
    """
    settled = out.settled(config)
    written = own.get(settled.format or DEFAULT_FORMAT)
    if written is not None:
        write_text(written(), settled.path)
    elif settled.format == DEFAULT_FORMAT and settled.path in (None, STDOUT):
        from reproscope.cli.terminal import Look

        write_stdout(show(Look.of_stdout(settled.color)))
    else:
        write_report(report, settled)
    status = (counted or report).exit_status(settled.fail_on or Level.ERROR)
    click.get_current_context().exit(status)


def write_report(report: Report, out: Output) -> None:
    """Render the report and write it to the file of ``-o``, or to stdout."""
    name = out.format or DEFAULT_FORMAT
    if out.path is None or out.path == STDOUT:
        write_stdout(_render(report, name, on_stdout=True, color=out.color))
        return
    write_text(_render(report, name, on_stdout=False, color=None), out.path)


def write_text(text: str, path: Path | None, what: str = "report") -> None:
    """Write a text to a file and say so, or to stdout."""
    if path is None or path == STDOUT:
        write_stdout(text)
        return
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise ReproscopeError(f"cannot write {str(path)!r}: {error.strerror}") from error
    say(f"{what} written to {path}")


def write_stdout(text: str) -> None:
    """Write text to stdout; what the terminal cannot show is escaped, not an error."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    safe = text.encode(encoding, "backslashreplace").decode(encoding)
    click.echo(safe, nl=False, color=True)


def say(message: str) -> None:
    """Write one line to stderr: progress, notes and warnings."""
    click.echo(message, err=True)


def _render(report: Report, name: str, *, on_stdout: bool, color: str | None) -> str:
    if name != DEFAULT_FORMAT:
        return load_renderer(name).render(report)
    from reproscope.cli.terminal import Look
    from reproscope.report.text import TextRenderer

    look = Look.of_stdout(color) if on_stdout else Look()
    return TextRenderer(width=look.width, color=look.color).render(report)


def _known_format(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse an unknown format before the work, not after it."""
    known = (*names(RENDERERS), *getattr(ctx.command, "own_formats", ()))
    if value is not None and value not in known:
        raise UnknownName("format", value, known)
    return value


def writable(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Refuse an impossible output file before the work, not after it: a callback of options."""
    if value is None or value == STDOUT:
        return value
    if value.is_dir():
        raise ReproscopeError(f"cannot write {str(value)!r}: it is a directory")
    if not value.parent.is_dir():
        raise ReproscopeError(f"cannot write {str(value)!r}: {value.parent} is not a directory")
    return value


def _positive_seconds(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> float | None:
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise click.BadParameter(f"{value!r} is not a positive number of seconds.")
    return seconds
