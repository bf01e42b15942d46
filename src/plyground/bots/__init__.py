"""Bots: foreign programs as players, each in a process of its own, and our players as bots for others.

`plyground.bots.kaggle` and `plyground.bots.openspiel` offer our players in those forms; they, and `library`, are also
the programs that run foreign code, so they are not imported here.
"""

from plyground.bots.foreign import KagglePlayer, LibraryPlayer, OpenSpielPlayer
from plyground.bots.line_player import LinePlayer
from plyground.bots.line_server import serve
from plyground.bots.player import BotPlayer
from plyground.bots.text_protocol import TextPlayer, serve_text

__all__ = [
    "BotPlayer",
    "KagglePlayer",
    "LibraryPlayer",
    "LinePlayer",
    "OpenSpielPlayer",
    "TextPlayer",
    "serve",
    "serve_text",
]
