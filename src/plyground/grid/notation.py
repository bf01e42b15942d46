"""Texts for columns, cells, rules, games and positions. `docs/notation.md` defines them.

Every form is read strictly, and each value has one text that it is written as.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence

from plyground.board import Move, Side
from plyground.errors import N_, IllegalMoveError, NotationError, PositionError, UnknownNameError, nearest
from plyground.grid.board import GridBoard
from plyground.grid.layout import Cell
from plyground.grid.rules import CFOUR, PRESETS, Rules, random_rules

__all__ = [
    "cell_text",
    "column_text",
    "move_text",
    "moves_text",
    "parse_board",
    "parse_cell",
    "parse_move",
    "parse_moves",
    "parse_position",
    "parse_rules",
    "play_moves",
    "position_text",
    "preset_names",
    "rules_text",
]

_COLUMN_CHARACTERS = "123456789abcdefghijklmnopqrstuvw"
_CELL = re.compile(r"([a-z]|a[a-f])([1-9][0-9]?)")
_SIZE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})")
_STONES = {"x": Side.FIRST, "o": Side.SECOND}
_NO_YES = {"no": False, "yes": True}


def column_text(column: int) -> str:
    """`1`..`9`, then `a`..`w` for the columns 10 to 32.

    >>> column_text(0), column_text(9)
    ('1', 'a')
    """
    return _COLUMN_CHARACTERS[column] if 0 <= column < len(_COLUMN_CHARACTERS) else str(column + 1)


def cell_text(cell: Cell) -> str:
    """Column letters and the row from the bottom: `a1` is the lower left corner.

    >>> cell_text((0, 0)), cell_text((26, 11))
    ('a1', 'aa12')
    """
    column, row = cell
    letters = chr(ord("a") + column) if column < 26 else "a" + chr(ord("a") + column - 26)
    return f"{letters}{row + 1}"


def parse_cell(text: str, rules: Rules, *, whole: str | None = None, place: int = 1) -> Cell:
    """Reads a cell of a board with `rules`. `whole` and `place` say where `text` stood, for errors."""
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


def cell_move(rules: Rules, cell: Cell) -> Move:
    """The move that fills `cell` on a board without gravity: its number in reading order."""
    return (rules.rows - 1 - cell[1]) * rules.columns + cell[0]


def move_cell(rules: Rules, move: Move) -> Cell:
    row, column = divmod(move, rules.columns)
    return column, rules.rows - 1 - row


def move_text(rules: Rules, move: Move) -> str:
    """How a move is written under `rules`: a column character, or a cell."""
    return column_text(move) if rules.gravity else cell_text(move_cell(rules, move))


def parse_move(rules: Rules, text: str, *, whole: str | None = None, place: int = 1) -> Move:
    """Reads one move; whether it can be played is the board's business."""
    if not rules.gravity:
        return cell_move(rules, parse_cell(text, rules, whole=whole, place=place))
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


def moves_text(rules: Rules, moves: Iterable[Move]) -> str:
    """A game: `4453`, or `b2 a1` without gravity."""
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


def parse_moves(rules: Rules, text: str) -> list[Move]:
    """Reads a game without playing it.

    >>> parse_moves(CFOUR, "4453")
    [3, 3, 4, 2]
    """
    return [parse_move(rules, piece, whole=text, place=place) for place, piece in _split_moves(rules, text)]


def play_moves(board: GridBoard, text: str) -> GridBoard:
    """Plays a game from `board`; an error names the move that cannot be played and its place."""
    for place, piece in _split_moves(board.rules, text):
        move = parse_move(board.rules, piece, whole=text, place=place)
        try:
            board = board.move(move)
        except IllegalMoveError as error:
            raise _at_place(error, text, place) from None
    return board


def _at_place(error: IllegalMoveError, text: str, place: int) -> IllegalMoveError:
    """The same error, with where in the text it happened. The reason stays a text of its own."""
    return IllegalMoveError(N_("place {place} of '{text}': {reason}"), place=place, text=text, reason=error)


def position_text(board: GridBoard) -> str:
    """Rows from the top, `x` first player, `o` second, `.` free, `#` blocked; then the side to move.

    >>> position_text(GridBoard.from_moves("b2 a3", PRESETS["tictactoe"]))
    'o../.x./... x'
    """
    rules = board.rules
    marks = {None: ".", Side.FIRST: "x", Side.SECOND: "o"}
    rows = [
        "".join(
            "#" if (column, row) in rules.blocked else marks[board.at(column, row)] for column in range(rules.columns)
        )
        for row in reversed(range(rules.rows))
    ]
    return f"{'/'.join(rows)} {'x' if board.turn is Side.FIRST else 'o'}"


