"""`read_position`: positions and games as people write, print and copy them. `docs/notation.md` lists the forms.

What the strict notation reads is read the same here. An error names the place in the text as it was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from plyground.board import Move
from plyground.errors import N_, InputError, NotationError
from plyground.grid.board import GridBoard
from plyground.grid.grid_reader import grid_rows
from plyground.grid.notation import (
    cell_text,
    column_text,
    move_at,
    moves_text,
    parse_cell,
    parse_move,
    parse_position,
    position_text,
    require_text,
)
from plyground.grid.rules import CFOUR, Rules, rules_of
from plyground.grid.rules_notation import parse_rules, rules_name

__all__ = ["GameLine", "read_position"]

_Piece: TypeAlias = tuple[int, str]
"""A part of the text, and the index at which it stands there."""

_NAMED = re.compile(
    r"\s*(?:(?:connect[ -]?(?:four|4)|cfour|tic[ -]?tac[ -]?toe|gomoku)(?=\s|$)|[0-9]+x[0-9]+(?: +[a-z]+=\S+)*(?=\s))"
)
"""Rules at the beginning of a text, without a colon after them. A size alone is a mistake in a game's moves."""
_NUMBER = re.compile(r"([0-9]+)(\.+)")
_CELL = re.compile(r"[a-z]{1,2}[0-9]{1,2}")
_CELLS = re.compile(rf"(?:{_CELL.pattern})+")
_SIDES = ("x", "o")
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ\ufeff", "abcdefghijklmnopqrstuvwxyz ")
"""Other letters than those of ASCII may become longer, and places would be wrong."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A start and the moves played from it. As a text it is a game in one line, which `read_position` reads.

    >>> str(read_position("4253")), str(read_position("tic-tac-toe: 1. b2 a1"))
    ('cfour: 4253', 'tictactoe: b2 a1')
    """

    start: GridBoard
    moves: tuple[Move, ...] = ()

    @property
    def boards(self) -> tuple[GridBoard, ...]:
        """Every position from the start to the last."""
        boards = [self.start]
        for move in self.moves:
            boards.append(boards[-1].move(move))
        return tuple(boards)

    @property
    def board(self) -> GridBoard:
        return self.boards[-1]

    def __str__(self) -> str:
        rules = self.start.rules
        start = "" if self.start == GridBoard(rules) else position_text(self.start)
        return " ".join(part for part in (f"{rules_name(rules)}:", start, moves_text(rules, self.moves)) if part)


def read_position(text: str, rules: Rules | str = CFOUR) -> GameLine:
    """The position that a text means, with the moves that led to it if they are known.

    `rules` are those of a text that does not name its own.

    >>> read_position("connect four: 1. 4 4 2. 3 3").board == read_position("d1 d2 c1 c2").board
    True
    >>> print(read_position("x.o\\n.x.\\n..o", "tictactoe").board)
    3  x . o
    2  . x .
    1  . . o
       a b c
    """
    require_text(text)
    rules = rules_of(rules)
    written = text.translate(_LOWER)
    # Messages show the text in one line; the places in it stay the same.
    shown = re.sub(r"\s", " ", text)
    begin = 0
    if not _are_columns(written.strip(), rules):
        rules, begin = _named_rules(written, rules, shown)
    grid = grid_rows(written, begin, rules)
    if grid is not None:
        rows, places = grid
        with _placed(shown, places):
            return GameLine(parse_position(rows, rules))
    pieces = [(found.start(), found.group()) for found in re.compile(r"[^\s,;]+").finditer(written, begin)]
    start, rest = _start(pieces, rules, shown)
    return GameLine(start, tuple(_moves(start, rest, shown)))


def _are_columns(text: str, rules: Rules) -> bool:
    columns = "".join(column_text(column) for column in range(rules.columns))
    return rules.gravity and all(letter in columns for letter in text)


def _named_rules(text: str, rules: Rules, shown: str) -> tuple[Rules, int]:
    """The rules that stand at the beginning of the text, or else `rules`, and where the rest begins."""
    colon = re.search("[:\uff1a]", text)
    if colon is not None:
        end, begin = colon.span()
    else:
        named = _NAMED.match(text)
        if named is None:
            return rules, 0
        end = begin = named.end()
    with _placed(shown, range(end + 1)):
        return parse_rules(re.sub(r"\s", " ", text[:end])), begin


