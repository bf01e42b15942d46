"""Trying again: the waits grow to a most, and only what may pass is tried again."""

from __future__ import annotations

import asyncio

import pytest

from plyground.web.serving.retry import Again, retry


def waits_until(attempts: int, monkeypatch: pytest.MonkeyPatch, **settings: float) -> list[float]:
    """The waits before an attempt that succeeds."""
    waits: list[float] = []
    made = 0

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def attempt() -> str:
        nonlocal made
        made += 1
        if made < attempts:
            raise Again
        return "done"

    monkeypatch.setattr("plyground.web.serving.retry.asyncio.sleep", sleep)
    assert asyncio.run(retry(attempt, **settings)) == "done"
    return waits


def test_the_waits_grow_up_to_the_longest(monkeypatch):
    assert waits_until(1, monkeypatch) == []
    assert waits_until(8, monkeypatch) == [0.25, 0.5, 1, 2, 4, 8, 8]
    assert waits_until(5, monkeypatch, wait=0.02, longest=0.1) == [0.02, 0.04, 0.08, 0.1]


def test_another_error_is_passed_on():
    async def attempt() -> None:
        raise ValueError("for good")

    with pytest.raises(ValueError, match="for good"):
        asyncio.run(retry(attempt))
