"""`Exercise`: a question that was generated from a seed, and the marking of answers to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar
from zlib import crc32

from plyground.board import Side, SplitMix, is_whole
from plyground.errors import N_, LimitError
from plyground.grid import GridBoard, Rules, has_letters
from plyground.learn.exercises.answers import Form
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.pictures import figure_html, figure_text, form_text
from plyground.texts import say

__all__ = ["BoardExercise", "Exercise", "Marking", "SideNames", "Slip", "Wrong"]

A = TypeVar("A")

Slip: TypeAlias = Literal["sign", "side", "window", "off-by-one", "other"]

SideNames: TypeAlias = Mapping[Side, str]
"""What the sides are called: by their stones in the terminal, by their colours on the page."""

_STONES: SideNames = {Side.FIRST: "x", Side.SECOND: "o"}
_LETTERS: SideNames = {Side.FIRST: "X", Side.SECOND: "O"}

_MOST_TRIES = 10_000
"""Instances that may be drawn and rejected. Every kind accepts one in a few dozen at least."""


@dataclass(frozen=True)
class Marking:
    """What is said about an answer. `steps` are the parameters of the page Think, whose `step` shows the right answer:
    the number of events after which the search has proved it. None where no textbook search shows it."""

    is_right: bool
    slip: Slip | None
    text: str
    steps: dict[str, Any] | None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Wrong(Generic[A]):
    """An answer that comes out of a certain slip, and what is said to it."""

    answer: A
    slip: Slip
    text: str


class Exercise(ABC, Generic[A]):
    """One exercise. It is the same for the same kind, seed and difficulty; texts are in the language in use when they
    are asked for."""

    kind: ClassVar[str]
    accepts_several: ClassVar[bool] = False
    """Whether other answers than `solution` are right as well."""

    right: A

    def __init__(self, seed: int = 0, difficulty: int = 1, names: SideNames | None = None) -> None:
        if not is_whole(seed) or seed < 0:
            raise LimitError(
                N_("the seed of an exercise is {value}; it has to be a whole number, 0 or more"), value=repr(seed)
            )
        if not is_whole(difficulty) or not 1 <= difficulty <= 3:
            raise LimitError(
                N_("the difficulty of an exercise is {value}; it has to be 1, 2 or 3"), value=repr(difficulty)
            )
        self.seed = seed
        self.difficulty = difficulty
        self._names = names
        draw = Draw(SplitMix(seed).stream(crc32(f"{self.kind} {difficulty}".encode())))
        for _try in range(_MOST_TRIES):
            if self._generate(draw):
                return
        raise AssertionError(f"no {self.kind} found for seed {seed}, difficulty {difficulty}")

    @abstractmethod
    def _generate(self, draw: Draw) -> bool:
        """Draws an instance and keeps it in attributes, `right` among them. False if it will not do: it is trivial, or
        its answer is not the only one."""

    @property
    @abstractmethod
    def question(self) -> str: ...

    @property
    @abstractmethod
    def figure(self) -> dict[str, Any]:
        """What is drawn beside the question, as JSON; `docs/learn.md` lists the types."""

    @property
    @abstractmethod
    def form(self) -> Form[A]: ...

    @property
    @abstractmethod
    def hint(self) -> str: ...

    @property
    @abstractmethod
    def reason(self) -> str:
        """The right answer and why it is right, for those who have answered."""

    @abstractmethod
    def _steps(self, given: A) -> dict[str, Any] | None:
        """The place in a search that answers whoever gave this answer."""

    def _wrong_answers(self) -> Iterator[Wrong[A]]:
        """What known slips lead to, the likeliest first. One that happens to give the right answer does not matter."""
        yield from ()

    def _is_right(self, given: A) -> bool:
        return self.form.are_equal(given, self.right)

    def _slip(self, given: A) -> tuple[Slip, str]:
        """What was probably done wrong."""
        for wrong in self._wrong_answers():
            if self.form.are_equal(given, wrong.answer):
                return wrong.slip, wrong.text
        return "other", say("That is not it. {hint}", hint=self.hint)

    @property
    def answer(self) -> dict[str, Any]:
        """The form of an answer, as JSON."""
        return self.form.to_dict()

    @property
    def solution(self) -> Any:
        """The right answer, or one of them, in the form of an answer."""
        return self.form.written(self.right)

    def check(self, answer: object) -> Marking:
        """Marks an answer. What is no answer at all, such as a word for a number, raises an `InputError`.

        >>> from plyground.learn import exercise
        >>> one = exercise("minimax-value", seed=3)
        >>> one.check(one.solution).is_right
        True
        """
        given = self.form.read(answer)
        if self._is_right(given):
            return Marking(True, None, say("Right. {reason}", reason=self.reason), self._steps(given))
        slip, text = self._slip(given)
        return Marking(False, slip, text, self._steps(given))

    def to_dict(self) -> dict[str, Any]:
        """Everything but the solution, as JSON."""
        return {
            "kind": self.kind,
            "seed": self.seed,
            "difficulty": self.difficulty,
            "question": self.question,
            "figure": self.figure,
            "answer": self.answer,
            "hint": self.hint,
            "accepts_several": self.accepts_several,
        }

    def _side_names(self, rules: Rules) -> SideNames:
        if has_letters(rules):
            return _LETTERS
        return _STONES if self._names is None else self._names

    def __str__(self) -> str:
        """The question, its figure, and what form an answer has."""
        return f"{self.question}\n\n{figure_text(self.figure)}\n\n{form_text(self.answer)}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.question)}</p>{figure_html(self.figure)}<p>{escape(form_text(self.answer))}</p>"

    def __repr__(self) -> str:
        return f"exercise({self.kind!r}, seed={self.seed}, difficulty={self.difficulty})"


class BoardExercise(Exercise[A]):
    """An exercise about a position on a grid."""

    board: GridBoard

    @property
    def _called(self) -> SideNames:
        return self._side_names(self.board.rules)

    @property
    def _side(self) -> Side:
        """The side that the question is about."""
        return self.board.turn

    @property
    def _sides(self) -> tuple[str, str]:
        """How that side and its opponent are called."""
        return self._called[self._side], self._called[self._side.opposite]
