"""Whom git may be sent to: which schemes, how often on, and that no name leads inside.

The rule is a value that the caller gives, so that tests can stand in for the name service; no
variable of the environment and nothing of a target can change it.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name

ALLOWED = ("https", "ssh")
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # the last four bytes are an IPv4 address
_PROXIES = ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public network.

    >>> [is_public(a) for a in ("93.184.216.34", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1")]
    [True, False, False, False]
    """
    plain = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(plain, ipaddress.IPv6Address):
        inner = plain.ipv4_mapped or plain.sixtofour
        if inner is None and plain in _TRANSLATED:
            inner = ipaddress.IPv4Address(int(plain) & 0xFFFFFFFF)
        plain = inner or plain
    return plain.is_global and not plain.is_multicast


def public_addresses(host: str, port: int) -> tuple[str, ...]:
    """Resolve a host and refuse one that leads to a private, loopback or link-local address.

    Behind a proxy the name may be known to the proxy only; then there is nothing to resolve.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        if any(os.environ.get(name) for name in _PROXIES):
            return ()
        raise ReproscopeError(f"the host {shown_name(host)} cannot be found") from None
    addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
    for address in addresses:
        if not is_public(address):
            raise ReproscopeError(
                f"the host {shown_name(host)} leads to {address}, which is not a public address"
            )
    return addresses


@dataclass(frozen=True, slots=True)
class Network:
    """What may be reached: by which schemes, and after how many redirects.

    `private` trusts the host that the user named, wherever it lies; one that a redirect names is
    looked up all the same. `lookup` returns a host's addresses, or refuses it.
    """

    schemes: tuple[str, ...] = ALLOWED
    private: bool = False
    redirects: int = 5
    lookup: Callable[[str, int], tuple[str, ...]] = public_addresses


PUBLIC = Network()
