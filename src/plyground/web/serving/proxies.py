"""`Proxies`: the proxies in front of the server, whose word counts about where a request came from.

Anybody can send `X-Forwarded-For`. So it is read only on connections from a proxy that the server's owner has named,
and from its end, where that proxy wrote.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from starlette.datastructures import Headers

from plyground.errors import N_, InputError

__all__ = ["Came", "Proxies"]


class Came(NamedTuple):
    """Where a request came from, and whether it was encrypted on its way."""

    host: str
    is_secure: bool


class Proxies:
    """`texts` are addresses (`127.0.0.1`) or networks (`10.0.0.0/8`)."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._networks = [_network(text) for text in texts]
        self.include = lru_cache(4096)(self._include)

    def _include(self, host: str) -> bool:
        """Whether this is the address of a proxy that is trusted."""
        address = _address(host)
        return address is not None and any(
            address.version == network.version and address in network for network in self._networks
        )

    def came(self, host: str, scheme: str, headers: Headers) -> Came:
        """Where a request came from that a connection from `host` brought."""
        is_secure = scheme in ("https", "wss")
        if not self._networks or not self.include(host):
            return Came(host, is_secure)
        is_secure = headers.get("x-forwarded-proto", scheme).rpartition(",")[2].strip() in ("https", "wss")
        for part in reversed(",".join(headers.getlist("x-forwarded-for")).split(",")):
            address = _address(part.strip())
            if address is None:
                break
            host = str(address)
            if not self.include(host):
                break
        return Came(host, is_secure)


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise InputError(
            N_("'{text}' is no address of a proxy; write one like 127.0.0.1, or a network like 10.0.0.0/8"), text=text
        ) from None


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