@contextmanager
def _placed(shown: str, places: Sequence[int]) -> Iterator[None]:
    """In the block, an error about a text is made one about `shown`; `places` are the indices there."""
    try:
        yield
    except InputError as error:
        values = dict(error.values)
        if "text" in values:
            values["text"] = shown
        if error.place is not None:
            values["place"] = places[min(error.place, len(places) - 1)] + 1
        raise type(error)(error.template, **values) from None


def _start(pieces: Sequence[_Piece], rules: Rules, shown: str) -> tuple[GridBoard, Sequence[_Piece]]:
    """Where the moves begin: at the rows that the text begins with, if it does. And the pieces after them."""
    one_row = len(pieces) > 1 and set(pieces[0][1]) <= set("xo.#") and pieces[1][1] in _SIDES
    if not (one_row or any("/" in piece for _index, piece in pieces)):
        return GridBoard(rules), pieces
    count = 1
    while count < len(pieces) and (pieces[count - 1][1].endswith("/") or pieces[count][1].startswith("/")):
        count += 1
    turn = pieces[count : count + 1]
    rows = "".join(piece for _index, piece in pieces[:count]) + "".join(f" {piece}" for _index, piece in turn)
    places = [index + away for index, piece in pieces[:count] for away in range(len(piece))]
    places.append(places[-1] + 1)
    places += [index + away for index, piece in turn for away in range(len(piece))]
    with _placed(shown, [*places, places[-1] + 1]):
        return parse_position(rows, rules), pieces[count + 1 :]


def _moves(board: GridBoard, pieces: Iterable[_Piece], shown: str) -> Iterator[Move]:
    rules = board.rules
    pieces = list(_without_numbers(pieces, shown))
    alone = len(pieces) == 1 and _are_columns(pieces[0][1], rules)
    are_cells = not alone and all(_CELLS.fullmatch(piece) for _index, piece in pieces)
    parts = _CELL if are_cells else re.compile(".") if rules.gravity else re.compile(".+")
    for start, piece in pieces:
        for found in parts.finditer(piece):
            part, place = found.group(), start + found.start() + 1
            if are_cells and rules.gravity:
                cell = parse_cell(part, rules, whole=shown, place=place)
                move = rules.move_into(cell)
            else:
                cell, move = None, parse_move(rules, part, whole=shown, place=place)
            board = move_at(board, move, shown, place)
            if cell is not None and board.last_cell != cell:
                assert board.last_cell is not None
                raise NotationError(
                    N_("'{cell}' at place {place} of '{text}': the stone comes to rest on {landing}; write that"),
                    cell=part,
                    place=place,
                    text=shown,
                    landing=cell_text(board.last_cell),
                )
            yield move


def _without_numbers(pieces: Iterable[_Piece], shown: str) -> Iterator[_Piece]:
    """The pieces without the numbers of moves, as in `1. 4 4 2. 3 3`. Each number has one or two moves after it."""
    last, moves = 0, 0
    number: _Piece | None = None
    for index, piece in pieces:
        found = _NUMBER.match(piece)
        if found is not None:
            number = index, found.group()
            is_next = int(found[1]) == last + 1 and (moves in (1, 2) if last else moves == 0)
            goes_on = len(found[2]) > 1 and int(found[1]) == max(last, 1) and moves == min(last, 1)
            if not (is_next or goes_on):
                raise _misplaced(number, shown)
            last, moves = int(found[1]), 1 if goes_on else 0
            index, piece = index + found.end(), piece[found.end() :]
        if piece:
            moves += 1
            number = None
            yield index, piece
    if number is not None:
        raise _misplaced(number, shown)


def _misplaced(number: _Piece, shown: str) -> NotationError:
    return NotationError(
        N_("'{number}' at place {place} of '{text}' is not the number of a move here; write them as in 1. 4 4 2. 3 3"),
        number=number[1],
        place=number[0] + 1,
        text=shown,
    )
