"""OpenSpiel: our player as one of its bots, and the process in which one of its bots plays as ours.

Needs the extra `bench`. Its games `tic_tac_toe` and `connect_four` number their moves as ours do: cells in reading
order, columns from the left. So does the game for any rules that `plyground.environments.openspiel_game` registers.
`python -m plyground.bots.openspiel uniform_random` runs a registered bot, or the one that `make_bot(game, player)` of a
Python file returns, and speaks the line protocol.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plyground.board import Board, Cancel, Decision, Limit, Side
from plyground.bots.line_server import serve_here
from plyground.bots.openspiel_names import OPENSPIEL_NAME, openspiel_rules
from plyground.errors import N_, MissingError, MissingExtraError, PlayerError, UnsupportedError
from plyground.game import Game, Player
from plyground.grid import CFOUR, TICTACTOE, GridBoard, Rules

if TYPE_CHECKING:
    import pyspiel

__all__ = ["game_of", "openspiel_bot", "rules_of"]

MakeBot = Callable[[Any, int], Any]


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise MissingExtraError(
            N_("OpenSpiel bots need the extra '{extra}': pip install 'plyground[{extra}]'"), extra="bench"
        ) from None
    return pyspiel


def game_of(rules: Rules) -> pyspiel.Game:
    """OpenSpiel's game with these rules."""
    module = _pyspiel()
    if rules == TICTACTOE:
        return module.load_game("tic_tac_toe")
    if rules == CFOUR:
        return module.load_game("connect_four")
    if rules.gravity and not rules.blocked:
        sizes = {"rows": rules.rows, "columns": rules.columns, "x_in_row": rules.connect}
        try:
            return module.load_game("connect_four", sizes)
        except module.SpielError:
            pass  # older versions know one size
    raise UnsupportedError(N_("OpenSpiel has no game with the rules '{rules}'"), rules=rules)


def rules_of(game: pyspiel.Game) -> Rules:
    """The rules of one of OpenSpiel's games."""
    name, sizes = game.get_type().short_name, game.get_parameters()
    if name == OPENSPIEL_NAME:
        return openspiel_rules(sizes["rules"]) if "rules" in sizes else CFOUR
    if name == "tic_tac_toe":
        return TICTACTOE
    if name == "connect_four":
        return Rules(
            columns=sizes.get("columns", CFOUR.columns),
            rows=sizes.get("rows", CFOUR.rows),
            connect=sizes.get("x_in_row", CFOUR.connect),
        )
    raise UnsupportedError(N_("there are no rules here for OpenSpiel's game '{name}'"), name=name)


def openspiel_bot(player: Player, game: pyspiel.Game, player_id: int = 0, limit: Limit | None = None) -> pyspiel.Bot:
    """`player` as a `pyspiel.Bot`, which `evaluate_bots` and everything else of OpenSpiel takes."""
    module = _pyspiel()
    rules = rules_of(game)
    side = Side(player_id)

    class Bot(module.Bot):  # type: ignore[misc, name-defined]  # the module is Any
        """Keeps one game as long as the states follow from each other, so that trees are kept."""

        def __init__(self) -> None:
            module.Bot.__init__(self)
            self._game: Game[GridBoard] | None = None

        def player_id(self) -> int:
            return player_id

        def restart(self) -> None:
            self._game = None

        def restart_at(self, state: Any) -> None:
            self._game = None

        def provides_policy(self) -> bool:
            return False

        def step(self, state: Any) -> int:
            moves = tuple(state.history())
            known = self._game
            if known is None or known.moves != moves[: len(known.moves)]:
                known = self._game = Game(GridBoard(rules))
                player.new_game(known, side)
            for move in moves[len(known.moves) :]:
                known.play(move)
            return player.decide(known, limit).move

    return Bot()


# The process for one of its bots


class _BotPlayer(Player):
    def __init__(self, make: MakeBot, name: str) -> None:
        self.name = name
        self.identifier = Side.FIRST
        self._make = make
        self._game: Any = None
        self._bot: Any = None
        self._told: tuple[int, ...] = ()
        self._state: Any = None

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        assert isinstance(game.start, GridBoard)
        if game.start != GridBoard(game.start.rules):
            raise UnsupportedError(N_("OpenSpiel's games begin with an empty board"))
        self._game = game_of(game.start.rules)
        self._bot = self._make(self._game, side.value)
        self._state, self._told = self._game.new_initial_state(), ()

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        for move in game.moves[len(self._told) :]:
            mover = self._state.current_player()
            if mover != self.identifier.value:
                self._bot.inform_action(self._state, mover, move)
            self._state.apply_action(move)
        self._told = game.moves
        move = self._bot.step(self._state)
        if move not in game.board.legal_moves:
            raise PlayerError(
                N_("{name} answered {answer}, which is not an open column"),
                name=self.name,
                answer=repr(move)[:80],
                termination="illegal move",
            )
        return Decision(int(move), line=(int(move),))


def _maker(text: str) -> MakeBot:
    module = _pyspiel()
    if text.endswith(".py"):
        import runpy

        sys.path.insert(0, os.path.dirname(os.path.abspath(text)))
        make = runpy.run_path(text).get("make_bot")
        if not callable(make):
            raise MissingError(N_("there is no bot in '{path}': it should define make_bot(game, player)"), path=text)
        return make  # type: ignore[no-any-return]
    if text not in module.registered_bots():
        raise MissingError(
            N_("OpenSpiel has no bot '{name}'; it has {known}"), name=text, known=", ".join(module.registered_bots())
        )
    return lambda game, player: module.load_bot(text, game, player)


if __name__ == "__main__":
    sys.exit(serve_here(lambda: _BotPlayer(_maker(sys.argv[1]), os.path.basename(sys.argv[1]))))
