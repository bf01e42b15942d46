"""Texts for columns, cells, games and positions. `docs/notation.md` defines them.

Every form is read strictly, and each value has one text that it is written as. `reader.py` reads what people write
otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol, TypeAlias

from plyground.board import Move, Side, is_whole
from plyground.errors import N_, IllegalMoveError, NotationError, PositionError
from plyground.grid.board import GridBoard
from plyground.grid.layout import Cell, whole_cell
from plyground.grid.rules import CFOUR, Rules, rules_of

__all__ = [
    "Position",
    "board_of",
    "cell_text",
    "column_text",
    "is_rows",
    "move_text",
    "moves_text",
    "parse_board",
    "parse_cell",
    "parse_move",
    "parse_moves",
    "parse_position",
    "play_moves",
    "position_text",
]

_COLUMN_CHARACTERS = "123456789abcdefghijklmnopqrstuvw"
_CELL = re.compile(r"([a-z]|a[a-f])([1-9][0-9]?)")
_STONES = {"x": Side.FIRST, "o": Side.SECOND}


def column_text(column: int) -> str:
    """`1`..`9`, then `a`..`w` for the columns 10 to 32.

    >>> column_text(0), column_text(9)
    ('1', 'a')
    """
    try:
        return _COLUMN_CHARACTERS[column] if 0 <= column < len(_COLUMN_CHARACTERS) else str(column + 1)
    except TypeError:
        raise NotationError(N_("the column is {value}; it has to be a whole number"), value=repr(column)) from None


def cell_text(cell: Cell) -> str:
    """Column letters and the row from the bottom: `a1` is the lower left corner.

    >>> cell_text((0, 0)), cell_text((26, 11))
    ('a1', 'aa12')
    """
    if whole_cell(cell) is None:
        raise NotationError(
            N_("the cell {value} is not a pair of whole numbers; write (column, row), both from 0"), value=repr(cell)
        )
    column, row = cell
    letters = chr(ord("a") + column) if column < 26 else "a" + chr(ord("a") + column - 26)
    return f"{letters}{row + 1}"


def require_text(text: object) -> None:
    """Refuses what is not a text, before it is read."""
    if not isinstance(text, str):
        raise NotationError(
            N_("{value} is not a text; write it between quotation marks, like '4453'"), value=repr(text)
        )


def parse_cell(text: str, rules: Rules | str, *, whole: str | None = None, place: int = 1) -> Cell:
    """Reads a cell of a board with `rules`. `whole` and `place` say where `text` stood, for errors."""
    require_text(text)
    rules = rules_of(rules)
    whole = text if whole is None else whole
    match = _CELL.fullmatch(text)
    if match is None:
        raise NotationError(
            N_("'{cell}' at place {place} of '{text}' is not a cell; write a letter and a row number, like {example}"),
            cell=text,
            place=place,
            text=whole,
            example=cell_text((0, 0)),
        )
    letters, row = match.groups()
    column = ord(letters[-1]) - ord("a") + (26 if len(letters) == 2 else 0)
    cell = (column, int(row) - 1)
    if column >= rules.columns or cell[1] >= rules.rows:
        raise NotationError(
            N_("'{cell}' at place {place} of '{text}' is not on the board; its cells run from {low} to {high}"),
            cell=text,
            place=place,
            text=whole,
            low=cell_text((0, 0)),
            high=cell_text((rules.columns - 1, rules.rows - 1)),
        )
    return cell


def move_text(rules: Rules | str, move: Move) -> str:
    """How a move is written under `rules`: a column character, or a cell."""
    rules = rules_of(rules)
    if not is_whole(move):
        raise NotationError(N_("the move is {value}; it has to be a whole number"), value=repr(move))
    return column_text(move) if rules.gravity else cell_text(rules.layout.cell_at(move))


def parse_move(rules: Rules | str, text: str, *, whole: str | None = None, place: int = 1) -> Move:
    """Reads one move, without checking whether it can be played."""
    require_text(text)
    rules = rules_of(rules)
    if not rules.gravity:
        return rules.move_into(parse_cell(text, rules, whole=whole, place=place))
    column = _COLUMN_CHARACTERS.find(text) if len(text) == 1 else -1
    if not 0 <= column < rules.columns:
        raise NotationError(
            N_("'{move}' at place {place} of '{text}' is not a column; the columns are {low} to {high}"),
            move=text,
            place=place,
            text=text if whole is None else whole,
            low=column_text(0),
            high=column_text(rules.columns - 1),
        )
    return column


def moves_text(rules: Rules | str, moves: Iterable[Move]) -> str:
    """A game: `4453`, or `b2 a1` without gravity."""
    rules = rules_of(rules)
    if not isinstance(moves, Iterable):
        raise NotationError(N_("the moves are {value}; list them as whole numbers"), value=repr(moves))
    return ("" if rules.gravity else " ").join(move_text(rules, move) for move in moves)


def _split_moves(rules: Rules, text: str) -> list[tuple[int, str]]:
    """(place from 1, move text) for each move."""
    if rules.gravity:
        return list(enumerate(text, start=1))
    pieces, place = [], 1
    for piece in text.split(" ") if text else []:
        pieces.append((place, piece))
        place += len(piece) + 1
    return pieces


def parse_moves(rules: Rules | str, text: str) -> list[Move]:
    """Reads a game without playing it.

    >>> parse_moves(CFOUR, "4453")
    [3, 3, 4, 2]
    """
    rules = rules_of(rules)
    require_text(text)
    return [parse_move(rules, piece, whole=text, place=place) for place, piece in _split_moves(rules, text)]


def play_moves(board: Position, text: str) -> GridBoard:
    """Plays a game from `board`; an error names the move that cannot be played and its place."""
    board = board_of(board)
    require_text(text)
    for place, piece in _split_moves(board.rules, text):
        board = move_at(board, parse_move(board.rules, piece, whole=text, place=place), text, place)
    return board


def move_at(board: GridBoard, move: Move, text: str, place: int) -> GridBoard:
    """Plays the move that stands at `place` of `text`; an error says so. Its reason stays a text of its own."""
    try:
        return board.move(move)
    except IllegalMoveError as error:
        raise IllegalMoveError(
            N_("place {place} of '{text}': {reason}"), place=place, text=text, reason=error
        ) from None


def position_text(board: Position) -> str:
    """Rows from the top, `x` first player, `o` second, `.` free, `#` blocked; then the side to move.

    >>> position_text(GridBoard.from_moves("b2 a3", "tictactoe"))
    'o../.x./... x'
    """
    board = board_of(board)
    rules = board.rules
    marks = {None: ".", Side.FIRST: "x", Side.SECOND: "o"}
    rows = [
        "".join(
            "#" if (column, row) in rules.blocked else marks[board.at(column, row)] for column in range(rules.columns)
        )
        for row in reversed(range(rules.rows))
    ]
    return f"{'/'.join(rows)} {'x' if board.turn is Side.FIRST else 'o'}"


def parse_position(text: str, rules: Rules | str = CFOUR) -> GridBoard:
    """Reads `position_text`'s form; blocked cells have to be those of the rules."""
    require_text(text)
    rules = rules_of(rules)
    rows_part, space, turn_part = text.partition(" ")
    if not space or turn_part not in _STONES:
        raise NotationError(
            N_("the position '{text}' does not say who moves at place {place}; end it with ' x' or ' o'"),
            text=text,
            place=len(rows_part) + len(space) + 1,
        )
    rows = rows_part.split("/")
    if len(rows) != rules.rows:
        raise NotationError(
            N_("the position '{text}' has {count} rows; the rules say {rows}"),
            text=text,
            count=len(rows),
            rows=rules.rows,
        )
    stones = {Side.FIRST: 0, Side.SECOND: 0}
    place = 1
    for row, line in zip(reversed(range(rules.rows)), rows, strict=True):
        if len(line) != rules.columns:
            raise NotationError(
                N_("row '{line}' at place {place} of '{text}' has {count} cells; the rules say {columns}"),
                line=line,
                place=place,
                text=text,
                count=len(line),
                columns=rules.columns,
            )
        for column, mark in enumerate(line):
            _read_mark(mark, (column, row), rules, stones, text, place + column)
        place += len(line) + 1
    return GridBoard.from_stones(rules, stones[Side.FIRST], stones[Side.SECOND], _STONES[turn_part])


