"""`Puzzle`: a position, a question about it, and the answers that were proven right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from plyground.board import Cancel, Limit, Move, Side
from plyground.errors import N_, InputError
from plyground.explanations import Explanation, explain
from plyground.grid import CFOUR, GridBoard, Rules, draw_svg, parse_board, rules_name
from plyground.solver import Solver
from plyground.texts import _, say

__all__ = ["BOARDS", "OUTCOMES", "Puzzle", "PuzzleKind"]

BOARDS = ("cfour", "random", "gomoku")
"""The kinds of boards that puzzles are sorted by: 7x6, others with gravity, and those without."""

OUTCOMES = ("first", "second", "draw")
"""The answers to "who wins?"."""

_REASON = Limit(time=3.0)
STONES: Mapping[Side, str] = {Side.FIRST: "x", Side.SECOND: "o"}


class PuzzleKind(StrEnum):
    """What is asked.

    - `win`: find the only winning move; no other wins.
    - `win-in`: win in so many moves; the answer is the move that wins soonest.
    - `draw`: save the draw; all moves but the answer lose.
    - `poison`: say which column is poisoned; the answer loses, and no other move does.
    - `who`: say who wins; the answer is `first`, `second` or `draw`.
    - `fours`: win by fours, without gravity; the answer is the first move of a sequence of fours that wins.
    """

    WIN = "win"
    WIN_IN = "win-in"
    DRAW = "draw"
    POISON = "poison"
    WHO = "who"
    FOURS = "fours"

    @property
    def words(self) -> str:
        """In the reader's language."""
        return _(_TITLES[self])


_TITLES = {
    PuzzleKind.WIN: N_("The winning move"),
    PuzzleKind.WIN_IN: N_("The fastest win"),
    PuzzleKind.DRAW: N_("Save the draw"),
    PuzzleKind.POISON: N_("The poisoned column"),
    PuzzleKind.WHO: N_("Who wins?"),
    PuzzleKind.FOURS: N_("Win by fours"),
}

_POISON = N_("One column is poisoned: playing there loses, and no other move does. Which one is it?")
_WHO = N_("Who wins if both sides play their best?")
# With one right answer, and with several.
_QUESTIONS = {
    PuzzleKind.WIN: (N_("Find the only winning move."), N_("Find one of the {count} winning moves.")),
    PuzzleKind.WIN_IN: (
        N_("Win in {moves}: find the move that wins soonest."),
        N_("Win in {moves}: find one of the {count} moves that win soonest."),
    ),
    PuzzleKind.DRAW: (
        N_("Save the draw: all moves but one lose."),
        N_("Save the draw: {count} moves do it, all others lose."),
    ),
    PuzzleKind.POISON: (_POISON, _POISON),
    PuzzleKind.WHO: (_WHO, _WHO),
    PuzzleKind.FOURS: (
        N_("Win by fours: with every move you threaten to complete five. Which move begins?"),
        N_(
            "Win by fours: with every move you threaten to complete five. Find one of the {count} moves that can begin."
        ),
    ),
}

