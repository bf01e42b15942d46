"""From a question to a search: the board, the search, and its options within what this server allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.board import Board, require_open
from plyground.errors import N_, LimitError
from plyground.game import Game
from plyground.grid import GridBoard, rules_name
from plyground.learn import SEARCHES, ChosenSearch, choose_search
from plyground.web.messages.positions import GameRequest, PositionState, position_state, read_game
from plyground.web.messages.refusals import of_field
from plyground.web.serving.settings import ServerSettings
from plyground.web.think.messages import AskedSearch, ThoughtGame

__all__ = ["ReadSearch", "read_search"]

_MOST = {"depth": 64, "playouts": 50_000}
_TOO_MUCH = {
    "depth": N_("the depth is {value}; it has to be between 1 and {most} plies"),
    "playouts": N_("the number of playouts is {value}; it has to be between 1 and {most}"),
}
_DEFAULTS = {"depth": 3}


@dataclass(frozen=True)
class ReadSearch:
    """A search that can be run."""

    board: GridBoard
    game: ThoughtGame
    position: PositionState
    name: str
    options: dict[str, Any]

    def choose(self, depth: int | None = None) -> ChosenSearch:
        """A search that has not begun, perhaps to another depth. Each may run once: UCT keeps its tree."""
        return _choose(self.name, self.board, self.options | ({} if depth is None else {"depth": depth}))


def read_search(asked: AskedSearch, settings: ServerSettings) -> ReadSearch:
    """Errors name the field that is wrong."""
    game = _read_grid(asked, settings)
    board = game.board
    with of_field("position"):
        require_open(board.outcome)
    with of_field("search"):
        _choose(asked.search, board, {})
    options = {}
    for name in SEARCHES[asked.search]:
        value = getattr(asked, name)
        options[name] = _DEFAULTS.get(name) if value is None else value
        with of_field(name):
            _check(name, options[name])
            _choose(asked.search, board, {name: options[name]})
    return ReadSearch(
        board,
        ThoughtGame(kind="grid", name=rules_name(board.rules)),
        position_state(board, game.boards),
        asked.search,
        options,
    )


def _read_grid(asked: AskedSearch, settings: ServerSettings) -> Game[GridBoard]:
    rules = GameRequest.model_fields["rules"].default if asked.rules is None else asked.rules
    return read_game(GameRequest(rules=rules, position=asked.position), settings)


def _check(name: str, value: Any) -> None:
    if name in _MOST and value is not None and not 1 <= value <= _MOST[name]:
        raise LimitError(_TOO_MUCH[name], value=value, most=_MOST[name])


def _choose(name: str, board: Board, options: dict[str, Any]) -> ChosenSearch:
    assert isinstance(board, GridBoard)
    get = options.get
    return choose_search(name, board, get("depth") or 3, get("evaluator"), get("playouts"), get("seed") or 0, get("c"))
