"""Command groups that load their commands when they are called and suggest misspelt names.

Not a place for commands: each has its own module, named here only by an import string.
"""

import importlib
from collections.abc import Mapping
from typing import Any

import click

from reproscope.core import ReproscopeError, UnknownName


class Group(click.Group):
    """A click group with *lazy* commands, given as ``{"name": "package.module:attribute"}``."""

    def __init__(self, *args: Any, lazy: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every command, loaded or not, in alphabetical order."""
        return sorted({*super().list_commands(ctx), *self.lazy})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, or None if it is unknown or cannot be loaded."""
        try:
            return self._load(ctx, cmd_name)
        except ReproscopeError:
            return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called, with a suggestion where the name is unknown."""
        name = args[0]
        if name.startswith("-"):
            ctx.fail(f"No such option: {name}")
        command = self._load(ctx, name)
        if command is None:
            raise UnknownName("command", name, self.list_commands(ctx))
        return name, command, args[1:]

    def _load(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.lazy:
            return super().get_command(ctx, name)
        module, _, attribute = self.lazy[name].partition(":")
        try:
            command = getattr(importlib.import_module(module), attribute)
        except (ImportError, AttributeError) as error:
            raise ReproscopeError(f"command {name!r} cannot be loaded: {error}") from error
        if not isinstance(command, click.Command):
            raise ReproscopeError(f"command {name!r} cannot be loaded: {self.lazy[name]} is none")
        return command
