"""A game in progress, the players' interface, the one function that lets a player take its turn, and the loop."""

from plyground.game.game import Clock, Forfeit, Game, Termination
from plyground.game.loop import Observer, Played, play, seat_player, step
from plyground.game.player import Player
from plyground.game.turn import GRACE, Turn, crash_of, take_turn

__all__ = [
    "GRACE",
    "Clock",
    "Forfeit",
    "Game",
    "Observer",
    "Played",
    "Player",
    "Termination",
    "Turn",
    "crash_of",
    "play",
    "seat_player",
    "step",
    "take_turn",
]