def parse_position(text: str, rules: Rules = CFOUR) -> GridBoard:
    """Reads `position_text`'s form; blocked cells have to be those of the rules."""
    rows_part, space, turn_part = text.partition(" ")
    if not space or turn_part not in _STONES:
        raise NotationError(
            N_("the position '{text}' does not say who moves at place {place}; end it with ' x' or ' o'"),
            text=text,
            place=len(rows_part) + 2,
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


def parse_board(text: str, rules: Rules = CFOUR) -> GridBoard:
    """Reads a position in either form: a text with `/` or a side to move is rows, all else moves played."""
    text = text.strip()
    if "/" in text or text.endswith((" x", " o")):
        return parse_position(text, rules)
    return play_moves(GridBoard(rules), text)


def rules_text(rules: Rules) -> str:
    """The one text of `rules`: `7x6 connect=4`, and what differs from gravity without blocked cells."""
    parts = [f"{rules.columns}x{rules.rows}", f"connect={rules.connect}"]
    if not rules.gravity:
        parts.append("gravity=no")
    if rules.blocked:
        parts.append("blocked=" + ",".join(cell_text(cell) for cell in sorted(rules.blocked)))
    return " ".join(parts)


def preset_names() -> list[str]:
    return [*PRESETS, "random"]


def parse_rules(text: str) -> Rules:
    """A preset's name, `random seed=7`, or a size with options: `9x7 connect=5 gravity=no blocked=c4,d5`.

    Left out, `connect` is 4 and gravity is on. `random` without a seed draws one.
    """
    words = text.split()
    if not words:
        raise NotationError(
            N_("the rules are empty; name a preset ({presets}) or a size like 9x7 connect=5"),
            presets=", ".join(preset_names()),
        )
    head, options = words[0], _options(text, words[1:])
    if head == "random":
        _refuse_unknown(text, options, ["seed"])
        seed = _whole(text, "seed", options["seed"]) if "seed" in options else secrets.randbits(32)
        return random_rules(seed)
    if head in PRESETS:
        _refuse_unknown(text, options, [])
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
        )
    _refuse_unknown(text, options, ["connect", "gravity", "blocked"])
    columns, rows = int(size[1]), int(size[2])
    gravity = options.get("gravity", "yes")
    if gravity not in _NO_YES:
        raise NotationError(N_("gravity={value} in '{text}' is neither yes nor no"), value=gravity, text=text)
    # The cells are read against the size alone; `Rules` checks the rest.
    plain = Rules(columns=columns, rows=rows, connect=_whole(text, "connect", options.get("connect", "4")))
    cells = _blocked(text, options.get("blocked"), plain)
    return Rules(columns=columns, rows=rows, connect=plain.connect, gravity=_NO_YES[gravity], blocked=cells)


def _options(text: str, words: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise NotationError(
                N_("'{word}' in the rules '{text}' is not an option; write name=value, like connect=5"),
                word=word,
                text=text,
            )
        if key in options:
            raise NotationError(N_("'{key}' is given twice in the rules '{text}'"), key=key, text=text)
        options[key] = value
    return options


def _refuse_unknown(text: str, options: dict[str, str], known: Sequence[str]) -> None:
    for key in options:
        if key not in known:
            raise NotationError(
                N_("'{key}' is not an option of the rules '{text}'; it takes {known}")
                if known
                else N_("'{key}' is not an option of the rules '{text}'; it takes none"),
                key=key,
                text=text,
                known=", ".join(known),
            )


def _whole(text: str, key: str, value: str) -> int:
    if not (value.isascii() and value.isdigit()):
        raise NotationError(
            N_("{key}={value} in the rules '{text}' is not a whole number"), key=key, value=value, text=text
        )
    return int(value)


def _blocked(text: str, value: str | None, rules: Rules) -> set[Cell]:
    cells: set[Cell] = set()
    if value is None:
        return cells
    place = text.index("blocked=") + len("blocked=") + 1
    for name in value.split(","):
        cell = parse_cell(name, rules, whole=text, place=place)
        if cell in cells:
            raise PositionError(N_("cell {cell} is blocked twice in '{text}'"), cell=name, text=text)
        cells.add(cell)
        place += len(name) + 1
    return cells
