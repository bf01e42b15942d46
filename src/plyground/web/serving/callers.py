"""`Caller`: whom a request, a connection or a search is counted for.

A visitor is a cookie, and anybody can make up as many cookies as they like. An address costs more, and a whole network
more still. So everything that is limited is counted three times: for the visitor, for the address and for the network.
The limits of an address leave room for a class behind one router.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple, cast

from starlette.requests import HTTPConnection

__all__ = ["Caller", "CallerCounts", "caller_of"]


class Caller(NamedTuple):
    visitor: str
    """The visitor's secret; the address if the request brought none, so that those who send no cookie share a limit."""
    address: str
    network: str

    @classmethod
    def at(cls, host: str, visitor: str | None = None) -> Caller:
        """Somebody at this address. One who has an IPv6 address has all of its last 64 bits.

        >>> Caller.at("192.0.2.7")
        Caller(visitor='192.0.2.7', address='192.0.2.7', network='192.0.2.0/24')
        >>> Caller.at("2001:db8:1:2::7", "anna")
        Caller(visitor='anna', address='2001:db8:1:2::/64', network='2001:db8:1::/48')
        """
        address, network = _places(host)
        return cls(visitor or address, address, network)


@lru_cache(4096)
def _places(host: str) -> tuple[str, str]:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host, host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            shares = (ipaddress.ip_network((address, length), strict=False) for length in (64, 48))
            return cast(tuple[str, str], tuple(map(str, shares)))
        address = address.ipv4_mapped
    return str(address), str(ipaddress.ip_network((address, 24), strict=False))


def caller_of(connection: HTTPConnection) -> Caller:
    return cast(Caller, connection.scope["state"]["caller"])


class CallerCounts:
    """How many of something each caller has, with the most for a visitor, an address, a network and all of them."""

    def __init__(self, visitor: int, address: int, network: int, everybody: int) -> None:
        self._most = (visitor, address, network, everybody)
        self._counts = (Counter[str](), Counter[str](), Counter[str](), Counter[str]())

    @property
    def total(self) -> int:
        return self._counts[-1][""]

    @contextmanager
    def one_more(self, caller: Caller) -> Iterator[bool]:
        """Counts one more while the block runs. Yields False if it is one too many."""
        pairs = list(zip(self._counts, (*caller, ""), strict=True))
        for counts, key in pairs:
            counts[key] += 1
        try:
            yield all(counts[key] <= most for (counts, key), most in zip(pairs, self._most, strict=True))
        finally:
            for counts, key in pairs:
                counts[key] -= 1
                if not counts[key]:
                    del counts[key]
