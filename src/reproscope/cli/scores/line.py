"""One experiment on the command line: its options, and the values they stand for."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

import click

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.scores.claims import Data, Evaluation, Printing
from reproscope.scores.claims.description import AVERAGES, KINDS
from reproscope.scores.claims.fields import decimal, whole
from reproscope.scores.experiments import (
    AGGREGATIONS,
    FOLDINGS,
    SPREADS,
    UNDEFINED_FOLDS,
    Count,
    choice,
)
from reproscope.scores.kinds import UNDEFINED
from reproscope.scores.window import ROUNDING_MODES

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Line:
    """What the options say about one experiment."""

    data: Data
    evaluation: Evaluation
    printing: Printing

    @property
    def describes(self) -> bool:
        """Whether an experiment is described at all."""
        return self.data != Data() or self.evaluation != Evaluation()


def _words(known: Iterable[str]) -> str:
    return "|".join(known)


_DATA = (
    click.option("--positives", metavar="N|N-M", help="Positives, or a range of them."),
    click.option("--negatives", metavar="N|N-M", help="Negatives, or a range of them."),
    click.option(
        "--total", metavar="N|N-M", help="Items of both classes, where only that is known."
    ),
    click.option(
        "--dataset", metavar="NAME", help="A set that 'reproscope scores datasets' lists."
    ),
    click.option("--positive", metavar="CLASS", help="Which class of the set counts as positive."),
    click.option("--classes", metavar="A:N,B:M,…", help="Several classes with their items."),
    click.option("--items", metavar="N", help="Items of a regression."),
    click.option("--target-variance", metavar="X", help="Variance of a regression's targets."),
    click.option("--target-sd", metavar="X", help="Standard deviation of a regression's targets."),
    click.option(
        "--variance", metavar=_words(SPREADS), help="Whether these divide by N or by N - 1."
    ),
)
_EVALUATION = (
    click.option(
        "--kind", metavar=_words(KINDS), help="Kind of evaluation, where it is not plain."
    ),
    click.option("--regression", is_flag=True, help="The same as --kind regression."),
    click.option("--folds", metavar="K", help="Folds of a cross-validation."),
    click.option(
        "--folding",
        metavar=_words(FOLDINGS),
        help="How the folds were made (default: stratified).",
    ),
    click.option("--fold", "fold", metavar="P:N", multiple=True, help="A fold; repeat for each."),
    click.option("--repeats", metavar="R", help="How often the cross-validation was repeated."),
    click.option(
        "--aggregation",
        metavar=_words(AGGREGATIONS),
        help="How scores were averaged (default: unknown).",
    ),
    click.option(
        "--undefined-folds",
        metavar=_words(UNDEFINED_FOLDS),
        help="What a fold contributed on which a score is 0/0 (default: zero).",
    ),
    click.option(
        "--average",
        metavar=_words(AVERAGES),
        help="Several classes: which average a bare f1 or precision is.",
    ),
    click.option("--spread", metavar=_words(SPREADS), help="Which standard deviation was printed."),
)
_PRINTING = (
    click.option(
        "--rounding",
        metavar=_words(ROUNDING_MODES),
        help="How values may have been rounded (default: any).",
    ),
    click.option("--epsilon", metavar="X", help="Half-width of a value, instead of a rounding."),
    click.option("--percent", is_flag=True, help="Values without % are percentages."),
    click.option(
        "--undefined",
        metavar=_words(UNDEFINED),
        help="What a score that is 0/0 may have been printed as (default: zero).",
    ),
)


def experiment_options(command: Callable[P, R]) -> Callable[P, R]:
    """Add the options that describe an experiment, handed over together as ``line``."""

    @functools.wraps(command)
    def with_line(*args: P.args, **kwargs: P.kwargs) -> R:
        kwargs["line"] = _line(kwargs)
        return command(*args, **kwargs)

    wrapped: Callable[P, R] = with_line
    for option in reversed((*_DATA, *_EVALUATION, *_PRINTING)):
        wrapped = option(wrapped)
    return wrapped


def _line(said: dict[str, Any]) -> Line:
    def text(key: str) -> str:
        return str(said.pop(key) or "")

    data = Data(
        positives=_count("positives", said.pop("positives")),
        negatives=_count("negatives", said.pop("negatives")),
        total=_count("total", said.pop("total")),
        dataset=text("dataset"),
        positive=text("positive"),
        classes=_classes(said.pop("classes")),
        items=_whole("items", said.pop("items")),
        target_variance=text("target_variance"),
        target_sd=text("target_sd"),
        variance=_word("variance", said.pop("variance"), SPREADS),
    )
    regression = said.pop("regression")
    evaluation = Evaluation(
        kind=_word("kind", said.pop("kind"), KINDS) or ("regression" if regression else ""),
        folds=_whole("folds", said.pop("folds")),
        folding=_word("folding", said.pop("folding"), FOLDINGS),
        fold_counts=tuple(map(_fold, said.pop("fold"))),
        repeats=_whole("repeats", said.pop("repeats")),
        aggregation=_word("aggregation", said.pop("aggregation"), AGGREGATIONS),
        undefined_folds=_word("undefined folds", said.pop("undefined_folds"), UNDEFINED_FOLDS),
        spread=_word("spread", said.pop("spread"), SPREADS),
        average=_word("average", said.pop("average"), AVERAGES),
    )
    epsilon = said.pop("epsilon")
    printing = Printing(
        rounding=_word("rounding", said.pop("rounding"), ROUNDING_MODES) or None,
        epsilon=None if epsilon is None else decimal("epsilon", epsilon),
        percent=said.pop("percent") or None,
        undefined=_word("undefined", said.pop("undefined"), UNDEFINED) or None,
    )
    return Line(data, evaluation, printing)


def _word(label: str, value: str | None, known: tuple[str, ...]) -> str:
    if value is not None:
        choice(label, value, known)
    return value or ""


def _whole(label: str, value: str | None) -> int | None:
    return None if value is None else whole(label, value)


def _count(label: str, value: str | None) -> Count | None:
    """Read ``30`` or ``30-40``; a leading minus is a sign and not a range."""
    if value is None:
        return None
    low, dash, high = value.strip().partition("-")
    if dash and low:
        return whole(label, low), whole(label, high)
    return whole(label, value)


def _fold(value: str) -> tuple[int, int]:
    p, colon, n = value.partition(":")
    if not colon:
        raise ReproscopeError(f"fold {shown_name(value)} must be P:N, positives and negatives")
    return whole("positives of a fold", p), whole("negatives of a fold", n)


def _classes(value: str | None) -> dict[str, int]:
    if value is None:
        return {}
    classes: dict[str, int] = {}
    for part in value.split(","):
        name, colon, count = part.strip().rpartition(":")
        if not colon or not name:
            raise ReproscopeError(f"class {shown_name(part)} must be NAME:ITEMS, such as cat:50")
        if name in classes:
            raise ReproscopeError(f"class {shown_name(name)} is given twice")
        classes[name] = whole(f"class {name}", count)
    return classes


def read_scores(arguments: Iterable[str]) -> dict[str, str]:
    """Read ``acc=0.940`` and the like; the value keeps its digits."""
    scores: dict[str, str] = {}
    for argument in arguments:
        name, equals, value = argument.rpartition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name:
            raise ReproscopeError(
                f"{shown_name(argument)} is neither a score nor a claims file: "
                "write a score as acc=0.940"
            )
        if not value:
            raise ReproscopeError(f"{name} has no value: write a score as acc=0.940")
        if name in scores:
            raise ReproscopeError(f"{shown_name(name)} is given twice")
        scores[name] = value
    return scores
