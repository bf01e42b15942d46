"""`retry`: tries something until it succeeds, and waits longer after each failure."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

__all__ = ["Again", "retry"]

T = TypeVar("T")


class Again(Exception):
    """Raised by an attempt that may succeed later."""


async def retry(attempt: Callable[[], Awaitable[T]], wait: float = 0.25, longest: float = 8.0) -> T:
    """Returns the result of the first attempt that does not raise `Again`. Other errors are passed on.

    The first wait takes `wait` seconds, each later one twice as long as the last, up to `longest`.
    """
    while True:
        try:
            return await attempt()
        except Again:
            await asyncio.sleep(wait)
            wait = min(2 * wait, longest)
