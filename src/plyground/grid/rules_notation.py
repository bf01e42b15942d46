"""Texts of rules: presets, sizes and options. `docs/notation.md` defines them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import TypeAlias

from plyground.errors import N_, NotationError, UnknownNameError, nearest
from plyground.grid.layout import Cell
from plyground.grid.notation import cell_text, parse_cell, require_text
from plyground.grid.rules import PRESETS, Rules, random_rules, rules_of

__all__ = ["parse_rules", "preset_names", "rules_name", "rules_text"]

_NUMBER = re.compile(r"0|[1-9][0-9]{0,19}")  # room for every 64-bit seed
_SIZE = re.compile(rf"({_NUMBER.pattern})x({_NUMBER.pattern})")
_NO_YES = {"no": False, "yes": True}
_GAMES = {"connectfour": "cfour", "connect4": "cfour", "tictactoe": "tictactoe", "gomoku": "gomoku"}
"""What people call the presets, without spaces and hyphens."""


def rules_text(rules: Rules | str) -> str:
    """The one text of `rules`: `7x6 connect=4`, and what differs from gravity without blocked cells."""
    rules = rules_of(rules)
    parts = [f"{rules.columns}x{rules.rows}", f"connect={rules.connect}"]
    if not rules.gravity:
        parts.append("gravity=no")
    if rules.blocked:
        parts.append("blocked=" + ",".join(cell_text(cell) for cell in sorted(rules.blocked)))
    return " ".join(parts)


def rules_name(rules: Rules | str) -> str:
    """The preset's name where there is one, else the text of the rules; `parse_rules` reads both.

    >>> rules_name(Rules.parse("7x6 connect=4")), rules_name(Rules.parse("4x4 connect=3"))
    ('cfour', '4x4 connect=3')
    """
    rules = rules_of(rules)
    return next((name for name, preset in PRESETS.items() if preset == rules), str(rules))


def preset_names() -> list[str]:
    return [*PRESETS, "random"]


def parse_rules(text: str, seed: int | None = None) -> Rules:
    """A preset's name, `random seed=7 blocked=3`, or a size with options: `9x7 connect=5 gravity=no blocked=c4,d5`.

    The presets also go by the names of their games: `Connect Four`, `tic-tac-toe`. If they are left out, `connect` is 4
    and gravity is on. `random` without a seed uses `seed`, or draws one.
    """
    require_text(text)
    words = [(found.start() + 1, found.group()) for found in re.finditer("[^ ]+", text)]
    if not words:
        raise NotationError(
            N_("the rules are empty; name a preset ({presets}) or a size like 9x7 connect=5"),
            presets=", ".join(preset_names()),
        )
    if (name := _GAMES.get(re.sub("[ -]", "", text).lower())) is not None:
        return PRESETS[name]
    place, head = words[0]
    if head == "random":
        options = _options(text, words[1:], ["seed", "blocked"])
        if "seed" in options:
            seed = _whole(text, "seed", options["seed"])
        blocked = _whole(text, "blocked", options["blocked"]) if "blocked" in options else 1
        return random_rules(secrets.randbits(32) if seed is None else seed, blocked)
    if head in PRESETS:
        _options(text, words[1:], [])
        return PRESETS[head]
    size = _SIZE.fullmatch(head)
    if size is None:
        close = nearest(head, preset_names())
        raise UnknownNameError(
            N_("'{head}' is neither a preset ({presets}) nor a size like 9x7; the nearest preset is {near}")
            if close
            else N_("'{head}' is neither a preset ({presets}) nor a size like 9x7"),
            head=head,
            presets=", ".join(preset_names()),
            near=close,
            place=place,
            text=text,
        )
    options = _options(text, words[1:], ["connect", "gravity", "blocked"])
    connect = _whole(text, "connect", options["connect"]) if "connect" in options else 4
    # Blocked cells are checked against the size, which `Rules` has to accept first.
    plain = Rules(columns=int(size[1]), rows=int(size[2]), connect=connect, gravity=_gravity(text, options))
    cells = _blocked(text, options, plain)
    return Rules(columns=plain.columns, rows=plain.rows, connect=plain.connect, gravity=plain.gravity, blocked=cells)


_Option: TypeAlias = tuple[int, str]
"""Where the value stands in the text, from 1, and the value."""


def _options(text: str, words: Sequence[tuple[int, str]], known: Sequence[str]) -> dict[str, _Option]:
    options: dict[str, _Option] = {}
    for place, word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise NotationError(
                N_("'{word}' at place {place} of '{text}' is not an option; write name=value, like connect=5"),
                word=word,
                place=place,
                text=text,
            )
        if key not in known:
            raise NotationError(
                N_("'{key}' at place {place} of '{text}' is not an option here; there are {known}")
                if known
                else N_("'{key}' at place {place} of '{text}' is not an option here; there are none"),
                key=key,
                place=place,
                text=text,
                known=", ".join(known),
            )
        if key in options:
            raise NotationError(
                N_("'{key}' at place {place} of '{text}' is given a second time; once is enough"),
                key=key,
                place=place,
                text=text,
            )
        options[key] = place + len(key) + 1, value
    return options


def _whole(text: str, key: str, option: _Option) -> int:
    place, value = option
    if not _NUMBER.fullmatch(value):
        raise NotationError(
            N_("{key}={value} at place {place} of '{text}' is not a whole number of 1 to 20 digits"),
            key=key,
            value=value,
            place=place,
            text=text,
        )
    return int(value)


def _gravity(text: str, options: dict[str, _Option]) -> bool:
    place, value = options.get("gravity", (0, "yes"))
    if value not in _NO_YES:
        raise NotationError(
            N_("gravity={value} at place {place} of '{text}' is neither yes nor no"),
            value=value,
            place=place,
            text=text,
        )
    return _NO_YES[value]


def _blocked(text: str, options: dict[str, _Option], rules: Rules) -> set[Cell]:
    cells: set[Cell] = set()
    if "blocked" not in options:
        return cells
    place, value = options["blocked"]
    for name in value.split(","):
        cell = parse_cell(name, rules, whole=text, place=place)
        if cell in cells:
            raise NotationError(
                N_("cell {cell} at place {place} of '{text}' is blocked already; name it once"),
                cell=name,
                place=place,
                text=text,
            )
        cells.add(cell)
        place += len(name) + 1
    return cells
