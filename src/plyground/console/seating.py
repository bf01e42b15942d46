"""Asks at a terminal who plays, where the command line does not say."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from plyground.console.human import read_line
from plyground.console.terminal import BAD, Terminal
from plyground.errors import N_, PlygroundError
from plyground.grid import Rules
from plyground.players import LEVELS, levels_for, measured_board, text_or_player
from plyground.texts import _, say, tell

__all__ = ["ask_seats"]

_OPPONENTS = {"computer": N_("computer"), "human": N_("human"), "link": N_("link")}
_STARTERS = {"you": N_("you"), "opponent": N_("opponent"), "lot": N_("lot")}


def ask_seats(console: Terminal, rules: Rules, usual: str) -> tuple[str, str, bool]:
    """The first player, the second, and whether lots are drawn for the seats. An empty answer keeps the default."""
    console.say(_("Who plays? Enter keeps what stands in brackets."), "dim")
    console.say(_("A human sits at this terminal; a link is for somebody at another one, or at a browser."), "dim")
    opponent = _choose(console, _("Your opponent"), _OPPONENTS)
    if opponent == "human":
        return "human", "human", False
    if opponent == "computer":
        opponent = _ask_strength(console, rules, usual)
    starter = _choose(console, _("Who starts"), _STARTERS)
    if starter == "opponent":
        return opponent, "human", False
    return "human", opponent, starter == "lot"


def _choose(console: Terminal, question: str, choices: Mapping[str, str]) -> str:
    """One of the choices; the first is the default. A word or its beginning will do, translated or in English."""
    names = _(", ").join(_(text) for text in choices.values())
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


def _ask_strength(console: Terminal, rules: Rules, usual: str) -> str:
    """The number of a level that differs from the others on this board, or the text of any player."""
    offered = [str(level.number) for level in levels_for(measured_board(rules))]
    levels = f"{offered[0]}-{offered[-1]}" if len(offered) == len(LEVELS) else _(", ").join(offered)
    question = say("Its strength ({levels}, or a player that 'plyground players' lists)", levels=levels)
    while True:
        answer = _ask(console, question, usual)
        if not answer:
            return usual
        if answer.isdecimal() and answer not in offered:
            console.say(say("'{answer}' is none of them: {choices}.", answer=answer, choices=levels), BAD)
            continue
        text = f"level{answer}" if answer.isdecimal() else answer
        try:
            text_or_player(text)
        except PlygroundError as error:
            console.say(tell(error), BAD)
        else:
            return text


def _ask(console: Terminal, question: str, default: str) -> str:
    return read_line(console, Text(f"{question} [{default}]:")).strip()
