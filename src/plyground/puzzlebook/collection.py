"""The collection of puzzles: one file, its first line the card, each other line a puzzle.

The card has the number of the puzzles and a checksum of their lines, so a damaged file is noticed when it is read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection as Container
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from importlib import resources
from math import gcd
from pathlib import Path
from typing import Any

from plyground.board import SplitMix, is_number, is_whole
from plyground.errors import N_, InputError, MissingError, PlygroundError, UnknownNameError, nearest
from plyground.puzzlebook.puzzle import BOARDS, Puzzle, PuzzleKind

__all__ = [
    "FORMAT",
    "Collection",
    "collection_text",
    "daily_puzzle",
    "find_puzzle",
    "next_puzzle",
    "puzzles",
    "read_collection",
]

FORMAT = 1
"""Increased when the lines of the file change."""

_NEAREST = 12
"""The next puzzle is one of so many whose ratings are nearest to the one that is wanted."""


@dataclass(frozen=True, slots=True)
class Collection:
    """Puzzles from the easiest to the hardest, and how they were made."""

    card: dict[str, Any]
    puzzles: tuple[Puzzle, ...]


def collection_text(card: dict[str, Any], found: Iterable[Puzzle]) -> str:
    """The file: the card, completed by the number of the puzzles and their checksum, and the puzzles."""
    lines = [_json_line(puzzle.json()) for puzzle in found]
    card = {**card, "format": FORMAT, "puzzles": len(lines), "sha256": _checksum(lines)}
    return "\n".join([_json_line(card), *lines]) + "\n"


def _json_line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _checksum(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def read_collection(path: Path | str | None = None) -> Collection:
    """The collection in a file, or the one that comes with Plyground. A damaged file is refused."""
    if path is None:
        return _own_collection()
    try:
        return _parsed(Path(path).read_bytes(), path)
    except OSError as error:
        raise MissingError(
            N_("the puzzles in {file} cannot be read: {reason}"), file=path, reason=error.strerror or error
        ) from error
    except TypeError:
        raise InputError(N_("the file is {value}; it has to be a path"), value=repr(path)) from None


@lru_cache(maxsize=1)
def _own_collection() -> Collection:
    file = resources.files("plyground.puzzlebook") / "collection.jsonl"
    try:
        return _parsed(file.read_bytes(), file)
    except OSError as error:
        raise MissingError(
            N_("the puzzles in {file} cannot be read: {reason}"), file=file, reason=error.strerror or error
        ) from error


def _parsed(data: bytes, file: object) -> Collection:
    try:
        first, *lines = data.decode().removesuffix("\n").split("\n")
        card = json.loads(first)
        found_format = card["format"]
        is_whole_file = card["puzzles"] == len(lines) and card["sha256"] == _checksum(lines)
    except (ValueError, KeyError, TypeError):
        raise _damaged(file) from None
    if found_format != FORMAT:
        raise MissingError(
            N_("{file} was made by another version of Plyground (format {found}, now {format}); make it again"),
            file=file,
            found=found_format,
            format=FORMAT,
        )
    if not is_whole_file:
        raise _damaged(file)
    try:
        return Collection(card, tuple(Puzzle.of_json(json.loads(line)) for line in lines))
    except (ValueError, KeyError, TypeError):
        raise _damaged(file) from None


def _damaged(file: object) -> MissingError:
    return MissingError(
        N_(
            "{file} is no whole collection of puzzles: its checksum does not fit; install Plyground again, or make the "
            "file with 'plyground puzzles make'"
        ),
        file=file,
    )


def puzzles(
    *,
    kind: PuzzleKind | str | None = None,
    board: str | None = None,
    low: float | None = None,
    high: float | None = None,
) -> tuple[Puzzle, ...]:
    """The puzzles that come with Plyground, from the easiest to the hardest.

    Choose by `kind` (such as `"draw"`), by `board` (`"cfour"`, `"random"` or `"gomoku"`) and by rating, both ends
    included.

    >>> len(puzzles(kind="draw")) > 20
    True
    >>> {puzzle.kind.value for puzzle in puzzles(board="gomoku")}
    {'fours'}
    """
    kind = None if kind is None else _kind_of(kind)
    if board is not None and board not in BOARDS:
        raise UnknownNameError(
            N_("there are no puzzles on '{name}'; the boards are {known}"), name=board, known=", ".join(BOARDS)
        )
    for rating in (low, high):
        if rating is not None and not is_number(rating):
            raise InputError(N_("the rating is {value}; it has to be a number"), value=repr(rating))
    return tuple(
        puzzle
        for puzzle in read_collection().puzzles
        if (kind is None or puzzle.kind is kind)
        and (board is None or puzzle.board_name == board)
        and (low is None or puzzle.rating >= low)
        and (high is None or puzzle.rating <= high)
    )


def _kind_of(kind: PuzzleKind | str) -> PuzzleKind:
    if kind not in list(PuzzleKind):
        raise UnknownNameError(
            N_("there is no kind of puzzles '{name}'; the kinds are {known}"), name=kind, known=", ".join(PuzzleKind)
        )
    return PuzzleKind(kind)


def find_puzzle(id: str) -> Puzzle:
    """The puzzle with this id, in small letters or capitals."""
    wanted = str(id).strip().lower()
    found = next((puzzle for puzzle in read_collection().puzzles if puzzle.id == wanted), None)
    if found is None:
        raise _unknown(id)
    return found


def _unknown(id: object) -> PlygroundError:
    known = [puzzle.id for puzzle in read_collection().puzzles]
    near = nearest(id, known) if isinstance(id, str) else None
    return UnknownNameError(
        N_("there is no puzzle '{name}'; did you mean {near}?")
        if near
        else N_("there is no puzzle '{name}'; an id has six letters and digits, like {example}"),
        name=id,
        near=near,
        example=known[0],
    )


def daily_puzzle(day: date | None = None) -> Puzzle:
    """The puzzle of a day, today's by UTC unless one is given: the same for everybody who has this collection.

    All puzzles of 7x6 have their turn before one comes again.
    """
    if day is not None and not isinstance(day, date):
        raise InputError(N_("the day is {value}; it has to be a date"), value=repr(day))
    day = datetime.now(UTC).date() if day is None else day
    found = sorted(puzzles(board="cfour"), key=lambda puzzle: puzzle.id)
    # A step near the golden section: the puzzles of one week lie far apart. It shares no factor with the count.
    step = round(len(found) * 0.618)
    while gcd(step, len(found)) != 1:
        step += 1
    return found[day.toordinal() * step % len(found)]


def next_puzzle(
    rating: float,
    *,
    kind: PuzzleKind | str | None = None,
    board: str | None = None,
    without: Container[str] = (),
    seed: int = 0,
) -> Puzzle:
    """A puzzle about as hard as `rating`, and none of `without`, as long as there are others."""
    if not is_number(rating):
        raise InputError(N_("the rating is {value}; it has to be a number"), value=repr(rating))
    if not is_whole(seed):
        raise InputError(N_("the seed is {value}; it has to be a whole number"), value=repr(seed))
    found = puzzles(kind=kind, board=board)
    if not found:
        raise UnknownNameError(
            N_("there are no puzzles of the kind '{kind}' on the board '{board}'; leave one of them out"),
            kind=kind,
            board=board,
        )
    fresh = [puzzle for puzzle in found if puzzle.id not in without] or list(found)
    near = sorted(fresh, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))[:_NEAREST]
    return near[SplitMix(seed).below(len(near))]
