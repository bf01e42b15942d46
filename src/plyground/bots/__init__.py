"""Bots: foreign programs as players, each in a process of its own, and our players as bots for others.

`plyground.bots.kaggle` and `plyground.bots.openspiel` offer our players in those forms; they, `library` and
`python_function` are also the programs that run foreign code, so they are not imported here.
"""

from plyground.bots.conformance import end_of, run_trial, trials
from plyground.bots.foreign import KagglePlayer, LibraryPlayer, OpenSpielPlayer, PythonPlayer
from plyground.bots.gomocup_player import GomocupPlayer
from plyground.bots.gomocup_server import serve_gomocup
from plyground.bots.judge import JUDGE_SECONDS
from plyground.bots.line_player import LinePlayer, limit_text
from plyground.bots.line_server import own_streams, serve, serve_here
from plyground.bots.openspiel_names import OPENSPIEL_NAME, openspiel_rules, openspiel_text
from plyground.bots.player import MOVE_SECONDS, BotPlayer
from plyground.bots.process import BotProcess
from plyground.bots.sandbox import BotLimits, closed_by, sandbox_program
from plyground.bots.text_protocol import SPARE_SECONDS, TextPlayer, serve_text

__all__ = [
    "JUDGE_SECONDS",
    "MOVE_SECONDS",
    "OPENSPIEL_NAME",
    "SPARE_SECONDS",
    "BotLimits",
    "BotPlayer",
    "BotProcess",
    "GomocupPlayer",
    "KagglePlayer",
    "LibraryPlayer",
    "LinePlayer",
    "OpenSpielPlayer",
    "PythonPlayer",
    "TextPlayer",
    "closed_by",
    "end_of",
    "limit_text",
    "openspiel_rules",
    "openspiel_text",
    "own_streams",
    "run_trial",
    "sandbox_program",
    "serve",
    "serve_gomocup",
    "serve_here",
    "serve_text",
    "trials",
]
