"""Whether links answer: asked only with the network's use allowed, bounded, a few at a time.

A link is there (``True``), gone (``False``: status 404 or 410), or nobody can say (``None``: a
time-out, a refusal, a server's error, an address inside a private network). Every step of a
redirect is looked up and checked anew, and the connection goes to the very address that was
checked, so that a name cannot change its mind in between.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from reproscope.repository.collect.documents.links import host_is_valid, link_key
from reproscope.repository.sources.network import is_public

_GONE = (404, 410)
_MOVED = (301, 302, 303, 307, 308)
_HEAD_REFUSED = (400, 403, 404, 405, 406, 410, 429, 500, 501, 503)
_AGENT = "reproscope-link-check"


@dataclass(frozen=True, slots=True)
class Limits:
    """How many links are asked, how many at once, how long each may take, how often it may move.

    `private` allows addresses of private networks; only tests do.
    """

    links: int = 100
    at_once: int = 8
    seconds: float = 5.0
    redirects: int = 5
    private: bool = False


def answered(urls: Iterable[str], limits: Limits | None = None) -> dict[str, bool | None]:
    """Ask each address once and return what it said; those beyond the limit are ``None``."""
    limits = limits or Limits()
    every = list(dict.fromkeys(urls))
    first: dict[str, str] = {}
    for url in every:
        first.setdefault(link_key(url), url)
    asked = list(first.values())[: limits.links]
    with ThreadPoolExecutor(max_workers=limits.at_once) as pool:
        said = dict(zip(asked, pool.map(lambda url: ask(url, limits), asked), strict=True))
    return {url: said.get(first[link_key(url)]) for url in every}


def ask(url: str, limits: Limits) -> bool | None:
    """Ask one address, by HEAD and where that is refused by GET."""
    if not host_is_valid(url) and not limits.private:
        return False
    status = None
    for method in ("HEAD", "GET"):
        try:
            status = _followed(method, url, limits)
        except (OSError, http.client.HTTPException, ValueError):
            status = None
        if status is not None and status not in _HEAD_REFUSED:
            break
    if status is None:
        return None
    if status in _GONE:
        return False
    return True if status < 400 else None


def _followed(method: str, url: str, limits: Limits) -> int | None:
    """Return the status at the end of all redirects, or ``None`` if there is none to be had."""
    end = time.monotonic() + limits.seconds
    for _ in range(limits.redirects + 1):
        parts = urlsplit(url)
        left = end - time.monotonic()
        if parts.scheme not in ("http", "https") or not parts.hostname or left <= 0:
            return None
        address = checked_address(parts.hostname, port_of(parts), limits.private)
        if address is None:
            return None
        status, goal = _request(method, parts, address, left)
        if status not in _MOVED or not goal:
            return status
        url = urljoin(url, goal)
    return None


def checked_address(
    host: str,
    port: int,
    private: bool = False,
    lookup: Callable[..., list[tuple[object, ...]]] | None = None,
) -> str | None:
    """Return an address of a host to connect to; ``None`` if any of its addresses is not public."""
    found = (lookup or socket.getaddrinfo)(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found if isinstance(entry[4], tuple)]
    if not addresses:
        return None
    if not private and not all(is_public(address) for address in addresses):
        return None
    return addresses[0]


def port_of(parts: SplitResult) -> int:
    """Return the port an address names, or the usual one of its scheme."""
    return parts.port or (443 if parts.scheme == "https" else 80)


def _request(method: str, parts: SplitResult, address: str, seconds: float) -> tuple[int, str]:
    """Send one request to a checked address; of the answer only status and place are read."""
    with requested(method, parts, address, seconds) as answer:
        return answer.status, answer.getheader("Location") or ""


@contextlib.contextmanager
def requested(
    method: str, parts: SplitResult, address: str, seconds: float, accept: str = "*/*"
) -> Iterator[http.client.HTTPResponse]:
    """Send one request to a checked address; the line is cut at the end, or when time is up."""
    host, port = parts.hostname or "", port_of(parts)
    opened: socket.socket = socket.create_connection((address, port), timeout=seconds)
    # A time-out counts from the last byte; a server that sends one now and then needs an end too.
    end = threading.Timer(seconds, lambda: _hang_up(opened))
    end.daemon = True
    end.start()
    try:
        if parts.scheme == "https":
            context = ssl.create_default_context()
            opened = context.wrap_socket(opened, server_hostname=host)
        connection = http.client.HTTPConnection(host, port, timeout=seconds)
        connection.sock = opened
        target = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
        query = f"?{quote(parts.query, safe='=&%/:@!$()*+,;?~-._')}" if parts.query else ""
        headers = {"User-Agent": _AGENT, "Accept": accept, "Connection": "close"}
        connection.request(method, target + query, headers=headers)
        yield connection.getresponse()
    finally:
        end.cancel()
        opened.close()


def _hang_up(opened: socket.socket) -> None:
    with contextlib.suppress(OSError):
        opened.shutdown(socket.SHUT_RDWR)
