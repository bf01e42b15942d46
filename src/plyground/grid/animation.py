"""`animate_svg`: a game as a picture that moves, in a file that every browser plays.

The animation is part of the SVG (SMIL), without scripts, styles and ids. What does not play it shows the last position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from plyground.board import Side, is_number
from plyground.errors import N_, LimitError, PositionError
from plyground.grid.board import GridBoard
from plyground.grid.notation import cell_text
from plyground.grid.pictures import winning_lines
from plyground.grid.reader import read_position
from plyground.grid.svg import Picture, draw_svg

__all__ = ["OfBoards", "animate_svg", "boards_of"]

_END = 3.0
"""Seconds that the last position stays before the game begins again."""
_FASTEST_FALL, _FALL_OF_A_ROW = 0.2, 0.03
_MOST_OF_A_MOVE = 0.6
"""A stone lies still for the rest of its move, also where moves follow each other quickly."""
_AS_IF_DROPPED = "0.5 0 1 0.6"


class OfBoards(Protocol):
    """What has a series of positions, as a `Game` does and what `read_position` returns."""

    @property
    def boards(self) -> Sequence[GridBoard]: ...


def animate_svg(game: OfBoards | str, *, seconds: float = 1.0, size: float | None = None, labels: bool = True) -> str:
    """A picture in which the game is played, one move every `seconds`, again and again.

    The game is a `Game` on a grid, or a text with its moves. `size` and `labels` are those of `draw_svg`.

    >>> animate_svg("4453").count("<animateTransform")
    4
    """
    if not (is_number(seconds) and 0.05 <= seconds <= 60):
        raise LimitError(N_("a move takes {value} seconds; it has to be a number from 0.05 to 60"), value=repr(seconds))
    boards = boards_of(game)
    if len(boards) == 1:
        return draw_svg(boards[0], size=size, labels=labels)
    return _Animation(boards, float(seconds), labels).drawn(size)


def boards_of(game: OfBoards | str) -> Sequence[GridBoard]:
    """The positions of a game, from its start."""
    boards = getattr(read_position(game) if isinstance(game, str) else game, "boards", None)
    if not isinstance(boards, Sequence) or not boards or not all(isinstance(board, GridBoard) for board in boards):
        raise PositionError(
            N_("what should be shown move by move is {value}; it has to be a game on a grid, or a text such as 4453"),
            value=repr(game),
        )
    return boards


class _Animation:
    def __init__(self, boards: Sequence[GridBoard], seconds: float, labels: bool) -> None:
        self.boards = boards
        self.seconds = seconds
        self.whole = seconds * len(boards) + _END
        start = boards[0]
        # The start without its last move, which is nothing that the animation shows.
        bare = GridBoard.from_stones(start.rules, start.stones(Side.FIRST), start.stones(Side.SECOND), start.turn)
        self.picture = Picture(bare, {}, labels)

    def drawn(self, size: float | None) -> str:
        last = len(self.boards) - 1
        parts = self.picture.ground(size, self.boards[last])
        parts += [self._stone(ply) for ply in range(last)]
        parts += [self._frame(ply) for ply in range(last)]
        if lines := [self.picture.line(*ends) for ends in winning_lines(self.boards[last])]:
            parts.append(f"<g>{self._shown(self._landed(last - 1))}{''.join(lines)}</g>")
        return "".join([*parts, *self.picture.coordinates(), "</svg>"])

    def _stone(self, ply: int) -> str:
        after = self.boards[ply + 1]
        assert after.last_cell is not None
        x, y = self.picture.centre(after.last_cell)
        begin, end = self._time(ply), self._landed(ply)
        fall = ""
        if after.rules.gravity:
            above = 2 * self.picture.top - self.picture.centre((0, after.rules.rows - 1))[1] - y  # a cell above the top
            fall = (
                f'<animateTransform attributeName="transform" type="translate" calcMode="spline" {self._repeated} '
                f'values="0 {above:g};0 {above:g};0 0;0 0" keyTimes="0;{begin};{end};1" '
                f'keySplines="0 0 1 1;{_AS_IF_DROPPED};0 0 1 1"/>'
            )
        stone = self.picture.stone(x, y, after.turn.opposite)
        return f'<g data-cell="{cell_text(after.last_cell)}" data-ply="{ply}">{self._shown(begin)}{fall}{stone}</g>'

    def _frame(self, ply: int) -> str:
        cell, last = self.boards[ply + 1].last_cell, len(self.boards) - 2
        assert cell is not None
        until = None if ply == last else self._time(ply + 1)
        hidden = "" if ply == last else ' visibility="hidden"'
        return f"<g{hidden}>{self._shown(self._landed(ply), until)}{self.picture.frame(*self.picture.centre(cell))}</g>"

    # Times, as parts of the whole

    @property
    def _repeated(self) -> str:
        return f'dur="{self.whole:g}s" repeatCount="indefinite"'

    def _part(self, seconds: float) -> str:
        return f"{seconds / self.whole:.5f}"

    def _time(self, ply: int) -> str:
        return self._part((ply + 1) * self.seconds)

    def _landed(self, ply: int) -> str:
        board = self.boards[ply + 1]
        if not board.rules.gravity or board.last_cell is None:
            return self._time(ply)
        fall = _FASTEST_FALL + _FALL_OF_A_ROW * (board.rules.rows - board.last_cell[1])
        return self._part((ply + 1) * self.seconds + min(fall, _MOST_OF_A_MOVE * self.seconds))

    def _shown(self, begin: str, end: str | None = None) -> str:
        values, times = (
            ("hidden;visible", f"0;{begin}") if end is None else ("hidden;visible;hidden", f"0;{begin};{end}")
        )
        return (
            f'<animate attributeName="visibility" calcMode="discrete" {self._repeated} '
            f'values="{values}" keyTimes="{times}"/>'
        )
