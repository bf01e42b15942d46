"""Kaggle's ConnectX form, `agent(observation, configuration)`: our players as agents, and the process for others'.

`observation.board` holds the cells in reading order, 0 free, 1 and 2 the players; `observation.mark` is ours.
`configuration` has `columns`, `rows`, `inarow` and `actTimeout`, the seconds for a move. The agent returns a column
from 0. `python -m plyground.bots.kaggle submission.py` runs the agent of a file and speaks the line protocol.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from plyground.board import Board, Cancel, Decision, Limit, Side
from plyground.bots.follower import Follower
from plyground.bots.foreign import KAGGLE_SECONDS, check_connectx
from plyground.bots.line_server import serve_here
from plyground.errors import N_, MissingError, NotationError, PlayerError
from plyground.game import Game, Player
from plyground.grid import Cell, GridBoard, Rules

__all__ = ["Agent", "kaggle_agent"]

Agent = Callable[[Any, Any], int]

_ROOM = 0.8
"""The share of a move's time that our agent uses: the environment around it needs some too."""


def kaggle_agent(player: Player, limit: Limit | None = None) -> Agent:
    """`player` as a ConnectX agent. Without a limit it uses most of the time that the configuration gives.

    >>> from plyground.players import make_player
    >>> agent = kaggle_agent(make_player("alphabeta depth=2"))
    >>> agent({"board": [0] * 41 + [1], "mark": 2}, {"columns": 7, "rows": 6, "inarow": 4}) in range(7)
    True
    """
    follower = Follower(player)

    def agent(observation: Any, configuration: Any) -> int:
        game = follower.see(_read_board(observation, configuration))
        seconds = _get(configuration, "actTimeout", None)
        given = Limit(time=seconds * _ROOM) if limit is None and seconds else limit
        move = player.decide(game, given).move
        game.play(move)
        return move

    return agent


def _get(source: Any, name: str, *default: Any) -> Any:
    """Kaggle's structs have attributes and items; plain dictionaries will do."""
    if isinstance(source, dict):
        return source.get(name, *default) if default else source[name]
    return getattr(source, name, *default)


def _read_board(observation: Any, configuration: Any) -> GridBoard:
    rules = Rules(
        columns=_get(configuration, "columns", 7),
        rows=_get(configuration, "rows", 6),
        connect=_get(configuration, "inarow", 4),
    )
    cells: tuple[list[Cell], list[Cell]] = ([], [])
    board = _get(observation, "board")
    if len(board) != rules.columns * rules.rows:
        raise NotationError(
            N_("a board of {count} cells; the configuration says {columns}x{rows}"),
            count=len(board),
            columns=rules.columns,
            rows=rules.rows,
        )
    for place, value in enumerate(board):
        if value:
            cells[value - 1].append(rules.layout.cell_at(place))
    return GridBoard.setup(rules, *cells, Side.FIRST if _get(observation, "mark") == 1 else Side.SECOND)


# The process for a foreign agent


class _Struct(dict[str, Any]):
    """Attributes and items alike, as agents expect."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class _AgentPlayer(Player):
    def __init__(self, path: str) -> None:
        self.name = os.path.basename(path)
        self.identifier = Side.FIRST
        self._agent = load_agent(path)

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        assert isinstance(game.board, GridBoard)
        check_connectx(game.board.rules)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        board = game.board
        assert isinstance(board, GridBoard)
        answer = self._agent(*observed(board, None if limit is None else limit.time))
        try:
            move = int(answer)
        except (TypeError, ValueError):
            move = -1
        if move not in board.legal_moves:
            raise PlayerError(
                N_("{name} answered {answer}, which is not an open column"),
                name=self.name,
                answer=repr(answer)[:80],
                termination="illegal move",
            )
        return Decision(move, line=(move,))


def observed(board: GridBoard, seconds: float | None) -> tuple[_Struct, _Struct]:
    """The observation and the configuration of the side to move."""
    rules = board.rules
    marks = {None: 0, Side.FIRST: 1, Side.SECOND: 2}
    cells = [marks[board.at(c, r)] for r in reversed(range(rules.rows)) for c in range(rules.columns)]
    seconds = KAGGLE_SECONDS if seconds is None else seconds
    return (
        _Struct(board=cells, mark=marks[board.turn], step=board.count, remainingOverageTime=0),
        _Struct(
            columns=rules.columns,
            rows=rules.rows,
            inarow=rules.connect,
            actTimeout=seconds,
            timeout=seconds,
            agentTimeout=60,
            episodeSteps=1000,
            runTimeout=1200,
        ),
    )


def load_agent(path: str) -> Agent:
    """The agent of a file: its function `agent`, or else its last callable, as Kaggle does it."""
    with open(path, encoding="utf-8") as file:
        source = file.read()
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    names: dict[str, Any] = {"__name__": "submission", "__file__": path}
    exec(compile(source, path, "exec"), names)
    known = [value for name, value in names.items() if callable(value) and not name.startswith("__")]
    agent = names.get("agent") if callable(names.get("agent")) else known[-1] if known else None
    if agent is None:
        raise MissingError(
            N_("there is no agent in '{path}': it should define agent(observation, configuration)"), path=path
        )
    return _with_both(agent)


def _with_both(agent: Callable[..., Any]) -> Agent:
    """Kaggle passes an agent as many arguments as it takes."""
    import inspect

    try:
        inspect.signature(agent).bind(None, None)
    except TypeError:
        return lambda observation, configuration: agent(observation)
    except ValueError:
        pass  # a callable without a readable signature
    return agent


if __name__ == "__main__":
    sys.exit(serve_here(lambda: _AgentPlayer(sys.argv[1])))
