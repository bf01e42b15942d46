"""The hidden questions of an assignment. They follow from its seed, and each has an answer that a slip would miss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from plyground.board import Board, Limit, Move, Side, SplitMix
from plyground.grid import GridBoard
from plyground.learn import NumberTree
from plyground.search import minimax, uct

__all__ = ["Choice", "Question", "board_questions", "choices", "tree_questions", "value_of"]

_GRIDS = ("tictactoe", "4x4 connect=3", "cfour")
_SMALL = ("tictactoe", "4x4 connect=3", "5x4 connect=4")
_FEWEST, _MOST = 20, 600  # positions that minimax looks at in a question
_TRIES = 2000
_SEEDS = 3  # searches of ours that have to agree on a choice


@dataclass(frozen=True, slots=True)
class Question:
    """What is `board` worth to `side`, so many plies ahead?"""

    board: Board
    depth: int
    side: Side

    @property
    def right(self) -> float:
        return value_of(self.board, self.depth, self.side)

    @property
    def needed(self) -> int:
        """The positions that minimax looks at."""
        return minimax(self.board, self.depth).nodes


@dataclass(frozen=True, slots=True)
class Choice:
    """A position in which every UCT soon finds the same move: it wins at once, or alone does not lose."""

    board: GridBoard
    move: Move
    wins: bool


def value_of(board: Board, depth: int, side: Side) -> float:
    """What minimax says. The end of the game and of the depth are what `evaluate` says."""
    if depth == 0 or board.is_win or board.is_draw:
        return board.evaluate(side)
    value = minimax(board, depth).value
    assert value is not None
    return value if board.turn is side else -value


def tree_questions(random: SplitMix, count: int) -> list[Question]:
    """Trees of numbers, from small to large, for either side."""
    found: list[Question] = []
    while len(found) < count:
        depth = 2 + (len(found) * 2) // max(1, count)
        tree = NumberTree(_branch(random, depth))
        values = [value_of(tree.move(move), depth - 1, Side.FIRST) for move in tree.legal_moves]
        if len(set(values)) == len(values):
            found.append(Question(tree, depth, Side.FIRST if len(found) % 3 else Side.SECOND))
    return found


def _branch(random: SplitMix, depth: int) -> Any:
    """A number, or branches."""
    if depth == 0:
        return random.below(41) - 20
    return tuple(_branch(random, depth - 1) for _ in range(2 + random.below(2)))


def board_questions(random: SplitMix, count: int) -> list[Question]:
    """Positions of different games. Looking ahead changes their value, and the moves differ."""
    found: list[Question] = []
    positions = _positions(random, _GRIDS, lambda: 2 + random.below(6))
    for board in positions:
        depth = 2 + random.below(2)
        question = Question(board, depth, board.turn if random.below(3) else board.turn.opposite)
        values = {value_of(board.move(move), depth - 1, question.side) for move in board.legal_moves}
        if (
            len(values) > 1
            and question.right != board.evaluate(question.side)
            and _FEWEST <= question.needed <= _MOST
            and all(question.board != known.board for known in found)
        ):
            found.append(question)
            if len(found) == count:
                break
    return found


def choices(random: SplitMix, count: int, playouts: int) -> list[Choice]:
    """Half of them are won at once, the others lost but for one move."""
    found: list[Choice] = []
    for board in _positions(random, _SMALL, lambda: 3 + random.below(4)):
        choice = _choice(board)
        if (
            choice is not None
            and choice.wins is (len(found) % 2 == 0)
            and all(board != known.board for known in found)
            and _is_clear(choice, playouts)
        ):
            found.append(choice)
            if len(found) == count:
                break
    return found


def _choice(board: GridBoard) -> Choice | None:
    moves = board.legal_moves
    wins = [move for move in moves if board.move(move).is_win]
    if wins:
        return Choice(board, wins[0], True) if len(wins) == 1 and len(moves) > 2 else None
    safe = [
        move for move in moves if not any(board.move(move).move(reply).is_win for reply in board.move(move).legal_moves)
    ]
    return Choice(board, safe[0], False) if len(safe) == 1 and len(moves) > 2 else None


def _is_clear(choice: Choice, playouts: int) -> bool:
    """Whether searches of ours agree, with a margin."""
    for seed in range(_SEEDS):
        visits = uct(choice.board, Limit(playouts=playouts), seed=seed).visits
        others = [count for move, count in visits.items() if move != choice.move]
        if visits[choice.move] < 1.5 * max(others):
            return False
    return True


def _positions(random: SplitMix, games: tuple[str, ...], stones: Callable[[], int]) -> Iterator[GridBoard]:
    """Positions that are not over, of the games in turn."""
    for turn in range(_TRIES):
        board = GridBoard(games[turn % len(games)])
        for _ply in range(stones()):
            if board.outcome.is_over:
                break
            board = board.move(board.legal_moves[random.below(len(board.legal_moves))])
        if not board.outcome.is_over and len(board.legal_moves) > 1:
            yield board
