"""Ten levels from beginner to strongest: one table, each row a plain recipe."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from plyground.board import Board, Cancel, Decision, Limit, Side, SplitMix, require_open
from plyground.errors import N_
from plyground.game import Game, Player
from plyground.grid import GridBoard, Rules, rules_name
from plyground.players.engine_player import grid_of
from plyground.players.line_levels import LineHabits, LineLevel, Sight, plays_by_lines
from plyground.players.one_move import block_in_one, win_in_one
from plyground.players.registry import make_player

__all__ = ["ALIKE", "LEVELS", "Level", "LevelPlayer", "levels_for", "measured", "measured_board"]

ALIKE = 70
"""Elo. Levels that are less apart play alike: at this distance the stronger one scores 60 %."""


@dataclass(frozen=True)
class Level:
    """One row of the table.

    It takes a win in one move if `wins`, else it blocks one if `blocks`. Otherwise `player` decides, except for a
    share of `errors`, which are random moves. On larger boards without gravity `lines` decides instead.
    """

    number: int
    name: str
    """One word; for the catalogue, so translate it before it is shown."""
    player: str
    wins: bool = True
    blocks: bool = True
    errors: float = 0.0
    lines: LineHabits | None = None
    """How it plays larger boards without gravity, if not by its `player`."""
    basis: str = ""
    """What its measured Elo rests on, where that needs saying; translate it before it is shown."""

    @property
    def text(self) -> str:
        """The text that names it as a player."""
        return f"level{self.number}"

    @property
    def elo(self) -> dict[str, int]:
        """Measured, by board (`cfour`, `tictactoe`, `random`), from the random mover at 0."""
        return {board: ratings[self.text][0] for board, ratings in measured()["elo"].items() if self.text in ratings}


_PLAIN = "exact=no priors=no threads=1"


def _searching(nodes: int, errors: float) -> LineHabits:
    return LineHabits(Sight.DOUBLE_THREATS, errors, nodes)


# The numbers are tuned so that each level wins 70 to 80 % against the one below, on 7x6 as on random boards; those of
# `lines` so that it wins at least 65 % on Gomoku and on 9x9, five in a row, where more is drawn. `plyground levels
# measure` plays the games again, docs/levels.md has its answer.
LEVELS = (
    Level(
        1,
        N_("beginner"),
        "montecarlo playouts=1 compiled=yes",
        blocks=False,
        lines=LineHabits(Sight.FOURS, errors=0.6),
    ),
    Level(
        2,
        N_("novice"),
        "winblock",
        wins=False,
        blocks=False,
        errors=0.1,
        lines=LineHabits(Sight.FOURS, errors=0.3),
    ),
    Level(3, N_("learner"), f"champion playouts=4 {_PLAIN}", lines=LineHabits(Sight.OPEN_THREES, errors=0.3)),
    Level(4, N_("casual"), f"champion playouts=9 {_PLAIN}", lines=LineHabits(Sight.OPEN_THREES, errors=0.1)),
    Level(5, N_("steady"), f"champion playouts=19 {_PLAIN}", lines=LineHabits(Sight.DOUBLE_THREATS, errors=0.02)),
    Level(6, N_("skilled"), f"champion playouts=46 {_PLAIN}", lines=_searching(60, errors=0.28)),
    Level(7, N_("strong"), f"champion playouts=122 {_PLAIN}", lines=_searching(250, errors=0.07)),
    Level(8, N_("expert"), f"champion playouts=345 {_PLAIN}", lines=_searching(2_000, errors=0.03)),
    Level(9, N_("master"), f"champion playouts=1600 {_PLAIN}", lines=_searching(20_000, errors=0.005)),
    Level(
        10,
        N_("grandmaster"),
        "champion time=1",
        basis=N_(
            "its Elo rests on 200 games a board, at half a second a move on one core; with its whole second and more "
            "cores it is probably higher"
        ),
    ),
)


@lru_cache(maxsize=1)
def measured() -> dict[str, Any]:
    """The last measurement of the ladder, as `plyground levels measure` wrote it: see `arena.ladder`."""
    file = resources.files("plyground.players") / "levels.json"
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


def measured_board(rules: Rules) -> str | None:
    """The name under which the levels were measured on this board; None if they were not."""
    name = rules_name(rules)
    sizes = range(9, 13)
    is_random = rules.gravity and rules.connect == 4 and len(rules.blocked) == 1
    if is_random and rules.columns in sizes and rules.rows in sizes:
        name = "random"
    return name if name in measured()["elo"] else None


def levels_for(board: str | None) -> tuple[Level, ...]:
    """The levels to offer on a board, by the name of its measurement: from the strongest down, those that differ.

    A level that is less than `ALIKE` Elo below the last one kept is left out. Where nothing was measured, all are kept.

    >>> [level.number for level in levels_for("tictactoe")]
    [1, 2, 4, 7, 10]
    """
    kept: list[Level] = []
    for level in reversed(LEVELS):
        elo = None if board is None else level.elo.get(board)
        if not kept or board is None or elo is None or kept[-1].elo[board] - elo >= ALIKE:
            kept.append(level)
    return tuple(reversed(kept))


class LevelPlayer(Player):
    """Plays as a level does. Without a seed every game is different.

    >>> from plyground import GridBoard
    >>> LevelPlayer(LEVELS[3], seed=1).next_move(GridBoard.from_moves("112233"))
    3
    """

    def __init__(
        self,
        level: Level,
        seed: int | None = None,
        name: str | None = None,
        threads: int | None = None,
        memory: float | None = None,
    ) -> None:
        self.name = name or level.text
        self.identifier = Side.FIRST
        self.level = level
        self._threads = threads
        self._memory = memory
        self._random = SplitMix(secrets.randbits(64) if seed is None else seed)
        self._player = self._new_player()
        self._lines: LineLevel | None = None
        self.limit, self.threads = self._player.limit, self._player.threads

    def _new_player(self) -> Player:
        return make_player(
            self.level.player, seed=self._random.next64() >> 1, threads=self._threads, memory=self._memory
        )

    def check_board(self, board: Board) -> None:
        grid_of(board, self.name)

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        # A new one: an engine that is only reset would draw the same random numbers again.
        self._player = self._new_player()
        self._lines = None
        if self._line_level(grid_of(game.board, self.name)) is None:
            self._player.new_game(game, side)

    def _line_level(self, board: GridBoard) -> LineLevel | None:
        """How it plays a larger board without gravity; None on other boards."""
        if self.level.lines is None or not plays_by_lines(board.rules):
            return None
        if self._lines is None:
            self._lines = LineLevel(self.level.lines)
        self._lines.prepare(board.rules)
        return self._lines

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        began = time.perf_counter()
        require_open(game.outcome)
        board = grid_of(game.board, self.name)
        for seen, find, note in (
            (self.level.wins, win_in_one, N_("wins at once")),
            (self.level.blocks, block_in_one, N_("blocks the opponent's win")),
        ):
            move = find(board) if seen else None
            if move is not None:
                return Decision(move, line=(move,), nodes=1, seconds=time.perf_counter() - began, note=note)
        lines = self._line_level(board)
        if lines is not None:
            return lines.decide(board, self._random, limit, cancel)
        if self._random.unit() < self.level.errors:
            move = board.legal_moves[self._random.below(len(board.legal_moves))]
            return Decision(move, line=(move,), seconds=time.perf_counter() - began)
        return self._player.decide(game, limit, cancel)
