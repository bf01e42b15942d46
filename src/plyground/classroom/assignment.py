"""An assignment: what is to be written, and the seed of its hidden questions. A teacher keeps it as TOML."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.board import is_number, is_whole
from plyground.classroom.criteria import CRITERIA, POINTS
from plyground.errors import N_, InputError, MissingError, UnknownNameError, nearest
from plyground.texts import _, say

__all__ = ["KINDS", "Assignment", "assignment_text", "read_assignment"]

KINDS = tuple(POINTS)


@dataclass(frozen=True, slots=True)
class Assignment:
    """`questions` is their number for each criterion that asks any; `seconds` are for one call, `memory` is in MB."""

    kind: str
    seed: int
    questions: int = 6
    seconds: float = 10.0
    memory: int = 512
    points: Mapping[str, float] = field(default_factory=dict)
    path: Path | None = None
    """Its file, which no submission may read."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise _unknown("kind", self.kind, KINDS)
        for key, value, least in (
            ("seed", self.seed, 0),
            ("questions", self.questions, 1),
            ("seconds", self.seconds, 0),
            ("memory", self.memory, 32),
        ):
            fits = is_number(value) if key == "seconds" else is_whole(value)
            if not fits or value < least or (key == "seconds" and not value):
                raise InputError(
                    N_("{key} is {value}; it has to be a number, {least} or more"),
                    key=key,
                    value=repr(value),
                    least=least or (0.1 if key == "seconds" else 0),
                )
        usual = POINTS[self.kind]
        if not isinstance(self.points, Mapping):
            raise InputError(N_("{key} is {value}; it has to be a table"), key="points", value=repr(self.points))
        for name, points in self.points.items():
            if name not in usual:
                raise _unknown("points", name, tuple(usual))
            if not is_number(points) or points < 0:
                raise InputError(
                    N_("{key} is {value}; it has to be a number, {least} or more"),
                    key=name,
                    value=repr(points),
                    least=0,
                )
        object.__setattr__(self, "points", {**usual, **self.points})

    @property
    def file_name(self) -> str:
        """The file that students hand in, where they hand in a folder."""
        return f"{self.kind}.py"

    @property
    def most(self) -> float:
        return sum(self.points.values())


def _unknown(key: str, name: object, known: tuple[str, ...]) -> UnknownNameError:
    return UnknownNameError(
        N_("{key} does not know '{name}'; did you mean {near}? There are {known}")
        if (near := nearest(str(name), known))
        else N_("{key} does not know '{name}'; there are {known}"),
        key=key,
        name=name,
        near=near,
        known=", ".join(known),
    )


_KEYS = ("kind", "seed", "questions", "seconds", "memory", "points")


def read_assignment(path: Path) -> Assignment:
    """Reads the file of an assignment."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise MissingError(N_("there is no file '{path}'"), path=str(path)) from None
    except OSError as error:
        raise MissingError(N_("'{path}' cannot be read: {reason}"), path=str(path), reason=error.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(N_("'{path}' is not a TOML file: {reason}"), path=str(path), reason=error) from None
    try:
        for key in table:
            if key not in _KEYS:
                raise _unknown(path.name, key, _KEYS)
        for key in ("kind", "seed"):
            if key not in table:
                raise InputError(N_("'{key}' is missing"), key=key)
        return Assignment(**table, path=path)
    except InputError as error:
        raise InputError(N_("'{path}': {reason}"), path=str(path), reason=error) from None


def assignment_text(kind: str, seed: int | None = None) -> str:
    """The file of an assignment, with a word on every key in the language in use. Without a seed, one is drawn."""
    assignment = Assignment(kind, secrets.randbelow(1 << 53) if seed is None else seed)
    rows: list[tuple[str, Any, str]] = [
        ("kind", f'"{kind}"', _("What is to be written: minimax, alphabeta or uct.")),
        ("seed", assignment.seed, _("The hidden questions follow from it, so keep this file to yourself.")),
        ("questions", assignment.questions, _("How many questions there are of each sort.")),
        ("seconds", f"{assignment.seconds:g}", _("Seconds that a submission has for one question.")),
        ("memory", assignment.memory, _("MB of memory that it may use.")),
    ]
    lines = [f"# {say('An assignment: plyground grade SUBMISSION --assignment {file}', file=f'{kind}.toml')}"]
    for key, value, comment in rows:
        lines += ["", f"# {comment}", f"{key} = {value}"]
    lines += ["", f"# {_('The points of each criterion.')}", "[points]"]
    lines += [f"{name} = {points:g}  # {_(CRITERIA[name])}" for name, points in assignment.points.items()]
    return "\n".join(lines) + "\n"
