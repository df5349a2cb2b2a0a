"""Writes the pages that come from the code: every rule, command, public module and benchmark.

The hand-written pages beside this file are copied along, so that mkdocs reads one directory.
"""

import importlib
import pkgutil
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click

import reproscope
from reproscope.cli.main import cli
from reproscope.cli.rules import as_markdown
from reproscope.core import Rule
from reproscope.core.registry import load_rules

HERE = Path(__file__).parent
BENCHMARKS = HERE.parent / "benchmarks"
# Rooms whose modules are not an interface for callers.
INTERNAL = ("cli",)


def main(out: Path) -> None:
    """Write the whole source of the documentation into *out*, which is made anew."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(HERE, out, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    loaded = load_rules()
    for broken in loaded.broken:
        sys.exit(f"error: {broken.why}")
    write_rules(out / "rules", list(loaded.found.values()))
    (out / "commands.md").write_text(command_reference(), encoding="utf-8")
    write_reference(out / "reference")
    copy_benchmarks(out / "benchmarks")


def copy_benchmarks(folder: Path) -> None:
    """Copy the measured tables and their plots, so that pages can link to them."""
    folder.mkdir(parents=True, exist_ok=True)
    for measured in (*BENCHMARKS.glob("*.md"), *BENCHMARKS.glob("*.svg")):
        shutil.copy(measured, folder)


def write_rules(folder: Path, rules: list[Rule]) -> None:
    """Write a page for every rule, and one that lists them."""
    folder.mkdir(parents=True, exist_ok=True)
    table = as_markdown(rules)
    for rule in rules:
        (folder / f"{rule.code}.md").write_text(rule_page(rule), encoding="utf-8")
        table = table.replace(f"| {rule.code} |", f"| [{rule.code}]({rule.code}.md) |")
    intro = (
        "# Rules\n\nEvery question reproscope asks; `reproscope explain CODE` prints the same.\n"
    )
    (folder / "index.md").write_text(f"{intro}\n{table}", encoding="utf-8")


def rule_page(rule: Rule) -> str:
    """Return the page of one rule."""
    return f"{rule.markdown()}\n*Room `{rule.room}`, since version {rule.since}.*\n"


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """Walk the tree of commands, each with the words one types."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None:
                yield from commands(child, f"{path} {name}")


def command_reference() -> str:
    """Return the page of every command with its help, as the command line prints it."""
    parts = ["# Commands\n\nWhat `--help` prints, for every command there is.\n"]
    for path, command in commands(cli, "reproscope"):
        context = click.Context(command, info_name=path, max_content_width=90, terminal_width=90)
        parts.append(f"## {path}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


def write_reference(folder: Path) -> None:
    """Write a page for every room, with the documentation of its public modules."""
    folder.mkdir(parents=True, exist_ok=True)
    for room in sorted(rooms()):
        package = f"reproscope.{room}"
        # The package re-exports what its modules define; they are shown once, where they live.
        opening = f"::: {package}\n    options:\n      members: false\n"
        body = "\n".join(f"::: {name}\n" for name in public_modules(package))
        text = f"# The room {room}\n\n{opening}\n{body}"
        (folder / f"{room}.md").write_text(text, encoding="utf-8")


def rooms() -> list[str]:
    """Return the rooms that exist now and have an interface for callers."""
    found = pkgutil.iter_modules(reproscope.__path__)
    return [room.name for room in found if room.ispkg and room.name not in INTERNAL]


def public_modules(package: str) -> list[str]:
    """Return the modules of a package by their full names, private ones left out."""
    path = importlib.import_module(package).__path__
    return [
        f"{package}.{module.name}"
        for module in pkgutil.iter_modules(path)
        if not module.name.startswith("_") and not module.ispkg
    ]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
