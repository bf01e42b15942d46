"""Checks certificates: every answer is played against everything that the opponent can do, to the end of the game.

The checker is written from the definition of a certificate alone. It shares no code with the finder and asks no solver.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from plyground.board import Move
from plyground.errors import N_, InputError
from plyground.explanations.certificates import Answer, Certificate, Cover, FollowUp, Forced, Node, Plan, Replies, Table
from plyground.grid import Cell, GridBoard, Rules, moves_text

__all__ = ["MOST_POSITIONS", "Checked", "Refuted", "check"]

MOST_POSITIONS = 200_000
"""A leaf that needs more positions to be replayed proves nothing that anybody could follow."""


class Refuted(Exception):
    """A certificate is wrong. `moves` lead from its position to where it fails."""

    def __init__(self, reason: str, moves: tuple[Move, ...]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.moves = moves


@dataclass(slots=True)
class Checked:
    """What the replay of a certificate has shown."""

    positions: int = 0
    ends: Counter[Cell] = field(default_factory=Counter)
    """The cells on which the holder wins, and in how many lines of play."""
    lines: Counter[frozenset[Cell]] = field(default_factory=Counter)
    """The lines that it makes."""
    opponent: set[Cell] = field(default_factory=set)
    """The cells on which the opponent may get a stone."""
    blocks: int = 0
    """How often a plan had to stop a line of the opponent."""
    spares: int = 0
    """How often a plan had to use a spare move."""


def check(certificate: Certificate) -> Checked:
    """Replays a certificate. Raises `Refuted` if it does not prove what it claims."""
    if not isinstance(certificate, Certificate):
        raise InputError(N_("the certificate is {value}; it has to be a Certificate"), value=repr(certificate))
    checked = Checked()
    _Walk(certificate, checked).node(certificate.root, certificate.board, ())
    return checked


class _Walk:
    """One certificate being replayed."""

    def __init__(self, certificate: Certificate, checked: Checked) -> None:
        self.holder = certificate.holder
        self.wins = certificate.wins
        self.start = certificate.board
        self.checked = checked

    def node(self, node: Node, board: GridBoard, path: tuple[Move, ...]) -> None:
        self.checked.positions += 1
        holder_moves = board.turn is self.holder
        if board.is_win or not board.legal_moves:
            raise self._refuted("the certificate goes on after the end", path)
        if isinstance(node, Replies):
            if holder_moves:
                raise self._refuted("the holder is to move, not the opponent", path)
            self._replies(node, board, path)
            return
        if not holder_moves:
            raise self._refuted("the opponent is to move, not the holder", path)
        if isinstance(node, Forced):
            self._forced(node, board, path)
        else:
            self._answer(node, board, path)

    def _answer(self, node: Answer, board: GridBoard, path: tuple[Move, ...]) -> None:
        after, path = self._played(board, node.move, path)
        if after.is_win:
            self._won(after)
        elif not after.legal_moves:
            self._full(path)
        elif node.then is None:
            raise self._refuted("nothing is said about what follows this move", path)
        else:
            self.node(node.then, after, path)

    def _replies(self, node: Replies, board: GridBoard, path: tuple[Move, ...]) -> None:
        for reply in node.answers:
            if reply not in board.legal_moves:
                raise self._refuted("an answer to a move that cannot be played", path)
        others = [move for move in board.legal_moves if move not in node.answers]
        for reply in board.legal_moves:
            after, line = self._played(board, reply, path)
            self._not_lost(after, line)
            if reply in node.answers:
                self.node(node.answers[reply], after, line)
            elif node.otherwise is None:
                self._wins_at_once(after, line)
        if node.otherwise is None or not others:
            return
        if isinstance(node.otherwise, Forced):
            for reply in others:
                self._forced(node.otherwise, *self._played(board, reply, path))
        elif isinstance(node.otherwise, Table):
            self._table(node.otherwise, board, others, path, set())
        else:
            self._plan(node.otherwise, board, others, path)

    def _wins_at_once(self, board: GridBoard, path: tuple[Move, ...]) -> None:
        winning = board.wins_in_one(self.holder) if board.turn is self.holder else 0
        for move in board.legal_moves if winning else ():
            if board.target(move) & winning:
                self._won(board.move(move))
                return
        raise self._refuted("a reply has no answer", path)

    def _forced(self, node: Forced, board: GridBoard, path: tuple[Move, ...]) -> None:
        for place, move in enumerate(node.line):
            board, path = self._played(board, move, path)
            self.checked.positions += 1
            if place % 2:  # the opponent's reply
                self._not_lost(board, path)
                continue
            if board.is_win:
                if place + 1 != len(node.line):
                    raise self._refuted("a chain of threats goes on after the end", path)
                self._won(board)
                return
            expected = node.line[place + 1] if place + 1 < len(node.line) else None
            if not board.legal_moves:
                raise self._refuted("a chain of threats ends without a win", path)
            if board.rules.gravity:
                for reply in board.legal_moves:
                    after, line = self._played(board, reply, path)
                    self._not_lost(after, line)
                    if reply != expected:
                        self._wins_at_once(after, line)
            else:
                self._threat(board, expected, path)
        if len(node.line) % 2 == 0:
            raise self._refuted("a chain of threats has to end with a move of the holder", path)

    def _threat(self, board: GridBoard, expected: Move | None, path: tuple[Move, ...]) -> None:
        """Does the holder win after every reply but `expected`? Without gravity a reply stops only what it takes."""
        if board.wins_in_one(board.turn):
            raise self._refuted("the opponent wins", path)
        winning = board.rules.layout.cells(board.wins_in_one(self.holder))
        for reply in board.legal_moves if len(winning) < 2 else ():
            if reply != expected and not winning - {board.cell_of(reply)}:
                raise self._refuted("a reply has no answer", (*path, reply))
        self.checked.ends.update(winning)

    def _table(
        self, table: Table, board: GridBoard, replies: list[Move], path: tuple[Move, ...], known: set[GridBoard]
    ) -> None:
        for reply in replies:
            after, line = self._played(board, reply, path)
            self._not_lost(after, line)
            if not after.legal_moves:
                self._full(line)
                continue
            if after in known:
                continue
            known.add(after)
            self.checked.positions += 1
            if after not in table.answers:
                raise self._refuted("a position is missing in the table", line)
            answered, line = self._played(after, table.answers[after], line)
            if answered.is_win:
                self._won(answered)
            elif not answered.legal_moves:
                self._full(line)
            else:
                self._table(table, answered, list(answered.legal_moves), line, known)

    def _plan(self, leaf: FollowUp | Cover, board: GridBoard, replies: list[Move], path: tuple[Move, ...]) -> None:
        from plyground.kernels.plans import replay_plan

        plan, rules = leaf.plan, board.rules
        if not _is_on_board(plan, rules):
            raise self._refuted("a plan names a cell beside the board", path)
        lines = _lines(rules)
        replay = replay_plan(
            self._cells(board),
            rules.rows,
            lines,
            _pairs(plan, rules),
            plan.spare,
            thrifty=plan.thrifty,
            blind=plan.blind,
            excluded=sum(1 << column for column in range(rules.columns) if column not in replies),
            wins=self.wins,
            positions=MOST_POSITIONS,
        )
        if not replay.held:
            columns = [cell // rules.rows for pair in replay.path for cell in pair if cell >= 0]
            raise self._refuted(f"a plan fails ({replay.ending})", (*path, *columns))
        checked = self.checked
        checked.positions += replay.positions
        checked.ends.update({divmod(cell, rules.rows): count for cell, count in replay.ends.items()})
        for line, count in replay.lines.items():
            checked.lines[frozenset(divmod(int(cell), rules.rows) for cell in lines[line])] += count
        checked.opponent.update(
            divmod(cell, rules.rows) for cell in range(rules.columns * rules.rows) if replay.opponent >> cell & 1
        )
        checked.blocks += replay.uses[1]
        checked.spares += replay.uses[4]

    def _cells(self, board: GridBoard) -> list[int]:
        """What lies on each cell, as the replay wants it: free, holder, opponent, blocked."""
        cells = []
        for column in range(board.rules.columns):
            for row in range(board.rules.rows):
                side = board.at(column, row)
                if (column, row) in board.rules.blocked:
                    cells.append(3)
                else:
                    cells.append(0 if side is None else 1 if side is self.holder else 2)
        return cells

    # What every step has to keep

    def _played(self, board: GridBoard, move: Move, path: tuple[Move, ...]) -> tuple[GridBoard, tuple[Move, ...]]:
        if move not in board.legal_moves:
            raise self._refuted("a move that cannot be played", (*path, move))
        after = board.move(move)
        if board.turn is not self.holder:
            cell = after.last_cell
            assert cell is not None
            self.checked.opponent.add(cell)
        return after, (*path, move)

    def _not_lost(self, board: GridBoard, path: tuple[Move, ...]) -> None:
        if board.is_win and board.winner is not self.holder:
            raise self._refuted("the opponent wins", path)

    def _full(self, path: tuple[Move, ...]) -> None:
        if self.wins:
            raise self._refuted("the board is full and nobody has won", path)

    def _won(self, board: GridBoard) -> None:
        cell = board.last_cell
        assert cell is not None
        self.checked.ends[cell] += 1
        bit, stones = board.rules.layout.bit(*cell), board.stones(self.holder)
        for segment in board.rules.layout.segments:
            if segment & bit and segment & ~stones == 0:
                self.checked.lines[board.rules.layout.cells(segment)] += 1

    def _refuted(self, reason: str, path: tuple[Move, ...]) -> Refuted:
        return Refuted(f"{reason}, after {moves_text(self.start.rules, path) or '-'}", path)


@lru_cache(maxsize=16)
def _lines(rules: Rules) -> Any:
    """Every line of a board as its cell numbers, found by walking from each cell."""
    import numpy as np

    found = []
    for column in range(rules.columns):
        for row in range(rules.rows):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(column + right * i, row + up * i) for i in range(rules.connect)]
                if all(0 <= c < rules.columns and 0 <= r < rules.rows and (c, r) not in rules.blocked for c, r in line):
                    found.append([c * rules.rows + r for c, r in line])
    return np.array(found, np.int64).reshape(len(found), rules.connect)


def _is_on_board(plan: Plan, rules: Rules) -> bool:
    """Are all cells of the plan cells of the board? The replay, which is compiled, does not look."""
    cells = {*plan.pairs, *plan.pairs.values(), *((column, 0) for column in plan.spare)}
    for stone, others in plan.instead.items():
        cells |= {stone, *others}
    return all(0 <= column < rules.columns and 0 <= row < rules.rows for column, row in cells)


def _pairs(plan: Plan, rules: Rules) -> list[list[int]]:
    """For every cell the cells that a stone on it is answered on, filled up with -1."""
    most = 1 + max((len(cells) for cells in plan.instead.values()), default=0)
    pairs = [[-1] * most for _cell in range(rules.columns * rules.rows)]
    for (column, row), answer in plan.pairs.items():
        choices = [answer, *plan.instead.get((column, row), ())]
        pairs[column * rules.rows + row][: len(choices)] = [c * rules.rows + r for c, r in choices]
    return pairs
