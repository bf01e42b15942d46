"""Asks at a terminal who plays, where the command line does not say."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from plyground.console.human import read_line
from plyground.console.terminal import BAD, Terminal
from plyground.errors import N_, PlygroundError
from plyground.players import LEVELS, text_or_player
from plyground.texts import _, say, tell

__all__ = ["ask_seats"]

_OPPONENTS = {"computer": N_("computer"), "human": N_("human")}
_STARTERS = {"you": N_("you"), "opponent": N_("opponent"), "lot": N_("lot")}


def ask_seats(console: Terminal, usual: str) -> tuple[str, str, bool]:
    """The first player, the second, and whether lots are drawn for the seats. An empty answer keeps the default."""
    console.say(_("Who plays? Enter keeps what stands in brackets."), "dim")
    if _choose(console, _("Your opponent"), _OPPONENTS) == "human":
        return "human", "human", False
    opponent = _ask_strength(console, usual)
    starter = _choose(console, _("Who starts"), _STARTERS)
    if starter == "opponent":
        return opponent, "human", False
    return "human", opponent, starter == "lot"


def _choose(console: Terminal, question: str, choices: Mapping[str, str]) -> str:
    """One of the choices; the first is the default. A word or its beginning will do, translated or in English."""
    names = ", ".join(_(text) for text in choices.values())
    default = next(iter(choices))
    while True:
        answer = _ask(console, say("{question} ({choices})", question=question, choices=names), _(choices[default]))
        if not answer:
            return default
        word = answer.casefold()
        for name, text in choices.items():
            if name.startswith(word) or _(text).casefold().startswith(word):
                return name
        console.say(say("'{answer}' is none of them: {choices}.", answer=answer, choices=names), BAD)


def _ask_strength(console: Terminal, usual: str) -> str:
    """A level's number, or the text of any player."""
    question = say("Its strength (1 to {most}, or a player that 'plyground players' lists)", most=len(LEVELS))
    while True:
        answer = _ask(console, question, usual)
        if not answer:
            return usual
        text = f"level{answer}" if answer.isdecimal() else answer
        try:
            text_or_player(text)
        except PlygroundError as error:
            console.say(tell(error), BAD)
        else:
            return text


def _ask(console: Terminal, question: str, default: str) -> str:
    return read_line(console, Text(f"{question} [{default}]:")).strip()
