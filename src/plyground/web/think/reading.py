"""From a question to a search: the board, the search, and its options within what this server allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.board import Board, require_open
from plyground.errors import N_, LimitError, UnknownNameError
from plyground.grid import rules_name
from plyground.learn import (
    SEARCHES,
    ChosenSearch,
    Nim,
    board_text,
    choose_search,
    read_teaching_board,
)
from plyground.web.messages.positions import GameRequest, PositionState, position_state, read_game, side_name
from plyground.web.messages.refusals import of_field
from plyground.web.serving.settings import ServerSettings
from plyground.web.think.messages import AskedSearch, ThoughtGame, ThoughtPosition
from plyground.web.think.own_games import shown_bugs

__all__ = ["ReadSearch", "read_search"]

_MOST = {"depth": 64, "playouts": 50_000}
_TOO_MANY = {
    "depth": N_("the depth is {value}; it has to be between 1 and {most} plies"),
    "playouts": N_("the number of playouts is {value}; it has to be between 1 and {most}"),
}


@dataclass(frozen=True)
class ReadSearch:
    """A search that can be run, and what to say about its board."""

    chosen: ChosenSearch
    game: ThoughtGame
    position: PositionState | ThoughtPosition

    @property
    def board(self) -> Board:
        return self.chosen.board

    @property
    def keeps_positions(self) -> bool:
        """Whether the search takes more memory the longer it runs."""
        return bool(self.chosen.options.get("table"))

    def at_depth(self, depth: int) -> ChosenSearch:
        return _choose(self.chosen.name, self.board, **{**self.chosen.options, "depth": depth})


def read_search(asked: AskedSearch, settings: ServerSettings, games: Mapping[str, Board]) -> ReadSearch:
    """Errors name the field that is wrong. `games` are those that the server's owner has added."""
    board, game, position = _read_position(asked, settings, games)
    with of_field("position"), shown_bugs(board):
        require_open(board.outcome)
    with of_field("search"):
        _choose(asked.search, board)
    options: dict[str, Any] = {}
    for name in SEARCHES[asked.search]:
        value = getattr(asked, name)
        if value is not None:
            options[name] = value
            with of_field(name):
                if name in _MOST and not 1 <= value <= _MOST[name]:
                    raise LimitError(_TOO_MANY[name], value=value, most=_MOST[name])
                _choose(asked.search, board, **{name: value})
    return ReadSearch(_choose(asked.search, board, **options), game, position)


def _choose(name: str, board: Board, **options: Any) -> ChosenSearch:
    with shown_bugs(board):
        return choose_search(name, board, **options)


def _read_position(
    asked: AskedSearch, settings: ServerSettings, games: Mapping[str, Board]
) -> tuple[Board, ThoughtGame, PositionState | ThoughtPosition]:
    if asked.game is not None:
        own = _read_own(asked.game, asked.position, games)
        return own, ThoughtGame(kind="own", name=asked.game), _position(own)
    with of_field("position"):
        teaching = read_teaching_board(asked.position)
    if teaching is not None:
        return teaching, ThoughtGame(kind="nim" if isinstance(teaching, Nim) else "tree", name=""), _position(teaching)
    rules = {} if asked.rules is None else {"rules": asked.rules}
    played = read_game(GameRequest(position=asked.position, **rules), settings)
    grid = played.board
    return grid, ThoughtGame(kind="grid", name=rules_name(grid.rules)), position_state(grid, played.boards)


def _read_own(name: str, moves: str, games: Mapping[str, Board]) -> Board:
    """The position of an added game after these moves."""
    with of_field("game"):
        if name not in games:
            raise UnknownNameError(
                N_("there is no game '{name}' here; the games that were added are: {known}"),
                name=name,
                known=", ".join(games) or "-",
            )
    board = games[name]
    with of_field("position"), shown_bugs(board):
        for move in moves.split():
            require_open(board.outcome)
            board = board.move(board.parse_move(move))
    return board


def _position(board: Board) -> ThoughtPosition:
    with shown_bugs(board):
        return ThoughtPosition(text=board_text(board), turn=side_name(board.turn))
