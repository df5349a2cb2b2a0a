"""Where the files of a target come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the files come from: as named, and the commit with its date where there is one.

    `remote` is the address of the history, `moved` the one that a server sent on to.
    """

    target: str
    commit: str | None = None
    committed: str | None = None
    branch: str | None = None
    remote: str | None = None
    tags: tuple[str, ...] | None = None
    moved: str | None = None
