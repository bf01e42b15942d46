"""Turns positions that come one by one back into a game, so that a player can keep its tree between moves."""

from __future__ import annotations

from plyground.board import Side
from plyground.game import Game, Player
from plyground.grid import GridBoard, bits

__all__ = ["Follower"]


class Follower:
    """Shows a player one game as long as each position follows from the last, and a new game otherwise."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.game: Game[GridBoard] | None = None

    def see(self, board: GridBoard) -> Game[GridBoard]:
        """The game that stands at `board`; the player has the side to move."""
        game = self.game
        if game is None or not _reaches(game, board):
            game = _played(board)
            self.player.new_game(game, board.turn)
            self.game = game
        return game


def _played(board: GridBoard) -> Game[GridBoard]:
    """A game at `board`: from the empty board if there is at most one stone, else a set-up."""
    game = Game(GridBoard(board.rules))
    return game if _reaches(game, board) else Game(board)


def _reaches(game: Game[GridBoard], board: GridBoard) -> bool:
    """Whether `game` can go on to `board` with at most one stone of each side; if so, plays them."""
    now = game.board
    if now.rules != board.rules or now.is_win:
        return False
    added = {side: board.stones(side) & ~now.stones(side) for side in Side}
    gone = any(now.stones(side) & ~board.stones(side) for side in Side)
    if gone or any(mask.bit_count() > 1 for mask in added.values()):
        return False
    after = now
    moves = []
    for _ply in range(sum(mask.bit_count() for mask in added.values())):
        cells = [board.rules.layout.cell(number) for number in bits(added[after.turn])]
        if not cells or after.is_win:
            return False
        move = board.rules.move_into(cells[0])
        if move not in after.legal_moves or not after.target(move) & added[after.turn]:
            return False
        moves.append(move)
        after = after.move(move)
    if after != board:
        return False
    for move in moves:
        game.play(move)
    return True
