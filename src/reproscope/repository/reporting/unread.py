"""Files that are there and could not be read, for the list of what a report has not looked at.

Whoever sees `unknown` in a report finds here which file is in the way, and why. It judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from reproscope.core import Skipped
from reproscope.repository.facts import Facts
from reproscope.repository.sources.reasons import Reasons

_MOST = 20


def unread_files(facts: Facts) -> tuple[Skipped, ...]:
    """Return documents, declarations and sources that could not be read; a few of each kind."""
    reasons = Reasons()
    for number, (what, why) in enumerate(_unread(facts)):
        reasons.note(what, why if number < _MOST else "cannot be read either")
    return reasons.skipped()


def _unread(facts: Facts) -> Iterator[tuple[str, str]]:
    for path in facts.documents.unreadable:
        yield path, "a document that cannot be read as a text"
    for broken in facts.environment.broken:
        yield _place(broken.file, broken.line), broken.why
    for module in facts.modules:
        if module.problem is not None:
            yield _place(module.path, module.problem_line), f"not parsed: {module.problem}"


def _place(path: str, line: int | None) -> str:
    return path if line is None else f"{path}:{line}"
