"""How results are laid out on a terminal: plain tables and indented blocks."""

from collections.abc import Iterable

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table


def table_of(*headings: str, numbers: Iterable[str] = ()) -> Table:
    """Return an empty table; the columns named in *numbers* are set to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    right = set(numbers)
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left")
    return table


def indented(console: Console, item: RenderableType) -> None:
    """Print something two columns in."""
    console.print(Padding(item, (0, 0, 0, 2)))
