"""The players that come with Plyground, by name. Importing this makes them known to the registry."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from plyground.board import DEFAULT_PLAYOUTS, DEFAULT_TIME, Cancel, Decision, Evaluator, Limit
from plyground.errors import N_, InputError
from plyground.executors import local_executor
from plyground.game import Player
from plyground.grid import EVALUATORS, OPEN_LINES_WEIGHTED, GridBoard
from plyground.players.engine_player import EnginePlayer, Stateless
from plyground.players.levels import LEVELS, LevelPlayer
from plyground.players.options import Choice, Flag, Number, Option, Span, Whole, Words
from plyground.players.registry import PlayerKind, add_kind
from plyground.players.search_player import RandomPlayer, SearchPlayer, UCTPlayer
from plyground.players.solver_player import SolverPlayer
from plyground.players.staged import STRENGTHS, StagedPlayer
from plyground.players.winblock import WinBlockPlayer
from plyground.search import DEEPEST, EXPLORATION, FINAL_CHOICES, FLAT_LIMITS, UCT, alphabeta, flat_monte_carlo, minimax
from plyground.solver import DEFAULT_TABLE_MB

__all__ = ["register_all"]

_OWN = "own"

_TIME = Number("time", None, N_("seconds a move"), least=0.001, most=86400)
_NODES = Whole("nodes", None, N_("positions a move"), least=1)
_SEED = Whole("seed", 0, N_("start of the random numbers"))
_THREADS = Whole("threads", None, N_("threads; as many as there are cores if none are named"), least=1, most=1024)
_COMPILED = Flag("compiled", False, N_("the compiled twin: the same moves much faster, on grids only"))
_EVALUATOR = Choice(
    "evaluator", _OWN, N_("how a position is judged; 'own' is the game's own way"), choices=(_OWN, *EVALUATORS)
)


def _depth(default: int) -> Option:
    return Whole("depth", default, N_("plies to look ahead"), least=1, most=DEEPEST)


def _limit(values: Mapping[str, Any]) -> Limit | None:
    named = {name: values.get(name) for name in ("time", "nodes", "playouts")}
    return Limit(**named) if any(value is not None for value in named.values()) else None


def _evaluator(values: Mapping[str, Any]) -> Evaluator | None:
    return None if values["evaluator"] == _OWN else EVALUATORS[values["evaluator"]]


_DEPTH_FIRST = {"minimax": minimax, "alphabeta": alphabeta}


def _minimax(name: str, values: Mapping[str, Any]) -> Player:
    search = partial(minimax, depth=values["depth"], evaluator=_evaluator(values))
    return SearchPlayer(name, search, _limit(values))


def _alphabeta(name: str, values: Mapping[str, Any]) -> Player:
    how = {"depth": values["depth"], "evaluator": _evaluator(values)}
    if values["compiled"]:
        from plyground import engines

        def search(board: GridBoard, limit: Limit | None, cancel: Cancel | None) -> Decision:
            return engines.alphabeta(board, limit=limit, cancel=cancel, **how)

        engine = Stateless(search, Limit(depth=1))
        return EnginePlayer(name, engine, _limit(values))
    return SearchPlayer(name, partial(alphabeta, **how), _limit(values))


def _deepening(name: str, values: Mapping[str, Any]) -> Player:
    from plyground.engines import Deepening

    limit = Limit(time=values["time"], nodes=values["nodes"], depth=values["depth"])
    return EnginePlayer(name, Deepening(_evaluator(values)), limit)


def _openlines(name: str, values: Mapping[str, Any]) -> Player:
    search = partial(_DEPTH_FIRST[values["search"]], depth=values["depth"], evaluator=OPEN_LINES_WEIGHTED)
    return SearchPlayer(name, search, _limit(values))


def _montecarlo(name: str, values: Mapping[str, Any]) -> Player:
    how = {"playouts": values["playouts"], "seed": values["seed"]}
    limit = None if values["time"] is None else Limit(time=values["time"])
    workers = values["workers"]
    if values["compiled"]:
        if workers > 1:
            raise InputError(
                N_("'{player}' has workers={workers} and compiled=yes; the compiled twin has one, leave either out"),
                player=name,
                workers=workers,
            )
        from plyground import engines

        def search(board: GridBoard, limit: Limit | None, cancel: Cancel | None) -> Decision:
            return engines.flat_monte_carlo(board, limit=limit, cancel=cancel, **how)

        engine = Stateless(search, Limit(playouts=1))
        return EnginePlayer(name, engine, limit, FLAT_LIMITS)
    if workers == 1:
        return SearchPlayer(name, partial(flat_monte_carlo, **how), limit, FLAT_LIMITS)
    # The processes start with the first move, and end when the player is forgotten.
    search = partial(flat_monte_carlo, executor=local_executor(workers), **how)
    player = SearchPlayer(name, search, limit, FLAT_LIMITS)
    player.threads = workers
    return player


def _uct(name: str, values: Mapping[str, Any]) -> Player:
    if values["compiled"]:
        from plyground import engines

        engine = engines.UCT(values["c"], values["seed"], values["final"])
        return EnginePlayer(name, engine, _limit(values), UCT.takes)
    return UCTPlayer(name, UCT(values["c"], values["seed"], values["final"]), _limit(values))


def _champion(name: str, values: Mapping[str, Any]) -> Player:
    from plyground.engines import Champion, Style

    style = Style(priors=values["priors"])
    engine = Champion(style, values["seed"], values["threads"], exact=values["exact"])
    return EnginePlayer(name, engine, _limit(values))


def _level(name: str, values: Mapping[str, Any]) -> Player:
    return LevelPlayer(LEVELS[values["number"] - 1], values["seed"], name, values["threads"])


def _winblock(name: str, values: Mapping[str, Any]) -> Player:
    return WinBlockPlayer(name, values["seed"])


def _staged(name: str, values: Mapping[str, Any]) -> Player:
    return StagedPlayer(
        name,
        values["depth"],
        centre=values["centre"],
        forks=values["forks"],
        parity=values["parity"],
        think=values["think"],
        seed=values["seed"],
        limit=_limit(values),
    )


def _solver(name: str, values: Mapping[str, Any]) -> Player:
    return SolverPlayer(name, _limit(values), threads=values["threads"], table_mb=values["table"])


def _random(name: str, values: Mapping[str, Any]) -> Player:
    return RandomPlayer(name, values["seed"])


def register_all() -> None:
    add_kind(
        PlayerKind(
            "human",
            N_("you, at the keyboard or the page"),
            (Words("name", "human", N_("what to call you")),),
        )
    )
    add_kind(
        PlayerKind(
            "minimax",
            N_("looks at everything within its depth"),
            (_depth(4), _EVALUATOR, _TIME, _NODES),
            _minimax,
        )
    )
    add_kind(
        PlayerKind(
            "alphabeta",
            N_("the same moves as minimax, with less work"),
            (_depth(6), _EVALUATOR, _TIME, _NODES, _COMPILED),
            _alphabeta,
        )
    )
    add_kind(
        PlayerKind(
            "deepening",
            N_("alpha-beta that looks deeper and deeper until its time is over"),
            (
                Number("time", None, N_("seconds a move; 1 if no limit is named"), least=0.001, most=86400),
                _NODES,
                Whole("depth", None, N_("plies to look ahead"), least=1, most=DEEPEST),
                _EVALUATOR,
            ),
            _deepening,
            default_limit=DEFAULT_TIME,
        )
    )
    add_kind(
        PlayerKind(
            "openlines",
            N_("the tic-tac-toe player: searches to the end, weighs open lines, takes the fastest win"),
            (
                _depth(9),
                Choice("search", "alphabeta", N_("which search it uses; both find the same move"), tuple(_DEPTH_FIRST)),
                _TIME,
                _NODES,
            ),
            _openlines,
        )
    )
    add_kind(
        PlayerKind(
            "staged",
            N_("wins at once if it can, else blocks, else looks ahead"),
            (
                Whole("depth", 6, N_("plies to look ahead"), least=1, most=DEEPEST, names=STRENGTHS),
                Flag("centre", True, N_("the first stone goes to the centre")),
                Flag("forks", False, N_("makes two threats at once where it can")),
                Flag("parity", False, N_("prefers the odd rows")),
                Span("think", None, N_("a natural pause before the move, in seconds")),
                _SEED,
                _TIME,
            ),
            _staged,
        )
    )
    add_kind(
        PlayerKind(
            "montecarlo",
            N_("tries every move in many random games"),
            (
                Whole("playouts", 200, N_("random games for each move"), least=1),
                _SEED,
                _TIME,
                Whole("workers", 1, N_("processes that share the random games"), least=1, most=256),
                _COMPILED,
            ),
            _montecarlo,
        )
    )
    add_kind(
        PlayerKind(
            "uct",
            N_("grows a tree of random games where it looks best"),
            (
                Whole("playouts", None, N_("random games a move; 1000 if no limit is named"), least=1),
                _TIME,
                Number("c", EXPLORATION, N_("how much it explores"), least=0, most=1000),
                _SEED,
                Choice("final", "value", N_("how it chooses in the end"), FINAL_CHOICES),
                _COMPILED,
            ),
            _uct,
            default_limit=DEFAULT_PLAYOUTS,
        )
    )
    add_kind(
        PlayerKind(
            "champion",
            N_("the strongest on boards that cannot be solved in time, and perfect where they can"),
            (
                Number("time", None, N_("seconds a move; 1 if no limit is named"), least=0.001, most=86400),
                Whole("playouts", None, N_("random games a move"), least=1),
                _THREADS,
                Flag("exact", True, N_("asks the opening book and the solver first")),
                Flag("priors", True, N_("tries first what looks good by what it has learnt")),
                _SEED,
            ),
            _champion,
            default_limit=DEFAULT_TIME,
        )
    )
    add_kind(
        PlayerKind(
            "solver",
            N_("plays perfectly: the fastest win, the slowest loss"),
            (
                _TIME,
                _THREADS,
                Number("table", DEFAULT_TABLE_MB, N_("memory for learnt positions, in MB"), least=1, most=2**20),
            ),
            _solver,
        )
    )
    add_kind(
        PlayerKind(
            "level",
            N_("ten strengths from beginner to strongest, level1 to level10; 'plyground levels' lists them"),
            (
                Whole("number", 5, N_("which of the ten"), least=1, most=len(LEVELS)),
                Whole("seed", None, N_("start of the random numbers; drawn anew if none is named")),
                _THREADS,
            ),
            _level,
            aliases={level.text: {"number": level.number} for level in LEVELS}
            | {level.name: {"number": level.number} for level in LEVELS},
        )
    )
    add_kind(PlayerKind("winblock", N_("takes a win in one move, else blocks one, else any move"), (_SEED,), _winblock))
    add_kind(PlayerKind("random", N_("any legal move"), (_SEED,), _random))
