"""The settings of a class: the file `class.toml` in its folder, which is written at first and may be changed."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from plyground.board import is_number, is_whole
from plyground.errors import N_, InputError, MissingError, UnknownNameError, nearest
from plyground.grid import Rules
from plyground.players import make_player
from plyground.texts import _

__all__ = ["SETTINGS_FILE", "ClassSettings", "read_class"]

SETTINGS_FILE = "class.toml"


@dataclass(frozen=True, slots=True)
class ClassSettings:
    """`time` is seconds a move, `memory` MB; `house` are players of ours that play too, which gives ratings a scale."""

    title: str
    rules: str = "cfour"
    time: float = 0.5
    memory: int = 512
    house: tuple[str, ...] = ("random", "winblock")
    seed: int = 0

    def __post_init__(self) -> None:
        given: Any = self  # a file may have anything
        for key, fits, wanted in (
            ("title", isinstance(given.title, str) and given.title.isprintable(), '"…"'),
            ("rules", isinstance(given.rules, str), '"cfour"'),
            ("time", is_number(self.time) and 0 < self.time <= 3600, "0.5, 1, …"),
            ("memory", is_whole(self.memory) and self.memory >= 32, "512, 1024, …"),
            ("house", _is_list_of_texts(self.house), '["random", "level3"]'),
            ("seed", is_whole(self.seed) and self.seed >= 0, "0, 1, 2, …"),
        ):
            if not fits:
                raise InputError(
                    N_("{key} is {value}; it has to be {wanted}"),
                    key=key,
                    value=ascii(getattr(self, key))[:80],
                    wanted=wanted,
                )
        Rules.parse(self.rules)
        for player in self.house:
            make_player(player)
        object.__setattr__(self, "house", tuple(self.house))

    def text(self) -> str:
        """The file, with a word on every key in the language in use."""
        rows = [
            ("title", json.dumps(self.title, ensure_ascii=False), _("What stands above the standings.")),
            ("rules", json.dumps(self.rules), _("The board: a preset or a size, such as 9x7 connect=5.")),
            ("time", f"{self.time:g}", _("Seconds that a bot has for a move.")),
            ("memory", str(self.memory), _("MB of memory that it may use.")),
            ("house", json.dumps(list(self.house)), _("Players of ours that play too; random is Elo 0.")),
            ("seed", str(self.seed), _("Where all chance comes from.")),
        ]
        lines = [f"# {_('A class: its bots lie in this folder, and plyground class FOLDER plays a round.')}"]
        for key, value, comment in rows:
            lines += ["", f"# {comment}", f"{key} = {value}"]
        return "\n".join(lines) + "\n"


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def read_class(folder: Path) -> ClassSettings:
    """The settings of the class in this folder; the usual ones are written there if there are none."""
    path = folder / SETTINGS_FILE
    if not path.exists():
        settings = ClassSettings(folder.resolve().name or "class")
        try:
            path.write_text(settings.text(), encoding="utf-8", newline="\n")
        except OSError as error:
            raise MissingError(
                N_("'{path}' cannot be written: {reason}"), path=str(path), reason=error.strerror
            ) from None
        return settings
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        known = [field.name for field in fields(ClassSettings)]
        for key in table:
            if key not in known:
                near = nearest(key, known)
                raise UnknownNameError(
                    N_("there is no key '{key}'; did you mean {near}? The keys are {known}")
                    if near
                    else N_("there is no key '{key}'; the keys are {known}"),
                    key=key,
                    near=near,
                    known=", ".join(known),
                )
        return ClassSettings(**({"title": folder.resolve().name} | table))
    except OSError as error:
        raise MissingError(N_("'{path}' cannot be read: {reason}"), path=str(path), reason=error.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(N_("'{path}' is not a TOML file: {reason}"), path=str(path), reason=error) from None
    except InputError as error:
        raise InputError(N_("'{path}': {reason}"), path=str(path), reason=error) from None
