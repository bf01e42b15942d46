"""Minimax against itself, the first move forced or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from plyground.board import Move, Outcome
from plyground.errors import N_
from plyground.game import Game
from plyground.grid import CFOUR, GridBoard
from plyground.reproduce.measure import Measured, Setting, kept, measures, measures_each
from plyground.search import find_best_move
from plyground.texts import say


def self_play(depth: int, opening: Move | None) -> tuple[tuple[Move, ...], Outcome]:
    """One game of minimax against itself, the first move forced unless `opening` is None; every move is searched."""
    game = Game(GridBoard(CFOUR), () if opening is None else (opening,))
    while not game.is_over:
        game.play(find_best_move(game.board, depth))
    return game.moves, game.outcome


@kept
def _first_game(depth: int, opening: Move) -> tuple[tuple[Move, ...], Outcome]:
    """The first of an opening's five games, which also counts among the openings."""
    return self_play(depth, opening)


def _score(outcomes: Sequence[Outcome]) -> str:
    counted = Counter(outcomes)
    text = f"{counted[Outcome.FIRST_WINS]} : {counted[Outcome.SECOND_WINS]}"
    return f"{text} (= {counted[Outcome.DRAW]})" if counted[Outcome.DRAW] else text


@measures_each(
    {
        "B.exercise4-opening-0": N_("exercise 4, depth 3: five games, first move 0 (first : second player)"),
        "B.exercise4-opening-1": N_("exercise 4, depth 3: five games, first move 1"),
        "B.exercise4-opening-2": N_("exercise 4, depth 3: five games, first move 2"),
        "B.exercise4-opening-3": N_("exercise 4, depth 3: five games, first move 3"),
        "B.exercise4-opening-4": N_("exercise 4, depth 3: five games, first move 4"),
        "B.exercise4-opening-5": N_("exercise 4, depth 3: five games, first move 5"),
        "B.exercise4-opening-6": N_("exercise 4, depth 3: five games, first move 6"),
    }
)
def exercise4_opening(setting: Setting) -> Measured:
    opening, depth, count = (setting.given[name] for name in ("opening", "depth", "games"))
    games = []
    for number in range(count):
        games.append(self_play(depth, opening) if number else _first_game(depth, opening))
        setting.tick((number + 1) / count)
    moves = {moves for moves, _outcome in games}
    note = (
        say("all {count} games are the same, {plies} moves long", count=count, plies=len(next(iter(moves))))
        if len(moves) == 1
        else say("{count} games, {different} of them different", count=count, different=len(moves))
    )
    return Measured(_score([outcome for _moves, outcome in games]), note)


@measures("B.exercise4-openings", N_("exercise 4: openings won by the first : by the second player"))
def exercise4_openings(setting: Setting) -> Measured:
    outcomes = []
    for opening in range(CFOUR.columns):
        outcomes.append(_first_game(setting.given["depth"], opening)[1])
        setting.tick(len(outcomes) / CFOUR.columns)
    return Measured(_score(outcomes))


@measures("B.unforced-opening", N_("depth 3, nothing forced: the first player opens in column"))
def unforced_opening(setting: Setting) -> Measured:
    return Measured(find_best_move(GridBoard(CFOUR), setting.given["depth"]))


@measures("B.unforced-games", N_("depth 3, nothing forced: the first player loses"))
def unforced_games(setting: Setting) -> Measured:
    moves, outcome = self_play(setting.given["depth"], None)
    return Measured(_score([outcome]), say("{count} moves", count=len(moves)))
