"""Certificates: reasons why a side wins, or does not lose, in a form that a program can check.

A certificate is a strategy. It names an answer to everything that the opponent can do, to the end of the game:

- an `Answer` is a move of the holder, the side whose success is explained, and what follows it;
- `Replies` are all moves of the opponent: those that need an answer of their own, and a leaf for all the others;
- leaves are `FollowUp` and `Cover`, which say in general how every stone is answered, `Forced`, a chain of threats,
  and `Table`, which lists the answers of a position that is nearly full.

A certificate proves who wins, not how soon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from plyground.board import Move, Side
from plyground.grid import Cell, GridBoard, Rules, cell_text, move_text, position_text

__all__ = [
    "Answer",
    "Certificate",
    "Cover",
    "CoverRule",
    "FollowUp",
    "Forced",
    "Leaf",
    "Node",
    "Plan",
    "Replies",
    "Table",
    "leaves",
    "nodes",
]


@dataclass(frozen=True, slots=True)
class Plan:
    """How the holder answers every stone of the opponent. The first of these that can be done:

    1. complete a line;
    2. take the cell on which the opponent would complete a line with its next stone;
    3. if the opponent's stone lies on a cell of `pairs`, take the cell that it is paired with, or the first that can be
       taken of those that `instead` names for it;
    4. play in the column of the opponent's stone;
    5. play in the first column of `spare` that is open.

    In 3 to 5, the holder never plays just below a cell on which the opponent would complete a line. By a `thrifty` plan
    it does not play just below a cell on which it would complete one itself either, unless it has no other answer. A
    `blind` plan has neither 1 nor 2 nor this care: it does not look at the stones at all.
    """

    pairs: Mapping[Cell, Cell] = field(default_factory=dict)
    spare: tuple[Move, ...] = ()
    thrifty: bool = False
    blind: bool = False
    instead: Mapping[Cell, tuple[Cell, ...]] = field(default_factory=dict)

    def answer(self, board: GridBoard) -> Move | None:
        """The holder's move on `board`, whose newest stone is the opponent's. None: the plan has no answer."""
        holder, landing, layout = board.turn, board.landing, board.rules.layout
        own, dangers = board.threat_mask(holder), board.threat_mask(holder.opposite)
        if not self.blind:
            for urgent in (own & landing, dangers & landing):
                if urgent:
                    return min(layout.cells(urgent))[0]
        stone = board.last_cell
        cells = [] if stone is None else self.paired(stone)
        columns = [*([] if stone is None else [stone[0]]), *self.spare]
        cells += [board.cell_of(column) for column in columns if landing & layout.column_masks[column]]
        cells = [cell for cell in cells if landing & layout.bit(*cell)]
        if not self.blind:
            cells = [cell for cell in cells if not dangers & _cell_above(board, cell)]
            if self.thrifty:
                cells.sort(key=lambda cell: bool(own & _cell_above(board, cell)))
        return cells[0][0] if cells else None

    def paired(self, stone: Cell) -> list[Cell]:
        """The cells that a stone on this cell is answered on, in the order in which they are tried."""
        return [self.pairs[stone], *self.instead.get(stone, ())] if stone in self.pairs else []

    def json(self) -> dict[str, Any]:
        return {
            "pairs": [[cell_text(cell) for cell in (stone, *self.paired(stone))] for stone in self.pairs],
            "spare": [column + 1 for column in self.spare],
            "thrifty": self.thrifty,
            "blind": self.blind,
        }


def _cell_above(board: GridBoard, cell: Cell) -> int:
    """The cell that can be played once `cell` is taken, as a mask; nothing at the top of a column."""
    layout = board.rules.layout
    above = board.free & layout.column_masks[cell[0]] & ~((layout.bit(*cell) << 1) - 1)
    return above & -above


@dataclass(frozen=True, slots=True)
class FollowUp:
    """From here on the holder answers by a plan, in most cases in the column of the opponent's stone."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class CoverRule:
    """One of the rules by which cells are shared out (Allis 1988): its name, and the cells that it speaks of."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """The cells are shared out by rules that together spoil every line of the opponent; the plan plays by them."""

    rules: tuple[CoverRule, ...]
    plan: Plan


@dataclass(frozen=True, slots=True)
class Forced:
    """The holder is to move and threatens with every move to complete a line.

    `line` alternates the holder's moves and the opponent's only replies. After its last move the holder has won, or has
    two cells on which it wins, of which the opponent can take one.
    """

    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The opponent is to move on a board that is nearly full: the answer to everything, position by position."""

    answers: Mapping[GridBoard, Move]


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision of the holder, and what follows it: nothing if the move ends the game."""

    move: Move
    then: Replies | None = None


@dataclass(frozen=True, slots=True)
class Replies:
    """The opponent is to move.

    `answers` has the replies that need an answer of their own, `otherwise` serves all the others; a chain of threats
    there wins after each of them. Without a leaf they are replies after which the holder wins at once.
    """

    answers: Mapping[Move, Answer | Forced] = field(default_factory=dict)
    otherwise: Leaf | None = None


Leaf: TypeAlias = FollowUp | Cover | Forced | Table
Node: TypeAlias = Answer | Replies | Forced


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why `holder` wins the position `board`, or does not lose it."""

    board: GridBoard
    holder: Side
    wins: bool
    root: Node

    @property
    def decisions(self) -> int:
        """The holder's moves that have to be found: those in no leaf."""
        return sum(isinstance(node, Answer) for node, _board in nodes(self.root, self.board))

    def json(self) -> dict[str, Any]:
        return {
            "holder": self.holder.name.lower(),
            "wins": self.wins,
            "decisions": self.decisions,
            "tree": _node_json(self.root, self.board),
        }


