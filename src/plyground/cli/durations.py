"""How long something takes, in words."""

from __future__ import annotations

from plyground.texts import fill, ngettext, say

__all__ = ["duration_text"]


def duration_text(seconds: float) -> str:
    """Rounded to what matters: seconds, minutes, hours and minutes, or days.

    >>> duration_text(7), duration_text(600), duration_text(3 * 86_400)
    ('7 s', '10 min', '3 days')
    """
    if seconds < 99.5:
        return say("{seconds} s", seconds=f"{seconds:.0f}")
    minutes = round(seconds / 60)
    if minutes < 100:
        return say("{minutes} min", minutes=minutes)
    hours = round(seconds / 3600)
    if hours < 48:
        return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    days = round(hours / 24)
    return fill(ngettext("{days} day", "{days} days", days), days=f"{days:,}")
