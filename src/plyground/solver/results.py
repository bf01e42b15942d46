"""What the solver answers: a `Solution` for a position, an `Analysis` for all its moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from plyground.board import Move, Side
from plyground.grid import GridBoard, Position, board_of, draw_svg, move_text, moves_text, position_text, rules_text
from plyground.solver.values import Value
from plyground.tables import BOLD, html_table, text_table
from plyground.texts import N_, _, say

__all__ = ["BOOK", "JSON_VERSION", "SEARCH", "Analysis", "Progress", "Solution", "balance_remark", "is_balanced"]

JSON_VERSION = 1
"""Increased when a field of the JSON forms changes its meaning or is removed, not when fields are added."""

BOOK, SEARCH = "book", "search"
"""Where a value comes from. The moves of one analysis may have both sources: "book, search"."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a running solve, sent at least once a second. The bounds are those of the side to move."""

    nodes: int
    seconds: float
    low: int
    high: int
    move: Move | None = None
    """In an analysis, the move that is being searched; the bounds are those of its value."""

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """The value of a position. `move` is the best known move, and proven best if the value is exact. It is None if
    none is known yet: the last layer of a book holds values, but time may run out before a move is found.

    `line` is a best line. For an exact value it goes to the end of the game, or is shorter than `value.plies` if time
    ran out. It is empty if only bounds are known.
    """

    board: GridBoard
    value: Value
    move: Move | None
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    source: str = SEARCH
    """The source of the value. Beyond the end of the book, the best move and line always come from search."""

    @property
    def score(self) -> int | None:
        return self.value.score

    def json(self) -> dict[str, Any]:
        rules = self.board.rules
        return {
            "version": JSON_VERSION,
            **_about(self.board),
            **self.value.json(),
            "move": None if self.move is None else move_text(rules, self.move),
            "line": moves_text(rules, self.line),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "source": self.source,
        }

    def __str__(self) -> str:
        return "\n".join((*self.value_lines(), *self.other_lines()))

    def value_lines(self) -> list[str]:
        """The first lines of its text: what the opening book can know."""
        value = f"{self.value.score_text if self.value.is_exact else ''}  {self.value.words}".strip()
        return [*str(self.board).splitlines(), "", value]

    def other_lines(self) -> list[str]:
        """The rest of its text: how to play, and what the answer took."""
        if self.line or self.move is None:
            return _remarks(self)
        template = N_("best move: {move}") if self.value.is_exact else N_("best move known: {move}")
        return [say(template, move=self.board.move_name(self.move)), *_remarks(self)]

    def __repr__(self) -> str:
        line = moves_text(self.board.rules, self.line)
        return f"Solution({self.board!r}, {self.value.words!r}, line={line!r})"

    def _repr_html_(self) -> str:
        picture = draw_svg(self.board, ghosts=self.line[:_GHOSTS])
        return _html(picture, self.value_lines()[-1], *self.other_lines())


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """The value of every legal move, seen from the side to move."""

    board: GridBoard
    value: Value
    moves: Mapping[Move, Value] = field(default_factory=dict)
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    source: str = SEARCH

    @property
    def is_exact(self) -> bool:
        """Is every move's value proven?"""
        return all(value.is_exact for value in self.moves.values())

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are proven best: no other move can be better."""
        if not self.moves:
            return ()
        most = max(value.high for value in self.moves.values())
        return tuple(move for move, value in self.moves.items() if value.low == most)

    @property
    def scores(self) -> dict[Move, int | None]:
        return {move: value.score for move, value in self.moves.items()}

    def json(self) -> dict[str, Any]:
        rules = self.board.rules
        return {
            "version": JSON_VERSION,
            **_about(self.board),
            **self.value.json(),
            "values": {move_text(rules, move): value.json() for move, value in self.moves.items()},
            "best": [move_text(rules, move) for move in self.best],
            "line": moves_text(rules, self.line),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "source": self.source,
        }

    def value_lines(self) -> Iterator[tuple[str, bool]]:
        """The first lines of its text, what the opening book can know; each with whether it is that of a best move."""
        for line in (*self._rows, "", self._head):
            yield line, False
        best = [False, *(move in self.best for move in self._listed)]
        yield from zip(text_table(*self._table, right=(0, 1)).splitlines(), best, strict=True)

    def other_lines(self) -> list[str]:
        """The rest of its text: how to play, and what the answer took."""
        return _remarks(self)

    def __str__(self) -> str:
        return "\n".join((*(line for line, _best in self.value_lines()), *self.other_lines()))

    def __repr__(self) -> str:
        values = ", ".join(f"{self.board.move_name(move)}: {words}" for move, words in self._listed.items())
        return f"{type(self).__name__}({self.board!r}, {{{values}}})"

    def _repr_html_(self) -> str:
        styles = {number: BOLD for number, move in enumerate(self._listed) if move in self.best}
        table = html_table(*self._table, right=(0, 1), styles=styles, caption=self._head)
        return _html(self._picture, table, *self.other_lines())

    @property
    def _rows(self) -> list[str]:
        """The board as text."""
        return str(self.board).splitlines()

    @property
    def _picture(self) -> str:
        return draw_svg(self.board, values=self.moves)

    @property
    def _head(self) -> str:
        turn = _("first player (x)") if self.board.turn is Side.FIRST else _("second player (o)")
        return say("{turn} to move: {words}", turn=turn, words=self._words)

    @property
    def _words(self) -> str:
        """The value of the position in words."""
        return self.value.words

    @property
    def _listed(self) -> Mapping[Move, str]:
        """The moves in the table, with their values in words."""
        return {move: value.words for move, value in self.moves.items()}

    @property
    def _table(self) -> tuple[list[str], list[list[str]]]:
        head = [_("column") if self.board.rules.gravity else _("cell"), _("score"), _("value"), ""]
        rows = [
            [self.board.move_name(move), self.moves[move].score_text, words, _("best") if move in self.best else ""]
            for move, words in self._listed.items()
        ]
        return head, rows


_GHOSTS = 20
"""Moves of a best line that its picture shows; more are hard to read."""


def _remarks(answer: Solution | Analysis) -> list[str]:
    """What stands below the values: the line, what it took, where it comes from."""
    found = []
    if answer.line:
        found.append(say("best line: {line}", line=moves_text(answer.board.rules, answer.line)))
    found.append(say("{nodes} nodes, {seconds} s", nodes=f"{answer.nodes:,}", seconds=f"{answer.seconds:.2f}"))
    if answer.source != SEARCH:
        book = _("from the opening book") if answer.source == BOOK else _("partly from the opening book")
        found.append(book)
    balance = balance_remark(answer.board)
    return found if balance is None else [*found, balance]


def _html(picture: str, *parts: str) -> str:
    """A picture with tables and sentences below it."""
    below = "".join(part if part.startswith("<table>") else f"<div>{escape(part)}</div>" for part in parts)
    return f"<div>{picture}</div>{below}"


def balance_remark(board: Position) -> str | None:
    """A note about a position that cannot arise in play."""
    if is_balanced(board):
        return None
    return _("The stones do not balance, so this position cannot arise in play; it is taken as it stands.")


def is_balanced(board: Position) -> bool:
    """Could the stones have been laid in turn?"""
    board = board_of(board)
    ahead = board.stones(Side.FIRST).bit_count() - board.stones(Side.SECOND).bit_count()
    return ahead == (0 if board.turn is Side.FIRST else 1)


def _about(board: GridBoard) -> dict[str, Any]:
    return {
        "rules": rules_text(board.rules),
        "position": position_text(board),
        "balanced": is_balanced(board),
    }
