"""``reproscope study attempt``: record what came of trying to reproduce a paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reproscope.cli.output import write_stdout
from reproscope.cli.study.attempt_options import (
    discrepancy_option,
    level_options,
    tally_options,
    time_options,
)
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.core import ReproscopeError
from reproscope.core.visible import visible_line

if TYPE_CHECKING:
    from reproscope.study.records import Attempt


@click.command()
@study_argument
@click.argument("files", nargs=-1, metavar="[FILE.toml]...", type=click.Path(path_type=Path))
@click.option("--paper", metavar="KEY", help="Which paper was tried.")
@click.option("--by", default="", help="Who tried.")
@click.option("--key", default="1", show_default=True, help="Tells attempts on one paper apart.")
@level_options
@click.option("--hours", type=float, help="Hours spent.")
@click.option("--limit", type=float, help="Hours after which the attempt is given up.")
@tally_options
@click.option("--why-not", default="", help="Why some were not conducted.")
@discrepancy_option
@time_options
@click.option("--criteria", default="", help="By which criteria, as raff2019.")
@click.option("--note", default="", help="Anything else.")
@needs_extra
def attempt(
    address: str,
    files: tuple[Path, ...],
    paper: str | None,
    limit: float | None,
    why_not: str,
    **told: Any,
) -> None:
    """Record an attempt to reproduce a paper, from files or on the line.

    \b
    reproscope study attempt survey.db attempts/*.toml
    reproscope study attempt survey.db --paper "Deep Nets" --implementation original \\
        --data none --hours 12 --limit 40 --identical 3 --different 1 --discrepancy P9

    A file can list every experiment with its original, baseline and reproduced results; each
    result's class is then computed. An attempt recorded again becomes a new revision.
    """
    from reproscope.study.attempts.reading import read_attempt
    from reproscope.study.records import Attempt

    if files and paper is not None:
        raise ReproscopeError("give files or --paper, not both")
    if not files and paper is None:
        raise ReproscopeError("say which paper was tried: --paper, or a file")
    attempts = [read_attempt(path) for path in files] or [
        Attempt(paper or "", hours_limit=limit, why_not_conducted=why_not, **told)
    ]
    with opened(address) as study:
        study.add_attempts(attempts)
    write_stdout("".join(map(_told, attempts)))


def _told(attempt: Attempt) -> str:
    from reproscope.study.attempts.judging import outcome_of

    outcome = outcome_of(attempt)
    came = "no experiment recorded" if outcome is None else outcome.value
    at = f", level {attempt.level.value} ({attempt.scheme})" if attempt.level else ""
    return f"{visible_line(attempt.paper)}: {came}{at}{_over(attempt)}\n"


def _over(attempt: Attempt) -> str:
    if attempt.hours is None or attempt.hours_limit is None:
        return ""
    return ", over its time limit" if attempt.hours > attempt.hours_limit else ""
