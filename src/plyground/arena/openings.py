"""The openings of pairs of games: a board and its first moves, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.arena.values import text, whole
from plyground.board import Limit, Move, SplitMix
from plyground.errors import N_, InputError, LimitError, UnknownNameError, UnsupportedError, nearest
from plyground.grid import GridBoard, Rules, random_rules

if TYPE_CHECKING:
    from plyground.solver import Solver

__all__ = ["KINDS", "Opening", "Openings", "check_rules", "is_drawn", "opening"]

KINDS = ("none", "random", "drawn")

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
    """How openings are drawn: `none`, `random` moves, or random moves after which the solver proves a draw.

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

    def plies_on(self, rules: Rules) -> int:
        if self.kind == "none":
            return 0
        return min(4, rules.cells // 8) if self.plies is None else self.plies


LARGEST_RANDOM = Rules(columns=12, rows=12, connect=4, blocked=[(0, 0)])
"""The largest board that `random_rules` can draw."""


def is_drawn(rules: str) -> bool:
    """Whether a new board is drawn for every pair."""
    return rules.split() == ["random"]


def check_rules(rules: str, openings: Openings, adjudicate: bool = False) -> None:
    """Refuses boards for which these openings, or adjudication by the solver, are impossible."""
    largest = LARGEST_RANDOM if is_drawn(rules) else Rules.parse(rules)
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
    """The opening of pair `index`. It depends on the seed and the index alone.

    >>> opening("cfour", Openings(plies=2), 7, 0) == opening("cfour", Openings(plies=2), 7, 0)
    True
    """
    draw = SplitMix(seed).stream(index)
    solver: Solver | None = None
    nodes = tries = 0
    while tries < _TRIES and nodes < _PROOFS:
        tries += 1
        board = GridBoard(random_rules(draw.next64() >> 32) if is_drawn(rules) else Rules.parse(rules))
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
