"""Git addresses: which may be fetched, what may be shown of them, and whom they lead to.

A stranger's address must not run a command (``ext::``), become an option (``--upload-pack``) or
reach into the auditor's own network.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.core.target import without_credentials
from reproscope.repository.sources.gitdir import REFERENCE

_SCP = re.compile(r"(?P<user>[\w.-]{1,64}@)(?P<host>[\w.-]{1,253}):(?P<path>[^\s:][^\s]{0,1000})")
_HELPER = re.compile(r"[\w.+-]+::")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_WITH_REF = re.compile(r"(?P<base>.*[/:][^/@]+)@(?P<ref>[^@]+)")
_NAMED_GIT = re.compile(r"\.git(?:@|$)")
ALLOWED = ("https", "ssh")
_FORGES = frozenset(
    ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co", "git.sr.ht")
)
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".pdf")


@dataclass(frozen=True, slots=True)
class Address:
    """A git address in its parts; `shown` is without credentials."""

    url: str
    scheme: str
    host: str
    port: int | None
    ref: str | None = None

    @property
    def shown(self) -> str:
        """The address as a report may show it."""
        return without_credentials(self.url)


def is_address(text: str) -> bool:
    """Whether a text is meant as an address rather than as a path.

    >>> [is_address(t) for t in ("https://a.b/c", "git@a.b:c/d", "ext::sh", "c:/x", "data")]
    [True, True, True, False, False]
    """
    return any(shape.match(text) for shape in (_SCHEME, _HELPER, _SCP))


def is_repository(text: str) -> bool:
    """Whether an address names a git repository by its form: ``.git``, ssh, or a known forge."""
    if _SCP.fullmatch(text):
        return True
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").casefold()
    except ValueError:
        return False
    path = parts.path.rstrip("/")
    if parts.scheme == "ssh" or (parts.scheme == "https" and _NAMED_GIT.search(path)):
        return True
    depth = len([part for part in path.split("/") if part])
    known = parts.scheme == "https" and host in _FORGES
    return known and depth >= 2 and not path.casefold().endswith(_ARCHIVES)


def parse_address(text: str, ref: str | None = None, allowed: tuple[str, ...] = ALLOWED) -> Address:
    """Take an address apart and refuse what git must not be given."""
    if text.startswith("-") or _HELPER.match(text) or not text.isprintable() or " " in text:
        raise ReproscopeError(
            f"{shown_name(without_credentials(text))} is not an address that may be fetched: "
            "give https://host/path"
        )
    base, own_ref = _split_ref(text)
    if own_ref is not None and ref is not None and own_ref != ref:
        raise ReproscopeError(f"two references are given, {shown_name(own_ref)} and --ref")
    chosen = ref if ref is not None else own_ref
    if chosen is not None and not REFERENCE.fullmatch(chosen):
        raise ReproscopeError(f"{shown_name(chosen)} cannot be a branch, a tag or a commit")
    short = _SCP.fullmatch(base)
    if short is not None:
        return Address(base, "ssh", short["host"], None, chosen)
    try:
        parts = urlsplit(base)
        port = parts.port
    except ValueError:
        raise ReproscopeError(f"{shown_name(text)} is not an address") from None
    scheme, host = parts.scheme.casefold(), (parts.hostname or "").casefold()
    if scheme not in allowed:
        raise ReproscopeError(
            f"{shown_name(without_credentials(base))} may not be fetched by {scheme}: "
            f"give one of {', '.join(f'{name}://' for name in allowed)}"
        )
    if scheme != "file" and (not host or host.startswith("-")):
        raise ReproscopeError(f"{shown_name(without_credentials(base))} names no host")
    return Address(base, scheme, host, port, chosen)


def _split_ref(text: str) -> tuple[str, str | None]:
    """Take a reference off the end.

    >>> _split_ref("https://u:p@host/a/b@v1.0"), _split_ref("git@host:a/b")
    (('https://u:p@host/a/b', 'v1.0'), ('git@host:a/b', None))
    """
    start = _SCHEME.match(text) or re.match(r"[\w.-]+@[^:/]+:", text)
    skipped = start.end() if start is not None else 0
    rest = text[skipped:]
    if start is not None and start[0].endswith("://"):
        slash = rest.find("/")
        skipped += slash if slash >= 0 else len(rest)
        rest = text[skipped:]
    found = _WITH_REF.fullmatch(f"/{rest}")
    if found is None:
        return text, None
    return text[:skipped] + found["base"][1:], found["ref"]


def public_addresses(host: str, port: int) -> tuple[str, ...]:
    """Resolve a host and refuse one that leads to a private, loopback or link-local address.

    Behind a proxy the name may be known to the proxy only; then there is nothing to resolve.
    """
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        if any(os.environ.get(name) for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY")):
            return ()
        raise ReproscopeError(f"the host {shown_name(host)} cannot be found") from None
    addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
    for address in addresses:
        ip = ipaddress.ip_address(address.partition("%")[0])
        mapped = getattr(ip, "ipv4_mapped", None) or ip
        if not mapped.is_global or mapped.is_multicast:
            raise ReproscopeError(
                f"the host {shown_name(host)} leads to {address}, which is not a public address"
            )
    return addresses
