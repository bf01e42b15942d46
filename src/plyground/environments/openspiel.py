"""A game of OpenSpiel for any rules, registered under the name `plyground`. Needs the extra `bench`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.board import Side
from plyground.bots import OPENSPIEL_NAME, openspiel_rules, openspiel_text
from plyground.environments.views import plane_shape, planes
from plyground.errors import N_, MissingExtraError
from plyground.grid import CFOUR, GridBoard, Rules, position_text, rules_of

if TYPE_CHECKING:
    import pyspiel

__all__ = ["openspiel_game"]


def openspiel_game(rules: Rules | str = CFOUR) -> pyspiel.Game:
    """The game with these rules: actions are our moves, an observation tensor holds the `planes` of a player.

    Its name is `plyground`, and its only parameter the rules, so that OpenSpiel can load it by its text as well.
    """
    given = rules_of(rules)
    return _registered().load_game(OPENSPIEL_NAME, {"rules": openspiel_text(given)})


@lru_cache(maxsize=1)
def _registered() -> Any:
    """OpenSpiel's module, which knows our game from here on."""
    try:
        import pyspiel
        from open_spiel.python.observation import IIGObserverForPublicInfoGame
    except ImportError:
        raise MissingExtraError(
            N_("{name} games need the extra '{extra}': pip install 'plyground[{extra}]'"),
            name="OpenSpiel",
            extra="bench",
        ) from None
    game_type = pyspiel.GameType(
        short_name=OPENSPIEL_NAME,
        long_name="Plyground: connection games of any rules",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": openspiel_text(CFOUR)},
    )

    class Observer:
        """What a player sees, in the form that OpenSpiel asks for."""

        def __init__(self, rules: Rules) -> None:
            shape = plane_shape(rules)
            self.tensor = np.zeros(int(np.prod(shape)), np.float32)
            self.dict = {"observation": self.tensor.reshape(shape)}

        def set_from(self, state: Any, player: int) -> None:
            self.dict["observation"][:] = planes(state.board, Side(player))

        def string_from(self, state: Any, player: int) -> str:
            return str(state)

    class State(pyspiel.State):  # type: ignore[misc]  # the module is Any
        def __init__(self, game: Any, rules: Rules) -> None:
            super().__init__(game)
            self.board = GridBoard(rules)

        def current_player(self) -> int:
            if self.is_terminal():
                return int(pyspiel.PlayerId.TERMINAL)
            return self.board.turn.value

        def _legal_actions(self, player: int) -> list[int]:
            return list(self.board.legal_moves)

        def _apply_action(self, action: int) -> None:
            self.board = self.board.move(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self.board.move_name(action)

        def is_terminal(self) -> bool:
            return self.board.outcome.is_over

        def returns(self) -> list[float]:
            winner = self.board.winner
            if winner is None:
                return [0.0, 0.0]
            return [1.0, -1.0] if winner is Side.FIRST else [-1.0, 1.0]

        def __str__(self) -> str:
            return position_text(self.board)

    class Game(pyspiel.Game):  # type: ignore[misc]  # the module is Any
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            rules = openspiel_rules((parameters or {}).get("rules", openspiel_text(CFOUR)))
            info = pyspiel.GameInfo(
                num_distinct_actions=rules.move_count,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=rules.cells,
            )
            super().__init__(game_type, info, parameters or {})
            self.rules = rules

        def new_initial_state(self) -> State:
            return State(self, self.rules)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return Observer(self.rules)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    pyspiel.register_game(game_type, Game)
    return pyspiel
