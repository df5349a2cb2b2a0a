"""Errors a user may see: one clear line that says what was wrong and what would be right.

Anything else that escapes is a bug in reproscope, and the command line says so.
"""

import difflib
from collections.abc import Iterable


class ReproscopeError(Exception):
    """The base of all errors meant for users; the command line turns it into exit status 2."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like *name*, or None when nothing is near.

    >>> nearest("acuracy", ["accuracy", "recall"])
    'accuracy'
    """
    # The comparison ignores case; the answer keeps the spelling that works.
    spelling = {candidate.casefold(): candidate for candidate in known}
    close = difflib.get_close_matches(name.casefold(), list(spelling), n=1, cutoff=0.6)
    return spelling[close[0]] if close else None


class UnknownName(ReproscopeError):
    """A name that is not among the known ones; the message suggests the nearest.

    >>> str(UnknownName("score", "acuracy", ["accuracy", "recall"]))
    "unknown score 'acuracy': did you mean 'accuracy'?"
    """

    SHOWN = 8

    def __init__(self, kind: str, name: str, known: Iterable[str], where: str = "") -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(dict.fromkeys(known))
        self.suggestion = nearest(name, self.known)
        place = f"{where}: " if where else ""
        super().__init__(f"{place}unknown {kind} {shown_name(name)}: {self._advice()}")

    def _advice(self) -> str:
        if self.suggestion is not None:
            return f"did you mean {self.suggestion!r}?"
        if not self.known:
            return "none is known"
        more = "" if len(self.known) <= self.SHOWN else f", … ({len(self.known)} in all)"
        return f"known are {', '.join(self.known[: self.SHOWN])}{more}"


def shown_name(name: str, longest: int = 80) -> str:
    """Quote a name for an error line, cut where a stranger made it endless."""
    return repr(name if len(name) <= longest else name[: longest - 1] + "…")
