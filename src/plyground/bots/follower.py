"""A game put together from positions: who is shown one board after the other wants to keep what it thought."""

from __future__ import annotations

from plyground.board import Side
from plyground.game import Game, Player
from plyground.grid import GridBoard
from plyground.grid.layout import bits

__all__ = ["Follower"]


class Follower:
    """Tells a player about one game as long as positions follow from each other, and about a new one otherwise."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.game: Game[GridBoard] | None = None

    def see(self, board: GridBoard) -> Game[GridBoard]:
        """The game that stands at `board`, with the player seated at the side to move."""
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
    """Plays on until `board` if that is one stone of each side away, or fewer."""
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
