"""Draws the positions of a data set.

Each position is the end of a game of its own, played from the start for a given number of plies. Thrown away are games
that are over before that, and positions of which an image under a symmetry was drawn already. All plies get equally
many positions. How the games are played decides what the positions are like:

- *random*: every legal move is equally likely. Cheap, but unlike real play: the side to move can often win at once.
- *careful*: a side that can win at once does so, which ends the game; else it blocks an immediate win of the other
  side; else it plays at random. So wins and threats on the board are always fresh.
- *mixed*: random and careful games alternate.

Every ply has a random stream of its own, so its positions do not depend on the other plies.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from plyground.board import Move, Side, SplitMix
from plyground.dataset.settings import DatasetSettings
from plyground.errors import N_, MissingError
from plyground.executors import TRIES, Here, run_tasks
from plyground.grid import GridBoard, Rules, moves_text, symmetries

__all__ = ["Drawn", "draw"]

PATIENCE = 10_000
"""After so many draws in a row without a new position, a ply is taken to have no more."""

_SHUFFLING = 1 << 32
"""The random stream of the shuffle. The stream of a ply has the number of the ply."""


@dataclass(slots=True)
class Drawn:
    """The positions in random order, each as a game that leads to it, and counts of what was thrown away."""

    games: list[str] = field(default_factory=list)
    draws: int = 0
    ended: int = 0
    """Games that were over before the wanted ply."""
    repeated: int = 0
    """Positions that were drawn before, themselves or an image of them."""


def draw(
    settings: DatasetSettings, executor: Executor | None = None, watch: Callable[[int], None] | None = None
) -> Drawn:
    """Draws the positions of a data set; fewer than asked for if there are no more. The same settings always draw
    the same positions, on any executor. `watch` is called with the number found so far.

    >>> len(draw(DatasetSettings(Rules.parse("tictactoe"), positions=100, plies=(1, 1))).games)
    3
    """
    low, high = settings.plies
    found = {ply: Drawn() for ply in range(low, high + 1)}
    open_plies = list(found)
    while open_plies and (missing := settings.positions - sum(len(drawn.games) for drawn in found.values())):
        share, more = divmod(missing, len(open_plies))
        wanted = {ply: len(found[ply].games) + share + (index < more) for index, ply in enumerate(open_plies)}
        with closing(_draw_plies(settings, wanted, executor or Here())) as plies:
            for ply, drawn in plies:
                found[ply] = drawn
                if watch is not None:
                    watch(sum(len(drawn.games) for drawn in found.values()))
        # A ply with fewer than wanted has no more, and the other plies make up for it.
        open_plies = [ply for ply in open_plies if len(found[ply].games) == wanted[ply]]
    whole = Drawn(
        [game for drawn in found.values() for game in drawn.games],
        sum(drawn.draws for drawn in found.values()),
        sum(drawn.ended for drawn in found.values()),
        sum(drawn.repeated for drawn in found.values()),
    )
    _shuffle(whole.games, SplitMix(settings.seed).stream(_SHUFFLING))
    return whole


def _draw_plies(
    settings: DatasetSettings, wanted: dict[int, int], executor: Executor
) -> Generator[tuple[int, Drawn], None, None]:
    """Plies as they are finished. Late plies take longest, since most games are over before; they are begun first."""

    def lost(ply: int) -> MissingError:
        return MissingError(
            N_(
                "the positions with {stones} stones of {rules} were begun {tries} times, and each time their worker "
                "was lost; is there enough memory?"
            ),
            stones=ply,
            rules=settings.rules,
            tries=TRIES,
        )

    tasks = ((ply, partial(draw_ply, settings, ply, wanted[ply])) for ply in reversed(wanted))
    with closing(run_tasks(tasks, executor, lost=lost)) as work:
        for ended in work:
            yield from ended


def draw_ply(settings: DatasetSettings, ply: int, count: int) -> Drawn:
    """Games of `ply` moves to different positions: `count` of them, or fewer if no new ones come for a long time.

    A larger count begins with the same games.
    """
    rules, play = settings.rules, settings.play
    random = SplitMix(settings.seed).stream(ply)
    drawn, seen = Drawn(), set[tuple[int, int]]()
    in_vain = 0
    while len(drawn.games) < count and in_vain < PATIENCE:
        careful = play == "careful" or (play == "mixed" and drawn.draws % 2 == 1)
        drawn.draws += 1
        in_vain += 1
        played = _play(rules, ply, random, careful)
        if played is None:
            drawn.ended += 1
            continue
        key, game = _smallest_image(*played)
        if key in seen:
            drawn.repeated += 1
            continue
        seen.add(key)
        drawn.games.append(moves_text(rules, game))
        in_vain = 0
    return drawn


def _play(rules: Rules, plies: int, random: SplitMix, careful: bool) -> tuple[GridBoard, list[Move]] | None:
    """Plays a game of that many plies; None if it is over by then."""
    board, moves = GridBoard(rules), list[Move]()
    for _ply in range(plies):
        choices: Sequence[Move] | None = _careful_choices(board) if careful else board.legal_moves
        if not choices:
            return None
        moves.append(choices[random.below(len(choices))])
        board = board.move(moves[-1])
    return (board, moves) if board.legal_moves else None


def _careful_choices(board: GridBoard) -> Sequence[Move] | None:
    """The moves that block a win of the other side, or all moves if it threatens none; None if the mover can win."""
    own, other, has_run = board.stones(board.turn), board.stones(board.turn.opposite), board.rules.layout.has_run
    everywhere = board.reachable
    # Most often not even stones on all reachable cells together would make a run; then no single one does.
    if has_run(own | everywhere) and any(has_run(own | board.target(move)) for move in board.legal_moves):
        return None
    if not has_run(other | everywhere):
        return board.legal_moves
    return [move for move in board.legal_moves if has_run(other | board.target(move))] or board.legal_moves


def _smallest_image(board: GridBoard, moves: list[Move]) -> tuple[tuple[int, int], list[Move]]:
    """The image of a position with the smallest stones, as in `grid.canonical`, and the game that leads to it.

    All images of a position have the same smallest image.
    """
    rules = board.rules
    first, second = board.stones(Side.FIRST), board.stones(Side.SECOND)
    key, _, symmetry = min(
        ((image.mask(rules, first), image.mask(rules, second)), index, image)
        for index, image in enumerate(symmetries(rules))
    )
    return key, [symmetry.move(rules, move) for move in moves]


def _shuffle(games: list[str], random: SplitMix) -> None:
    """Shuffles after Fisher and Yates, so that any first part of the data set is a fair sample of the whole."""
    for index in range(len(games) - 1, 0, -1):
        other = random.below(index + 1)
        games[index], games[other] = games[other], games[index]
