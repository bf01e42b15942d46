"""Players by name, and the classes behind the names."""

from plyground.players.bot_kinds import register_bots as _register_bots
from plyground.players.conversion import AnyPlayer, as_player, text_or_player
from plyground.players.function_player import FunctionPlayer, PlayerFunction
from plyground.players.kinds import register_all as _register_all
from plyground.players.levels import ALIKE, LEVELS, Level, levels_for, measured, measured_board
from plyground.players.line_levels import plays_by_lines
from plyground.players.names import allowed_text, player_name, public_text, value_name
from plyground.players.options import Choice, Flag, Number, Option, Span, Whole, Words
from plyground.players.registry import (
    Build,
    Humans,
    PlayerKind,
    is_built_in,
    located_text,
    make_player,
    player_kinds,
    player_text,
    register,
)
from plyground.players.search_player import RandomPlayer, SearchPlayer, TextbookSearch, UCTPlayer
from plyground.players.seats import play, seat
from plyground.players.solver_player import SolverPlayer
from plyground.players.staged import STRENGTHS, OddRows, StagedPlayer

_register_all()
_register_bots()

__all__ = [
    "ALIKE",
    "LEVELS",
    "STRENGTHS",
    "AnyPlayer",
    "Build",
    "Choice",
    "Flag",
    "FunctionPlayer",
    "Humans",
    "Level",
    "Number",
    "OddRows",
    "Option",
    "PlayerFunction",
    "PlayerKind",
    "RandomPlayer",
    "SearchPlayer",
    "SolverPlayer",
    "Span",
    "StagedPlayer",
    "TextbookSearch",
    "UCTPlayer",
    "Whole",
    "Words",
    "allowed_text",
    "as_player",
    "is_built_in",
    "levels_for",
    "located_text",
    "make_player",
    "measured",
    "measured_board",
    "play",
    "player_kinds",
    "player_name",
    "player_text",
    "plays_by_lines",
    "public_text",
    "register",
    "seat",
    "text_or_player",
    "value_name",
]
