"""Who meets whom: round robin, gauntlet and Swiss rounds, as numbered pairs of games.

The schedule follows from the settings, and a Swiss one also from the results of the earlier rounds. It is not stored:
a resumed tournament computes it again and plays the games that are missing.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from plyground.arena.settings import TournamentSettings
from plyground.arena.stages import Stage
from plyground.board import Outcome

__all__ = ["Pair", "game_count", "in_order", "pair_ids", "rounds_at_once", "scheduled", "stages_of"]

_STAGES = 1 << 32  # between the salts of two stages


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games of two entrants (by their index in the settings) on one opening, in a round counted from 1."""

    number: int
    round: int
    first: int
    second: int
    opening: int
    salt: int = 0
    """Tells the random numbers of the pair from those of others on the same opening."""


def pair_ids(name: str, pair: Pair) -> tuple[str, str]:
    """The ids of the two games. In the first one, the first entrant moves first."""
    return f"{name}-{pair.number}a", f"{name}-{pair.number}b"


def in_order(id: str) -> list[tuple[int, str]]:
    """A sort key for ids that puts game 9 before game 10, as they were scheduled."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", id)]


def stages_of(settings: TournamentSettings) -> tuple[Stage, ...]:
    """The stages of an extended tournament; of any other, all rounds as one stage."""
    return settings.stages or (Stage(tuple(entrant.name for entrant in settings.players), 1, settings.rounds),)


def meetings_a_round(settings: TournamentSettings, stage: Stage) -> int:
    count, known = len(stage.players), len(stage.players) - len(stage.newcomers)
    if settings.format == "swiss":
        return count // 2
    if settings.format == "gauntlet":
        return len(stage.newcomers) or count - 1
    return count * (count - 1) // 2 - (known * (known - 1) // 2 if stage.newcomers else 0)


def game_count(settings: TournamentSettings) -> int:
    """The number of games in the whole tournament."""
    return sum(
        2 * (stage.last - stage.first + 1) * settings.pairs * meetings_a_round(settings, stage)
        for stage in stages_of(settings)
    )


def rounds_at_once(settings: TournamentSettings) -> list[range]:
    """Groups of rounds that can be played at the same time: all together, or one by one if results decide who meets."""
    if settings.format == "swiss":
        return [range(number, number + 1) for number in range(1, settings.rounds + 1)]
    return [range(1, settings.rounds + 1)]


def scheduled(settings: TournamentSettings, rounds: range, results: Mapping[str, Outcome]) -> Iterator[Pair]:
    """The pairs of these rounds; `results` are the games played so far, by their ids."""
    places = {entrant.name: place for place, entrant in enumerate(settings.players)}
    before = 0  # pairs of the rounds and stages before
    for order, stage in enumerate(stages_of(settings)):
        seats = {places[name]: seat for seat, name in enumerate(stage.players)}
        size = meetings_a_round(settings, stage) * settings.pairs
        for number in range(stage.first, stage.last + 1):
            counter = itertools.count(before + 1)
            before += size
            if number not in rounds:
                continue
            for first, second in _meetings(settings, stage, number, results):
                salt = order * _STAGES + seats[first] * len(seats) + seats[second] + 1
                for pair in range(settings.pairs):
                    opening = (number - 1) * settings.pairs + pair
                    yield Pair(next(counter), number, first, second, opening, salt)


def _meetings(
    settings: TournamentSettings, stage: Stage, number: int, results: Mapping[str, Outcome]
) -> list[tuple[int, int]]:
    if settings.format == "swiss":
        return swiss_round(settings, number, results)[0]
    here = [place for place, entrant in enumerate(settings.players) if entrant.name in stage.players]
    new = {place for place in here if settings.players[place].name in stage.newcomers}
    pairs = itertools.combinations(here, 2) if settings.format == "round-robin" else ((0, other) for other in here[1:])
    return [(first, second) for first, second in pairs if not new or first in new or second in new]


def swiss_round(
    settings: TournamentSettings, number: int, results: Mapping[str, Outcome]
) -> tuple[list[tuple[int, int]], int | None]:
    """The meetings of a Swiss round, and the player with a bye. All earlier rounds have been played.

    Neighbours in the table meet, those that have met least often first; ties are in the order of the settings. With an
    odd number of players, the last one that had no bye yet gets one, which counts as a won meeting.
    """
    places = {entrant.name: place for place, entrant in enumerate(settings.players)}
    points = dict.fromkeys(places.values(), 0.0)
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    before = 0  # pairs of the rounds before
    meetings: list[tuple[int, int]] = []
    bye: int | None = None
    for current in range(1, number + 1):
        stage = next(stage for stage in stages_of(settings) if stage.first <= current <= stage.last)
        here = {places[name] for name in stage.players}
        table = sorted((place for place in points if place in here), key=lambda player: -points[player])
        bye = None
        if len(table) % 2:
            fewest = min(byes[player] for player in table)
            bye = next(player for player in reversed(table) if byes[player] == fewest)
            table.remove(bye)
            byes[bye] += 1
            points[bye] += 2 * settings.pairs
        meetings = _neighbours(table, met)
        met.update(frozenset(meeting) for meeting in meetings)
        for place, (first, second) in enumerate(meetings):
            for pair in range(settings.pairs):
                meeting = Pair(before + place * settings.pairs + pair + 1, current, first, second, 0)
                for id, mover in zip(pair_ids(settings.name, meeting), (first, second), strict=True):
                    if (outcome := results.get(id)) is not None:
                        other = second if mover == first else first
                        winner = outcome.winner
                        score = 0.5 if winner is None else 1.0 - winner.value
                        points[mover] += score
                        points[other] += 1 - score
        before += len(meetings) * settings.pairs
    return meetings, bye


def _neighbours(table: Sequence[int], met: Counter[frozenset[int]]) -> list[tuple[int, int]]:
    """Pairs the table from the top, each player with the nearest one below; repeats as few meetings as possible."""
    for often in itertools.count():
        tries = 0

        def pair_off(rest: tuple[int, ...], often: int = often) -> list[tuple[int, int]] | None:
            nonlocal tries
            if not rest:
                return []
            tries += 1
            if tries > 20_000:  # give up and allow a repeated meeting
                return None
            first = rest[0]
            for other in rest[1:]:
                if met[frozenset((first, other))] <= often:
                    below = pair_off(tuple(player for player in rest[1:] if player != other))
                    if below is not None:
                        return [(first, other), *below]
            return None

        found = pair_off(tuple(table))
        if found is not None:
            return found
    raise AssertionError("unreachable")  # with the highest count every meeting is allowed
