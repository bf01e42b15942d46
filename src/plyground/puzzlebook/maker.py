"""Makes a collection of puzzles from games of our levels, and from positions of others if some are given.

Games are played in rounds. After each round the kinds of which there are enough are no longer looked for, so the
result depends on the settings alone: not on the workers, nor on how often the work was interrupted. Every game that is
done is kept in a folder beside the file, and the same call goes on from there.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from plyground._version import __version__
from plyground.board import is_whole
from plyground.errors import N_, InputError, LimitError, MissingError
from plyground.executors import TRIES, Here, run_tasks
from plyground.grid import CFOUR, parse_board
from plyground.puzzlebook.candidates import puzzles_of_game, puzzles_of_position
from plyground.puzzlebook.card import card_text
from plyground.puzzlebook.collection import Collection, collection_text, read_collection
from plyground.puzzlebook.parts import Parts, parts_folder, write_whole
from plyground.puzzlebook.puzzle import BOARDS, Puzzle, PuzzleKind
from plyground.puzzlebook.rating import rating_of
from plyground.puzzlebook.shapes import shape_of

__all__ = ["MakerProgress", "MakerSettings", "card_path", "make_puzzles"]

_SHARES = {
    PuzzleKind.WIN: 0.22,
    PuzzleKind.WIN_IN: 0.26,
    PuzzleKind.DRAW: 0.07,
    PuzzleKind.POISON: 0.14,
    PuzzleKind.WHO: 0.31,
}
"""About as often as they are found in games."""
_ROUND = 32
"""Games of a round: after each, it is decided what is still wanted."""
_PATIENCE = 40
"""So many rounds of games in a row without a new puzzle: there are no more to be found."""
_PULSE = 0.5


@dataclass(frozen=True, slots=True)
class MakerSettings:
    """The seed, how many puzzles on which board, and positions of 7x6 that are looked at before any game is played."""

    seed: int = 2026
    cfour: int = 1000
    random: int = 200
    gomoku: int = 200
    positions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for position in self.positions:
            parse_board(position, CFOUR)
        for name, value in self.numbers.items():
            if not is_whole(value) or value < 0:
                raise LimitError(
                    N_("{name} is {value}; it has to be a whole number, {least} or more"),
                    name=name,
                    value=repr(value),
                    least=0,
                )

    @property
    def numbers(self) -> dict[str, int]:
        """All but the positions."""
        return {name: value for name, value in asdict(self).items() if name != "positions"}

    @property
    def command(self) -> str:
        """The command that makes the same collection."""
        options = " ".join(f"--{name} {value}" for name, value in self.numbers.items())
        return f"plyground puzzles make {options}" + (" --positions FILE" if self.positions else "")

    @property
    def card(self) -> dict[str, Any]:
        """What a collection says of its making. Positions stand there by their number and checksum."""
        found: dict[str, Any] = {"version": __version__, "command": self.command, **self.numbers}
        if self.positions:
            checksum = hashlib.sha256("\n".join(self.positions).encode()).hexdigest()
            found["positions"] = {"count": len(self.positions), "sha256": checksum}
        return found

    def wanted(self, board: str) -> dict[PuzzleKind, int]:
        """How many of each kind."""
        count: int = getattr(self, board)
        if board == "gomoku":
            return {PuzzleKind.FOURS: count}
        found = {kind: int(share * count) for kind, share in _SHARES.items()}
        found[PuzzleKind.WIN] += count - sum(found.values())
        return found


@dataclass(slots=True)
class MakerProgress:
    """How far the maker is on one board."""

    board: str
    wanted: int
    found: int = 0
    games: int = 0
    """All that were played for this board, those of earlier calls too."""
    seconds: float = 0.0


class _Stopped(Exception):
    pass


def make_puzzles(
    settings: MakerSettings,
    path: Path,
    *,
    executor: Executor | None = None,
    watch: Callable[[MakerProgress], bool | None] | None = None,
) -> Collection | None:
    """Makes the collection and its card, or goes on with them.

    `watch` is called at least twice a second with an executor. It ends the work by returning True: then None is
    returned, and the next call goes on.
    """
    if path.exists() and not parts_folder(path).exists():
        raise InputError(N_("{path} is there already; name another --out, or delete it"), path=path)
    parts = Parts(settings.card, path)
    found: list[Puzzle] = []
    shapes: set[str] = set()
    try:
        for board in BOARDS:
            found += _made(settings, board, parts, shapes, executor or Here(), watch)
    except _Stopped:
        return None
    finally:
        parts.close()
    found = sorted(
        (replace(puzzle, rating=rating_of(puzzle)) for puzzle in found), key=lambda each: (each.rating, each.id)
    )
    write_whole(path, collection_text(settings.card, found))
    collection = read_collection(path)
    write_whole(card_path(path), card_text(collection))
    parts.remove()
    return collection


def card_path(path: Path) -> Path:
    """The card of the collection at `path`, for people."""
    return path.with_name(f"{path.stem}.card.md")


def _made(
    settings: MakerSettings,
    board: str,
    parts: Parts,
    shapes: set[str],
    executor: Executor,
    watch: Callable[[MakerProgress], bool | None] | None,
) -> list[Puzzle]:
    left = Counter(settings.wanted(board))
    progress = MakerProgress(board, left.total())
    found: list[Puzzle] = []
    began, idle, start = time.monotonic(), 0, 0

    def report() -> None:
        progress.found = len(found)
        progress.seconds = time.monotonic() - began
        if watch is not None and watch(progress):
            raise _Stopped

    while left.total() and idle < _PATIENCE:
        wanted = frozenset(kind for kind, count in left.items() if count)
        numbers = range(start, start + _ROUND)
        open_games = [number for number in numbers if (board, number) not in parts.games]
        progress.games = start + len(numbers) - len(open_games)
        tasks = ((number, _task(settings, board, number, wanted)) for number in open_games)
        with closing(run_tasks(tasks, executor, lost=partial(_lost, board), pulse=_PULSE)) as work:
            for ended in work:
                for number, puzzles in ended:
                    parts.put(board, number, puzzles)
                    progress.games += 1
                report()
        before = len(found)
        for number in numbers:
            for puzzle in parts.games[board, number]:
                shape = shape_of(puzzle.board)
                if left[puzzle.kind] and shape not in shapes:
                    shapes.add(shape)
                    left[puzzle.kind] -= 1
                    found.append(puzzle)
        start += _ROUND
        idle = idle + 1 if len(found) == before and start > len(_positions(settings, board)) else 0
    report()
    return found


def _positions(settings: MakerSettings, board: str) -> tuple[str, ...]:
    return settings.positions if board == "cfour" else ()


def _task(settings: MakerSettings, board: str, number: int, wanted: frozenset[PuzzleKind]) -> partial[list[Puzzle]]:
    """Finds the puzzles of a position or a game. The positions have the first numbers."""
    positions = _positions(settings, board)
    if number < len(positions):
        return partial(puzzles_of_position, positions[number], settings.seed, number, wanted)
    return partial(puzzles_of_game, board, settings.seed, number - len(positions), wanted)


def _lost(board: str, number: int) -> MissingError:
    return MissingError(
        N_(
            "the game {number} of {board} was begun {tries} times, and each time its worker was lost; is there enough "
            "memory? What was found is kept, and the same command goes on from it"
        ),
        number=number,
        board=board,
        tries=TRIES,
    )
