"""What people read instead of a player's text: `uct compiled=yes` is "Monte Carlo (UCT), compiled".

Everything here is in the language in use.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePath
from typing import Any

from plyground.errors import PlygroundError
from plyground.players.options import Number, Option, Span, Whole
from plyground.players.registry import PlayerKind, parse_player
from plyground.texts import _, fill, language, say, speaking

__all__ = ["allowed_text", "player_name", "public_text", "value_name"]


def player_name(text: str) -> str:
    """The name of the player that `text` describes. A text of no player, such as a person's own name, stays as it is.

    >>> player_name("level7"), player_name("uct compiled=yes"), player_name("staged depth=2")
    ('Level 7', 'Monte Carlo (UCT), compiled', 'Staged player, weak')
    """
    return _player_name(text, language())


@lru_cache(maxsize=4096)
def _player_name(text: str, code: str) -> str:
    try:
        kind, given = parse_player(text)
    except PlygroundError:
        return text
    with speaking(code):
        if kind.takes_rest:
            return _bot_name(given["rest"]) or kind.name
        if kind.build is None:
            return str(given.get("name", _(kind.title)))
        name = fill(_(kind.title), **_values(kind, given)) if kind.title else kind.name
        for option in kind.options:
            value = given.get(option.name, option.default)
            if value != option.default and option.phrase:
                name = say("{name}, {setting}", name=name, setting=_setting(option, value))
        return name


def public_text(text: str) -> str:
    """The text of a player for everybody: of a bot its kind and its program, without folders and arguments, since
    these may hold passwords.

    >>> public_text("cmd:time=2 ./bots/mybot --api-key=1234"), public_text("uct time=1")
    ('cmd:mybot', 'uct time=1')
    """
    try:
        kind, given = parse_player(text)
    except PlygroundError:
        return text
    return f"{kind.name}{_bot_name(given['rest'])}" if kind.takes_rest else text


def _values(kind: PlayerKind, given: dict[str, Any]) -> dict[str, Any]:
    return {option.name: option.default for option in kind.options} | given


def _bot_name(rest: str) -> str:
    """The file or program of a bot, without its folder and its options."""
    words = [word for word in rest.split() if "=" not in word]
    return PurePath(words[0].split(":")[0]).stem if words else ""


def _setting(option: Option, value: Any) -> str:
    if isinstance(option, Whole) and value in option.names.values():
        return value_name(option, value)
    return say(option.phrase, value=value_name(option, value))


def value_name(option: Option, value: Any) -> str:
    """A value of an option in words, where it has any.

    >>> from plyground.players import player_kinds
    >>> depth = next(kind for kind in player_kinds() if kind.name == "staged").options[0]
    >>> value_name(depth, 8), value_name(depth, 5)
    ('very strong', '5')
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(option, Whole):
        value = next((name for name, number in option.names.items() if number == value), value)
    if isinstance(option, Span) and value is not None:
        return f"{value[0]:g}–{value[1]:g}"
    shown = option.show(value)
    return _(option.value_labels[shown]) if shown in option.value_labels else shown


def allowed_text(option: Option, most: float | None = None) -> str:
    """The numbers that an option takes, up to `most` if that is lower than its own limit; empty if it takes none."""
    if not isinstance(option, Whole | Number):
        return ""
    highest = option.most if most is None else min(option.most, most)
    if isinstance(option, Whole) and highest == Whole.most:
        return say("{least} or more", least=option.least)
    if isinstance(option, Whole):
        highest = int(highest)
    return say("{least} to {most}", least=option.show(option.least), most=option.show(highest))
