"""Puzzles at the terminal: shown, asked, and judged at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress

from rich.text import Text

from plyground.board import Side
from plyground.console.human import Quit, read_line
from plyground.console.picture import board_lines, stone
from plyground.console.terminal import BAD, GOOD, Terminal
from plyground.errors import ClosedInputError, InputError
from plyground.grid import has_letters
from plyground.puzzlebook import Puzzle, PuzzleKind
from plyground.texts import _, say, tell

__all__ = ["PuzzleSession"]

_STEP = 100
"""By how much the next puzzle is harder or easier."""
_CHOICES = {"1": "first", "2": "second", "0": "draw"}


class PuzzleSession:
    """Asks puzzles until the reader leaves. `rating` is that of the first one; None if they do not follow ratings."""

    def __init__(self, console: Terminal, rating: float | None) -> None:
        self._console = console
        self._rating = rating
        self._asked = 0
        self._right = 0

    def run(self, next_puzzle: Callable[[float, Collection[str]], Puzzle]) -> None:
        """One after the other, harder after a right answer and easier after a wrong one."""
        seen: set[str] = set()
        target = self._rating or 0.0
        with suppress(Quit):
            while True:
                puzzle = next_puzzle(target, seen)
                seen.add(puzzle.id)
                target = max(0.0, puzzle.rating + (_STEP if self._ask(puzzle) else -_STEP))
                self._go_on()
        self._sum_up()

    def run_all(self, puzzles: Iterable[Puzzle]) -> None:
        """These, in their order."""
        with suppress(Quit):
            for number, puzzle in enumerate(puzzles):
                if number:
                    self._go_on()
                self._ask(puzzle)
        if self._asked > 1:
            self._sum_up()

    def _ask(self, puzzle: Puzzle) -> bool:
        """Shows the puzzle, asks once, and says why."""
        self._show(puzzle)
        answer = self._answered(puzzle)
        is_right = answer is not None and puzzle.is_right(answer)
        self._asked += 1
        self._right += is_right
        if is_right:
            self._console.say(_("Right."), GOOD)
        elif answer is not None:
            self._console.say(_("Not right."), BAD)
            if puzzle.refutation is not None:
                self._console.say(puzzle.refutation)
        self._console.say(puzzle.solution(self._names(puzzle)))
        for sentence in puzzle.reason().sentences(self._names(puzzle)):
            self._console.say(sentence)
        return is_right

    def _show(self, puzzle: Puzzle) -> None:
        console, board = self._console, puzzle.board
        head = Text(puzzle.kind.words, "bold")
        if puzzle.id:
            words = say("puzzle {id}, rating {rating}", id=puzzle.id, rating=puzzle.rating)
            head.append(f"  {words}", "not bold dim")
        console.print()
        console.print(head, soft_wrap=True)
        for line in board_lines(board, console.glyphs, console.width):
            console.print(line, soft_wrap=True)
        turn = Text(_("to move: ")).append_text(stone(board.turn, board, console.glyphs))
        if not has_letters(board.rules):
            turn.append(f" {self._names(puzzle)[board.turn]}")
        console.print(turn, soft_wrap=True)
        console.say(puzzle.question, "bold")
        if puzzle.kind is PuzzleKind.WHO:
            names = self._names(puzzle)
            console.table(
                [
                    ("1", say("{side} wins", side=names[Side.FIRST])),
                    ("2", say("{side} wins", side=names[Side.SECOND])),
                    ("0", _("draw")),
                ]
            )

    def _answered(self, puzzle: Puzzle) -> str | None:
        """Asks until there is an answer that can be one; None for a reader who wants to see the solution."""
        what = _("1, 2 or 0") if puzzle.kind is PuzzleKind.WHO else _("a move")
        prompt = Text(say("Answer ({what}; {keys}):", what=what, keys=_("!: solution, q: quit")), "bold")
        while True:
            typed = read_line(self._console, prompt).strip().casefold()
            if typed in ("q", "quit"):
                raise Quit
            if typed == "!":
                return None
            if not typed:
                continue
            if puzzle.kind is PuzzleKind.WHO:
                answer = _CHOICES.get(typed, typed)
                if answer in _CHOICES.values():
                    return answer
                self._console.say(_("Type 1, 2 or 0."), BAD)
                continue
            try:
                puzzle.is_right(typed)  # refuses what is no move
            except InputError as error:
                self._console.say(tell(error), BAD)
            else:
                return typed

    @staticmethod
    def _names(puzzle: Puzzle) -> dict[Side, str]:
        if has_letters(puzzle.rules):
            return {Side.FIRST: "X", Side.SECOND: "O"}
        return {Side.FIRST: _("Yellow"), Side.SECOND: _("Red")}

    def _go_on(self) -> None:
        """Waits for the reader. Nobody is waited for outside of a terminal."""
        if not self._console.can_ask:
            return
        keys = _("enter: go on, q: quit")
        try:
            typed = read_line(self._console, Text(f"[{keys}]", "dim"))
        except ClosedInputError as error:
            raise Quit from error  # nothing was asked that needs an answer
        if typed.strip().casefold() in ("q", "quit"):
            raise Quit

    def _sum_up(self) -> None:
        if self._asked:
            self._console.print()
            self._console.say(say("Right: {right} of {count}.", right=self._right, count=self._asked), "bold")
