"""The command line that goes on with a game."""

from __future__ import annotations

from plyground.game import Game
from plyground.grid import GridBoard, moves_text, position_text, rules_name

__all__ = ["continuation"]


def continuation(game: Game[GridBoard], players: tuple[str, str], seed: int | None = None) -> str:
    """The command that starts from where `game` stands; `players` are the texts of the seats.

    >>> continuation(Game.from_moves("44"), ("human", "level3"))
    'plyground play --rules cfour --first human --second level3 --position 44'
    """
    plain = game.start == GridBoard(game.start.rules)
    position = moves_text(game.start.rules, game.moves) if plain else position_text(game.board)
    options = {"--rules": rules_name(game.start.rules), "--first": players[0], "--second": players[1]}
    if position:
        options["--position"] = position
    if seed is not None:
        options["--seed"] = str(seed)
    words = [f'{name} "{value}"' if " " in value else f"{name} {value}" for name, value in options.items()]
    return " ".join(["plyground play", *words])  # not shown
