"""A proof in words and marks: one to three short sentences about the position, and what to draw on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from plyground.board import Move, Side
from plyground.errors import N_
from plyground.explanations.certificates import Answer, Certificate, Cover, FollowUp, Forced, Replies, Table
from plyground.explanations.checker import Checked
from plyground.grid import Cell, GridBoard, cell_text, move_text, moves_text
from plyground.texts import _, ngettext, say

__all__ = ["Mark", "MarkKind", "Names", "marks_of", "sentences_of"]

Names = Mapping[Side, str]
"""What the sides are called: by their stones in the terminal, by their colours on the page."""

_MOST_NAMED = 4
"""Cells that a sentence names; more are counted."""


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


def sentences_of(certificate: Certificate, checked: Checked, names: Names) -> list[str]:
    """Why the certificate holds, in the reader's language."""
    return _Story(certificate, checked, names).sentences()


class _Story:
    def __init__(self, certificate: Certificate, checked: Checked, names: Names) -> None:
        self.certificate = certificate
        self.checked = checked
        self.board = certificate.board
        self.holder = names[certificate.holder]
        self.other = names[certificate.holder.opposite]

    def sentences(self) -> list[str]:
        node, board = self.certificate.root, self.board
        found = []
        if isinstance(node, Forced):
            return [self._forced(node, board)]
        if isinstance(node, Answer):
            found.append(say("{holder} plays {move}.", holder=self.holder, move=_move(board, node.move)))
            board, then = board.move(node.move), node.then
            if then is None:
                return found
            node = then
        return [*found, *self._replies(node, board)]

    def _replies(self, node: Replies, board: GridBoard) -> list[str]:
        found = []
        if isinstance(node.otherwise, FollowUp):
            found += self._follow_up(node.otherwise, board)
        elif isinstance(node.otherwise, Cover):
            found.append(self._cover(node.otherwise, board))
        elif isinstance(node.otherwise, Table):
            count = len(node.otherwise.answers)
            found.append(
                ngettext(
                    "Few cells are left: {count} continuation was looked at, and {holder} has an answer to it.",
                    "Few cells are left: {count} continuations were looked at, and {holder} has an answer to each.",
                    count,
                ).format(count=count, holder=self.holder)
            )
        elif len(node.answers) < len(board.legal_moves):
            found.append(say("After most moves {holder} wins at once.", holder=self.holder))
        return found + self._exceptions(node, board)

    def _exceptions(self, node: Replies, board: GridBoard) -> list[str]:
        if not node.answers:
            return []
        if len(node.answers) > 2 and all(isinstance(answer, Forced) for answer in node.answers.values()):
            return [say("Against everything else {holder} wins by force.", holder=self.holder)]
        if len(node.answers) > 2:
            return [
                ngettext(
                    "{count} reply needs an answer of its own.",
                    "{count} replies need an answer of their own.",
                    len(node.answers),
                ).format(count=len(node.answers))
            ]
        found = []
        for reply, answer in node.answers.items():
            first = answer.line[0] if isinstance(answer, Forced) else answer.move
            template = (
                N_("After {reply} {holder} answers {move} and wins by force.")
                if isinstance(answer, Forced)
                else N_("After {reply} {holder} answers {move}.")
            )
            found.append(
                say(template, reply=_move(board, reply), holder=self.holder, move=_move(board.move(reply), first))
            )
        return found

    # Leaves

    def _forced(self, node: Forced, board: GridBoard) -> str:
        holder, layout = board.turn, board.rules.layout
        after = board
        for move in node.line:
            after = after.move(move)
        if len(node.line) == 1 and after.is_win:
            return say("{holder} completes a line with {move}.", holder=self.holder, move=_move(board, node.line[0]))
        if len(node.line) > 1:
            return say(
                "Every move of {holder} threatens to win, and {other} has one reply each time: {line}.",
                holder=self.holder,
                other=self.other,
                line=moves_text(board.rules, node.line),
            )
        return say(
            "{move} threatens to win at {cells}; {other} can take only one of them.",
            move=_sentence_start(_move(board, node.line[0])),
            cells=_cells(layout.cells(after.wins_in_one(holder))),
            other=self.other,
        )

    def _follow_up(self, leaf: FollowUp, board: GridBoard) -> list[str]:
        plan = leaf.plan
        found = []
        if not self.certificate.wins:
            dead = self._dead_lines(board)
            found.append(
                say(
                    "{holder} answers every stone in its column and blocks where it must, so that {other} never "
                    "completes a line.",
                    holder=self.holder,
                    other=self.other,
                )
                if dead is None
                else say(
                    "{holder} answers every stone in its column and so keeps {other} from {cells}: every line that "
                    "{other} could still make needs one of them.",
                    holder=self.holder,
                    other=self.other,
                    cells=_cells(dead),
                )
            )
        else:
            found.append(self._winning_plan(plan.blind, board))
        for one, other in _pairs(plan.pairs):
            found.append(
                say(
                    "A stone on {one} is answered on {other_cell}, and the other way round.",
                    one=cell_text(one),
                    other_cell=cell_text(other),
                )
            )
        return found

    def _winning_plan(self, blind: bool, board: GridBoard) -> str:
        ends = [cell for cell, _count in self.checked.ends.most_common()]
        here = {"holder": self.holder, "other": self.other}
        if len(ends) == 1:
            below = _cell_below(board, ends[0])
            if below is not None:
                return say(
                    "{holder} answers every stone in its column, until {other} has to play {below}, below {cell}, "
                    "where {holder} wins.",
                    below=cell_text(below),
                    cell=cell_text(ends[0]),
                    **here,
                )
            return say(
                "{holder} answers every stone in its column and wins at {cell}.", cell=cell_text(ends[0]), **here
            )
        rows = {row for _column, row in ends}
        if blind and len(rows) == 1:
            return say(
                "{holder} answers every stone in its column, gets all of row {row} that is left, and wins there.",
                row=rows.pop() + 1,
                **here,
            )
        if len(ends) <= _MOST_NAMED:
            return say(
                "{holder} answers every stone in its column, blocks where it must, and wins at {cells}.",
                cells=_cells(ends),
                **here,
            )
        return say(
            "{holder} answers every stone in its column, blocks where it must, and wins in every line of play.", **here
        )

    def _dead_lines(self, board: GridBoard) -> list[Cell] | None:
        """Few cells that the opponent never gets, such that every line it could still make has one of them."""
        return cells_that_spoil(board, self.certificate.holder, self.checked.opponent)

    def _cover(self, leaf: Cover, board: GridBoard) -> str:
        own = board.stones(self.certificate.holder)
        count = sum(not segment & own for segment in board.rules.layout.segments)
        named = ["-".join(cell_text(cell) for cell in rule.cells) for rule in leaf.rules[:_MOST_NAMED]]
        cells = _(", ").join([*named, *(["…"] if len(leaf.rules) > _MOST_NAMED else [])])
        if all(len(rule.cells) == 2 for rule in leaf.rules):
            text = ngettext(
                "{holder} shares out the cells in pairs ({cells}) and answers a stone on one with a stone on the "
                "other, so that {other}'s {count} remaining line dies.",
                "{holder} shares out the cells in pairs ({cells}) and answers a stone on one with a stone on the "
                "other, so that {other}'s {count} remaining lines all die.",
                count,
            )
        else:
            text = ngettext(
                "{holder} shares out the cells in small groups ({cells}) and answers every stone within its group, so "
                "that {other}'s {count} remaining line dies.",
                "{holder} shares out the cells in small groups ({cells}) and answers every stone within its group, so "
                "that {other}'s {count} remaining lines all die.",
                count,
            )
        return text.format(holder=self.holder, other=self.other, cells=cells, count=count)