def _read_mark(mark: str, cell: Cell, rules: Rules, stones: dict[Side, int], text: str, place: int) -> None:
    if (mark == "#") != (cell in rules.blocked):
        template = (
            N_("cell {cell} at place {place} of '{text}' is marked as blocked, but the rules do not block it")
            if mark == "#"
            else N_("cell {cell} at place {place} of '{text}' is '{mark}', but the rules block it: write '#'")
        )
        raise NotationError(template, cell=cell_text(cell), place=place, text=text, mark=mark)
    if mark in _STONES:
        stones[_STONES[mark]] |= rules.layout.bit(*cell)
    elif mark not in ".#":
        raise NotationError(
            N_("'{mark}' at place {place} of '{text}' is no stone; use x, o, . and #"),
            mark=mark,
            place=place,
            text=text,
        )


def parse_board(text: str, rules: Rules | str = CFOUR) -> GridBoard:
    """Reads a position in either form: a text with `/` or a side to move is rows, all else moves played.

    White space at the end, as a line of a file has it, is left out.
    """
    require_text(text)
    rules = rules_of(rules)
    text = text.rstrip()
    return parse_position(text, rules) if is_rows(text) else play_moves(GridBoard(rules), text)


def is_rows(text: str) -> bool:
    """Whether a text is rows and the side to move, and not the moves of a game."""
    require_text(text)
    return "/" in text or text.rstrip().endswith((" x", " o"))


class OnBoard(Protocol):
    """What stands at a position, as a `Game` does."""

    @property
    def board(self) -> GridBoard: ...


Position: TypeAlias = GridBoard | OnBoard | str
"""A position, wherever one is meant: the board, a game that stands there, or a text that `read_position` reads."""


def board_of(position: Position, rules: Rules | str = CFOUR) -> GridBoard:
    """The board that is meant. `rules` are those of a text that names none; a board has its own.

    >>> board_of("4453") == board_of("1. d1 d2 2. e1 c1") == GridBoard.from_moves("4453")
    True
    """
    if isinstance(position, GridBoard):
        return position
    if isinstance(position, str):
        from plyground.grid.reader import read_position

        return read_position(position, rules).board
    board = getattr(position, "board", None)
    if isinstance(board, GridBoard):
        return board
    raise PositionError(
        N_("the position is {value}; it has to be a GridBoard, a game on one, or a text such as 4453"),
        value=repr(position),
    )
