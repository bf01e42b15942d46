"""What a reader types, as the answer of an exercise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.texts import _, say

__all__ = ["answer_hint", "answer_of", "option_lines"]

_LONGEST_OPTION = 6


def _options(form: Mapping[str, Any]) -> Sequence[str]:
    found: Sequence[str] = form.get("options") or form.get("moves") or ()
    return found


def _is_numbered(form: Mapping[str, Any]) -> bool:
    """Whether options are long texts, which are chosen by their number."""
    return any(len(option) > _LONGEST_OPTION for option in _options(form))


def option_lines(form: Mapping[str, Any]) -> list[str]:
    """The options, one in a line with their numbers, or short ones side by side."""
    options = _options(form)
    if _is_numbered(form):
        return [f"  {number}  {option}" for number, option in enumerate(options, 1)]
    return [say("Options: {options}", options=" ".join(options))] if options else []


def answer_hint(form: Mapping[str, Any]) -> str:
    """How an answer of this form is typed."""
    match form["type"]:
        case "number":
            return _("a number, inf or -inf") if form.get("infinite") else _("a number")
        case "several":
            return _("any of them, with spaces between; - for none")
        case "order":
            return _("all of them in order, with spaces between")
        case "move":
            return _("a move")
        case _:
            return _("a number from the list") if _is_numbered(form) else _("one of them")


def answer_of(form: Mapping[str, Any], typed: str) -> str | list[str]:
    """The typed line as `Exercise.check` takes it: numbers of options become the options."""
    words = typed.replace(",", " ").split()
    if form["type"] == "several" and words in (["-"], [_("none")]):
        return []
    if not _is_numbered(form):
        return typed
    options = _options(form)
    chosen = [
        options[int(word) - 1] if word.isascii() and word.isdigit() and 0 < int(word) <= len(options) else word
        for word in words
    ]
    if form["type"] in ("several", "order"):
        return chosen
    return chosen[0] if len(chosen) == 1 else typed
