"""Git addresses: which may be fetched, and what may be shown of them.

A stranger's address must not run a command (``ext::``), become an option (``--upload-pack``) or
be read by git as another one than it was read as here. Whom it leads to is for ``network``.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.core.target import without_credentials
from reproscope.repository.sources.git.history import REFERENCE
from reproscope.repository.sources.network import ALLOWED

_SCP = re.compile(r"(?P<user>[\w.-]{1,64}@)(?P<host>[\w.-]{1,253}):(?P<path>[^\s:][^\s]{0,1000})")
_HELPER = re.compile(r"[\w.+-]+::")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_WITH_REF = re.compile(r"(?P<base>.*[/:][^/@]+)@(?P<ref>[^@]+)")
_NAMED_GIT = re.compile(r"\.git(?:@|$)")
# One meaning for every reader: no percent signs in a host, no backslash, one @ at most.
_HOST = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?")
_USER = re.compile(r"(?:[A-Za-z0-9._~%!$&'()*+,;=][A-Za-z0-9._~%!$&'()*+,;=:-]*)?")
_PATH = re.compile(r"(?:/[^\\\"<>^`{|}\s?#]*)?")
_FORGES = frozenset(
    ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co", "git.sr.ht")
)
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".pdf")
_PORTS = {"https": 443, "http": 80, "ssh": 22}


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

    @property
    def server(self) -> tuple[str, str, int]:
        """Scheme, host and port: what must be the same for credentials to be sent again."""
        return self.scheme, self.host, self.port or _PORTS.get(self.scheme, 0)


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
        return Address(base, "ssh", short["host"].casefold(), None, chosen)
    return address_of(base, allowed, chosen)


def address_of(url: str, allowed: tuple[str, ...], ref: str | None = None) -> Address:
    """Take an address without a reference apart."""
    shown = shown_name(without_credentials(url))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ReproscopeError(f"{shown} is not an address") from None
    if parts.scheme not in allowed:
        raise ReproscopeError(
            f"{shown} may not be fetched by {parts.scheme}: "
            f"give one of {', '.join(f'{name}://' for name in allowed)}"
        )
    if parts.scheme == "file":
        return Address(url, "file", "", None, ref)
    if not parts.hostname:
        raise ReproscopeError(f"{shown} names no host")
    if parts.query or parts.fragment or "?" in url or "#" in url:
        raise ReproscopeError(f"{shown} is a page: leave out what follows the ? or the #")
    if not _is_plain(parts):
        raise ReproscopeError(f"{shown} is not an address: it can be read in more than one way")
    plain = f"{parts.scheme}{url[len(parts.scheme) :]}"
    return Address(plain, parts.scheme, parts.hostname, port, ref)


def _is_plain(parts: SplitResult) -> bool:
    user, _, server = parts.netloc.rpartition("@")
    host = parts.hostname or ""
    literal = server.startswith("[")
    is_host = is_literal(host) if literal else _HOST.fullmatch(host) is not None
    return is_host and bool(_USER.fullmatch(user)) and bool(_PATH.fullmatch(parts.path))


def is_literal(host: str) -> bool:
    """Whether a host is an IP address rather than a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


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
