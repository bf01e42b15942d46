"""A certificate as an opponent: what the holder plays after any moves, and a line of play that shows the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plyground.board import Move
from plyground.errors import N_, IllegalMoveError
from plyground.explanations.certificates import Answer, Certificate, Forced, Node, Replies, Table
from plyground.grid import GridBoard, moves_text

__all__ = ["answer_after", "shown_line"]

_MOST_SHOWN = 64


def answer_after(certificate: Certificate, moves: Sequence[Move]) -> Move | None:
    """The holder's next move after `moves`, which lead on from the certificate's position.

    None if the opponent is to move, or the game is over. The holder's own moves among `moves` have to be those of the
    certificate.
    """
    board, node = certificate.board, certificate.root
    place: _Place = _Place(node)
    for number, move in enumerate(moves):
        if board.turn is certificate.holder:
            expected = place.answer(board)
            if move != expected:
                raise IllegalMoveError(
                    N_("after {moves} the explanation plays {expected}, not {move}"),
                    moves=moves_text(board.rules, moves[:number]) or "-",
                    expected="-" if expected is None else board.move_name(expected),
                    move=board.move_name(move),
                )
        place = place.after(board, move)
        board = board.move(move)
    if board.turn is not certificate.holder or not board.legal_moves:
        return None
    return place.answer(board)


class _Place:
    """Where in a certificate a game stands: at a node, or somewhere in a leaf."""

    def __init__(self, node: Node | None, leaf: object = None, step: int = 0) -> None:
        self.node = node
        self.leaf = leaf
        self.step = step

    def answer(self, board: GridBoard) -> Move | None:
        winning = board.wins_in_one(board.turn)
        if isinstance(self.node, Forced):
            line = self.node.line
            if self.step < len(line) and (not winning or self.step + 1 == len(line)):
                return line[self.step]
        elif isinstance(self.node, Answer):
            return self.node.move
        elif isinstance(self.leaf, Table):
            return self.leaf.answers[board]
        elif self.leaf is not None:
            move: Move | None = self.leaf.plan.answer(board)  # type: ignore[attr-defined]
            return move
        # What is not named wins at once.
        return board.rules.move_into(min(board.rules.layout.cells(winning))) if winning else None

    def after(self, board: GridBoard, move: Move) -> _Place:
        node = self.node
        if isinstance(node, Forced):
            goes_on = self.step < len(node.line) and node.line[self.step] == move
            return _Place(node if goes_on else None, None, self.step + 1)
        if isinstance(node, Answer):
            return _Place(node.then)
        if isinstance(node, Replies):
            if move in node.answers:
                return _Place(node.answers[move])
            return _Place(node.otherwise) if isinstance(node.otherwise, Forced) else _Place(None, node.otherwise)
        return _Place(None, self.leaf)


def shown_line(certificate: Certificate, reply: Callable[[GridBoard], Move]) -> tuple[Move, ...]:
    """A game to its end in which the holder plays by the certificate and the opponent by `reply`."""
    board, moves = certificate.board, list[Move]()
    while board.legal_moves and len(moves) < _MOST_SHOWN:
        if board.turn is certificate.holder:
            move = answer_after(certificate, moves)
            if move is None:
                break
        else:
            move = reply(board)
        moves.append(move)
        board = board.move(move)
    return tuple(moves)


def longest_line(certificate: Certificate) -> tuple[Move, ...]:
    """The longest game that a certificate of a win by threats allows: the opponent holds out as long as it can."""
    return _Longest().line(certificate.root, certificate.board)


class _Longest:
    """Answers are shared between replies that lead to the same position, so each is followed once."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Move, ...]] = {}

    def line(self, node: Node, board: GridBoard) -> tuple[Move, ...]:
        if id(node) not in self.known:
            self.known[id(node)] = self._find(node, board)
        return self.known[id(node)]

    def _find(self, node: Node, board: GridBoard) -> tuple[Move, ...]:
        if isinstance(node, Forced):
            return _to_the_end(node.line, board)
        if isinstance(node, Answer):
            return (node.move, *(() if node.then is None else self.line(node.then, board.move(node.move))))
        lines = [(reply, *self.line(answer, board.move(reply))) for reply, answer in node.answers.items()]
        if isinstance(node.otherwise, Forced):
            other = [move for move in board.legal_moves if move not in node.answers]
            lines += [(move, *_to_the_end(node.otherwise.line, board.move(move))) for move in other[:1]]
        return max(lines, key=len)


def _to_the_end(line: tuple[Move, ...], board: GridBoard) -> tuple[Move, ...]:
    """A chain of threats with the moves after it: of the cells to win on the opponent takes one, the holder another."""
    found = list(line)
    for move in line:
        board = board.move(move)
    while not board.is_win and board.legal_moves:
        cells = board.wins_in_one(board.turn) or board.wins_in_one(board.turn.opposite)
        if not cells:
            break
        found.append(board.rules.move_into(min(board.rules.layout.cells(cells))))
        board = board.move(found[-1])
    return tuple(found)