# What is wrong with every other answer. Of `who`, the solution says it.
_REFUTATIONS = {
    PuzzleKind.WIN: N_("That move does not win."),
    PuzzleKind.WIN_IN: N_("That move does not win in {moves}."),
    PuzzleKind.DRAW: N_("That move loses."),
    PuzzleKind.POISON: N_("That move does not lose."),
    PuzzleKind.FOURS: N_("That move begins no win by fours."),
}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a question. `print` shows it without the answer, and so does a notebook.

    >>> puzzle = Puzzle("", PuzzleKind.WIN, CFOUR, "4455", ("3", "4", "5", "6"))
    >>> puzzle.question
    'Find one of the 4 winning moves.'
    >>> puzzle.is_right("3"), puzzle.is_right(0)
    (True, False)
    """

    id: str
    """Six letters and digits; empty for a puzzle that is in no collection."""
    kind: PuzzleKind
    rules: Rules
    position: str
    """The moves that lead there, or rows and the side to move."""
    answers: tuple[str, ...]
    """The right moves as texts, or who wins."""
    rating: int = 0
    """On the scale of the levels' Elo; 0 if it was not rated."""
    length: int = 0
    """For `win-in` and `fours`: the moves of the winner to the end."""
    nodes: int = 0
    """What the solver took, or the search for fours."""
    decisions: int | None = None
    """The length of the reason: the moves in it that have to be found. None where no short reason was found."""
    tried: tuple[int, ...] = ()
    """The levels that tried it, and `missed` those that did not find the answer."""
    missed: tuple[int, ...] = ()

    @property
    def board(self) -> GridBoard:
        return parse_board(self.position, self.rules)

    @property
    def board_name(self) -> str:
        """One of `BOARDS`."""
        return "cfour" if self.rules == CFOUR else "random" if self.rules.gravity else "gomoku"

    @property
    def question(self) -> str:
        """In the reader's language."""
        one, several = _QUESTIONS[self.kind]
        count = len(self.answers)
        return say(one if count == 1 else several, count=count, moves=self.length)

    def is_right(self, answer: Move | str) -> bool:
        """Whether an answer is right: a move, as a number or its text, or who wins. Refuses what cannot be one."""
        if self.kind is PuzzleKind.WHO:
            if answer not in OUTCOMES:
                raise InputError(
                    N_("the answer is {value}; it has to be one of {known}"),
                    value=repr(answer),
                    known=", ".join(OUTCOMES),
                )
            return answer in self.answers
        board = self.board
        move = board.parse_move(answer) if isinstance(answer, str) else answer
        board.target(move)  # refuses a move that cannot be played
        return board.move_name(move) in self.answers

    @property
    def reason_move(self) -> str | None:
        """The move that the reason speaks of; None if it speaks of the position."""
        return None if self.kind in (PuzzleKind.WHO, PuzzleKind.FOURS) else self.answers[0]

    def reason(
        self, *, limit: Limit = _REASON, cancel: Cancel | None = None, solver: Solver | None = None
    ) -> Explanation:
        """Why the answer is right, proven; the arguments are those of `explain`."""
        return explain(self.board, self.reason_move, limit=limit, cancel=cancel, solver=solver)

    def solution(self, names: Mapping[Side, str] = STONES) -> str:
        """The answer in a sentence, in the reader's language. `names` are those of the sides."""
        if self.kind is PuzzleKind.WHO:
            if self.answers[0] == "draw":
                return _("Nobody wins: it is a draw.")
            return say("{side} wins.", side=names[Side.FIRST if self.answers[0] == "first" else Side.SECOND])
        template = N_("The answer is {moves}.") if len(self.answers) == 1 else N_("The answers are {moves}.")
        return say(template, moves=_(", ").join(self.answers))

    @property
    def refutation(self) -> str | None:
        """What is wrong with all other answers, in the reader's language; None where the solution says it."""
        template = _REFUTATIONS.get(self.kind)
        return None if template is None else say(template, moves=self.length)

    def json(self) -> dict[str, Any]:
        """All of it, the answer too."""
        return {
            "id": self.id,
            "kind": self.kind.value,
            "rules": rules_name(self.rules),
            "position": self.position,
            "answers": list(self.answers),
            "rating": self.rating,
            "length": self.length,
            "nodes": self.nodes,
            "decisions": self.decisions,
            "tried": list(self.tried),
            "missed": list(self.missed),
        }

    @classmethod
    def of_json(cls, content: Mapping[str, Any]) -> Puzzle:
        return cls(
            id=content["id"],
            kind=PuzzleKind(content["kind"]),
            rules=Rules.parse(content["rules"]),
            position=content["position"],
            answers=tuple(content["answers"]),
            rating=content["rating"],
            length=content["length"],
            nodes=content["nodes"],
            decisions=content["decisions"],
            tried=tuple(content["tried"]),
            missed=tuple(content["missed"]),
        )

    @property
    def turn_words(self) -> str:
        return _("first player (x)") if self.board.turn is Side.FIRST else _("second player (o)")

    def __str__(self) -> str:
        return f"{self.board}\n\n{self.turn_words}: {self.question}"

    def _repr_svg_(self) -> str:
        return draw_svg(self.board)
