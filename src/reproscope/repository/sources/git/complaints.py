"""What git's complaints mean for who asked: one line, without credentials.

What is not known here is repeated in git's own words.
"""

from __future__ import annotations

import re

from reproscope.repository.sources.git.childprocess import Ended

_LONGEST = 300
_MARKS = ("fatal:", "error:")
_CREDENTIALS = re.compile(r"(://)[^/\s'\"]*@")
# Git only says that the line failed; why is what ssh said before.
_SEE_ABOVE = "fatal: Could not read from remote repository."
_MEANINGS = (
    (
        r"could not read (?:Username|Password)|Authentication failed|returned error: 401",
        "it asks for a login: it is private, or there is no such repository",
    ),
    (r"^fatal: repository '.*' not found", "there is no repository at this address"),
    (r"not valid: is this a git repository", "what answers there is no git repository"),
    (
        r"dumb http transport does not support",
        "its server hands out plain files only: clone it and give the directory",
    ),
    (r"[Oo]ut of memory|[Cc]annot allocate memory", "it needs more memory than it may have"),
    (r"Permission denied \(", "it accepts none of the keys of this machine"),
    (
        r"Host key verification failed|No .* host key is known",
        "the key of its host is not known: connect once by ssh, and check the key",
    ),
    (
        r"SSL certificate problem|certificate verification failed",
        "its certificate is not one that this machine trusts",
    ),
    (r"Operation too slow", "it stopped answering"),
)


def meaning_of(end: Ended, seconds: float) -> str:
    """Return in one line why a run of git failed."""
    if end.late:
        return f"git took longer than {seconds:,.0f} seconds"
    said = "\n".join(end.words)
    for pattern, meaning in _MEANINGS:
        if re.search(pattern, said, re.MULTILINE):
            return meaning
    lines = [line for line in end.words if line.strip()]
    if _SEE_ABOVE in lines:
        lines = lines[: lines.index(_SEE_ABOVE)]
    line = next((one for one in lines if one.startswith(_MARKS)), next(iter(lines), None))
    if line is None:
        return f"git ended with status {end.status}"
    words = line.partition(": ")[2] if line.startswith(_MARKS) else line
    return _CREDENTIALS.sub(r"\1", words)[:_LONGEST]
