"""Where a server sends git on to: read from what git heard, and checked before it is followed.

Git itself follows no redirect, because it would ask nobody whether the next host may be reached.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.core.target import without_credentials
from reproscope.repository.sources.git.addresses import Address, address_of

_ASKED = "/info/refs?service=git-upload-pack"
_HEARD = re.compile(r"<= Recv header: (.{1,2000})")
_STATUS = re.compile(r"HTTP/[\d.]+ (\d{3})")
_MOVED = frozenset(("301", "302", "303", "307", "308"))
_MOST_HEARD = 1 << 20


@dataclass(frozen=True, slots=True)
class Heard:
    """The end of what a server answered: its status, and the place it names."""

    status: str = ""
    location: str = ""


def heard_in(trace: Path) -> Heard:
    """Return the last answer in a trace that git wrote (``GIT_TRACE_CURL``)."""
    heard = Heard()
    try:
        with trace.open("rb") as file:
            lines = file.read(_MOST_HEARD).decode("utf-8", "replace").splitlines()
    except OSError:
        return heard
    for line in lines:
        found = _HEARD.search(line)
        if found is None:
            continue
        status = _STATUS.match(found[1])
        name, _, value = found[1].partition(":")
        if status is not None:
            heard = Heard(status[1])
        elif name.strip().casefold() == "location":
            heard = replace(heard, location=value.strip())
    return heard


def moved_to(address: Address, heard: Heard, schemes: tuple[str, ...]) -> Address | None:
    """Return where a repository is said to be, ``None`` if nothing says it has moved."""
    if heard.status not in _MOVED:
        return None
    if not heard.location:
        raise ReproscopeError(f"it redirects (status {heard.status}) and does not say where")
    goal = without_credentials(urljoin(_base(address) + _ASKED, heard.location))
    base, found, _ = goal.partition(_ASKED)
    if not found or not goal.endswith(_ASKED):
        raise ReproscopeError(f"it redirects to {shown_name(goal)}, which is no git repository")
    if urlsplit(base).scheme != "https" and address.scheme == "https":
        raise ReproscopeError(f"it redirects to {shown_name(base)}, which is not encrypted")
    moved = address_of(base, tuple(one for one in schemes if one in ("https", "http")))
    moved = replace(moved, ref=address.ref)
    return _with_credentials(moved, address) if moved.server == address.server else moved


def _base(address: Address) -> str:
    return address.url.rstrip("/")


def _with_credentials(moved: Address, address: Address) -> Address:
    """The same server may be shown again what it was shown before; no other one is."""
    user, at, _ = urlsplit(address.url).netloc.rpartition("@")
    scheme, _, rest = moved.url.partition("://")
    return replace(moved, url=f"{scheme}://{user}{at}{rest}")
