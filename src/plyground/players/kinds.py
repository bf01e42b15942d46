"""The players that come with Plyground, by name. Importing this makes them known to the registry."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial
from typing import Any

from plyground.board import DEFAULT_PLAYOUTS, DEFAULT_TIME, Cancel, Decision, Evaluator, Limit
from plyground.errors import N_, InputError
from plyground.executors import local_executor
from plyground.game import Player
from plyground.grid import EVALUATORS, OPEN_LINES_WEIGHTED, GridBoard
from plyground.players.engine_player import ChampionPlayer, EnginePlayer, Stateless
from plyground.players.kind_options import (
    CENTRE,
    COMPILED,
    DEPTH,
    EACH_PLAYOUTS,
    EVALUATOR,
    EXACT,
    EXPLORES,
    FINAL,
    FORKS,
    LEVEL_SEED,
    NODES,
    NUMBER,
    OWN,
    PARITY,
    PAUSE,
    PLAYOUTS,
    PLAYOUTS_OR_THOUSAND,
    PRIORS,
    SEARCH,
    SEED,
    STRENGTH,
    TABLE,
    THREADS,
    TIME,
    TIME_OR_ONE,
    WORKERS,
)
from plyground.players.levels import LEVELS, LevelPlayer
from plyground.players.options import Option, Words
from plyground.players.registry import PlayerKind, add_kind
from plyground.players.search_player import RandomPlayer, SearchPlayer, UCTPlayer
from plyground.players.solver_player import SolverPlayer
from plyground.players.staged import StagedPlayer
from plyground.players.winblock import WinBlockPlayer
from plyground.search import FLAT_LIMITS, UCT, alphabeta, flat_monte_carlo, minimax

__all__ = ["register_all"]


def _depth(default: int) -> Option:
    return dataclasses.replace(DEPTH, default=default)


def _limit(values: Mapping[str, Any]) -> Limit | None:
    named = {name: values.get(name) for name in ("time", "nodes", "playouts")}
    return Limit(**named) if any(value is not None for value in named.values()) else None


def _memory(values: Mapping[str, Any]) -> dict[str, float]:
    """The memory for a tree, if whoever makes the player bounds it."""
    return {"memory": values["memory"]} if "memory" in values else {}


def _evaluator(values: Mapping[str, Any]) -> Evaluator | None:
    return None if values["evaluator"] == OWN else EVALUATORS[values["evaluator"]]


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

        engine = engines.UCT(values["c"], values["seed"], values["final"], **_memory(values))
        return EnginePlayer(name, engine, _limit(values), UCT.takes)
    return UCTPlayer(name, UCT(values["c"], values["seed"], values["final"]), _limit(values))


def _champion(name: str, values: Mapping[str, Any]) -> Player:
    from plyground.engines import UNLEARNT, Champion

    style = None if values["priors"] else UNLEARNT
    engine = Champion(style, values["seed"], values["threads"], exact=values["exact"], **_memory(values))
    return ChampionPlayer(name, engine, _limit(values))


def _level(name: str, values: Mapping[str, Any]) -> Player:
    return LevelPlayer(LEVELS[values["number"] - 1], values["seed"], name, values["threads"], values.get("memory"))


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
            title=N_("Human"),
        )
    )
    add_kind(
        PlayerKind(
            "minimax",
            N_("looks at everything within its depth"),
            (_depth(4), EVALUATOR, TIME, NODES),
            _minimax,
            title=N_("Minimax"),
        )
    )
    add_kind(
        PlayerKind(
            "alphabeta",
            N_("the same moves as minimax, with less work"),
            (_depth(6), EVALUATOR, TIME, NODES, COMPILED),
            _alphabeta,
            title=N_("Alpha-beta"),
        )
    )
    add_kind(
        PlayerKind(
            "deepening",
            N_("alpha-beta that looks deeper and deeper until its time is over"),
            (TIME_OR_ONE, NODES, DEPTH, EVALUATOR),
            _deepening,
            title=N_("Iterative deepening"),
            default_limit=DEFAULT_TIME,
        )
    )
    add_kind(
        PlayerKind(
            "openlines",
            N_("the tic-tac-toe player: searches to the end, weighs open lines, takes the fastest win"),
            (
                _depth(9),
                SEARCH,
                TIME,
                NODES,
            ),
            _openlines,
            title=N_("Open lines"),
        )
    )
    add_kind(
        PlayerKind(
            "staged",
            N_("wins at once if it can, else blocks, else looks ahead"),
            (
                STRENGTH,
                CENTRE,
                FORKS,
                PARITY,
                PAUSE,
                SEED,
                TIME,
            ),
            _staged,
            title=N_("Staged player"),
        )
    )
    add_kind(
        PlayerKind(
            "montecarlo",
            N_("tries every move in many random games"),
            (
                EACH_PLAYOUTS,
                SEED,
                TIME,
                WORKERS,
                COMPILED,
            ),
            _montecarlo,
            title=N_("Monte Carlo, flat"),
        )
    )
    add_kind(
        PlayerKind(
            "uct",
            N_("grows a tree of random games where it looks best"),
            (
                PLAYOUTS_OR_THOUSAND,
                TIME,
                EXPLORES,
                SEED,
                FINAL,
                COMPILED,
            ),
            _uct,
            title=N_("Monte Carlo (UCT)"),
            default_limit=DEFAULT_PLAYOUTS,
        )
    )
    add_kind(
        PlayerKind(
            "champion",
            N_("the strongest on boards that cannot be solved in time, and perfect where they can"),
            (
                TIME_OR_ONE,
                PLAYOUTS,
                THREADS,
                EXACT,
                PRIORS,
                SEED,
            ),
            _champion,
            title=N_("Champion"),
            default_limit=DEFAULT_TIME,
        )
    )
    add_kind(
        PlayerKind(
            "solver",
            N_("plays perfectly: the fastest win, the slowest loss"),
            (
                TIME,
                THREADS,
                TABLE,
            ),
            _solver,
            title=N_("Perfect player"),
        )
    )
    add_kind(
        PlayerKind(
            "level",
            N_("ten strengths from beginner to strongest, level1 to level10; 'plyground levels' lists them"),
            (
                NUMBER,
                LEVEL_SEED,
                THREADS,
            ),
            _level,
            title=N_("Level {number}"),
            aliases={level.text: {"number": level.number} for level in LEVELS}
            | {level.name: {"number": level.number} for level in LEVELS},
        )
    )
    add_kind(
        PlayerKind(
            "winblock",
            N_("takes a win in one move, else blocks one, else any move"),
            (SEED,),
            _winblock,
            title=N_("Wins or blocks"),
        )
    )
    add_kind(PlayerKind("random", N_("any legal move"), (SEED,), _random, title=N_("Random moves")))