def nodes(node: Node, board: GridBoard) -> Iterator[tuple[Node, GridBoard]]:
    """A node and all below it, each with its position."""
    yield node, board
    if isinstance(node, Answer) and node.then is not None:
        yield from nodes(node.then, board.move(node.move))
    elif isinstance(node, Replies):
        for reply, answer in node.answers.items():
            yield from nodes(answer, board.move(reply))


def leaves(certificate: Certificate) -> Iterator[tuple[Leaf, GridBoard]]:
    """The leaves of a certificate, each with its position."""
    for node, board in nodes(certificate.root, certificate.board):
        if isinstance(node, Forced):
            yield node, board
        elif isinstance(node, Replies) and node.otherwise is not None:
            yield node.otherwise, board


def _node_json(node: Node, board: GridBoard) -> dict[str, Any]:
    rules = board.rules
    if isinstance(node, Forced):
        return _leaf_json(node, rules)
    if isinstance(node, Answer):
        then = None if node.then is None else _node_json(node.then, board.move(node.move))
        return {"kind": "answer", "move": move_text(rules, node.move), "then": then}
    return {
        "kind": "replies",
        "answers": {
            move_text(rules, reply): _node_json(answer, board.move(reply)) for reply, answer in node.answers.items()
        },
        "otherwise": None if node.otherwise is None else _leaf_json(node.otherwise, rules),
    }


def _leaf_json(leaf: Leaf, rules: Rules) -> dict[str, Any]:
    if isinstance(leaf, Forced):
        return {"kind": "forced", "line": [move_text(rules, move) for move in leaf.line]}
    if isinstance(leaf, FollowUp):
        return {"kind": "follow-up", **leaf.plan.json()}
    if isinstance(leaf, Cover):
        named = [{"name": rule.name, "cells": [cell_text(cell) for cell in rule.cells]} for rule in leaf.rules]
        return {"kind": "cover", "rules": named, **leaf.plan.json()}
    answers = {position_text(board): move_text(board.rules, move) for board, move in leaf.answers.items()}
    return {"kind": "table", "answers": answers}
