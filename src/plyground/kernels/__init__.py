"""Compiled kernels: numbers and addresses in, numbers out. Nothing here knows what a game is.

- `exact`: the exact search, and what Python needs to ask it;
- `playouts`: random games, games under a policy, UCT on a tree, the champion's search on a graph;
- `plans`: answers by rule, played out against every stone: the search for explanations and their proof;
- `alphabeta`: alpha-beta over segments, in two strengths;
- `lines`: boards without gravity: what every line holds, wins by threats, and a search by them;
- `memory`: the words and records that all of them are written with.

`on_compiling` and `announced_to` say who is told that something has to be compiled first.

This module is light: nothing is compiled or loaded before one of the folders is imported.

## Bit layout
One column is `height + 1` bits, bottom first, with a spare bit on top; columns follow each other from the left. Bit of
the cell in column c and row r (both from 0): `c * (height + 1) + r`. Boards of up to 64 bits are one word, of up to 128
two. Blocked cells belong to neither player.
"""

from .compilation import announced_to, on_compiling

__all__ = [
    "alphabeta",
    "announced_to",
    "cache",
    "compiled",
    "exact",
    "lines",
    "memory",
    "on_compiling",
    "plans",
    "playouts",
]
