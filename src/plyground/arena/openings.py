"""The openings of pairs of games: a board and its first moves, drawn from a seed or taken from a list."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from plyground.arena.values import text, whole
from plyground.board import Limit, Move, SplitMix
from plyground.errors import N_, InputError, LimitError, UnknownNameError, UnsupportedError, nearest
from plyground.grid import GridBoard, Rules, parse_moves, parse_rules, rules_text

if TYPE_CHECKING:
    from plyground.solver import Solver

__all__ = ["KINDS", "Opening", "Openings", "check_rules", "is_drawn", "opening"]

KINDS = ("none", "random", "drawn", "each", "balanced")

_TRIES = 1000
_PROOF, _PROOFS = 2_000_000, 40_000_000
"""Nodes for one proof of a draw, and for all proofs for one opening. They are counted instead of timed, with an empty
table, so that the same seed finds the same openings on every machine."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A board, and the moves on it that are given to the players."""

    start: GridBoard
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Openings:
    """How games begin: `none`, `random` moves, `drawn`: random moves after which the solver proves a draw, `each`:
    every first move in turn, or `balanced`: those of a list for boards without gravity, after which neither side is
    ahead by our own search.

    With `plies` None the number depends on the board: four, fewer on small boards.
    """

    kind: str = "random"
    plies: int | None = None

    def __post_init__(self) -> None:
        if text("kind", self.kind, ", ".join(KINDS)) not in KINDS:
            close = nearest(self.kind, KINDS)
            raise UnknownNameError(
                N_("there are no openings of the kind '{name}'; did you mean {nearest}? Known are {known}")
                if close
                else N_("there are no openings of the kind '{name}'; known are {known}"),
                name=self.kind,
                nearest=close,
                known=", ".join(KINDS),
            )
        if self.plies is not None and whole("plies", self.plies, wanted="0, 1, 2, …") < 0:
            raise LimitError(N_("an opening of {plies} plies; it has to be 0 or more"), plies=self.plies)
        if self.kind == "each" and self.plies is not None:
            raise InputError(N_("openings of the kind 'each' have one ply; leave the number of plies out"))
        if self.kind == "balanced" and self.plies is not None:
            raise InputError(N_("openings of the kind 'balanced' come from a list; leave the number of plies out"))

    def plies_on(self, rules: Rules) -> int:
        if self.kind == "balanced":
            return max(len(moves) for moves in balanced(rules))
        if self.kind in ("none", "each"):
            return int(self.kind == "each")
        return min(4, rules.cells // 8) if self.plies is None else self.plies

    def games_on(self, rules: str) -> int | None:
        """How many games play every opening once, seats swapped; None where openings are drawn at random."""
        if is_drawn(rules):
            return None
        if self.kind == "balanced":
            return 2 * len(balanced(Rules.parse(rules)))
        if self.kind != "each":
            return None
        return 2 * len(GridBoard(Rules.parse(rules)).legal_moves)


@lru_cache(maxsize=1)
def _lists() -> dict[str, list[str]]:
    """The balanced openings by their rules; `tools/balanced_openings.py` makes the file."""
    file = resources.files("plyground.arena") / "balanced.json"
    lists: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))["openings"]
    return lists


def balanced(rules: Rules) -> list[tuple[Move, ...]]:
    """The openings of the list for these rules, always in the same order."""
    found = _lists().get(rules_text(rules))
    if found is None:
        raise _no_list(str(rules))
    return [tuple(parse_moves(rules, moves)) for moves in found]


def _no_list(rules: str) -> UnsupportedError:
    return UnsupportedError(
        N_("there are no balanced openings for '{rules}'; there are some for {known}"),
        rules=rules,
        known=", ".join(f"'{text}'" for text in _lists()),
    )


LARGEST_RANDOM = Rules(columns=12, rows=12, connect=4, blocked=[(0, 0)])
"""The largest board that `random` can draw."""


def is_drawn(rules: str) -> bool:
    """Whether a new board is drawn for every pair.

    >>> is_drawn("random blocked=3"), is_drawn("random seed=7")
    (True, False)
    """
    head, *options = rules.split() or [""]
    return head == "random" and not any(word.startswith("seed=") for word in options)


def check_rules(rules: str, openings: Openings, adjudicate: bool = False) -> None:
    """Refuses boards for which these openings, or adjudication by the solver, are impossible."""
    read = Rules.parse(rules)  # also refuses options of random boards that make no sense
    largest = LARGEST_RANDOM if is_drawn(rules) else read
    if openings.kind == "balanced" and is_drawn(rules):
        raise _no_list(rules)
    if openings.plies_on(largest) >= largest.cells:
        raise InputError(
            N_("an opening of {plies} plies fills the board of '{rules}'; it has to leave moves to play"),
            plies=openings.plies_on(largest),
            rules=rules,
        )
    # Of the boards that are drawn at random, those that the solver can solve are adjudicated.
    if openings.kind == "drawn" or (adjudicate and not is_drawn(rules)):
        from plyground.solver import check_size

        check_size(largest)


def opening(rules: str, openings: Openings, seed: int, index: int) -> Opening:
    """The opening of pair `index`. It depends on the seed and the index alone, of the kind `balanced` on the index.

    >>> opening("cfour", Openings(plies=2), 7, 0) == opening("cfour", Openings(plies=2), 7, 0)
    True
    """
    draw = SplitMix(seed).stream(index)
    solver: Solver | None = None
    nodes = tries = 0
    while tries < _TRIES and nodes < _PROOFS:
        tries += 1
        board = GridBoard(parse_rules(rules, draw.next64() >> 32) if is_drawn(rules) else Rules.parse(rules))
        if openings.kind == "balanced":
            listed = balanced(board.rules)
            return Opening(board, listed[index % len(listed)])
        if openings.kind == "each":
            return Opening(board, (board.legal_moves[index % len(board.legal_moves)],))
        found = _moves(board, openings.plies_on(board.rules), draw)
        if found is None:
            continue
        if openings.kind != "drawn":
            return Opening(board, found[0])
        solver = solver or new_solver(board.rules)
        solution = solver.solve(found[1], weak=True, limit=Limit(nodes=_PROOF))
        nodes += solution.nodes
        if solution.value.low == solution.value.high == 0:
            return Opening(board, found[0])
    raise UnsupportedError(
        N_("none of {tries} openings on '{rules}' was open and proven drawn; try more plies, or random openings")
        if openings.kind == "drawn"
        else N_("none of {tries} random openings on '{rules}' left a game to play; try fewer plies"),
        tries=tries,
        rules=rules,
    )


def _moves(board: GridBoard, plies: int, draw: SplitMix) -> tuple[tuple[Move, ...], GridBoard] | None:
    moves: list[Move] = []
    for _ply in range(plies):
        if board.outcome.is_over:
            break
        moves.append(board.legal_moves[draw.below(len(board.legal_moves))])
        board = board.move(moves[-1])
    return None if board.outcome.is_over else (tuple(moves), board)


def new_solver(rules: Rules) -> Solver:
    """A solver with an empty table and one thread, so that it always needs the same nodes for the same answer."""
    from plyground.solver import Solver

    return Solver(rules, threads=1, table_mb=16)
