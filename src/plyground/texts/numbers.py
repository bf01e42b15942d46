"""Numbers as text for people."""

from __future__ import annotations

import math

__all__ = ["number", "signed"]


def number(value: float, infinity: str = "∞") -> str:
    """A value, briefly: whole numbers with thousands separators, others with two decimals.

    >>> number(1000000.0), number(-0.5), number(float("-inf"))
    ('1,000,000', '-0.50', '-∞')
    """
    if math.isinf(value):
        return infinity if value > 0 else f"-{infinity}"
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.2f}"


def signed(value: float, infinity: str = "∞") -> str:
    """Like `number`, with a plus sign for values above 0.

    >>> signed(3.0), signed(0.0)
    ('+3', '0')
    """
    return ("+" if value > 0 else "") + number(value, infinity)
