"""Wins by threats on boards without gravity, as certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.board import Cancel, Deadline, Limit, require_open
from plyground.explanations.certificates import Answer, Certificate, Forced, Replies
from plyground.explanations.explanation import Proof, proof_of
from plyground.grid import GOMOKU, GridBoard, Position, Rules, board_of, rules_of

if TYPE_CHECKING:
    from plyground.engines import ThreatSearch, ThreatWin

__all__ = ["MOST_ANSWERS", "ThreatProver", "has_threats", "prove_by_threats"]

MOST_ANSWERS = 5_000
"""A longer proof is given up: nobody could follow it."""

_MOST_SHOWN = 500
"""Answers of a proof that is checked while somebody waits: each takes a few milliseconds."""
_LEAST = 0.005


def has_threats(rules: Rules | str) -> bool:
    """Whether wins by threats are looked for on boards like this: without gravity, for runs of 3 to 8."""
    rules = rules_of(rules)
    if rules.gravity:
        return False
    from plyground.engines.lines import has_lines

    return has_lines(rules)


def prove_by_threats(
    position: Position, *, rules: Rules | str = GOMOKU, limit: Limit | None = None, cancel: Cancel | None = None
) -> Certificate | None:
    """Why the side to move wins by fours, or by fours and threes, against every defence; None if no such win was found.

    The limit is in seconds or nodes (1 s if it says nothing).

    >>> certificate = prove_by_threats("h8 a1 h9 a2 i9 a15", limit=Limit(nodes=100_000))
    >>> certificate.board.move_name(certificate.root.move)
    'h10'
    """
    from plyground.engines import ThreatSearch

    board = board_of(position, rules)
    search = ThreatSearch(board.rules)
    win = search.find(board, limit, cancel)
    if win is None:
        return None
    root = _Writer(search, Deadline(limit, cancel), MOST_ANSWERS).attack(board, win)
    return None if root is None else Certificate(board, board.turn, True, root)


class ThreatProver:
    """Proofs by threats, each checked. What the searches learn is kept from one position of a game to the next."""

    def __init__(self, rules: Rules | str) -> None:
        from plyground.engines import LineSearch, ThreatSearch

        rules = rules_of(rules)
        self._search = ThreatSearch(rules)
        LineSearch().prepare(rules)  # else the time for compiling would be taken from the first search
        self.nodes = 0
        """What all searches took together."""

    def win(self, board: Position, limit: Limit | None = None, cancel: Cancel | None = None) -> Proof | None:
        """Why the side to move wins, whatever its opponent plays; None if no such proof was found."""
        board = board_of(board)
        deadline = Deadline(limit, cancel)
        win = self._found(board, deadline)
        if win is None:
            return None
        root = _Writer(self._search, deadline, _MOST_SHOWN).attack(board, win)
        return None if root is None else proof_of(Certificate(board, board.turn, True, root))

    def loss(self, board: Position, limit: Limit | None = None, cancel: Cancel | None = None) -> Proof | None:
        """Why the side to move loses, whatever it plays; None if no such proof was found.

        Nodes are counted for each of its replies.
        """
        board = board_of(board)
        require_open(board.outcome)
        deadline = Deadline(limit, cancel)
        threatened, replies = self._search.defences(board)
        if not threatened:
            return None
        writer = _Writer(self._search, deadline, _MOST_SHOWN)
        answers: dict[int, Answer | Forced] = {}
        for reply in replies:
            after = board.move(reply)
            win = None if after.outcome.is_over or deadline.is_over else self._found(after, deadline)
            answer = None if win is None else writer.attack(after, win)
            if answer is None:
                return None
            answers[reply] = answer
        root = Replies(answers, Forced(threatened))
        return proof_of(Certificate(board, board.turn.opposite, True, root))

    def _found(self, board: GridBoard, deadline: Deadline) -> ThreatWin | None:
        limit = deadline.limit
        if limit.time is not None:
            limit = Limit(
                time=max(_LEAST, deadline.seconds_left / 2), nodes=limit.nodes
            )  # the rest is for writing it down
        win = self._search.find(board, limit, deadline.cancel)
        self.nodes += self._search.nodes if win is None else win.nodes
        return win


class _Writer:
    """Writes down a win that was found, by asking for the answer to each reply that may stop it."""

    def __init__(self, search: ThreatSearch, deadline: Deadline, most: int) -> None:
        self.search = search
        self.deadline = deadline
        self.most = most
        self.known: dict[GridBoard, Answer | Forced] = {}

    def attack(self, board: GridBoard, win: ThreatWin) -> Answer | Forced | None:
        if win.line:
            return Forced(win.line)
        after = board.move(win.move)
        threatened, replies = self.search.defences(after)
        answers: dict[int, Answer | Forced] = {}
        for reply in replies:
            answer = self._answer(after.move(reply), win.stones)
            if answer is None:
                return None
            answers[reply] = answer
        return Answer(win.move, Replies(answers, Forced(threatened))) if threatened else None

    def _answer(self, board: GridBoard, stones: int) -> Answer | Forced | None:
        if board not in self.known:
            if len(self.known) >= self.most or self.deadline.is_over:
                return None
            win = self.search.find_again(board, stones)
            answer = None if win is None else self.attack(board, win)
            if answer is None:
                return None
            self.known[board] = answer
        return self.known[board]
