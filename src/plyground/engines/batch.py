"""Many boards at once, for learners: a move on each of them in one call of compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plyground.board import Side, SplitMix, is_whole
from plyground.engines.geometry import geometry_of, position_of, scratch
from plyground.errors import N_, IllegalMoveError, InputError, LimitError
from plyground.grid import CFOUR, GridBoard, Rules, rules_of
from plyground.kernels.playouts import batch as kernel
from plyground.kernels.playouts import playout

__all__ = ["BatchStep", "BoardBatch"]


class BatchStep(NamedTuple):
    """What a step of a `BoardBatch` gives: a row of each array for each board.

    `rewards` are those of the side that has just moved; the other side's are the same with the opposite sign.
    `observations` and `masks` are for the side to move now, of the next game where `ended` is true.
    """

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]


class BoardBatch:
    """So many games of the same rules, each a move further with every step. A game that is over starts anew at once.

    An observation has the shape (3, rows, columns), the top row first: the stones of the side to move, those of the
    other side, and the blocked cells. A mask has a 1 for every move that can be played. A move is what it is for a
    `GridBoard`. The same seed draws the same random moves.

    >>> batch = BoardBatch(2, "tictactoe")
    >>> observations, masks = batch.reset()
    >>> observations.shape, masks.shape
    ((2, 3, 3, 3), (2, 9))
    >>> batch.step([4, 0]).observations[0, 1].tolist()       # what the second side sees of the first
    [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    >>> batch.board(1) == GridBoard("tictactoe").move(0)
    True
    """

    def __init__(self, count: int, rules: Rules | str = CFOUR, seed: int = 0) -> None:
        if not is_whole(count) or count < 1:
            raise LimitError(N_("a batch of {value} boards; it has to be a whole number, 1 or more"), value=repr(count))
        self.count = int(count)
        self.rules = rules_of(rules)
        self._random = SplitMix(seed).state
        columns, rows = self.rules.columns, self.rules.rows
        self._geometry = playout.Geometry.at(geometry_of(self.rules))
        self._start = position_of(GridBoard(self.rules))
        self._positions = scratch(self.rules, self.count)
        self._stones = np.zeros((self.count, 2, rows, columns), np.uint8)
        blocked = np.zeros((rows, columns), np.uint8)
        for column, row in self.rules.blocked:
            blocked[rows - 1 - row, column] = 1
        self._blocked = kernel.BYTES.at(blocked)
        self.reset()

    def reset(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Starts all games anew; returns the observations and the masks."""
        self._positions[:] = self._start
        self._stones[:] = 0
        return self._seen()

    def step(self, moves: ArrayLike) -> BatchStep:
        """Plays `moves[k]` on board k. If one of them cannot be played, none is, and an error names its board."""
        chosen = self._checked(moves)
        rewards, ended = np.empty(self.count, np.float32), np.empty(self.count, np.uint8)
        kernel.play_moves(
            self._geometry,
            playout.Position.at(self._start),
            playout.Position.at(self._positions),
            kernel.BYTES.at(self._stones),
            self.count,
            kernel.MOVES.at(chosen),
            kernel.REWARDS.at(rewards),
            kernel.BYTES.at(ended),
        )
        return BatchStep(*self._seen(), rewards, ended.view(np.bool_))

    def random_moves(self) -> NDArray[np.int64]:
        """A move for each board, every one that can be played with the same chance."""
        moves = np.empty(self.count, np.int64)
        seed = self._random - (1 << 64) if self._random >= 1 << 63 else self._random
        positions = playout.Position.at(self._positions)
        self._random = kernel.draw_moves(self._geometry, positions, self.count, seed, kernel.MOVES.at(moves)) % (
            1 << 64
        )
        return moves

    @property
    def turns(self) -> NDArray[np.int64]:
        """Whose turn it is on each board: 0 for the first side, 1 for the second."""
        turns: NDArray[np.int64] = self._positions["turn"].copy()
        return turns

    def board(self, number: int) -> GridBoard:
        """The position on one of the boards."""
        cells = [
            [(int(column), self.rules.rows - 1 - int(line)) for line, column in np.argwhere(stones)]
            for stones in self._stones[number]
        ]
        return GridBoard.setup(self.rules, cells[0], cells[1], Side(int(self._positions["turn"][number])))

    def _seen(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        rules = self.rules
        observations = np.empty((self.count, kernel.PLANES, rules.rows, rules.columns), np.int8)
        masks = np.empty((self.count, rules.move_count), np.int8)
        kernel.observe(
            self._geometry,
            playout.Position.at(self._positions),
            kernel.BYTES.at(self._stones),
            self._blocked,
            self.count,
            kernel.BYTES.at(observations),
            kernel.BYTES.at(masks),
        )
        return observations, masks

    def _checked(self, moves: ArrayLike) -> NDArray[np.int64]:
        given: NDArray[Any] = np.asarray(moves)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise InputError(
                N_("the moves are {value}; they have to be {count} whole numbers, one for each board"),
                value=repr(moves)[:80],
                count=self.count,
            )
        chosen = np.ascontiguousarray(given, np.int64)
        positions = playout.Position.at(self._positions)
        number = int(kernel.first_refused(self._geometry, positions, self.count, kernel.MOVES.at(chosen)))
        if number >= 0:
            try:
                self.board(number).move(int(chosen[number]))
            except IllegalMoveError as reason:
                raise IllegalMoveError(N_("board {number}: {reason}"), number=number, reason=reason) from None
        return chosen
