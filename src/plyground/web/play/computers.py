"""The computers that a visitor may play: which texts are taken, and the players behind them.

Only built-in players can be named from a page. A bot's text names a program or a file of this machine, so it is never
taken from a request; what would take much memory or time is bounded.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import Literal

from plyground.board import Cancel, Decision, Limit, Side
from plyground.errors import N_
from plyground.game import Game, Player
from plyground.grid import GridBoard
from plyground.players import (
    Choice,
    Flag,
    Number,
    Option,
    PlayerKind,
    Span,
    Whole,
    make_player,
    player_kinds,
    player_text,
)
from plyground.players.search_player import tightest
from plyground.texts import _
from plyground.web.messages.base import Considered, LevelInfo, OptionInfo, PlayerInfo, Thinking
from plyground.web.messages.positions import line_places, place_of, side_name
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.settings import Settings

__all__ = ["Computers", "allowed_player", "level_infos", "player_infos", "thoughts"]

_HEAVY = 6  # players kept in memory at once: a tree or a table can take hundreds of megabytes
_USUAL_TABLE = 64  # MB for a table if the text names none
_USUAL_LIMITS = {"champion": Limit(time=1), "deepening": Limit(time=1), "uct": Limit(playouts=1000)}
_ENDS = ("time", "nodes", "playouts", "depth")


def _is_offered(kind: PlayerKind) -> bool:
    return kind.build is not None and not kind.takes_rest


def _kind_of(canonical: str) -> PlayerKind:
    name = canonical.split(maxsplit=1)[0]
    return next(kind for kind in player_kinds() if name == kind.name or name in kind.aliases)


def _usual_limit(canonical: str) -> Limit | None:
    """For a search that goes on until it is told to stop, where its text names no end: what its options say then."""
    given = {word.split("=", 1)[0] for word in canonical.split()[1:]}
    return _USUAL_LIMITS.get(_kind_of(canonical).name) if given.isdisjoint(_ENDS) else None


def allowed_player(text: str, settings: Settings) -> str:
    """The canonical text of a player that may be named in a request."""
    # A colon never stands in the text of a built-in player; refused before anything looks further.
    if ":" in text or any(not char.isprintable() for char in text):
        raise Refusal(
            "not_allowed",
            422,
            N_("'{player}' cannot be played from the page: bots are for the command line; here there are {known}"),
            player=text,
            known=_known(),
        )
    canonical = player_text(text)
    words = canonical.split()[1:]
    if not _is_offered(_kind_of(canonical)):
        raise Refusal(
            "not_allowed", 422, N_("'{player}' is no computer; there are {known}"), player=text, known=_known()
        )
    given = dict(word.split("=", 1) for word in words)
    for option, most in _bounds(settings).items():
        if option in given and float(given[option]) > most:
            raise Refusal(
                "not_allowed",
                422,
                N_("the option {name} is {value}; on the page it may be {most} at most"),
                name=option,
                value=given[option],
                most=f"{most:g}",
            )
    return canonical


def _bounds(settings: Settings) -> dict[str, float]:
    return {"time": settings.think_seconds, "table": settings.table_mb, "memory": settings.table_mb, "threads": 16}


def _known() -> str:
    return ", ".join(kind.name for kind in player_kinds() if _is_offered(kind))


class Computers:
    """The players of the games in progress; blocking, for the threads of a pool.

    Of those that were not asked for lately the tree or table is dropped, and made again when their turn comes.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._players: OrderedDict[tuple[str, Side], Player] = OrderedDict()

    def check(self, text: str, board: GridBoard) -> None:
        """Raises what the player says about a board that it cannot play."""
        self._new(text).new_game(Game(board), board.turn)

    def decide(
        self, game_id: str, text: str, game: Game[GridBoard], limit: Limit, cancel: Cancel | None = None
    ) -> Decision:
        side = game.turn
        key = game_id, side
        with self._lock:
            player = self._players.pop(key, None)
        if player is None:
            player = self._new(text)
            player.new_game(game, side)
        decision = player.decide(game, tightest(_usual_limit(text), limit), cancel)
        with self._lock:
            self._players[key] = player
            while len(self._players) > _HEAVY:
                self._players.popitem(last=False)
        return decision

    def forget(self, game_id: str) -> None:
        with self._lock:
            for side in Side:
                self._players.pop((game_id, side), None)

    def _new(self, text: str) -> Player:
        options = {option.name for option in _kind_of(text).options}
        given = {word.split("=", 1)[0] for word in text.split()[1:]}
        if "table" in options and "table" not in given:
            text += f" table={_USUAL_TABLE}"
        return make_player(text, seed=secrets.randbits(62))


def thoughts(
    board: GridBoard, decision: Decision, ply: int, player: str, seconds: float, *, done: bool = True
) -> Thinking:
    """What a computer thought before a move, or thinks so far."""
    moves = decision.values or decision.visits
    considered = [
        Considered(
            move=board.move_name(move),
            cell=place_of(board, move).cell,
            value=_finite(decision.values.get(move)),
            visits=decision.visits.get(move),
        )
        for move in moves
        if move in board.legal_moves
    ]
    chosen = board.move_name(decision.move)
    considered.sort(
        key=lambda each: (each.value is not None, each.value or 0.0, each.move == chosen, each.visits or 0),
        reverse=True,
    )
    return Thinking(
        ply=ply,
        side=side_name(board.turn),
        player=player,
        done=done,
        seconds=seconds,
        nodes=decision.nodes,
        playouts=decision.playouts,
        depth=decision.depth,
        value=_finite(decision.value),
        exact=decision.exact,
        considered=considered[:40],
        line=line_places(board, decision.line, most=12),
        text=decision.note,
    )


def _finite(value: float | None) -> float | None:
    # JSON has no infinity; searches mean a certain win by it.
    return None if value is None else max(-1e12, min(1e12, float(value)))


_KINDS: dict[type[Option], Literal["whole", "number", "choice", "flag", "span"]] = {
    Whole: "whole",
    Number: "number",
    Choice: "choice",
    Flag: "flag",
    Span: "span",
}


def _option_info(option: Option, bounds: dict[str, float]) -> OptionInfo:
    info = OptionInfo(
        name=option.name,
        kind=_KINDS.get(type(option), "words"),
        description=_(option.description),
        allowed=option.allowed,
        default=None if option.default is None else option.show(option.default),
    )
    if isinstance(option, Choice):
        info.choices = list(option.choices)
    elif isinstance(option, Whole):
        info.choices = list(option.names)
    if isinstance(option, Whole | Number):
        info.least = option.least
        info.most = min(option.most, bounds.get(option.name, option.most))
    return info


def player_infos(settings: Settings) -> list[PlayerInfo]:
    """Every player that can be named from the page, in the language in use."""
    bounds = _bounds(settings)
    return [
        PlayerInfo(
            name=kind.name,
            description=_(kind.description),
            options=[_option_info(option, bounds) for option in kind.options],
        )
        for kind in player_kinds()
        if _is_offered(kind)
    ]


def level_infos() -> list[LevelInfo]:
    """The levels with their measured ratings, as far as they were measured."""
    from plyground.players.levels import LEVELS, measured

    ratings = measured()["elo"]
    return [
        LevelInfo(
            number=level.number,
            name=level.name,
            label=_(level.name),
            player=level.text,
            elo={board: found[level.text][0] for board, found in ratings.items() if level.text in found},
            error={
                board: (found[level.text][2] - found[level.text][1]) / 2
                for board, found in ratings.items()
                if level.text in found
            },
        )
        for level in LEVELS
    ]