def cells_that_spoil(board: GridBoard, holder: Side, reached: set[Cell]) -> list[Cell] | None:
    """Cells that the holder's opponent never reaches, chosen so that each line it could make has one; few of them.

    None if there are lines without such a cell, or if it takes more cells than a sentence can name.
    """
    layout, own = board.rules.layout, board.stones(holder)
    never = board.free & ~layout.mask(frozenset(reached))
    lines = [segment for segment in layout.segments if not segment & own]
    if not lines or any(not line & never for line in lines):
        return None
    chosen = []
    while lines:
        counts: Counter[Cell] = Counter()
        for line in lines:
            counts.update(layout.cells(line & never))
        cell = max(counts, key=lambda cell: (counts[cell], cell))
        chosen.append(cell)
        if len(chosen) > _MOST_NAMED:
            return None
        lines = [line for line in lines if not line & layout.bit(*cell)]
    return chosen


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
    ends = [cell for cell, _count in checked.ends.most_common(_MOST_NAMED)] if certificate.wins else []
    if ends:
        found.append(Mark(MarkKind.THREAT, holder, tuple(sorted(ends))))
    leaf = _plan_leaf(certificate)
    if leaf is not None:
        never = layout.cells(board.free) - checked.opponent
        groups: list[tuple[Cell, ...]] = [*_pairs(leaf.plan.pairs)]
        if isinstance(leaf, Cover):
            groups = [rule.cells for rule in leaf.rules]
            never &= {cell for cells in groups for cell in cells}
        spoiling = None if certificate.wins else cells_that_spoil(board, holder, checked.opponent)
        sure = spoiling if spoiling is not None else [cell for cell in sorted(never) if cell not in ends]
        if sure:
            found.append(Mark(MarkKind.SURE, holder, tuple(sorted(sure))))
        found += [Mark(MarkKind.PAIR, holder, cells) for cells in groups]
    if certificate.wins and len(checked.ends) == 1 and leaf is not None:
        below = _cell_below(board, ends[0])
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


def _pairs(pairs: Mapping[Cell, Cell]) -> list[tuple[Cell, Cell]]:
    return sorted({(min(one, other), max(one, other)) for one, other in pairs.items()})


def _cell_below(board: GridBoard, cell: Cell) -> Cell | None:
    """The free cell that has to be filled before `cell` can be, if there is one."""
    column, row = cell
    for lower in range(row - 1, -1, -1):
        if (column, lower) not in board.rules.blocked:
            return (column, lower) if board.at(column, lower) is None else None
    return None


def _cells(cells: Iterable[Cell]) -> str:
    return _(", ").join(cell_text(cell) for cell in sorted(cells))


def _move(board: GridBoard, move: Move) -> str:
    name = move_text(board.rules, move)
    return say("column {column}", column=name) if board.rules.gravity else name


def _sentence_start(text: str) -> str:
    return text[:1].upper() + text[1:]
