"""``reproscope repository check``: one repository, every indicator, what to mend first."""

from pathlib import Path

import click

from reproscope.cli.check import check_options
from reproscope.cli.output import (
    DEFAULT_FORMAT,
    Output,
    Remembering,
    called,
    deliver,
    output_options,
    say,
)
from reproscope.cli.repository import view
from reproscope.core import Config, Provenance, Report, ReproscopeError, UnknownName
from reproscope.repository.badge import badge_of
from reproscope.repository.baseline import Baseline, read_baseline
from reproscope.repository.checking import Examined, examine, report_of
from reproscope.repository.collecting import Wanted, collect
from reproscope.repository.indicators import rules
from reproscope.repository.sources import open_target


@click.command(cls=Remembering)
@click.argument("target", metavar="PATH|ARCHIVE|GIT-URL")
@click.option("--ref", metavar="REF", help="Look at this branch, tag or commit.")
@click.option(
    "--online",
    is_flag=True,
    help="Allow the network: fetch a git address, ask links and the package index.",
)
@click.option(
    "--resolve",
    is_flag=True,
    help="Let uv resolve the declared environment, today and as of the commit (network).",
)
@click.option("--profile", metavar="NAME", help="Score by this profile (default: default).")
@click.option(
    "--only",
    metavar="CODE,...",
    callback=lambda ctx, param, value: _codes(value),
    help="Ask only these indicators, by code or name.",
)
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="An earlier JSON report: what it already found gives no exit status 1.",
)
@click.option(
    "--badge",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a badge for shields.io (endpoint JSON) to FILE.",
)
@output_options
@click.pass_context
def check(
    ctx: click.Context,
    target: str,
    ref: str | None,
    online: bool,
    resolve: bool,
    profile: str | None,
    only: frozenset[str],
    baseline: Path | None,
    badge: Path | None,
    out: Output,
) -> None:
    """Say what stands in the way of running a repository again, and what to mend first.

    \b
    reproscope repository check .
    reproscope repository check code.zip --format html -o report.html
    reproscope repository check https://github.com/owner/name@v1.0 --online

    Nothing of the repository is run or imported, and its files are left as they are.
    """
    config = out.load_config((target,))
    options = check_options(config, None)
    known = None if baseline is None else read_baseline(baseline)
    wanted = Wanted(online=online or options.online, resolve=resolve)
    with open_target(target, ref=ref, online=wanted.online) as opened:
        examined = examine(collect(opened, wanted), only=only)
    report = report_of(examined, profile=profile or options.profile)
    provenance = Provenance.capture(
        profile=report.provenance.profile,
        command=called(ctx),
        configuration=config.source,
        dependencies=report.provenance.dependencies,
    )
    _finish(report.with_provenance(provenance), examined, known, badge, out, config)


def _finish(
    report: Report,
    examined: Examined,
    known: Baseline | None,
    badge: Path | None,
    out: Output,
    config: Config,
) -> None:
    """Write the badge, show the report, and let what is new decide the exit status."""
    if badge is not None:
        _write_badge(badge, report)
    change = None if known is None else known.compared(report)
    words = "" if change is None else change.words()
    if words and out.settled(config).format != DEFAULT_FORMAT:
        say(words)
    deliver(
        report,
        out,
        config,
        lambda look: view.shown(examined, report, look, words),
        counted=None if change is None else change.only_new(report),
    )


def _codes(value: str | None) -> frozenset[str]:
    """Return the codes of the indicators that were named; an unknown one is told at once."""
    if value is None:
        return frozenset()
    known = {key.casefold(): rule.code for rule in rules() for key in (rule.code, rule.name)}
    found = set()
    for word in filter(None, (part.strip() for part in value.split(","))):
        if word.casefold() not in known:
            spelt = [key for rule in rules() for key in (rule.code, rule.name)]
            raise UnknownName("indicator", word, spelt)
        found.add(known[word.casefold()])
    if not found:
        raise ReproscopeError("--only names no indicator: say for example --only R101,R102")
    return frozenset(found)


def _write_badge(path: Path, report: Report) -> None:
    try:
        path.write_text(badge_of(report.findings), encoding="utf-8")
    except OSError as error:
        raise ReproscopeError(f"cannot write {str(path)!r}: {error.strerror}") from error
    say(f"badge written to {path}")
