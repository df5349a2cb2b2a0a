"""``reproscope scores check``: one experiment on the line, or files of claims."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from reproscope.cli.check import check_options
from reproscope.cli.output import (
    Output,
    Remembering,
    called,
    deliver,
    output_options,
    say,
    time_limit_option,
)
from reproscope.cli.scores import view
from reproscope.cli.scores.line import Line, experiment_options, read_scores
from reproscope.core import (
    CheckOptions,
    Config,
    Provenance,
    Report,
    ReproscopeError,
    Skipped,
)
from reproscope.core.errors import shown_name
from reproscope.scores.checking import DEFAULT_TIME_LIMIT
from reproscope.scores.checking import check as check_scores
from reproscope.scores.claims import ClaimsFile, Printing, experiment_of, read
from reproscope.scores.diagnosis import diagnose
from reproscope.scores.findings import finding
from reproscope.scores.target import (
    DIAGNOSIS_SECONDS,
    Checked,
    printing_of,
    report_of,
    run,
)

LINE_DIAGNOSIS_SECONDS = 3.0
MOST_LINES = 10


@click.command(cls=Remembering)
@click.argument("what", nargs=-1, metavar="SCORE=VALUE...|FILE...")
@experiment_options
@click.option(
    "--no-diagnosis",
    "--quick",
    "quick",
    is_flag=True,
    help="Only the verdict: no conflict, nearest values or power.",
)
@time_limit_option
@output_options
@click.pass_context
def check(
    ctx: click.Context,
    what: tuple[str, ...],
    line: Line,
    quick: bool,
    time_limit: float | None,
    out: Output,
) -> None:
    """Check scores, as printed, against an experiment; or every claim of a claims file.

    \b
    reproscope scores check --positives 1000 --negatives 6000 acc=0.6821 npv=0.9401 f1=0.4004
    reproscope scores check --dataset tpehg --folds 5 --folding unknown acc=0.9447 sens=0.9139
    reproscope scores check claims.yaml

    A value keeps its digits: 0.940 says three decimals, 94.0% one decimal of a percent. With a
    file, --rounding, --epsilon, --percent and --undefined hold where the file says nothing.
    """
    config = out.load_config()
    options = check_options(config, time_limit)
    out = out.settled(config)
    files = _files(what, line)
    if files:
        _check_files(ctx, files, line, options, config, out, quick)
    else:
        _check_line(ctx, what, line, options, config, out, quick)


def _files(what: tuple[str, ...], line: Line) -> tuple[str, ...]:
    """Return the claims files among the arguments: all of them, or none."""
    files = tuple(word for word in what if "=" not in word or Path(word).is_file())
    if not files:
        return ()
    for word in files:
        if not Path(word).exists() and "." not in word and "/" not in word:
            raise ReproscopeError(
                f"{shown_name(word)} is neither a score nor a claims file: "
                "write a score as acc=0.940"
            )
    if len(files) < len(what):
        raise ReproscopeError("give either scores or claims files, not both")
    if line.describes:
        raise ReproscopeError(
            "a claims file describes its experiments itself: leave the options out"
        )
    return files


def _check_line(
    ctx: click.Context,
    what: tuple[str, ...],
    line: Line,
    options: CheckOptions,
    config: Config,
    out: Output,
    quick: bool,
) -> None:
    scores = read_scores(what)
    if not scores:
        raise ReproscopeError("no score is given: say for example acc=0.940, or name a claims file")
    experiment = experiment_of(line.data, line.evaluation)
    how = line.printing.over(printing_of(options)).keywords()
    limit = options.time_limit or DEFAULT_TIME_LIMIT
    result = check_scores(scores, experiment, time_limit=limit, **how)
    if not quick:
        result = diagnose(result, budget_seconds=LINE_DIAGNOSIS_SECONDS)
    report = Report(
        targets=(result.experiment.describe(),),
        findings=(finding(result),),
        provenance=_provenance(ctx, options, config),
        title="Reported scores",
    )
    deliver(report, out, config, lambda look: view.one(result, report, look))


def _check_files(
    ctx: click.Context,
    files: tuple[str, ...],
    line: Line,
    options: CheckOptions,
    config: Config,
    out: Output,
    quick: bool,
) -> None:
    reports: list[Report] = []
    tables: list[tuple[ClaimsFile, tuple[Checked, ...]]] = []
    debug = bool(ctx.find_root().params.get("debug"))
    for path in files:
        try:
            claims = _filled(read(path), line.printing)
        except ReproscopeError as error:
            say(f"error: {' '.join(error.message.split())}")
            skipped = Skipped(path, error.message, unreadable=True)
            reports.append(Report(targets=(path,), skipped=(skipped,)))
            continue
        seconds = None if quick else DIAGNOSIS_SECONDS
        checked = tuple(
            _shown(
                run(claims, options, diagnosis_seconds=seconds, debug=debug), len(claims.entries)
            )
        )
        tables.append((claims, checked))
        reports.append(report_of(claims, checked))
        _tell_problems(claims, checked)
    if not tables:
        ctx.exit(2)
    report = Report.combine(reports, provenance=_provenance(ctx, options, config))
    deliver(report, out, config, lambda look: view.many(tables, report, look))


def _tell_problems(claims: ClaimsFile, checked: Iterable[Checked]) -> None:
    """Say on stderr that something could not be checked; the report says what and why."""
    found = [*claims.problems, *(one.problem for one in checked if one.problem is not None)]
    if not found:
        return
    lines = sorted({problem.line for problem in found})
    shown = ", ".join(map(str, lines[:MOST_LINES])) + (", …" if len(lines) > MOST_LINES else "")
    what = "line" if len(lines) == 1 else "lines"
    say(f"error: {shown_name(claims.path)} has claims that cannot be checked: see {what} {shown}")


def _filled(claims: ClaimsFile, printing: Printing) -> ClaimsFile:
    """Let the options of the line hold where the file says nothing."""
    return replace(
        claims,
        entries=tuple(replace(e, options=e.options.over(printing)) for e in claims.entries),
    )


def _shown(checked: Iterable[Checked], length: int) -> Iterable[Checked]:
    """Show progress on a terminal's stderr, and nothing elsewhere."""
    if not sys.stderr.isatty() or length < 2:
        return checked
    bar = click.progressbar(checked, length=length, label="checking", file=sys.stderr)
    with bar as steps:
        return list(steps)


def _provenance(ctx: click.Context, options: CheckOptions, config: Config) -> Provenance:
    return Provenance.capture(
        profile=options.profile,
        command=called(ctx),
        configuration=config.source,
    )
