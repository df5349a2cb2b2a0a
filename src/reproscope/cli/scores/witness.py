"""A witness on a terminal: a matrix, a matrix of several classes, folds, or errors."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reproscope.cli.terminal import indented, plain_table
from reproscope.core.visible import visible_line
from reproscope.scores.naming import definition
from reproscope.scores.reported import Claim, Number
from reproscope.scores.result import Result
from reproscope.scores.wording import witness_text

CELLS = ("tp", "fn", "fp", "tn")
MOST_FOLDS, MOST_CLASSES = 12, 10


def scores_in_witness(result: Result) -> dict[str, str]:
    """Return the scores of a witness that is one matrix, or a vector of errors."""
    witness = result.witness
    if witness is not None and "errors" in witness:
        has = witness["scores"]
        return {c.name: _printed(has[c.score], c) for c in result.claims if c.score in has}
    if witness is not None and "matrix" in witness:
        known: Mapping[str, float] = witness["scores"]
        return {
            c.name: _printed(known[c.name], c) if c.name in known else "0/0" for c in result.claims
        }
    if witness is None or not all(isinstance(witness.get(cell), int) for cell in CELLS):
        return {}
    tp, fn, fp, tn = (witness[cell] for cell in CELLS)
    values = {}
    for claim in result.claims:
        if claim.score == "auc":
            continue
        value = definition(claim.score).value(tp, tn, tp + fn, fp + tn)
        values[claim.name] = "0/0" if value is None else _printed(float(value), claim)
    return values


def _printed(value: float, claim: Claim) -> str:
    """Write a value as the claim was printed, with two more digits."""
    shown = 1 - value if claim.complement else value
    bare = claim.number.text.rstrip("%").strip()
    percent = bare != claim.number.text or Number.parse(bare).value != claim.number.value
    decimals = len(bare.partition(".")[2]) + 2
    return f"{shown * 100:.{decimals}f}%" if percent else f"{shown:.{decimals}f}"


def print_witness(console: Console, result: Result, witness: Mapping[str, Any]) -> None:
    """Show what fits, in the form it has."""
    how = "" if result.solutions is None else f", {_solutions(result.solutions)}"
    reading = f", {witness['reading']}" if "reading" in witness else ""
    indented(console, Text(f"Witness{reading}{how}", "bold"))
    if all(isinstance(witness.get(cell), int) for cell in CELLS):
        indented(console, _matrix(witness))
    elif "matrix" in witness:
        _print_classes(console, witness)
    elif _are_folds(witness.get("folds")):
        indented(console, _folds(witness["folds"]))
        more = len(witness["folds"]) - MOST_FOLDS
        if more > 0:
            indented(console, Text(f"and {more} more; --format json shows all", "dim"))
    else:
        indented(console, Text(visible_line(witness_text(witness))))


def _solutions(count: int) -> str:
    return "the only one" if count == 1 else f"one of {count:,} that fit"


def _matrix(witness: Mapping[str, Any]) -> Table:
    table = plain_table(
        "", "called positive", "called negative", numbers=("called positive", "called negative")
    )
    table.add_row("positive", f"{witness['tp']:,}", f"{witness['fn']:,}")
    table.add_row("negative", f"{witness['fp']:,}", f"{witness['tn']:,}")
    return table


def _print_classes(console: Console, witness: Mapping[str, Any]) -> None:
    """Show a matrix of several classes, as many as a line holds; items by row, calls by column."""
    names = [visible_line(name) for name in witness["classes"]]
    shown = names[:MOST_CLASSES]
    table = plain_table("items of", *shown, numbers=shown)
    for name, row in zip(shown, witness["matrix"], strict=False):
        table.add_row(Text(name), *(f"{cell:,}" for cell in row[: len(shown)]))
    indented(console, Text("called, by column", "dim"))
    indented(console, table)
    if len(names) > len(shown):
        more = len(names) - len(shown)
        indented(console, Text(f"and {more} more classes; --format json shows all", "dim"))


def _are_folds(folds: Any) -> bool:
    return isinstance(folds, Sequence) and all(
        isinstance(fold, Mapping) and all(cell in fold for cell in CELLS) for fold in folds
    )


def _folds(folds: Sequence[Mapping[str, int]]) -> Table:
    headings = ("fold", "positives", "negatives", *CELLS)
    table = plain_table(*headings, numbers=headings)
    for number, fold in enumerate(folds[:MOST_FOLDS], start=1):
        sides = fold["tp"] + fold["fn"], fold["fp"] + fold["tn"]
        table.add_row(*(f"{n:,}" for n in (number, *sides, *(fold[cell] for cell in CELLS))))
    return table
