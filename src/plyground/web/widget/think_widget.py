"""`ThinkWidget`: a search that is stepped through in a notebook, with its tree, as on the page Think."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import traitlets

from plyground.board import Board, Event, Listener
from plyground.grid import GridBoard
from plyground.learn import Nim, NumberTree, board_text, read_board
from plyground.web.messages.positions import position_state, side_name
from plyground.web.think.encoding import StepEncoder
from plyground.web.widget.base_widget import PageWidget, code_of

__all__ = ["MOST_STEPS", "ThinkWidget"]

MOST_STEPS = 50_000
"""The steps that a widget keeps; a notebook holds all of them."""

_MODULE, _STYLES = code_of("think-widget.js", "think/tree.css")


class ThinkWidget(PageWidget):
    """The steps of a search on `board`, one by one: what it looks at, why, and the tree that grows.

    `search` is called with the board and a listener:
    `lambda board, listener: alphabeta(board, depth=3, listener=listener)`. Or it is the events of a search of your own.
    """

    _esm = _MODULE
    _css = _STYLES
    position = traitlets.Dict().tag(sync=True)
    kind = traitlets.Unicode("grid").tag(sync=True)
    events = traitlets.List().tag(sync=True)
    is_whole = traitlets.Bool(True).tag(sync=True)
    at = traitlets.Int(1).tag(sync=True)

    def __init__(
        self, board: Board | str, search: Callable[[Any, Listener], object] | Iterable[Event], *, at: int = 1
    ) -> None:
        board = read_board(board) if isinstance(board, str) else board
        heard: list[Event] = []
        if callable(search):
            search(board, heard.append)
        else:
            heard.extend(search)
        encoder = StepEncoder(board)
        kept = [encoder.encode(event) for event in heard[:MOST_STEPS]]
        super().__init__(
            position=_position(board), kind=_kind(board), events=kept, is_whole=len(heard) == len(kept), at=at
        )


def _position(board: Board) -> dict[str, Any]:
    if isinstance(board, GridBoard):
        return position_state(board).model_dump(mode="json")
    return {"text": board_text(board), "turn": side_name(board.turn)}


def _kind(board: Board) -> str:
    for kind, of in (("grid", GridBoard), ("nim", Nim), ("tree", NumberTree)):
        if isinstance(board, of):
            return kind
    return "own"
