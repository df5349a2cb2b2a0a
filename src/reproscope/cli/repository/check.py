"""``reproscope repository check``: one repository, every indicator, what to mend first."""

from collections.abc import Callable, Mapping
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
    writable,
    write_text,
)
from reproscope.cli.repository import view
from reproscope.cli.repository.hub import hub_options
from reproscope.core import Config, Provenance, Report, ReproscopeError, UnknownName
from reproscope.core.visible import visible_line
from reproscope.repository.checking import Examined, examine, report_of
from reproscope.repository.collect.binderhub import Hub
from reproscope.repository.collecting import Wanted, collect
from reproscope.repository.indicators import rules
from reproscope.repository.profiles import Profile, load_profile
from reproscope.repository.reporting.badge import badge_of
from reproscope.repository.reporting.baseline import Baseline, read_baseline
from reproscope.repository.scoring import weights_of
from reproscope.repository.sources import Network, open_target


class Checking(Remembering):
    """The command has the thesis's CSV beside the forms of every report."""

    own_formats = ("loos-csv",)


@click.command(cls=Checking)
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
    callback=writable,
    type=click.Path(path_type=Path),
    help="Write a badge for shields.io (endpoint JSON) to FILE.",
)
@click.option(
    "--feedback",
    metavar="FILE",
    callback=writable,
    type=click.Path(path_type=Path),
    help="Write the feedback of the thesis of 2022 (Markdown) to FILE.",
)
@hub_options
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
    feedback: Path | None,
    hub: Hub | None,
    allow_private: bool,
    out: Output,
) -> None:
    """Say what stands in the way of running a repository again, and what to mend first.

    \b
    reproscope repository check .
    reproscope repository check code.zip --format html -o report.html
    reproscope repository check https://github.com/owner/name@v1.0 --online

    Nothing of the repository is run or imported, and its files are left as they are. Beside the
    forms of every report there is --format loos-csv, the 40 columns of the thesis of 2022.
    """
    config = out.load_config((target,))
    options = check_options(config, None)
    known = None if baseline is None else read_baseline(baseline)
    named = profile or options.profile
    scored_by = load_profile(named)  # a name that is none is told before the work
    thesis = feedback is not None or out.settled(config).format == "loos-csv"
    wanted = Wanted(
        online=online or options.online,
        resolve=resolve,
        rating=thesis or scored_by.measured,
        hub=hub,
    )
    fetch = wanted.online or hub is not None
    network = Network(private=allow_private)
    with open_target(target, ref=ref, online=fetch, network=network) as opened:
        examined = examine(collect(opened, wanted), only=only)
    report = report_of(examined, profile=named)
    provenance = Provenance.capture(
        profile=report.provenance.profile,
        command=called(ctx),
        configuration=config.source,
        dependencies=report.provenance.dependencies,
    )
    if badge is not None:
        write_text(badge_of(report.findings), badge, "badge")
    if feedback is not None:
        write_text(_feedback(examined, scored_by), feedback, "feedback")
    weights = weights_of(examined.judged, scored_by)
    _finish(report.with_provenance(provenance), examined, weights, known, out, config)


def _finish(
    report: Report,
    examined: Examined,
    weights: Mapping[str, float],
    known: Baseline | None,
    out: Output,
    config: Config,
) -> None:
    """Show the report, and let what is new decide the exit status."""
    own: Mapping[str, Callable[[], str]] = {"loos-csv": lambda: _loos_csv(examined)}
    change = None if known is None else known.compared(report)
    words = "" if change is None else change.words()
    if words and out.settled(config).format != DEFAULT_FORMAT:
        say(words)
    deliver(
        report,
        out,
        config,
        lambda look: view.shown(examined, report, look, weights=weights, change=words),
        counted=None if change is None else change.only_new(report),
        own=own,
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


def _loos_csv(examined: Examined) -> str:
    from reproscope.repository.loos2022.known import known_of
    from reproscope.repository.loos2022.measured import loos_csv
    from reproscope.repository.loos2022.measuring import measure

    rating = examined.facts.rating
    if rating is not None and rating.problem is not None:
        say(f"no pylint rating: {visible_line(rating.problem)}")
    return loos_csv([measure(examined.facts, known_of(examined.facts))])


def _feedback(examined: Examined, profile: Profile) -> str:
    """Return the thesis's feedback, by its own profile unless the report's is one of its kind."""
    from reproscope.repository.loos2022.feedback import feedback
    from reproscope.repository.loos2022.known import known_of
    from reproscope.repository.loos2022.measuring import measure

    facts = examined.facts
    chosen = profile if profile.measured else load_profile("loos2022")
    why = {} if facts.rating is None else {"pylint": facts.rating.problem or ""}
    return feedback(measure(facts, known_of(facts)), chosen, examined.judged, why)
