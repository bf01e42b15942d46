"""Which positions go into a data set.

Each position is the end of a game of its own, played from the start for exactly so many plies; a game that is over
by then is thrown away, and so is a position whose image under a symmetry is there already. Plies have equal shares.
Who plays decides what the positions are like:

- *random*: every legal move is equally likely. Cheap, and unlike play: the side to move can often win at once.
- *careful*: a side that can win at once does, which ends the game; else it stops the other's win if it sees one;
  else it plays at random. So a win or a threat on the board has only just come about.
- *mixed*: one game random, one game careful, by turns.

Every ply draws from a random stream of its own, so its positions do not depend on the other plies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass, field

from plyground.board import Move, Side, SplitMix
from plyground.dataset.settings import Settings
from plyground.executors import Here, was_lost
from plyground.grid import GridBoard, Rules, moves_text, symmetries

__all__ = ["Drawn", "draw"]

PATIENCE = 10_000
"""Draws in a row without a new position until a ply is taken to have no more."""

_SHUFFLING = 1 << 32
"""The random stream of the shuffle; those of the plies have the plies' numbers."""


@dataclass(slots=True)
class Drawn:
    """The positions, each as a game that leads to it, in random order; and what was thrown away."""

    games: list[str] = field(default_factory=list)
    draws: int = 0
    ended: int = 0
    """Games that were over too soon."""
    repeated: int = 0
    """Positions that were there already, or an image of them."""


def draw(settings: Settings, executor: Executor | None = None, watch: Callable[[int], None] | None = None) -> Drawn:
    """Draws the positions of a data set; fewer than asked for if there are no more. The same settings always draw
    the same, whoever does it. `watch` is called with the number found so far.

    >>> len(draw(Settings(Rules.parse("tictactoe"), positions=100, plies=(1, 1))).games)
    3
    """
    low, high = settings.plies
    found = {ply: Drawn() for ply in range(low, high + 1)}
    open_plies = list(found)
    while open_plies and (missing := settings.positions - sum(len(drawn.games) for drawn in found.values())):
        share, more = divmod(missing, len(open_plies))
        wanted = {ply: len(found[ply].games) + share + (index < more) for index, ply in enumerate(open_plies)}
        for ply, drawn in _draw_plies(settings, wanted, executor or Here()):
            found[ply] = drawn
            if watch is not None:
                watch(sum(len(drawn.games) for drawn in found.values()))
        # A ply with fewer than wanted has no more, and the others take over what is missing.
        open_plies = [ply for ply in open_plies if len(found[ply].games) == wanted[ply]]
    whole = Drawn(
        [game for drawn in found.values() for game in drawn.games],
        sum(drawn.draws for drawn in found.values()),
        sum(drawn.ended for drawn in found.values()),
        sum(drawn.repeated for drawn in found.values()),
    )
    _shuffle(whole.games, SplitMix(settings.seed).stream(_SHUFFLING))
    return whole


def _draw_plies(settings: Settings, wanted: dict[int, int], executor: Executor) -> Iterator[tuple[int, Drawn]]:
    """Plies as they are finished. Late ones take longest, since most games are over before: they are begun first."""
    under_way = {executor.submit(draw_ply, settings, ply, wanted[ply]): ply for ply in reversed(wanted)}
    try:
        for future in as_completed(under_way):
            ply = under_way[future]
            try:
                yield ply, future.result()
            except Exception as error:
                if not was_lost(error):
                    raise
                yield ply, draw_ply(settings, ply, wanted[ply])
    finally:
        for future in under_way:
            future.cancel()


def draw_ply(settings: Settings, ply: int, count: int) -> Drawn:
    """Games of `ply` moves to different positions: `count`, or as many as come until none is new for a long time.

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
    """A game of exactly so many plies that is still open, or None."""
    board, moves = GridBoard(rules), list[Move]()
    for _ply in range(plies):
        choices: Sequence[Move] | None = _careful_choices(board) if careful else board.legal_moves
        if not choices:
            return None
        moves.append(choices[random.below(len(choices))])
        board = board.move(moves[-1])
    return (board, moves) if board.legal_moves else None


def _careful_choices(board: GridBoard) -> Sequence[Move] | None:
    """The moves that stop the other side's win, or all if there is none to stop; None if the mover ends the game."""
    own, other, has_run = board.stones(board.turn), board.stones(board.turn.opposite), board.rules.layout.has_run
    everywhere = board.reachable
    # Most often not even stones on all cells at once would make a run; then no single one does.
    if has_run(own | everywhere) and any(has_run(own | board.target(move)) for move in board.legal_moves):
        return None
    if not has_run(other | everywhere):
        return board.legal_moves
    return [move for move in board.legal_moves if has_run(other | board.target(move))] or board.legal_moves


def _smallest_image(board: GridBoard, moves: list[Move]) -> tuple[tuple[int, int], list[Move]]:
    """The same for all images of a position: the smallest stones (`grid.canonical`); and the game that leads there."""
    rules = board.rules
    first, second = board.stones(Side.FIRST), board.stones(Side.SECOND)
    key, _, symmetry = min(
        ((image.mask(rules, first), image.mask(rules, second)), index, image)
        for index, image in enumerate(symmetries(rules))
    )
    return key, [symmetry.move(rules, move) for move in moves]


def _shuffle(games: list[str], random: SplitMix) -> None:
    """Fisher and Yates: any first part of the data set is a fair sample of the whole."""
    for index in range(len(games) - 1, 0, -1):
        other = random.below(index + 1)
        games[index], games[other] = games[other], games[index]
