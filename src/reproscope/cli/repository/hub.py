"""The options by which a BinderHub is asked, and the progress of its build on stderr."""

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from reproscope.cli.output import say
from reproscope.core.visible import visible_line

if TYPE_CHECKING:
    from reproscope.repository.collect.binderhub import Event

P = ParamSpec("P")
R = TypeVar("R")
_MOST_LINE = 200


def hub_options(command: Callable[P, R]) -> Callable[P, R]:
    """Add --binderhub, --build-limit and --allow-private, the first two together as ``hub``."""

    @click.option(
        "--binderhub",
        metavar="URL",
        help="Let this BinderHub build the public commit, and wait for it (network).",
    )
    @click.option(
        "--build-limit",
        metavar="SECONDS",
        type=click.FloatRange(min=0, min_open=True, max=86_400),
        default=900.0,
        show_default=True,
        help="Give up waiting for the BinderHub after this long.",
    )
    @click.option(
        "--allow-private",
        is_flag=True,
        help="Allow a BinderHub or a git server on a private network.",
    )
    @functools.wraps(command)
    def with_hub(*args: P.args, **kwargs: P.kwargs) -> R:
        from reproscope.repository.collect.binderhub import Hub

        url, seconds = kwargs.pop("binderhub"), kwargs.pop("build_limit")
        private = bool(kwargs["allow_private"])
        kwargs["hub"] = None
        if url is not None:
            kwargs["hub"] = Hub(str(url), float(str(seconds)), private, Progress())
        return command(*args, **kwargs)

    return with_hub


class Progress:
    """Says each new phase; on a terminal also the lines of the log."""

    def __init__(self) -> None:
        self.phase = ""

    def __call__(self, event: "Event") -> None:
        """Show one event; its words are a stranger's."""
        if event.phase != self.phase:
            self.phase = event.phase
            say(f"binderhub: {visible_line(event.phase)}")
        if sys.stderr.isatty():
            for line in filter(None, map(str.strip, event.message.splitlines())):
                say(f"  {visible_line(line)[:_MOST_LINE]}")
