"""How every room's own view is put on a terminal: colour, columns, tables, the closing lines.

Not for other forms: text in a file and everything else is the report's own rendering.
"""

import io
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from reproscope.core import Report
from reproscope.core.visible import visible_line
from reproscope.report.words import about, provenance_facts

DEFAULT_WIDTH, NARROWEST = 100, 40


@dataclass(frozen=True, slots=True)
class Look:
    """Colour and columns of the terminal."""

    color: bool = False
    width: int | None = None

    @classmethod
    def of_stdout(cls, wish: str | None) -> "Look":
        """Return what stdout can show; *wish* is what ``--color`` says."""
        return cls(color=colored(wish), width=terminal_width())


def colored(wish: str | None) -> bool:
    """Whether stdout gets colour."""
    if wish in ("always", "never"):
        return wish == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def terminal_width() -> int | None:
    """Return the columns of the terminal, or None where there is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def new_console(look: Look) -> tuple[Console, io.StringIO]:
    """Return a console that interprets nothing in what it prints, and where it prints to."""
    buffer = io.StringIO()
    console = Console(
        file=buffer,
        width=max(look.width or DEFAULT_WIDTH, NARROWEST),
        color_system="standard" if look.color else None,
        force_terminal=look.color,
        no_color=not look.color,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    return console, buffer


def plain_lines(buffer: io.StringIO) -> str:
    """Return what was printed without the spaces that rich pads lines with."""
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines()) + "\n"


def plain_table(*headings: str, numbers: Iterable[str] = ()) -> Table:
    """Return an empty table with a line below its headings, *numbers* set to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    right = set(numbers)
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left")
    return table


def indented(console: Console, item: RenderableType) -> None:
    """Print something two columns in."""
    console.print(Padding(item, (0, 0, 0, 2)))


def print_skipped(console: Console, report: Report) -> None:
    """Print what was not looked at, and why."""
    if not report.skipped:
        return
    console.print(Text("Skipped", "bold"))
    for item in report.skipped:
        what = visible_line(about(item.target, item.what))
        indented(console, Text(f"{what}: {visible_line(item.why)}"))


def print_footer(console: Console, report: Report) -> None:
    """Print how the report was made, in one line."""
    console.print()
    facts = " · ".join(
        text if label in ("Made by", "With") else f"{label.lower()} {text}"
        for label, text in provenance_facts(report.provenance)
        if label != "Command"
    )
    console.print(Text(facts, "dim"))
