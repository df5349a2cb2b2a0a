"""The study that a command works on, and what to install where a library is missing."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from reproscope.core import ReproscopeError, UnknownName

if TYPE_CHECKING:
    from reproscope.instruments import Instrument
    from reproscope.study.store import Study

P = ParamSpec("P")
R = TypeVar("R")
EXTRA = "reproscope[study]"

study_argument = click.argument("address", metavar="STUDY")
instrument_option = click.option(
    "--instrument",
    metavar="NAME",
    help="Which instrument of the study; not needed where it has one.",
)


@contextmanager
def opened(address: str) -> Iterator[Study]:
    """Open a study for a command and close it afterwards."""
    from reproscope.study.store import open_study

    with open_study(address) as found:
        yield found


def needs_extra(command: Callable[P, R]) -> Callable[P, R]:
    """Say which extra to install where a command lacks a library."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("reproscope"):
                raise
            raise ReproscopeError(
                f"this needs {error.name}, which is not installed: pip install '{EXTRA}'"
            ) from error

    return guarded


def chosen(study: Study, name: str | None) -> Instrument:
    """Return the instrument that was named, or the only one."""
    there = study.instruments()
    if name is not None:
        found = next((one for one in there if one.name == name), None)
        if found is None:
            raise UnknownName("instrument of the study", name, [one.name for one in there])
        return found
    if len(there) == 1:
        return there[0]
    known = ", ".join(one.name for one in there) or "none"
    raise ReproscopeError(f"say which instrument with --instrument; the study has {known}")
