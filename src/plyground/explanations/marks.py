"""A proof as marks on the board: what to draw, and on which cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from plyground.board import Side
from plyground.explanations.certificates import Answer, Certificate, Cover, FollowUp, Replies
from plyground.explanations.checker import Checked
from plyground.grid import Cell, GridBoard

__all__ = ["Mark", "MarkKind", "cells_that_spoil", "marks_of", "open_lines", "pairs_of", "squeeze_below"]

_MOST_NAMED = 4
"""Threats that are marked; more of them say nothing."""


class MarkKind(StrEnum):
    """What a mark on the board says about its cells."""

    THREAT = "threat"  # the holder wins here
    SURE = "sure"  # the opponent never gets these
    LINE = "line"  # the line that is made
    PAIR = "pair"  # a stone on one is answered on the other
    SQUEEZE = "squeeze"  # the opponent has to play here in the end, below a threat


@dataclass(frozen=True, slots=True)
class Mark:
    """Cells to be marked, and the side that they serve."""

    kind: MarkKind
    side: Side
    cells: tuple[Cell, ...]


def open_lines(board: GridBoard, holder: Side) -> list[int]:
    """The lines that the holder's opponent can still make, as masks."""
    own = board.stones(holder)
    return [segment for segment in board.rules.layout.segments if not segment & own]


def cells_that_spoil(board: GridBoard, holder: Side, reached: set[Cell]) -> list[Cell] | None:
    """Cells that the holder's opponent never reaches, few of them, such that it needs one for every line.

    None if there are lines without such a cell.
    """
    layout = board.rules.layout
    never = board.free & ~layout.mask(frozenset(reached))
    lines = open_lines(board, holder)
    if any(not line & never for line in lines):
        return None
    chosen = []
    while lines:
        counts: Counter[Cell] = Counter()
        for line in lines:
            counts.update(layout.cells(line & never))
        cell = max(counts, key=lambda cell: (counts[cell], cell))
        chosen.append(cell)
        lines = [line for line in lines if not line & layout.bit(*cell)]
    return sorted(chosen)


def squeeze_below(board: GridBoard, ends: Iterable[Cell]) -> Cell | None:
    """The cell below the only one on which the holder wins, if it is free.

    The opponent itself has to play there in the end: if the holder did, the opponent would take the cell above.
    """
    cells = list(ends)
    return _cell_below(board, cells[0]) if len(cells) == 1 and board.rules.gravity else None


def marks_of(certificate: Certificate, checked: Checked) -> list[Mark]:
    """What to draw on the certificate's position."""
    board, holder = certificate.board, certificate.holder
    layout = board.rules.layout
    found = []
    lines = checked.lines.most_common(2)
    if certificate.wins and lines:
        best, count = lines[0]
        if count * 2 >= sum(checked.lines.values()):
            found.append(Mark(MarkKind.LINE, holder, tuple(sorted(best))))
    ends = sorted(checked.ends) if certificate.wins else []
    threats = ends if len(ends) <= _MOST_NAMED else []
    if threats:
        found.append(Mark(MarkKind.THREAT, holder, tuple(threats)))
    leaf = _plan_leaf(certificate)
    if leaf is not None:
        never = layout.cells(board.free) - checked.opponent
        groups: list[tuple[Cell, ...]] = [*pairs_of(leaf.plan.pairs)]
        if isinstance(leaf, Cover):
            groups = [rule.cells for rule in leaf.rules]
            never &= {cell for cells in groups for cell in cells}
        spoiling = None if certificate.wins else cells_that_spoil(board, holder, checked.opponent)
        sure = spoiling or [cell for cell in sorted(never) if cell not in threats]
        if sure:
            found.append(Mark(MarkKind.SURE, holder, tuple(sure)))
        found += [Mark(MarkKind.PAIR, holder, cells) for cells in groups]
    below = squeeze_below(board, ends) if leaf is not None else None
    if below is not None:
        found.append(Mark(MarkKind.SQUEEZE, holder.opposite, (below,)))
    return found


def _plan_leaf(certificate: Certificate) -> FollowUp | Cover | None:
    """The leaf of the first position of the certificate in which the opponent is to move, if it has a plan."""
    node = certificate.root
    if isinstance(node, Answer):
        node = node.then or node
    leaf = node.otherwise if isinstance(node, Replies) else None
    return leaf if isinstance(leaf, FollowUp | Cover) else None


def pairs_of(pairs: Mapping[Cell, Cell]) -> list[tuple[Cell, Cell]]:
    return sorted({(min(one, other), max(one, other)) for one, other in pairs.items()})


def _cell_below(board: GridBoard, cell: Cell) -> Cell | None:
    """The free cell that has to be filled before `cell` can be, if there is one."""
    column, row = cell
    for lower in range(row - 1, -1, -1):
        if (column, lower) not in board.rules.blocked:
            return (column, lower) if board.at(column, lower) is None else None
    return None
