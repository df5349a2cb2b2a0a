"""``reproscope scores explain-protocol``: which descriptions could have produced these scores?"""

import io
import json
from collections.abc import Sequence

import click
from rich.console import Console
from rich.table import Table

from reproscope.cli.output import time_limit_option, write_stdout
from reproscope.cli.scores.line import read_scores
from reproscope.cli.terminal import terminal_width
from reproscope.core import ReproscopeError, Verdict
from reproscope.scores import facts
from reproscope.scores.checking import DEFAULT_TIME_LIMIT
from reproscope.scores.hypotheses import Question, Tested, explain_protocol, fitting
from reproscope.scores.wording import witness_text


@click.command()
@click.argument("what", nargs=-1, metavar="SCORE=VALUE...")
@click.option("--dataset", metavar="NAME", help="A set that 'reproscope scores datasets' lists.")
@click.option("--positive", metavar="CLASS", help="Which class of the set counts as positive.")
@click.option("--positives", type=click.IntRange(0), help="Positives, where no set is named.")
@click.option("--negatives", type=click.IntRange(0), help="Negatives, where no set is named.")
@click.option("--folds", type=click.IntRange(2), help="Folds, if it was a cross-validation.")
@click.option("--repeats", type=click.IntRange(1), default=1, help="Repeats of the folds.")
@click.option(
    "--oversampled", type=click.IntRange(1), metavar="P'", help="Positives after oversampling."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the table.",
)
@time_limit_option
def protocol(
    what: tuple[str, ...],
    dataset: str | None,
    positive: str | None,
    positives: int | None,
    negatives: int | None,
    folds: int | None,
    repeats: int,
    oversampled: int | None,
    format_: str,
    time_limit: float | None,
) -> None:
    """Try the usual protocols, and the usual departures from them, on reported scores.

    \b
    reproscope scores explain-protocol --dataset tpehg --folds 5 --oversampled 244 \\
        acc=0.9447 sens=0.9139 spec=0.9733

    A protocol that fits is a possible explanation. It does not show what was done.
    """
    reported = read_scores(what)
    if not reported:
        raise ReproscopeError("no score is given: say for example acc=0.940")
    data, classes, p, n = _data(dataset, positive, positives, negatives)
    question = Question(reported, p, n, folds, repeats, oversampled, data, classes, positive or "")
    tested = explain_protocol(question, time_limit=time_limit or DEFAULT_TIME_LIMIT)
    write_stdout(as_json(tested) if format_ == "json" else as_text(tested))


def _data(
    dataset: str | None, positive: str | None, positives: int | None, negatives: int | None
) -> tuple[facts.DataSet | None, tuple[tuple[str, int], ...], int, int]:
    """Return the data set, its classes, and the numbers of positives and negatives."""
    if dataset is None:
        if positives is None or negatives is None:
            raise ReproscopeError("say --positives and --negatives, or name a --dataset")
        return None, (), positives, negatives
    if positives is not None or negatives is not None:
        raise ReproscopeError("--dataset knows its counts: leave --positives and --negatives out")
    data = facts.get(dataset)
    if positive is not None:
        p, n = data.one_vs_rest(positive)
        return data, tuple(dict(data.classes).items()), p, n
    if data.positives is None or data.negatives is None:
        labels = ", ".join(dict(data.classes))
        raise ReproscopeError(f"{data.id} has several classes: say --positive, one of {labels}")
    return data, (), data.positives, data.negatives


def as_text(tested: Sequence[Tested]) -> str:
    """Return the table: hypothesis, verdict, witness."""
    buffer = io.StringIO()
    console = Console(file=buffer, width=terminal_width() or 110, no_color=True, markup=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("hypothesis", "verdict", "rounding", "witness, or why not"):
        table.add_column(heading, overflow="fold")
    for row in tested:
        verdict = row.result.verdict.value
        table.add_row(row.hypothesis.label, verdict, row.rounding, _ground(row))
    console.print(table)
    fits = fitting(tested)
    console.print()
    if fits:
        verb = "fits" if len(fits) == 1 else "fit"
        console.print(f"{len(fits)} of {len(tested)} hypotheses {verb}:")
        for row in fits:
            console.print(f"  {row.hypothesis.label}")
    elif all(t.result.verdict is Verdict.INCONSISTENT for t in tested):
        console.print(f"None of these {len(tested)} hypotheses fits.")
    else:
        console.print("No hypothesis was found to fit; some are undecided.")
    return "".join(f"{line.rstrip()}\n" for line in buffer.getvalue().splitlines())


def _ground(row: Tested) -> str:
    result = row.result
    if result.witness is not None:
        return witness_text(result.witness, most=2)
    return result.method if result.verdict is Verdict.INCONSISTENT else result.detail


def as_json(tested: Sequence[Tested]) -> str:
    """Return the same for a program."""
    return json.dumps([row.as_data() for row in tested], indent=2, ensure_ascii=True) + "\n"
