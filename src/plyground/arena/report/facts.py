"""The statistics of a tournament, counted once here and shown by `page` and `tables`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.arena.forfeits import FAULTS, is_forfeit
from plyground.arena.plots import Results, Spread
from plyground.arena.ratings import Rating, Ratings, rate, result_of
from plyground.board import Side
from plyground.errors import N_, InputError
from plyground.game import Termination
from plyground.store import GameRecord
from plyground.texts import say

__all__ = ["PlayerFacts", "Report", "make_report"]

_MOST_SIZES = 8
"""Up to so many board sizes are listed one by one; more are grouped by their number of cells."""
_GROUPS = 4

_TIMED = (Termination.TIMEOUT, Termination.ILLEGAL_MOVE)
"""The ends of a game whose last turn counts among the times."""


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """The statistics of one player, from its own point of view."""

    rating: Rating
    total: Results
    seats: Mapping[Side, Results]
    opponents: Mapping[str, Results]
    boards: Mapping[str, Results]
    time: Spread
    """Seconds for each turn, without moves of openings, and with turns that ended in a timeout or an illegal move."""
    moves: int
    """The number of these turns."""
    seconds: float
    faults: Mapping[Termination, int]
    """Games that were lost off the board."""
    reasons: Mapping[Termination, str]
    """What happened in the first game of each of these kinds."""

    @property
    def name(self) -> str:
        return self.rating.name


@dataclass(frozen=True, slots=True)
class Report:
    """The finished games of a tournament or match, and their statistics. Players are in the order of their ratings."""

    name: str
    games: Sequence[GameRecord]
    ratings: Ratings
    players: tuple[PlayerFacts, ...]
    boards: tuple[Results, ...]
    """The results of the first player by board size; the row for all boards together comes first."""
    terminations: Mapping[Termination, int]
    settings: Mapping[str, Any]
    scheduled: int | None
    """The number of games in the whole tournament, if it is known."""

    @property
    def lengths(self) -> list[int]:
        """The plies of each game, including its opening."""
        return [len(record.moves) for record in self.games]

    @property
    def has_forfeits(self) -> bool:
        return any(player.faults for player in self.players)


def make_report(
    name: str,
    games: Iterable[GameRecord],
    *,
    settings: Mapping[str, Any] | None = None,
    scheduled: int | None = None,
    players: Sequence[str] = (),
    anchor: str | None = None,
    anchor_elo: float = 0.0,
) -> Report:
    """The report of the finished games in `games`. `players` may contain players that have not played yet."""
    finished = [record for record in games if record.termination is not None]
    if not finished:
        raise InputError(N_("there is no finished game of '{name}' to report on"), name=name)
    results = [result_of(record.id, record.players, record.outcome, is_forfeit(record)) for record in finished]
    ratings = rate(results, players=players, anchor=anchor, anchor_elo=anchor_elo)
    size = _sizes(finished)
    counted = _Counted()
    for record in finished:
        counted.add(record, size(record))
    return Report(
        name=name,
        games=finished,
        ratings=ratings,
        players=tuple(counted.player(rating) for rating in ratings.players),
        boards=tuple(counted.boards_of_first()),
        terminations=Counter(record.termination for record in finished if record.termination is not None),
        settings=settings or {},
        scheduled=scheduled,
    )


class _Counted:
    """The sums over the games counted so far."""

    def __init__(self) -> None:
        self._tallies: defaultdict[tuple[str, str, object], Counter[float]] = defaultdict(Counter)
        self._keys: defaultdict[tuple[str, str], dict[object, int]] = defaultdict(dict)
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)
        self._faults: defaultdict[str, Counter[Termination]] = defaultdict(Counter)
        self._reasons: defaultdict[str, dict[Termination, str]] = defaultdict(dict)
        self._boards: defaultdict[tuple[int, str], Counter[float]] = defaultdict(Counter)

    def add(self, record: GameRecord, size: tuple[int, str]) -> None:
        winner = record.outcome.winner
        for side in Side:
            player = record.player(side)
            points = 0.5 if winner is None else float(winner is side)
            for kind, key in (
                ("total", ""),
                ("seat", side),
                ("opponent", record.player(side.opposite)),
                ("board", size),
            ):
                self._tallies[player, kind, key][points] += 1
                self._keys[player, kind][key] = 1
            if winner is side.opposite and record.termination in (*FAULTS, Termination.RESIGNATION):
                assert record.termination is not None
                self._faults[player][record.termination] += 1
                self._reasons[player].setdefault(record.termination, record.reason)
        self._boards[size][0.5 if winner is None else float(winner is Side.FIRST)] += 1
        side = record.start.turn
        for ply, move in enumerate(record.moves):
            if ply >= record.opening:
                self._seconds[record.player(side)].append(move.seconds)
            side = side.opposite
        took = record.forfeit_seconds
        # A crash has no time worth comparing: the bot may never have begun to think.
        if took is not None and winner is not None and record.termination in _TIMED:
            self._seconds[record.player(winner.opposite)].append(took)

    def player(self, rating: Rating) -> PlayerFacts:
        name = rating.name
        seconds = sorted(self._seconds[name])
        boards = sorted(key for key in self._keys[name, "board"] if isinstance(key, tuple))
        return PlayerFacts(
            rating=rating,
            total=self._results(name, "total", "", name),
            seats={side: self._results(name, "seat", side, side.name) for side in Side},
            opponents={
                str(key): self._results(name, "opponent", key, str(key)) for key in self._keys[name, "opponent"]
            },
            boards={key[1]: self._results(name, "board", key, key[1]) for key in boards},
            time=Spread(name, *(_share(seconds, share) for share in (0.05, 0.5, 0.95, 1.0))),
            moves=len(seconds),
            seconds=sum(seconds),
            faults=dict(self._faults[name]),
            reasons=self._reasons[name],
        )

    def boards_of_first(self) -> Iterable[Results]:
        for (_cells, label), tally in sorted(self._boards.items(), key=lambda item: item[0]):
            yield _tally_results(label, tally)

    def _results(self, player: str, kind: str, key: object, label: str) -> Results:
        return _tally_results(label, self._tallies[player, kind, key])


def _tally_results(label: str, tally: Counter[float]) -> Results:
    return Results(label, tally[1.0], tally[0.5], tally[0.0])


def _share(ordered: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed; 0 if there are none."""
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


def _sizes(games: Sequence[GameRecord]) -> Callable[[GameRecord], tuple[int, str]]:
    """The group of boards that a game belongs to: a sort key, and the name."""
    sizes = {(record.rules.columns, record.rules.rows) for record in games}
    if len(sizes) <= _MOST_SIZES:
        return lambda record: (
            record.rules.columns * record.rules.rows * 100 + record.rules.columns,
            f"{record.rules.columns}x{record.rules.rows}",
        )
    cells = sorted(columns * rows for columns, rows in sizes)
    width = (cells[-1] - cells[0]) // _GROUPS + 1

    def group(record: GameRecord) -> tuple[int, str]:
        low = cells[0] + (record.rules.columns * record.rules.rows - cells[0]) // width * width
        return low, say("{low} to {high} cells", low=low, high=min(low + width - 1, cells[-1]))

    return group
