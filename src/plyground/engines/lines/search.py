"""The search for boards without gravity: looks deeper and deeper until its time is over."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from plyground.board import DEFAULT_TIME, Cancel, Decision, Limit, Move, limit_or_default, require_open
from plyground.engines.geometry import Records, address
from plyground.engines.lines.network import line_network
from plyground.engines.lines.sequences import ThreatSearch
from plyground.engines.lines.tables import LineBoard, LinePosition, keys_of_cells, line_board
from plyground.engines.watch import Watch
from plyground.engines.whole_numbers import aligned
from plyground.errors import N_, LimitError
from plyground.grid import GOMOKU, GridBoard, Rules
from plyground.kernels import compiled
from plyground.kernels.lines import fours
from plyground.kernels.lines import search as kernel
from plyground.kernels.memory import Argument, Flag

__all__ = ["LineSearch"]

_ENDS = ("time", "nodes", "depth")
_TABLE_BITS = 20

# The part of the limit that goes into a win by threats at the root.
_SHARE = 0.2
# The first window around the value of the depth before, and by how much it grows when the value lies outside.
_WINDOW = 150
_WIDER = 4
# An evaluation of this much is a result of about 0.46: how evaluations become results between -1 and 1.
_SCALE = 1000

# Shallower iterations are over before other threads have started.
_SHARED_FROM = 5

_NO_KILLER = 65535
_cell_of = compiled.plain(kernel.cell_of)


class LineSearch:
    """A search whose tables are kept from move to move; for boards that `has_lines` names.

    Values lie between -1 and 1 and estimate the result; `exact` says that the game is decided. With one thread the same
    limit of nodes or depth always finds the same move. Several share the table, so that it depends on which of them is
    faster; a limit of nodes is one for all of them together.
    """

    def __init__(self, threads: int = 1, value_file: str | None = "") -> None:
        """`value_file`: where the learnt network is read from; without a name it is the package's, None: nowhere."""
        if threads < 1:
            raise LimitError(N_("the number of threads is {value}; it has to be 1 or more"), value=threads)
        self.threads = threads
        self.value_file = value_file
        self._rules: Rules | None = None

    def reset(self) -> None:
        """Forgets the tables: for a new game."""
        self._rules = None

    def prepare(self, rules: Rules) -> None:
        """Loads all that a game by these rules can need, so that no move has to wait for it."""
        line_board(rules)
        _load_kernels()

    def decide(self, board: GridBoard, limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        """The best move of the deepest search that the limit allows (1 s if it says nothing).

        >>> board = GridBoard.from_moves("h8 a1 h9 a2 h10 a15", "gomoku")
        >>> decision = LineSearch().decide(board, Limit(depth=1))
        >>> board.move_name(decision.move), decision.exact
        ('h11', True)
        """
        require_open(board.outcome)
        watch = Watch(limit_or_default(limit, DEFAULT_TIME, _ENDS), cancel)
        if self._rules != board.rules:
            self._rules = board.rules
            self._threats = ThreatSearch(board.rules)
            self._memory = _Memory(self.threads, line_network(board.rules, self.value_file))
        if board.count == 0:
            move = _middle(board)
            return Decision(move, 0.0, {move: 0.0}, line=(move,), nodes=1, depth=0, seconds=watch.seconds)
        return self._forced_win(board, watch) or _IteratedSearch(self._memory, board, watch).deepen()

    def _forced_win(self, board: GridBoard, watch: Watch) -> Decision | None:
        limit = watch.limit
        part = Limit(
            time=None if limit.time is None else _SHARE * limit.time,
            nodes=None if limit.nodes is None else max(1, int(_SHARE * limit.nodes)),
        )
        if part.time is None and part.nodes is None:
            part = Limit(nodes=20_000)
        inner = Watch(part, watch.cancel)
        win = self._threats.find_within(board, inner)
        self._memory.main.search["nodes"] = self._threats.nodes
        if win is None:
            return None
        line = self._threats.main_line(board, win, watch)
        return Decision(
            move=win.move,
            value=1.0,
            values={win.move: 1.0},
            line=line,
            nodes=max(1, win.nodes),
            depth=len(line),
            seconds=watch.seconds,
            complete=not watch.is_cancelled,
            exact=True,
        )


@lru_cache(maxsize=1)
def _reductions() -> NDArray[np.uint8]:
    """By depth and place: by how many plies a late move is searched less deep."""
    depth, place = np.meshgrid(np.arange(32), np.arange(64), indexing="ij")
    found = 0.5 + np.log(np.maximum(depth, 1)) * np.log(place + 1) / 2.0
    return np.where(place < 3, 0, np.minimum(found, np.maximum(depth - 1, 0))).astype(np.uint8)


class _ThreadMemory:
    """What one thread keeps from move to move, some 3 MB, and the address of the table that it shares."""

    def __init__(self, table: Records, network: Records | None) -> None:
        self.search = aligned(kernel.Search.dtype)
        if network is not None:
            self.search["learnt"] = True
            self.search["network"] = address(network)
        self.search["table"] = table.ctypes.data
        self.search["table_bits"] = _TABLE_BITS
        self.search["reductions"] = _reductions()
        self.failed = np.zeros(1 << fours.FAILED_BITS, np.uint64)
        self.fours = fours.Fours.new()
        self.fours["failed"] = self.failed.ctypes.data

    def get_ready(self, most_nodes: int) -> None:
        """For the next move."""
        self.search["history"] >>= 3
        self.search["killers"] = _NO_KILLER
        self.search["deepest"] = 0
        self.search["most_nodes"] = most_nodes

    def iterate(self, tables: LineBoard, board: GridBoard, depth: int, alpha: int, beta: int, stop: Argument) -> int:
        """One iteration, in the thread that calls it."""
        position = LinePosition(tables, board)
        self.search["value"] = -kernel.WON - 1
        self.fours["stop"] = stop.address
        return int(
            kernel.iterate(
                tables.argument,
                position.argument,
                kernel.Search.at(self.search),
                fours.Fours.at(self.fours),
                position.side,
                depth,
                alpha,
                beta,
                stop,
            )
        )


class _Memory:
    """What is kept from move to move: the table, 16 MB, and what each thread has of its own."""

    def __init__(self, threads: int, network: Records | None) -> None:
        self.table = kernel.Entry.new(1 << _TABLE_BITS)
        self.network = network
        self.main, *self.helpers = (_ThreadMemory(self.table, network) for _ in range(threads))

    def get_ready(self, most_nodes: int | None) -> None:
        """For the next move; the nodes of the main thread that are counted already belong to it."""
        spent, threads = int(self.main.search["nodes"][0]), 1 + len(self.helpers)
        share = 2**62 if most_nodes is None else max(0, most_nodes - spent) // threads
        self.main.get_ready(2**62 if most_nodes is None else spent + share)
        for helper in self.helpers:
            helper.get_ready(share)
            helper.search["nodes"] = 0

    @property
    def nodes(self) -> int:
        return sum(int(thread.search["nodes"][0]) for thread in (self.main, *self.helpers))


class _IteratedSearch:
    """One search from one position, depth by depth."""

    def __init__(self, memory: _Memory, board: GridBoard, watch: Watch) -> None:
        self.memory, self.board, self.watch = memory, board, watch
        self.tables = line_board(board.rules)
        cells = board.free.bit_count()
        self.deepest = min(cells, cells if watch.limit.depth is None else watch.limit.depth, kernel.MOST_PLIES - 2)
        memory.get_ready(watch.limit.nodes)
        self.search = memory.main.search[0]
        self.search["cell"] = _first_choice(board)
        self.value: int | None = None

    def deepen(self) -> Decision:
        depth = 0
        while depth < self.deepest and not self.watch.is_over:
            depth += 1
            if not self._to_depth(depth):
                depth -= 1
                break
            if self.value is not None and abs(self.value) >= kernel.SURE:
                break
            if self.watch.limit.depth is None and self.search["rows"][0]["count"] == 1:
                break  # there is nothing to choose
        return self._decision(depth)

    def _to_depth(self, depth: int) -> bool:
        """Searches to a depth, in a window around the value so far that grows as long as the value is outside."""
        width = _WINDOW
        low = high = -kernel.WON - 1
        if depth < 3 or self.value is None:
            low, high = -kernel.WON, kernel.WON
        else:
            low, high = self.value - width, self.value + width
        while True:
            value = self._iterate(depth, max(low, -kernel.WON), min(high, kernel.WON))
            if self.search["stopped"]:
                # A move that was better than all before it is still the best one.
                if self.search["value"] > low and self.search["value"] > -kernel.WON:
                    self.value = int(self.search["value"])
                return False
            width *= _WIDER
            if value <= low and low > -kernel.WON:
                low = value - width if value > -kernel.SURE else -kernel.WON
            elif value >= high and high < kernel.WON:
                high = value + width if value < kernel.SURE else kernel.WON
            else:
                self.value = value
                return True

    def _iterate(self, depth: int, alpha: int, beta: int) -> int:
        """Searches to a depth. Meanwhile the other threads search the same position a little deeper, so that the table
        knows more when this one gets there; they end when it does."""
        found = [0]
        helpers = self.memory.helpers if depth >= _SHARED_FROM else []
        flag = Flag.new()

        def lead() -> None:
            try:
                found[0] = self.memory.main.iterate(self.tables, self.board, depth, alpha, beta, self.watch.flag)
            finally:
                flag["raised"] = 1

        def assist(helper: _ThreadMemory, further: int) -> None:
            deeper = depth + further % 2
            while not flag["raised"][0] and deeper <= self.deepest:
                helper.iterate(self.tables, self.board, deeper, alpha, beta, Flag.at(flag))
                if helper.search["stopped"][0]:
                    return
                deeper += 1

        kernels: list[Callable[[], object]] = [lead]
        kernels += (partial(assist, helper, number) for number, helper in enumerate(helpers, 1))
        self.watch.run(kernels, so_far=lambda: self._decision(depth - 1))
        return found[0]

    def _decision(self, depth: int) -> Decision:
        move, value = int(self.search["cell"]), self.value
        shown = None if value is None else result_of(value)
        return Decision(
            move=move,
            value=shown,
            values={} if shown is None else {move: shown},
            line=tuple(self._line(move, max(1, depth))),
            nodes=self.memory.nodes,
            depth=depth,
            seconds=self.watch.seconds,
            complete=not self.watch.is_cancelled,
            exact=value is not None and abs(value) >= kernel.SURE,
        )

    def _line(self, move: Move, most: int) -> Iterator[Move]:
        """The moves that the table knows, as far as they go."""
        board, keys = self.board, keys_of_cells()
        key = int(LinePosition(self.tables, board).memory[0]["hash"])
        side = 0 if board.turn.name == "FIRST" else 1
        for _ in range(most):
            yield move
            board = board.move(move)
            key ^= int(keys[move, side])
            side = 1 - side
            whole = key ^ (kernel.SECOND_TO_MOVE if side else 0)
            entry = self.memory.table[whole * kernel.SPREAD % 2**64 >> (64 - _TABLE_BITS)]
            data = int(entry["data"])
            move = _cell_of(data)
            if board.outcome.is_over or int(entry["check"]) != whole ^ (data % 2**64) or move not in board.legal_moves:
                return


def result_of(value: int) -> float:
    """An evaluation as a result between -1 and 1, which only decided games reach."""
    if abs(value) >= kernel.SURE:
        return math.copysign(1.0, value)
    return math.copysign(min(0.99, abs(math.tanh(value / (2 * _SCALE)))), value)


def _middle(board: GridBoard) -> Move:
    """The most central of the cells that most runs go through."""
    rules, layout = board.rules, board.rules.layout
    column, row = (rules.columns - 1) / 2, (rules.rows - 1) / 2

    def rank(move: Move) -> tuple[int, float]:
        cell = layout.cell_at(move)
        return layout.weights[cell], -max(abs(cell[0] - column), abs(cell[1] - row))

    return max(board.legal_moves, key=rank)


def _first_choice(board: GridBoard) -> Move:
    """The move if there is no time for any search: one that wins, or else blocks, or else is next to a stone."""
    layout = board.rules.layout
    for cells in (board.threat_mask(board.turn), board.threat_mask(board.turn.opposite)):
        if cells:
            return layout.place(layout.cell((cells & -cells).bit_length() - 1))
    stones = board.stones(board.turn) | board.stones(board.turn.opposite)
    near = 0
    for step in layout.directions:
        near |= (stones << step) | (stones >> step)
    near &= board.free
    cells = near or board.free
    return max((move for move in board.legal_moves if layout.reading_order[move] & cells), key=_weight(board))


def _weight(board: GridBoard) -> Callable[[Move], int]:
    layout = board.rules.layout
    return lambda move: layout.weights[layout.cell_at(move)]


@lru_cache(maxsize=1)
def _load_kernels() -> None:
    board = GridBoard.from_moves("h8", GOMOKU)
    LineSearch().decide(board, Limit(depth=1, nodes=10))
    threats = ThreatSearch(GOMOKU)
    threats.defences(board)
    threats.find(board, Limit(nodes=10))
