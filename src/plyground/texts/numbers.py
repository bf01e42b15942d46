"""Numbers as text for people."""

from __future__ import annotations

import math

__all__ = ["mean_text", "number", "signed"]


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


def mean_text(mean: float) -> str:
    """A mean result with its sign and two decimals; one that rounds to zero has no sign.

    >>> mean_text(0.25), mean_text(-1.0), mean_text(-0.001)
    ('+0.25', '-1.00', '0.00')
    """
    text = f"{mean:+.2f}"
    return text[1:] if text[1:] == "0.00" else text
