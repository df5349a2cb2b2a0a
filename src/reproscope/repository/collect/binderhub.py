"""A build by a BinderHub: what its event stream says of a public commit, bounded in every way.

The hub fetches and builds by itself; nothing of the repository runs here. We hang up as soon as the
image is built, so that the hub starts no server for us. What a hub refuses before it builds (an
unknown commit, a quota, an error of its own) is no failure of the repository.
"""

from __future__ import annotations

import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote, urljoin, urlsplit

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.core.target import without_credentials

if TYPE_CHECKING:
    import http.client

    from reproscope.repository.sources.origin import Origin

Status = Literal["built", "failed", "unknown"]
MOST_LINE = 64 * 1024
MOST_BYTES = 64 * 1024 * 1024
MOST_LOG = 40
_MOST_TEXT = 300
_REDIRECTS = 5
_MOVED = (301, 302, 303, 307, 308)
_DONE = ("built", "ready")
_FAILED = ("failed", "failure")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
_SHORT = re.compile(r"(?:[\w.-]{1,64}@)(?P<host>[\w.-]{1,253}):(?P<path>[^\s:]{1,1000})")
_NAME = re.compile(r"[\w.-]{1,100}")
_REFUSALS = {
    404: "there is no BinderHub at this address (status 404)",
    429: "it was asked too often (status 429): try again later",
}


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the stream: its phase in small letters, and its words."""

    phase: str
    message: str = ""
    status: int | None = None


def _silent(event: Event) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True)
class Hub:
    """Whom to ask, how many seconds it may take, whether it may be on a private network.

    `tell` is called with every event as it comes.
    """

    url: str
    seconds: float = 900.0
    private: bool = False
    tell: Callable[[Event], None] = field(default=_silent, compare=False)

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            known = parts.scheme in ("http", "https") and bool(parts.hostname)
            known = known and (parts.port is None or parts.port > 0)
        except ValueError:
            known = False
        if not known:
            raise ReproscopeError(
                f"{shown_name(self.url)} is not the address of a BinderHub: "
                "give one such as https://mybinder.org"
            )


@dataclass(frozen=True, slots=True)
class Build:
    """What a hub said: built or failed, or unknown and `why`; `log` is the end of its log."""

    hub: str
    ref: str
    status: Status
    phase: str = ""
    log: tuple[str, ...] = ()
    seconds: float = 0.0
    why: str = ""


def build_on(hub: Hub, origin: Origin) -> Build:
    """Ask a hub to build the commit that was looked at."""
    ref = origin.commit or "HEAD"
    shown = without_credentials(hub.url).rstrip("/")
    spec = spec_of(origin.remote or origin.target, ref)
    if spec is None:
        return Build(shown, ref, "unknown", why="the target has no public address to build from")
    begun = time.monotonic()
    found = _asked(hub, f"{hub.url.rstrip('/')}/build/{spec}", begun + hub.seconds)
    seconds = round(time.monotonic() - begun, 1)
    return replace(found, hub=shown, ref=ref, seconds=seconds)


def spec_of(remote: str, ref: str) -> str | None:
    """Return provider and specification for the API, or ``None`` for what is no public address.

    >>> spec_of("git@github.com:owner/name.git", "HEAD")
    'gh/owner/name/HEAD'
    >>> spec_of("https://gitlab.com/group/sub/name", "v1")
    'gl/group%2Fsub%2Fname/v1'
    >>> spec_of("https://git.example.org/a.git", "abc"), spec_of("/home/me/work", "HEAD")
    ('git/https%3A%2F%2Fgit.example.org%2Fa.git/abc', None)
    """
    short = _SHORT.fullmatch(remote)
    try:
        parts = urlsplit(f"ssh://{short['host']}/{short['path']}" if short else remote)
        host, port = (parts.hostname or "").casefold(), parts.port
    except ValueError:
        return None
    path = parts.path.strip("/").removesuffix(".git")
    if parts.scheme not in ("https", "http", "ssh", "git") or not host or not path:
        return None
    goal = quote(ref, safe="")
    names = path.split("/")
    if host == "github.com":
        fits = len(names) == 2 and all(_NAME.fullmatch(name) for name in names)
        return f"gh/{path}/{goal}" if fits else None
    if host == "gitlab.com":
        return f"gl/{quote(path, safe='')}/{goal}" if len(names) >= 2 else None
    if parts.scheme != "https":
        return None  # whether others can read it there is not known
    place = host if port is None else f"{host}:{port}"
    return f"git/{quote(f'https://{place}{parts.path}', safe='')}/{goal}"


def _asked(hub: Hub, url: str, end: float) -> Build:
    """Follow redirects, each to a checked address, and hear the stream at their end."""
    from http.client import HTTPException

    try:
        for _ in range(_REDIRECTS + 1):
            heard = _one(hub, url, end)
            if isinstance(heard, Build):
                return heard
            url = urljoin(url, heard)
        return _unknown("it redirects too often")
    except (OSError, HTTPException, ValueError) as error:
        return _unknown(_reason(error, end))


def _one(hub: Hub, url: str, end: float) -> Build | str:
    """Ask one address; return what was heard, or where it redirects to."""
    from reproscope.repository.collect.documents.online import checked_address, port_of, requested

    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return _unknown("it redirects to what is no web address")
    if urlsplit(hub.url).scheme == "https" and parts.scheme != "https":
        return _unknown("it redirects to an address without encryption")
    address = checked_address(parts.hostname, port_of(parts), hub.private)
    if address is None:
        return _unknown(
            f"{shown_name(parts.hostname)} is not on the public network: --allow-private allows it"
        )
    left = end - time.monotonic()
    if left <= 0:
        return _unknown("it took longer than the time limit")
    with requested("GET", parts, address, left, accept="text/event-stream") as answer:
        goal = answer.getheader("Location")
        if answer.status in _MOVED and goal:
            return goal
        if answer.status != 200:
            standard = f"it answered with status {answer.status}"
            return _unknown(_REFUSALS.get(answer.status, standard))
        kind = (answer.getheader("Content-Type") or "").partition(";")[0].strip().casefold()
        if kind != "text/event-stream":
            return _unknown("its answer is no event stream")
        return heard(events_of(_lines(answer, end)), hub.tell, lambda: time.monotonic() >= end)


def _lines(answer: http.client.HTTPResponse, end: float) -> Iterator[bytes]:
    """Yield the lines of an answer; of one that is too long nothing, of too many no more."""
    from http.client import HTTPException

    total, skipping = 0, False
    while total < MOST_BYTES and time.monotonic() < end:
        try:
            line = answer.readline(MOST_LINE)
        except (OSError, ValueError, HTTPException):
            return  # cut off, by the server or by the time limit
        if not line:
            return
        total += len(line)
        whole = line.endswith(b"\n")
        if whole and not skipping:
            yield line
        skipping = not whole


def events_of(lines: Iterable[bytes]) -> Iterator[Event]:
    """Yield the events of a stream; comments, other fields and what is no event are left out."""
    data: list[str] = []
    for raw in lines:
        line = raw.decode("utf-8", "replace").rstrip("\r\n")
        if line.startswith("data:"):
            # An event of many lines is bounded like one line.
            if sum(map(len, data)) < MOST_LINE:
                data.append(line.removeprefix("data:").removeprefix(" "))
        elif not line and data:
            event = _event("\n".join(data))
            data = []
            if event is not None:
                yield event


def _event(text: str) -> Event | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not isinstance(found.get("phase"), str):
        return None
    message, status = found.get("message"), found.get("status_code")
    return Event(
        found["phase"].strip().casefold()[:40],
        _ESCAPES.sub("", message) if isinstance(message, str) else "",
        status if isinstance(status, int) else None,
    )


def heard(
    events: Iterable[Event],
    tell: Callable[[Event], None] = _silent,
    late: Callable[[], bool] = lambda: False,
) -> Build:
    """Return what a stream of events comes to; it is left as soon as that is certain."""
    log: deque[str] = deque(maxlen=MOST_LOG)
    phase, building = "", False
    for event in events:
        tell(event)
        phase = event.phase
        building = building or phase == "building"
        log.extend(line[:_MOST_TEXT] for line in event.message.splitlines() if line.strip())
        if phase in _DONE:
            return Build("", "", "built", phase, tuple(log))
        if phase in _FAILED:
            return _failed(event, phase, building, tuple(log))
    why = "it took longer than the time limit" if late() else "the stream ended without a result"
    return Build("", "", "unknown", phase, tuple(log), why=why)


def _failed(event: Event, phase: str, building: bool, log: tuple[str, ...]) -> Build:
    """A hub also says `failed` of its own errors, and of what it will not or cannot fetch."""
    words = " ".join(event.message.split())[:_MOST_TEXT] or "no reason was given"
    if building and event.status is None and not words.startswith("Unhandled error"):
        return Build("", "", "failed", phase, log)
    return Build("", "", "unknown", phase, log, why=f"the hub did not build it: {words}")


def _unknown(why: str) -> Build:
    return Build("", "", "unknown", why=why)


def _reason(error: Exception, end: float) -> str:
    if isinstance(error, TimeoutError) or time.monotonic() >= end:
        return "it took longer than the time limit"
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return f"it cannot be reached: {str(words)[:_MOST_TEXT]}"
