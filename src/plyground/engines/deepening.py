"""The strong alpha-beta: looks deeper and deeper until its time is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.board import (
    DEFAULT_TIME,
    Cancel,
    Decision,
    Evaluator,
    Limit,
    Move,
    SplitMix,
    limit_or_default,
    require_open,
)
from plyground.engines.geometry import Records
from plyground.engines.segments import SegmentBoard, SegmentPosition, segment_board
from plyground.engines.watch import Watch
from plyground.grid import CFOUR, GridBoard, Rules
from plyground.kernels import compiled
from plyground.kernels.alphabeta import deepening as kernel

__all__ = ["Deepening", "deepen"]

_ENDS = ("time", "nodes", "depth")
_TABLE_BITS = 20

_move_of = compiled.plain(kernel.move_of)


@lru_cache(maxsize=1)
def _keys() -> NDArray[np.uint64]:
    random = SplitMix(1)
    keys = [random.next64() for _ in range(2 * kernel.MOST_CELLS)]
    return np.array(keys, np.uint64).reshape(2, kernel.MOST_CELLS)


def _new_table() -> Records:
    return kernel.Entry.new(1 << _TABLE_BITS)


def _new_history() -> NDArray[np.int32]:
    return np.zeros((2, kernel.MOST_CELLS), np.int32)


class Deepening:
    """A search with a table that is kept from move to move.

    A win is always worth more than any evaluation, and the sooner the more; `exact` says that the game is decided.
    A value of plus or minus infinity is such a win or loss. Forced moves do not count against the depth.
    """

    threads = 1

    def __init__(self, evaluator: Evaluator | None = None) -> None:
        self.evaluator = evaluator
        self.reset()

    def reset(self) -> None:
        """Forgets the table: for a new game."""
        self._table = _new_table()
        self._history = _new_history()
        self._seen: object = None

    def prepare(self, rules: Rules) -> None:
        """Loads all that a game by these rules can need, so that no move has to wait for it."""
        segment_board(rules, self.evaluator)
        rules.layout.weights  # noqa: B018 - reckoned once and kept, half a second on the largest board
        _load_kernel()

    def decide(self, board: GridBoard, limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        """The best move of the deepest search that the limit allows (1 s if it says nothing).

        >>> Deepening().decide(GridBoard.from_moves("112233"), Limit(depth=3)).exact
        True
        """
        require_open(board.outcome)
        watch = Watch(limit_or_default(limit, DEFAULT_TIME, _ENDS), cancel)
        # Values are those of one side and one set of rules: another question needs another table.
        asked = (board.rules, board.turn)
        if self._seen not in (None, asked):
            self.reset()
        self._seen = asked
        self._history >>= 2
        search = _IteratedSearch(segment_board(board.rules, self.evaluator), board, self._table, self._history, watch)
        return search.deepen()


class _IteratedSearch:
    """One search from one position, depth by depth."""

    def __init__(
        self,
        tables: SegmentBoard,
        board: GridBoard,
        table: Records,
        history: NDArray[np.int32],
        watch: Watch,
    ) -> None:
        self.tables, self.board, self.table, self.history, self.watch = tables, board, table, history, watch
        cells = board.free.bit_count()
        self.deepest = min(cells, watch.limit.depth or cells)
        # Forced moves can lead beyond the depth, but not beyond the last cell.
        self.frames = kernel.Frame.new(cells + 2)
        self.rows = kernel.Row.new(cells + 2)
        self.memory = kernel.Result.new()
        self.result = self.memory[0]
        self.result["most_nodes"] = 2**62 if watch.limit.nodes is None else watch.limit.nodes
        layout = board.rules.layout
        self.weights = np.zeros(kernel.MOST_CELLS, np.int32)
        for (column, row), weight in layout.weights.items():
            self.weights[column * layout.height + row] = weight
        self.root_hash = self._hash()
        self.first = board.legal_moves[0] if board.rules.gravity else self._middle()
        self.result["move"] = self.first

    def _hash(self) -> int:
        keys, key = _keys(), 0
        for number, side in enumerate((self.board.turn, self.board.turn.opposite)):
            stones = self.board.stones(side)
            while stones:
                low = stones & -stones
                key ^= int(keys[number, low.bit_length() - 1])
                stones ^= low
        return key

    def _middle(self) -> Move:
        """The most central of the cells that most segments run through. The search tries it first, unless the table
        knows better: where all moves come out equal, the first one is chosen."""
        layout, entry = self.board.rules.layout, self._entry(self.root_hash)
        column, row = (self.board.rules.columns - 1) / 2, (self.board.rules.rows - 1) / 2

        def rank(move: Move) -> tuple[int, float]:
            cell = self.board.cell_of(move)
            return layout.weights[cell], -max(abs(cell[0] - column), abs(cell[1] - row))

        middle = max(self.board.legal_moves, key=rank)
        data = int(entry["data"])
        # An entry that was never written would fit the empty board, whose hash is 0, too.
        if data == 0 or int(entry["check"]) != self.root_hash ^ (data % 2**64):
            entry["data"], entry["check"] = middle, self.root_hash ^ middle
        return middle

    def _entry(self, key: int) -> Any:
        """Where the table keeps what it knows of a position."""
        return self.table[key * kernel.SPREAD % 2**64 >> (64 - _TABLE_BITS)]

    def deepen(self) -> Decision:
        depth, finished = 0, False
        move, value = self.first, None
        while depth < self.deepest and not self.watch.is_cancelled:
            depth += 1
            before = int(self.result["move"])
            self.result["value"] = kernel.NOTHING_YET
            self.iterate(depth, partial(self._so_far, move, value, depth))
            if self.result["value"] > kernel.NOTHING_YET:
                move, value = int(self.result["move"]), int(self.result["value"])
            else:
                self.result["move"] = before
            if self.result["stopped"]:
                depth -= 1
                break
            if value is not None and abs(value) >= kernel.SURE:
                break
        else:
            finished = not self.watch.is_cancelled
        decided = value is not None and abs(value) >= kernel.SURE
        # Every cell filled and nobody won: that value is final, too.
        exact = decided or (finished and depth == self.board.free.bit_count())
        return self._decision(move, value, depth, exact)

    def _so_far(self, move: Move, value: int | None, depth: int) -> Decision:
        """While a depth is searched: what it has found, or else what the last one did."""
        found = int(self.result["value"])
        if found > kernel.NOTHING_YET:
            move, value = int(self.result["move"]), found
        return self._decision(move, value, depth, exact=False)

    def _decision(self, move: Move, value: int | None, depth: int, exact: bool) -> Decision:
        shown = None if value is None else float("inf") if value >= kernel.SURE else float(value)
        if value is not None and value <= -kernel.SURE:
            shown = float("-inf")
        return Decision(
            move=move,
            value=shown,
            values={} if shown is None else {move: shown},
            line=tuple(self._line(move, max(1, depth))),
            nodes=int(self.result["nodes"]),
            depth=depth,
            seconds=self.watch.seconds,
            complete=not self.watch.is_cancelled,
            exact=exact,
        )

    def iterate(self, depth: int, so_far: Callable[[], Decision]) -> None:
        position = SegmentPosition(self.tables, self.board)
        keys = _keys()
        root_hash = self.root_hash - 2**64 if self.root_hash >= 2**63 else self.root_hash
        self.watch.run(
            [
                lambda: kernel.search(
                    self.tables.argument,
                    position.argument,
                    depth,
                    kernel.FRAMES.at(self.frames),
                    kernel.ROWS.at(self.rows),
                    kernel.TABLE.at(self.table),
                    _TABLE_BITS,
                    kernel.KEYS.at(keys),
                    kernel.HISTORY.at(self.history),
                    kernel.WEIGHTS.at(self.weights),
                    root_hash,
                    kernel.Result.at(self.memory),
                    self.watch.flag,
                )
            ],
            so_far=so_far,
        )

    def _line(self, move: Move, most: int) -> Iterator[Move]:
        """The moves that the table knows, as far as they go."""
        keys, board, key, side = _keys(), self.board, self.root_hash, 0
        for _ in range(most):
            yield move
            cell = board.target(move).bit_length() - 1
            board = board.move(move)
            key ^= int(keys[side, cell]) ^ kernel.NEXT_PLY
            side = 1 - side
            entry = self._entry(key)
            data = int(entry["data"])
            move = _move_of(data)
            known = int(entry["check"]) == key ^ (data % 2**64)
            if board.outcome.is_over or not known or move not in board.legal_moves:
                return


@lru_cache(maxsize=1)
def _load_kernel() -> None:
    watch = Watch(Limit(depth=1), None)
    _IteratedSearch(segment_board(CFOUR, None), GridBoard(CFOUR), _new_table(), _new_history(), watch).deepen()


def deepen(
    board: GridBoard, evaluator: Evaluator | None = None, limit: Limit | None = None, cancel: Cancel | None = None
) -> Decision:
    """One such search with a table of its own; see `Deepening.decide`."""
    return Deepening(evaluator).decide(board, limit, cancel)
