"""Rules as a parameter of OpenSpiel's games, in whose texts blanks, `=` and `,` would have a meaning of their own."""

from __future__ import annotations

from plyground.grid import Rules

__all__ = ["OPENSPIEL_NAME", "openspiel_rules", "openspiel_text"]

OPENSPIEL_NAME = "plyground"
"""The name under which `plyground.environments.openspiel_game` registers our games."""

_OURS, _THEIRS = " =,", "_:+"


def openspiel_text(rules: Rules) -> str:
    """
    >>> openspiel_text(Rules.parse("9x7 connect=5 blocked=a1,b2"))
    '9x7_connect:5_blocked:a1+b2'
    """
    return str(rules).translate(str.maketrans(_OURS, _THEIRS))


def openspiel_rules(text: str) -> Rules:
    """The rules of a text that `openspiel_text` made, or of a preset's name."""
    return Rules.parse(text.translate(str.maketrans(_THEIRS, _OURS)))
