"""Limits on how often something may be done: token buckets by key."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple

from plyground.web.serving.callers import Caller

__all__ = ["Bucket", "CallerRates", "Rate", "Rates"]


class Rate(NamedTuple):
    """So many a second, and `burst` at once."""

    per_second: float
    burst: float

    def times(self, number: float) -> Rate:
        return Rate(number * self.per_second, number * self.burst)


class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = time.monotonic()

    def has(self, tokens: int = 1) -> bool:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        return self._tokens >= tokens

    def take(self, tokens: int = 1) -> bool:
        """Takes so many tokens, if there are."""
        if not self.has(tokens):
            return False
        self._tokens -= tokens
        return True

    def owe(self, tokens: float) -> None:
        """Takes so many tokens even if there are fewer: then there are none until the debt is paid."""
        self.has()
        self._tokens -= tokens


class Rates:
    """A bucket for each key. Only the keys used last are remembered, so that they cannot fill the memory."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def take(self, key: str) -> bool:
        return self.bucket(key).take()


class CallerRates:
    """Rates for the visitor, the address and the network of a caller; None for what is not limited."""

    def __init__(self, visitor: Rate | None, address: Rate | None, network: Rate | None) -> None:
        self._rates = [None if rate is None else Rates(*rate) for rate in (visitor, address, network)]

    def take(self, caller: Caller, tokens: int = 1) -> bool:
        """Takes so many tokens of each, if each has them."""
        pairs = zip(self._rates, caller, strict=True)
        buckets = [rates.bucket(key) for rates, key in pairs if rates is not None]
        return all(bucket.has(tokens) for bucket in buckets) and all(bucket.take(tokens) for bucket in buckets)
