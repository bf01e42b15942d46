"""What a reader types, as the answer of an exercise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from plyground.texts import _, say

__all__ = ["answer_hint", "answer_of", "option_lines"]

_LONGEST_OPTION = 6


def _options(form: Mapping[str, Any]) -> Sequence[str]:
    found: Sequence[str] = form.get("options") or form.get("moves") or ()
    return found


def _letters(form: Mapping[str, Any]) -> dict[str, str]:
    """The letters by which options are chosen that are too long to type, or hard to type on some keyboards; else none.

    They are not numbers, for options often have some in them.
    """
    options = _options(form)
    if all(len(option) <= _LONGEST_OPTION and option.isascii() for option in options):
        return {}
    return dict(zip(ascii_lowercase, options, strict=False))


def option_lines(form: Mapping[str, Any]) -> list[str]:
    """The options, one in a line with their letters, or short ones side by side."""
    if letters := _letters(form):
        return [f"  {letter}  {option}" for letter, option in letters.items()]
    options = _options(form)
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
            return _("a letter from the list") if _letters(form) else _("one of them")


def answer_of(form: Mapping[str, Any], typed: str) -> str | list[str]:
    """The typed line as `Exercise.check` takes it: letters become their options."""
    words = typed.replace(",", " ").split()
    if form["type"] == "several" and words in (["-"], [_("none")]):
        return []
    letters = _letters(form)
    if not letters:
        return typed
    if form["type"] in ("several", "order"):
        return [letters.get(word.casefold(), word) for word in words]
    return letters.get(typed.casefold(), typed)
