"""``reproscope study export``: the study's tables as files, or private aggregates alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reproscope.cli.output import say
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.core import ReproscopeError, UnknownName
from reproscope.report.words import plural

if TYPE_CHECKING:
    from reproscope.study.privacy import Request
    from reproscope.study.store import Study


@click.command()
@study_argument
@click.option(
    "-o",
    "--output",
    "path",
    required=True,
    metavar="FOLDER|FILE",
    type=click.Path(path_type=Path),
    help="A new folder for everything, or a file for one --table or --wide.",
)
@click.option("--table", metavar="NAME", help="One table alone: papers, answers, attempts, ...")
@click.option("--wide", metavar="INSTRUMENT", help="Answers to it, a row for each paper and coder.")
@click.option("--metrics", metavar="INSTRUMENT", help="Its metrics, a row for each paper.")
@click.option(
    "--form",
    type=click.Choice(["csv", "xlsx", "json", "parquet"]),
    default="csv",
    show_default=True,
    help="Form of the files in a folder.",
)
@click.option("--history", is_flag=True, help="Earlier answers and attempts too.")
@click.option(
    "--private", is_flag=True, help="Aggregates alone that tell next to nothing of one paper."
)
@click.option("--epsilon", type=float, help="What a private release may cost in privacy.")
@click.option(
    "--limit",
    type=float,
    default=3.0,
    show_default=True,
    help="What all private releases of the study together may cost.",
)
@click.option("--by", default="", metavar="ATTRIBUTE=NAME,...", help="Private: groups, all named.")
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Private: spend it all on this metric or question; may be given several times.",
)
@needs_extra
def export(
    address: str,
    path: Path,
    table: str | None,
    wide: str | None,
    metrics: str | None,
    form: str,
    history: bool,
    private: bool,
    epsilon: float | None,
    limit: float,
    by: str,
    only: tuple[str, ...],
) -> None:
    """Write the study's data to files that can be imported again.

    \b
    reproscope study export survey.db -o survey/ --form parquet --history
    reproscope study export survey.db --table attempts -o attempts.csv
    reproscope study export survey.db --wide gundersen2018 -o answers.xlsx
    reproscope study export survey.db --private --epsilon 1.0 -o release.html

    A private release spends of the study's budget, which cannot be taken back.
    """
    from reproscope.study import exchange

    if sum(map(bool, (table, wide, metrics, private))) > 1:
        raise ReproscopeError("give one of --table, --wide, --metrics and --private")
    if private != (epsilon is not None):
        raise ReproscopeError("a private release is asked for by --private and --epsilon together")
    with opened(address) as study:
        if epsilon is not None:
            write_release(study, path, epsilon, limit, by, only)
            return
        if table:
            exchange.export_table(study, table, path, history=history)
        elif wide:
            exchange.export_wide(study, path, wide)
        elif metrics:
            exchange.export_metrics(study, path, metrics)
        else:
            written = exchange.export(study, path, suffix=f".{form}", history=history)
            say(f"{plural(len(written), 'file')} written to {path}")
            return
    say(f"written to {path}")


def _chosen(requests: Iterable[Request], only: tuple[str, ...]) -> tuple[Request, ...]:
    """Return the requests that were named: the fewer, the less noise in each."""
    named = {request.name or request.what.value: request for request in requests}
    for name in only:
        if name not in named:
            raise UnknownName("aggregate", name, named)
    return tuple(named[name] for name in dict.fromkeys(only))


def write_release(
    study: Study, path: Path, epsilon: float, limit: float, by: str, only: tuple[str, ...]
) -> None:
    """Write a private release as a report; the form is found before the budget is spent."""
    from reproscope.cli.output import Output, write_report
    from reproscope.core import Config, Provenance, Report
    from reproscope.study.privacy import Groups, release, standard_plan

    out = Output(path=path).settled(Config())
    attribute, _, names = by.partition("=")
    groups = Groups(attribute, tuple(names.split(","))) if by else None
    plan = standard_plan(
        study.instruments(),
        epsilon=epsilon,
        limit=limit,
        groups=groups,
        attempts=bool(study.attempts()),
    )
    if only:
        plan = replace(plan, requests=_chosen(plan.requests, only))
    report = Report(
        targets=(),
        title=f"Private release of a study: {study.name}",
        tables=release(study.holding(), plan, study),
        provenance=Provenance.capture(dependencies=("opendp",)),
    )
    write_report(report, out)
