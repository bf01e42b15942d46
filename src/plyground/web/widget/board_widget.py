"""`BoardWidget`: the page's board in a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import traitlets

from plyground.board import Side
from plyground.game import Game, seat_player, step
from plyground.grid import Cell, GridBoard, Position, Rules, board_of, parse_cell, read_position
from plyground.players import AnyPlayer, as_player
from plyground.reviews import analyse
from plyground.texts import _
from plyground.web.messages.positions import position_state
from plyground.web.widget.base_widget import PageWidget, code_of

__all__ = ["BoardWidget"]

_MODULE, _STYLES = code_of("board-widget.js")


class BoardWidget(PageWidget):
    """A board to play on and to step through, drawn as on the page. `game` is what was played.

    `start` is a game, a board or a text. With `values` every move of the position that is shown has its exact value,
    where the solver finds one. An `opponent` plays the other side. `arrows` go from cell to cell.
    """

    _esm = _MODULE
    _css = _STYLES
    positions = traitlets.List().tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)
    playable = traitlets.Bool(True).tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    arrows = traitlets.List().tag(sync=True)
    note = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        start: Game[GridBoard] | Position | Rules = "",
        *,
        rules: Rules | str = "cfour",
        values: bool = False,
        opponent: AnyPlayer | None = None,
        side: Side = Side.FIRST,
        arrows: Iterable[tuple[Cell | str, Cell | str]] = (),
        playable: bool = True,
    ) -> None:
        self._game = _game_of(start, rules)
        self._valued = values
        self._side = side
        self._opponent = None if opponent is None else as_player(opponent)
        ends = [[_cell(end, self._game.board.rules) for end in arrow] for arrow in arrows]
        super().__init__(playable=playable, arrows=ends)
        self.on_msg(self._heard)
        self._seat_opponent()
        self._go_on()

    @property
    def game(self) -> Game[GridBoard]:
        """The game as it stands now."""
        return self._game

    def push(self, move: int | str) -> None:
        """Plays a move, as a click does."""
        self._game.push(move)
        self._go_on()

    def _heard(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        if content.get("type") != "choose":
            return
        at = min(int(content["at"]), len(self._game.moves))
        if at < len(self._game.moves):
            self._game = self._game.branch(at)
            self._seat_opponent()
        self.push(str(content["move"]))

    def _seat_opponent(self) -> None:
        if self._opponent is not None:
            seat_player(self._game, self._side.opposite, self._opponent)

    def _go_on(self) -> None:
        """Shows the game; if the opponent is to move, it does, and its first move may have to be compiled."""
        game = self._game
        if self._opponent is not None and not game.is_over and game.turn is not self._side:
            self._show(_("thinking…"))
            step(game, {game.turn: self._opponent})
        self._show("" if game.forfeit is None else game.forfeit.reason)
        self._show_values()

    def _show(self, note: str) -> None:
        """The game as it stands; values take time, and are shown once nobody else is to move."""
        boards = self._game.boards
        self.unobserve(self._moved_to, "at")
        with self.hold_sync():
            self.positions = [
                position_state(board, boards[: ply + 1]).model_dump(mode="json") for ply, board in enumerate(boards)
            ]
            self.at = len(boards) - 1
            self.note = note
        self.observe(self._moved_to, "at")

    def _moved_to(self, _change: object) -> None:
        self._show_values()

    def _show_values(self) -> None:
        """Of the position that is shown; the browser leaves out those of another."""
        board = self._game.boards[min(self.at, len(self._game.moves))]
        if not self._valued or board.outcome.is_over:
            return
        found = analyse(board)
        best = set(found.best)
        self.values = {
            "at": self.at,
            "moves": [
                {
                    "cell": list(board.cell_of(move)),
                    "words": value.words,
                    "outcome": value.outcome,
                    "exact": value.is_exact,
                    "best": move in best,
                }
                for move, value in found.moves.items()
                if value.outcome is not None
            ],
        }


def _game_of(start: Game[GridBoard] | Position | Rules, rules: Rules | str) -> Game[GridBoard]:
    if isinstance(start, Game):
        return start.branch()
    if isinstance(start, Rules):
        return Game(start)
    if isinstance(start, str):
        line = read_position(start, rules)
        return Game(line.start, line.moves)
    return Game(board_of(start))


def _cell(end: Cell | str, rules: Rules) -> list[int]:
    return list(parse_cell(end, rules) if isinstance(end, str) else end)
