"""The codes with which the server closes a WebSocket. From 4500 on, it helps to come back later."""

from __future__ import annotations

__all__ = ["BAD_MESSAGES", "NOT_FOUND", "TOO_BIG", "TOO_FAST", "TOO_MANY", "TOO_SLOW", "UNAVAILABLE"]

TOO_BIG = 1009
BAD_MESSAGES = 4400
NOT_FOUND = 4404
TOO_FAST = 4429
TOO_MANY = 4430
UNAVAILABLE = 4503
TOO_SLOW = 4508
