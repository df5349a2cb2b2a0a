"""Claims files as a target: every entry is checked by itself and all of them are one report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from reproscope.core import JSON, CheckOptions, Finding, Provenance, Report, Skipped
from reproscope.core.errors import ReproscopeError
from reproscope.scores.checking import DEFAULT_TIME_LIMIT, check
from reproscope.scores.claims import ClaimsFile, Entry, Paper, Printing, Problem, read
from reproscope.scores.diagnosis import diagnose
from reproscope.scores.findings import finding, location_of
from reproscope.scores.result import Result

DIAGNOSIS_SECONDS = 1.0
_ENDINGS = (".yaml", ".yml")
_LOOKS_LIKE = re.compile(
    rb"^(?:\xef\xbb\xbf)?(?:claims[ \t]*:|schema[ \t]*:[ \t]*['\"]?claims)", re.MULTILINE
)
_LOOKED_AT = 4096


@dataclass(frozen=True, slots=True)
class Checked:
    """One entry and its result, or why there is none."""

    entry: Entry
    result: Result | None
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class ClaimsTarget:
    """Checks files of reported scores; see ``reproscope.scores.claims``."""

    name: str = "claims"
    description: str = "a YAML file of reported scores, with 'claims:' in it"

    def fits(self, target: str) -> bool:
        """Whether the file ends like YAML and begins like a claims file."""
        path = Path(target)
        try:
            if path.suffix.casefold() not in _ENDINGS or not path.is_file():
                return False
            with path.open("rb") as file:
                return _LOOKS_LIKE.search(file.read(_LOOKED_AT)) is not None
        except (OSError, ValueError):
            return False

    def check(self, target: str, options: CheckOptions) -> Report:
        """Check every entry of the file."""
        claims = read(target)
        return report_of(claims, tuple(run(claims, options)))


def run(
    claims: ClaimsFile,
    options: CheckOptions,
    *,
    diagnosis_seconds: float | None = DIAGNOSIS_SECONDS,
    debug: bool = False,
) -> Iterator[Checked]:
    """Yield the result of each entry; the time limit is for each of them, not for the file.

    *diagnosis_seconds* is how long conflicts, nearest values and power may take for each entry;
    None leaves them out.
    """
    settings = printing_of(options)
    for entry in claims.entries:
        try:
            result = _result(entry, settings, options.time_limit or DEFAULT_TIME_LIMIT)
            if diagnosis_seconds is not None:
                result = diagnose(result, budget_seconds=diagnosis_seconds)
            yield Checked(entry, result)
        except ReproscopeError as error:
            yield Checked(entry, None, Problem(entry.line, entry.id, error.message))
        except Exception as error:
            if debug:
                raise
            bug = f"{type(error).__name__}: {error}"
            words = f"it could not be checked, which is a bug in reproscope: {bug}"
            yield Checked(entry, None, Problem(entry.line, entry.id, words))


def printing_of(options: CheckOptions) -> Printing:
    """Return what the auditor's configuration says about printing."""

    def text(key: str) -> str | None:
        value = options.settings.get(key)
        return None if value is None else str(value)

    return Printing(rounding=text("rounding"), undefined=text("undefined"))


def _result(entry: Entry, settings: Printing, time_limit: float) -> Result:
    how = entry.options.over(settings).keywords()
    return check(entry.reported, entry.experiment, time_limit=time_limit, **how)


def report_of(claims: ClaimsFile, checked: tuple[Checked, ...]) -> Report:
    """Join results and problems, in the order of the file."""
    late = [one.problem for one in checked if one.problem is not None]
    problems = sorted((*claims.problems, *late), key=lambda problem: problem.line)
    return Report(
        targets=(claims.path,),
        findings=tuple(
            _finding(claims, one.entry, one.result) for one in checked if one.result is not None
        ),
        skipped=tuple(_skipped(claims, problem) for problem in problems),
        provenance=Provenance.capture(),
        title=_title(claims.paper),
    )


def _finding(claims: ClaimsFile, entry: Entry, result: Result) -> Finding:
    note = entry.description.note
    where = {key: value for key, value in asdict(entry.where).items() if value}
    extra: dict[str, JSON] = {"claim": entry.id, "where": where, "note": note}
    return finding(
        result,
        subject=entry.id,
        location=location_of(claims.path, entry.line, entry.where),
        place=entry.where.words(),
        extra={key: value for key, value in extra.items() if value},
    )


def _skipped(claims: ClaimsFile, problem: Problem) -> Skipped:
    name = f" {problem.entry}" if problem.entry else ""
    return Skipped(f"{claims.path}:{problem.line}{name}", problem.message, unreadable=True)


def _title(paper: Paper) -> str:
    return f"Reported scores: {paper.title}" if paper.title else "Reported scores"


CLAIMS_FILE = ClaimsTarget()
