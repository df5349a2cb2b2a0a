"""``reproscope check``: hands each target to every kind of target that fits it.

It knows no kind by name; rooms register theirs under ``reproscope.targets``.
"""

import os
from collections.abc import Iterable, Mapping

import click

from reproscope.cli.output import Output, emit, output_options, say, time_limit_option
from reproscope.core import (
    JSON,
    CheckOptions,
    Config,
    Provenance,
    Report,
    ReproscopeError,
    Skipped,
    TargetKind,
)
from reproscope.core.errors import shown_name
from reproscope.core.registry import load_targets
from reproscope.core.target import is_address, without_credentials


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option("--online", is_flag=True, help="Allow the network: fetch addresses, ask links.")
@time_limit_option
@output_options
@click.pass_context
def check(
    ctx: click.Context,
    targets: tuple[str, ...],
    online: bool,
    time_limit: float | None,
    out: Output,
) -> None:
    """Check each TARGET with whatever fits it, and report on all of them together.

    A target that cannot be read is reported, the others are still checked, and the exit status
    is then 2.
    """
    config = out.load_config(targets)
    options = check_options(config, time_limit, online)
    out = out.settled(config)
    kinds = load_targets()
    for broken in kinds.broken:
        say(f"warning: {broken.why}")
    debug = bool(ctx.find_root().params.get("debug"))
    reports = [_check_one(target, kinds.found, options, debug) for target in targets]
    report = Report.combine(
        [*reports, Report(targets=(), skipped=kinds.broken)],
        provenance=_provenance(reports, config, options, targets),
        title=reports[0].title if len(reports) == 1 else None,
    )
    if all(_nothing_read(part) for part in reports):
        ctx.exit(report.exit_status())
    emit(report, out, config)


def check_options(config: Config, time_limit: float | None, online: bool = False) -> CheckOptions:
    """Join what the command line and the configuration say about how to check."""
    settings: dict[str, JSON] = {
        name: value
        for name, value in (("rounding", config.rounding), ("undefined", config.undefined))
        if value is not None
    }
    return CheckOptions(
        time_limit=time_limit if time_limit is not None else config.time_limit,
        online=online or bool(config.online),
        profile=config.profile or "default",
        settings=settings,
    )


def _check_one(
    target: str, kinds: Mapping[str, TargetKind], options: CheckOptions, debug: bool
) -> Report:
    """Check one target; what stops it becomes a skipped entry and a line on stderr."""
    try:
        return Report.combine(kind.check(target, options) for kind in _fitting(target, kinds))
    except ReproscopeError as error:
        reason = error.message
    except OSError as error:
        reason = f"cannot read {_quoted(target)}: {error.strerror or error}"
    except Exception as error:
        if debug:
            raise
        reason = (
            f"{_quoted(target)} could not be checked, which is a bug in reproscope: "
            f"{type(error).__name__}: {error} (run 'reproscope --debug …' to see the traceback)"
        )
    say(f"error: {' '.join(reason.split())}")
    shown = without_credentials(target)
    return Report(targets=(shown,), skipped=(Skipped(shown, reason, unreadable=True),))


def _fitting(target: str, kinds: Mapping[str, TargetKind]) -> list[TargetKind]:
    if not is_address(target) and not os.path.exists(target):
        raise ReproscopeError(f"cannot read {_quoted(target)}: no such file or directory")
    fitting = [kind for kind in kinds.values() if kind.fits(target)]
    if not fitting:
        raise ReproscopeError(
            f"nothing here can check {_quoted(target)}: {_what_can_be_checked(kinds.values())}"
        )
    return fitting


def _quoted(target: str) -> str:
    return shown_name(without_credentials(target))


def _what_can_be_checked(kinds: Iterable[TargetKind]) -> str:
    known = "; ".join(f"{kind.name} ({kind.description})" for kind in kinds)
    return f"it must be one of {known}" if known else "no kind of target is installed"


def _nothing_read(report: Report) -> bool:
    return not report.findings and any(item.unreadable for item in report.skipped)


def _provenance(
    reports: list[Report], config: Config, options: CheckOptions, targets: tuple[str, ...]
) -> Provenance:
    dependencies = {name for report in reports for name in report.provenance.dependencies}
    online = ("--online",) if options.online else ()
    return Provenance.capture(
        profile=options.profile,
        command=("reproscope", "check", *online, *map(without_credentials, targets)),
        configuration=config.source,
        dependencies=dependencies,
    )
