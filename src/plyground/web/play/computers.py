"""`Computers`: the computers of the games in progress, in this process or in others; and what one of them thought."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NamedTuple

from plyground.board import Cancel, Decision, Limit, Side, tightest
from plyground.game import Forfeit, Game, Player, seat_player, take_turn
from plyground.grid import GridBoard
from plyground.players import LEVELS, make_player
from plyground.reviews import expected_result
from plyground.web.messages.base import finite
from plyground.web.messages.players import kind_of
from plyground.web.messages.positions import line_places, place_of, side_name
from plyground.web.play.messages import Considered, Thinking
from plyground.web.serving.search_processes import SearchProcesses
from plyground.web.serving.settings import ServerSettings

__all__ = ["ComputerLimits", "ComputerTurn", "Computers", "thinking_message"]

_USUAL_TABLE = 64  # MB for a table if the text names no size
_EXACT_MB = 32  # the table of a champion that also looks for exact answers
_PLAYOUT_MB = 0.001  # what a playout adds to a tree at most, with room for the moves before
_LITTLE_MB = 4  # every other player
_LIMIT_OPTIONS = ("time", "nodes", "playouts", "depth")


@dataclass(frozen=True, slots=True)
class ComputerLimits:
    """What the computers of one process may take."""

    kept_mb: float
    """Memory for the players that are kept for their next move."""
    table_mb: float
    """Memory for the table or the tree of one player."""
    threads: int
    """The most threads of one player."""

    @classmethod
    def of(cls, settings: ServerSettings) -> ComputerLimits:
        """Those of the server's process, or of each of its search processes."""
        processes = 1 if settings.search_executor is None else settings.search_processes
        return cls(settings.search_mb / 8 / processes, settings.table_mb, settings.search_threads)


class ComputerTurn(NamedTuple):
    """What became of a turn: a decision, a forfeit, or neither if it was cancelled."""

    decision: Decision | None = None
    forfeit: Forfeit | None = None


class Computers:
    """The players of the games in progress. Its methods block: call them in the threads of a pool.

    Only the players used last are kept, as far as the memory for them goes. Another loses its tree or table, and is
    made again when its turn comes. With `processes`, the players think there, and each process keeps those that it had
    last.
    """

    def __init__(self, limits: ComputerLimits, processes: SearchProcesses | None = None) -> None:
        self._limits = limits
        self._processes = processes
        self._lock = threading.Lock()
        self._megabytes: dict[tuple[str, Side], float] = {}
        self._players: OrderedDict[tuple[str, Side], Player] = OrderedDict()

    def take_turn(
        self, game_id: str, text: str, game: Game[GridBoard], limit: Limit, cancel: Cancel | None = None
    ) -> ComputerTurn:
        """Lets the player named by `text` take its turn in `game`, which stays as it is."""
        if self._processes is not None:
            search = partial(_turn_elsewhere, self._limits, game_id, text, game, limit)
            return self._processes.run(search, limit.time or 0.0, cancel or threading.Event()) or ComputerTurn()
        side, game = game.turn, game.branch()
        key = game_id, side
        with self._lock:
            player = self._players.pop(key, None)
        if player is None:
            player = self._new_player(text)
            seat_player(game, side, player)
            if game.forfeit is not None:
                return ComputerTurn(forfeit=game.forfeit)
        turn = take_turn(game, player, tightest(_usual_limit(text), limit), cancel)
        if turn.forfeit is None:
            with self._lock:
                self._players[key] = player
                self._megabytes[key] = self.megabytes(text)
                while sum(self._megabytes[kept] for kept in self._players) > self._limits.kept_mb:
                    self._megabytes.pop(self._players.popitem(last=False)[0])
        return ComputerTurn(turn.decision, turn.forfeit)

    def megabytes(self, text: str) -> float:
        """The memory that the player named by `text` may take."""
        name, given, most = text.split(maxsplit=1)[0], _given_options(text), self._limits.table_mb
        match kind_of(text).name:
            case "solver":
                return float(given.get("table", _USUAL_TABLE))
            case "level":
                return self.megabytes(next(level.player for level in LEVELS if level.text == name))
            case "champion" | "uct":
                tree = most if "playouts" not in given else float(given["playouts"]) * _PLAYOUT_MB
                return min(most, tree) + _EXACT_MB
        return _LITTLE_MB

    def _new_player(self, text: str) -> Player:
        given, limits = _given_options(text), self._limits
        options = {option.name for option in kind_of(text).options}
        if "table" in options and "table" not in given:
            text += f" table={_USUAL_TABLE}"
        if "threads" in given:  # of a game that was made when more were allowed
            threads = min(int(given["threads"]), limits.threads)
            text = " ".join(f"threads={threads}" if word.startswith("threads=") else word for word in text.split())
        return make_player(text, seed=secrets.randbits(62), threads=limits.threads, memory=limits.table_mb)

    def forget(self, game_id: str) -> None:
        with self._lock:
            for side in Side:
                self._players.pop((game_id, side), None)
                self._megabytes.pop((game_id, side), None)


@lru_cache(1)
def _computers_here(limits: ComputerLimits) -> Computers:
    return Computers(limits)


def _turn_elsewhere(
    limits: ComputerLimits, game_id: str, text: str, game: Game[GridBoard], limit: Limit, cancel: Cancel
) -> ComputerTurn:
    """A turn as a task of another process."""
    turn = _computers_here(limits).take_turn(game_id, text, game, limit, cancel)
    decision = turn.decision
    if decision is not None:
        decision = replace(decision, values=dict(decision.values), visits=dict(decision.visits))  # can be pickled
    return ComputerTurn(decision, turn.forfeit)


def _usual_limit(text: str) -> Limit | None:
    """The limit of a search that would go on until it is stopped, if its text names none."""
    return kind_of(text).default_limit if _given_options(text).keys().isdisjoint(_LIMIT_OPTIONS) else None


def _given_options(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in text.split()[1:])


def thinking_message(
    board: GridBoard, decision: Decision, ply: int, player: str, seconds: float, *, done: bool = True
) -> Thinking:
    """What a computer thought before a move, or thinks so far."""
    moves = decision.values or decision.visits
    considered = [
        Considered(
            move=board.move_name(move),
            cell=place_of(board, move).cell,
            value=finite(decision.values.get(move)),
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
        value=finite(decision.value),
        words=expected_result(board, decision),
        exact=decision.exact,
        considered=considered[:40],
        line=line_places(board, decision.line, most=12),
        text=decision.note,
    )
