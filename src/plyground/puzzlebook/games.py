"""Games of our levels, from which puzzles are taken. The same number plays the same game on every machine."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.board import Move, SplitMix
from plyground.game import Game
from plyground.grid import CFOUR, GOMOKU, GridBoard, Rules
from plyground.players import make_player

__all__ = ["fours_game", "level_game", "level_move", "rules_for"]

_LEVEL = 2
"""It takes wins and stops them, and plays at random otherwise: the games are short, and no two are alike."""
_OPENING = (2, 6)
"""So many moves at random come first, so that no two games are alike."""
_LARGEST = 64
"""Bits of a board, so that one kernel solves them all."""
_SCATTERED = (3, 7)
"""Stones that lie near the middle when a game without gravity begins."""
_MIDDLE = 7


def rules_for(board: str, random: SplitMix) -> Rules:
    """Those of 7x6, or of a random board: 6 to 9 columns, 5 to 8 rows, one to three cells blocked."""
    if board == "cfour":
        return CFOUR
    while True:
        columns, rows = 6 + random.below(4), 5 + random.below(4)
        cells: set[int] = set()
        for _cell in range(1 + random.below(3)):
            cells.add(random.below(rows * columns))
        if columns * (rows + 1) <= _LARGEST:
            return Rules(columns=columns, rows=rows, connect=4, blocked=[divmod(cell, rows) for cell in cells])


def level_game(rules: Rules, random: SplitMix) -> Game[GridBoard]:
    """A game of level 2 against itself, to its end."""
    game = Game(rules)
    opening = _between(random, *_OPENING)
    while not game.outcome.is_over:
        legal = game.board.legal_moves
        if len(game.moves) < opening:
            game.play(legal[random.below(len(legal))])
        else:
            game.play(level_move(_LEVEL, game, random.next64() >> 1))
    return game


def level_move(level: int, game: Game[GridBoard], seed: int) -> Move:
    """What a level plays. It is a new player for every move: what an old one remembers can depend on the clock."""
    player = make_player(f"level{level}", seed=seed, threads=1)
    player.new_game(game, game.turn)
    return player.decide(game).move


def fours_game(random: SplitMix) -> Iterator[GridBoard]:
    """The positions of a game without gravity: a win is taken and a five is stopped, else the move is one beside other
    stones, at random."""
    board = GridBoard(GOMOKU)
    stones = _between(random, *_SCATTERED)
    margin = (GOMOKU.columns - _MIDDLE) // 2
    while not board.outcome.is_over:
        urgent = board.wins_in_one(board.turn) or board.wins_in_one(board.turn.opposite)
        if urgent:
            move = GOMOKU.move_into(min(GOMOKU.layout.cells(urgent)))
        elif board.count < stones:
            move = GOMOKU.move_into((margin + random.below(_MIDDLE), margin + random.below(_MIDDLE)))
            if move not in board.legal_moves:
                continue
        else:
            near = _beside_stones(board)
            move = near[random.below(len(near))]
        board = board.move(move)
        yield board


def _between(random: SplitMix, low: int, high: int) -> int:
    return low + random.below(high - low + 1)


def _beside_stones(board: GridBoard) -> list[Move]:
    taken = {
        cell for side in (board.turn, board.turn.opposite) for cell in board.rules.layout.cells(board.stones(side))
    }
    return [
        move
        for move in board.legal_moves
        for column, row in [board.cell_of(move)]
        if any((column + right, row + up) in taken for right in (-1, 0, 1) for up in (-1, 0, 1))
    ]
