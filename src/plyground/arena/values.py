"""Checks of what a caller gives. Each returns the value, or says what it has to be."""

from __future__ import annotations

import math
from collections.abc import Collection
from types import UnionType
from typing import TypeVar

from plyground.board import is_whole
from plyground.errors import N_, InputError, UnknownNameError, nearest
from plyground.grid import Rules

__all__ = ["flag", "instance", "number", "rules_text", "text", "unknown_anchor", "whole", "wrong"]

T = TypeVar("T")


def wrong(key: str, value: object, wanted: str) -> InputError:
    """`wanted` shows values that would be right, in symbols rather than words."""
    return InputError(N_("{key} is {value}; it has to be {wanted}"), key=key, value=ascii(value)[:80], wanted=wanted)


def unknown_anchor(name: str, known: Collection[str]) -> UnknownNameError:
    near = nearest(name, known)
    return UnknownNameError(
        N_("there is no player '{name}' to fix the ratings by; the nearest is '{near}'")
        if near
        else N_("there is no player '{name}' to fix the ratings by; the players are {known}"),
        name=name,
        near=near,
        known=", ".join(known),
    )


def text(key: str, value: object, wanted: str = '"…"') -> str:
    if not isinstance(value, str):
        raise wrong(key, value, wanted)
    return value


def whole(key: str, value: object, least: int = -(2**63), wanted: str = "1, 2, 3, …") -> int:
    """A whole number from `least` to the largest one that databases can hold."""
    if not (isinstance(value, int) and is_whole(value)) or not least <= value < 2**63:
        raise wrong(key, value, wanted)
    return value


def number(key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise wrong(key, value, "0.5, 1, …")
    return float(value)


def flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise wrong(key, value, "true, false")
    return value


def rules_text(key: str, value: object) -> str:
    if isinstance(value, Rules):
        return str(value)
    if not isinstance(value, str):
        raise wrong(key, value, '"cfour", "9x7 connect=5", "random"')
    return value


def instance(key: str, value: T, kind: type | UnionType, wanted: str) -> T:
    """Something of this kind, or None."""
    if value is not None and not isinstance(value, kind):
        raise wrong(key, value, wanted)
    return value
