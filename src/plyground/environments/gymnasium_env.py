"""One seat of a game as a Gymnasium environment; any of our players has the other. Needs the extra `environments`."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from plyground.board import Limit, Side, is_whole
from plyground.bots import BotPlayer
from plyground.environments.rendering import RENDER_MODES, check_render_mode, print_board, render
from plyground.environments.views import move_mask, plane_shape, planes
from plyground.errors import N_, IllegalMoveError, InputError, MissingExtraError, UnknownNameError
from plyground.game import Game, Player, Termination, seat_player, step
from plyground.grid import CFOUR, GridBoard, Rules, rules_of
from plyground.players import AnyPlayer, make_player, text_or_player

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise MissingExtraError(
        N_("{name} environments need the extra '{extra}': pip install 'plyground[{extra}]'"),
        name="Gymnasium",
        extra="environments",
    ) from None

__all__ = ["SEATS", "GymnasiumEnv"]

SEATS = {"first": (Side.FIRST,), "second": (Side.SECOND,), "either": (Side.FIRST, Side.SECOND)}
"""The seats that the learner can have; `either` draws one for each game."""


class GymnasiumEnv(gymnasium.Env):  # type: ignore[misc]  # the module is Any to the type checker
    """A game against a player: its name, a `Player`, or a function `board -> move`.

    The observation is that of `planes`, seen from the learner's seat; `info["action_mask"]` says what can be played.
    The reward is 1 for a win, -1 for a loss, and 0 otherwise. A move that cannot be played loses, and so does an
    opponent that fails. `reset(options={"moves": "4453"})` begins with these moves.

    `gymnasium.make("plyground/Seat-v0", opponent="level3")` makes one, too, once this class has been imported.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        opponent: AnyPlayer = "random",
        rules: Rules | str = CFOUR,
        seat: str = "first",
        limit: Limit | None = None,
        render_mode: str | None = None,
    ) -> None:
        if seat not in SEATS:
            raise UnknownNameError(
                N_("there is no seat '{name}'; the seats are {known}"), name=seat, known=", ".join(SEATS)
            )
        check_render_mode(render_mode)
        self.rules = rules_of(rules)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, plane_shape(self.rules), np.int8)
        self.action_space = spaces.Discrete(self.rules.move_count)
        self._seat = seat
        self._limit = limit
        self._opponent = text_or_player(opponent)
        self._player = make_player(self._opponent, seed=0) if isinstance(self._opponent, str) else self._opponent
        self._player.check_board(GridBoard(self.rules))
        self._side = SEATS[seat][0]
        self._game = Game(GridBoard(self.rules))

    @property
    def game(self) -> Game[GridBoard]:
        return self._game

    @property
    def board(self) -> GridBoard:
        return self._game.board

    @property
    def side(self) -> Side:
        """The side that the learner has in this game."""
        return self._side

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        sides = SEATS[self._seat]
        self._side = sides[int(self.np_random.integers(len(sides)))]
        self._game = Game.from_moves((options or {}).get("moves", ""), self.rules)
        if self._game.is_over:
            raise InputError(N_("the game is over after the moves '{moves}'"), moves=(options or {})["moves"])
        self._player = self._next_player(int(self.np_random.integers(1 << 62)))
        seat_player(self._game, self._side.opposite, self._player)
        self._let_opponent_move()
        if self._game.forfeit is not None and self._game.forfeit.error is not None:
            raise self._game.forfeit.error
        print_board(self.board, self.render_mode)
        return planes(self.board, self._side), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        if self._game.is_over:
            raise InputError(N_("the game is over; call reset() for the next one"))
        if not is_whole(action):
            raise InputError(
                N_("the action is {value}; it has to be a whole number from 0 to {last}"),
                value=repr(action)[:80],
                last=self.rules.move_count - 1,
            )
        try:
            self._game.play(int(action))
        except IllegalMoveError as reason:
            self._game.end(self._side, Termination.ILLEGAL_MOVE, reason)
        self._let_opponent_move()
        print_board(self.board, self.render_mode)
        winner = self._game.winner
        reward = 0.0 if winner is None else 1.0 if winner is self._side else -1.0
        return planes(self.board, self._side), reward, self._game.is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as booleans, by the name that learners with masked actions ask for."""
        return move_mask(self.board).astype(np.bool_)

    def render(self) -> str | None:
        return render(self.board, self.render_mode)

    def close(self) -> None:
        """Ends the process of a bot that was given by name."""
        if isinstance(self._opponent, str) and isinstance(self._player, BotPlayer):
            self._player.close()

    def _next_player(self, seed: int) -> Player:
        """The opponent of the next game. By name it is a new one, so that the seed decides all; a process is kept."""
        if isinstance(self._opponent, str) and not isinstance(self._player, BotPlayer):
            return make_player(self._opponent, seed=seed)
        return self._player

    def _let_opponent_move(self) -> None:
        if not self._game.is_over and self._game.turn is not self._side:
            step(self._game, {self._game.turn: self._player}, self._limit)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": move_mask(self.board)}
        if self._game.termination is not None:
            info["termination"] = self._game.termination.value
        if self._game.forfeit is not None:
            info["reason"] = self._game.forfeit.reason
        return info


gymnasium.register("plyground/Seat-v0", entry_point=GymnasiumEnv)
