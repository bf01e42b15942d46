"""Wins by threats on boards without gravity: sequences of fours, and of fours and threes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from plyground.board import DEFAULT_TIME, Cancel, Limit, Move, Side, limit_or_default, require_open
from plyground.engines.lines.tables import LinePosition, has_lines, line_board
from plyground.engines.watch import Watch
from plyground.errors import N_, UnsupportedError
from plyground.grid import GridBoard, Rules
from plyground.kernels.lines import defences, fours, shapes, threes

__all__ = ["ThreatSearch", "ThreatWin"]

_ENDS = ("time", "nodes")

# Nodes of each search for fours inside a search for threes.
_EACH = 400
_UNLIMITED = 2**62
# Nodes for a win that belongs to one found before.
_MOST_AGAIN = 200_000


@dataclass(frozen=True, slots=True)
class ThreatWin:
    """A win by threats for the side to move.

    `line` is a sequence of fours with the only replies to them, ending with the move that wins or leaves two cells to
    win on. It is empty where threes are needed: then only the first `move` stands here, and `stones` says how many the
    side needs at most before it wins by fours.
    """

    move: Move
    line: tuple[Move, ...]
    stones: int
    nodes: int

    @property
    def by_fours(self) -> bool:
        return bool(self.line)


class ThreatSearch:
    """Looks for wins by threats. Its tables are kept from one position of a game to the next."""

    def __init__(self, rules: Rules) -> None:
        if not has_lines(rules):
            raise UnsupportedError(
                N_("threats are searched on boards without gravity, for runs of {least} to {most}, not on {rules}"),
                least=shapes.SHORTEST,
                most=shapes.LONGEST,
                rules=str(rules),
            )
        self.tables = line_board(rules)
        self._failed = np.zeros(1 << fours.FAILED_BITS, np.uint64)
        self._fours = fours.Fours.new()
        self._fours["failed"] = self._failed.ctypes.data
        self._entries = threes.Entry.new(1 << threes.TABLE_BITS)
        # An entry of zeros would fit a position whose key is 0, and claim that the first cell wins.
        self._entries["check"] = 1
        self._threes = threes.Threes.new()
        self._threes["table"] = self._entries.ctypes.data
        self._threes["each"] = _EACH
        self._cells = defences.Cells.new()

    def by_fours(self, board: GridBoard, side: Side | None = None, nodes: int = _MOST_AGAIN) -> tuple[Move, ...]:
        """A sequence of fours by which `side` (None: the side to move) wins if it is to move; empty if none was found.

        >>> board = GridBoard.parse("h8 a1 h9 a2 h10 a15", "gomoku")
        >>> [board.move_name(move) for move in ThreatSearch(board.rules).by_fours(board)]
        ['h11']
        """
        require_open(board.outcome)
        return self._by_fours(board, side, Watch(Limit(nodes=nodes), None))

    def _by_fours(self, board: GridBoard, side: Side | None, watch: Watch) -> tuple[Move, ...]:
        position = LinePosition(self.tables, board)
        attacker = position.side if side in (None, board.turn) else 1 - position.side
        self._fours["nodes"], self._fours["most"] = 0, watch.limit.nodes or _UNLIMITED
        self._fours["stop"] = watch.flag.address
        found = [False]

        def work() -> None:
            found[0] = threes.threat_of(
                self.tables.argument,
                position.argument,
                fours.Fours.at(self._fours),
                attacker,
                defences.Cells.at(self._cells),
            )

        if watch.limit.time is None and watch.cancel is None:
            work()
        else:
            watch.run([work])
        return self._line() if found[0] else ()

    def _line(self) -> tuple[Move, ...]:
        search = self._fours[0]
        steps = search["steps"][: int(search["length"])]
        line = [int(cell) for step in steps for cell in (step["move"], step["reply"])]
        return tuple(line[:-1])

    def defences(self, board: GridBoard, watch: Watch | None = None) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        """What the opponent of the side to move threatens, a sequence of fours, and the replies that may stop it.

        Both are empty if it threatens nothing, or the side to move can win at once, or the time of `watch` is over.
        Every other reply loses to that sequence.
        """
        require_open(board.outcome)
        line: tuple[Move, ...] = ()
        if not board.threat_mask(board.turn):
            line = self._by_fours(board, board.turn.opposite, _again(watch))
        if not line:
            return (), ()
        cells = self._cells[0]
        return line, tuple(int(cell) for cell in cells["cells"][: int(cells["count"])])

    def find(self, board: GridBoard, limit: Limit | None = None, cancel: Cancel | None = None) -> ThreatWin | None:
        """A win by threats for the side to move, with as few stones before the fours as possible (1 s if the limit says
        nothing). None says that none was found, not that there is none.

        >>> board = GridBoard.parse("h8 a1 h9 a2 h10 a15", "gomoku")
        >>> win = ThreatSearch(board.rules).find(board)
        >>> win.by_fours, board.move_name(win.move)
        (True, 'h11')
        """
        require_open(board.outcome)
        return self.find_within(board, Watch(limit_or_default(limit, DEFAULT_TIME, _ENDS), cancel))

    def find_within(self, board: GridBoard, watch: Watch, most_stones: int = threes.DEEPEST) -> ThreatWin | None:
        """`find` under a clock that runs already."""
        most = _UNLIMITED if watch.limit.nodes is None else watch.limit.nodes
        line = self._by_fours(board, None, watch)
        nodes = int(self._fours["nodes"][0])
        if line:
            return ThreatWin(line[0], line, 0, nodes)
        position = LinePosition(self.tables, board)
        self._threes["nodes"], self._threes["most"] = nodes, most
        for stones in range(1, most_stones + 1):
            before = int(self._threes["nodes"][0])
            move = self._look(position, stones, watch)
            if move >= 0:
                return ThreatWin(move, (), stones, int(self._threes["nodes"][0]))
            # More stones change nothing once no line of threats is that long.
            if self._threes["stopped"][0] or watch.is_over or int(self._threes["nodes"][0]) - before <= 1:
                break
        return None

    def find_again(self, board: GridBoard, stones: int, watch: Watch | None = None) -> ThreatWin | None:
        """A win that belongs to one found before, which needed so many stones: the tables know most of it."""
        return self.find_within(board, _again(watch), stones)

    def main_line(self, board: GridBoard, win: ThreatWin, watch: Watch | None = None) -> tuple[Move, ...]:
        """A win played to its end, or as far as there is time for. The defender always takes the reply after which the
        attacker needs most stones."""
        line: list[Move] = []
        while not win.line:
            line.append(win.move)
            board = board.move(win.move)
            _threat, replies = self.defences(board, watch)
            answers = {}
            for reply in replies:
                if watch is not None and watch.is_over:
                    return tuple(line)
                answer = self.find_again(board.move(reply), win.stones, watch)
                if answer is not None:
                    answers[reply] = answer
            if not answers:
                return tuple(line)
            reply = max(answers, key=lambda reply: (answers[reply].stones, len(answers[reply].line)))
            line.append(reply)
            board, win = board.move(reply), answers[reply]
        for move in win.line:
            line.append(move)
            board = board.move(move)
        if not board.is_win:
            # The winner has two cells to win on: the opponent takes one of them.
            for _ in range(2):
                mask = board.threat_mask(board.turn) or board.threat_mask(board.turn.opposite)
                move = board.rules.move_into(min(board.rules.layout.cells(mask)))
                line.append(move)
                board = board.move(move)
        return tuple(line)

    @property
    def nodes(self) -> int:
        """What the last search took."""
        return int(self._threes["nodes"][0])

    def _look(self, position: LinePosition, stones: int, watch: Watch) -> int:
        found = [-1]

        def work() -> None:
            found[0] = threes.win_by_threes(
                self.tables.argument,
                position.argument,
                fours.Fours.at(self._fours),
                threes.Threes.at(self._threes),
                position.side,
                stones,
                watch.flag,
            )

        self._fours["stop"] = watch.flag.address
        watch.run([work])
        return found[0]


def _again(watch: Watch | None) -> Watch:
    """For a search that belongs to a win found before: few nodes, and no more than is left of the time."""
    limit = Limit(nodes=_MOST_AGAIN)
    if watch is None:
        return Watch(limit, None)
    if watch.limit.time is not None:
        limit = Limit(nodes=_MOST_AGAIN, time=max(0.001, watch.seconds_left))
    return Watch(limit, watch.cancel)
