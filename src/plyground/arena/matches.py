"""A match of two players: pairs of games on the same opening with the seats swapped, and the result.

Everything random comes from the seed: boards, openings, and the players' own seeds. Pairs are judged in the order in
which they were scheduled, so the verdict does not depend on which games were quick or how many ran at a time.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import Executor

from plyground.arena.capacity import capacity_of, check_players
from plyground.arena.match_result import MatchObserver, MatchResult
from plyground.arena.openings import Openings, check_rules
from plyground.arena.pairs import PairTasks
from plyground.arena.run import end_run, place_for, play_games
from plyground.arena.sprt import SPRT
from plyground.arena.task import GameTask
from plyground.arena.values import flag, instance, rules_text, whole
from plyground.board import Cancel, Limit
from plyground.errors import N_, InputError, LimitError
from plyground.executors import local_executor
from plyground.game import Player
from plyground.grid import Rules
from plyground.players import AnyPlayer, text_or_player

__all__ = ["check_match", "match"]


def match(
    first: AnyPlayer,
    second: AnyPlayer,
    *,
    games: int = 100,
    rules: str | Rules = "cfour",
    seed: int = 0,
    limit: Limit | None = None,
    openings: Openings | None = None,
    adjudicate: bool = False,
    sprt: SPRT | None = None,
    executor: Executor | None = None,
    concurrency: int | None = None,
    event: str | None = None,
    observer: MatchObserver | None = None,
    cancel: Cancel | None = None,
) -> MatchResult:
    """Lets two players play `games` games (an even number), or fewer if `sprt` decides earlier.

    A player is a name, a `Player`, or a function `board -> move`. Players by name play in local processes,
    `concurrency` games at a time, one for each core by default; with any other player, or one that was registered here,
    the games are played in this process, one after the other. An `executor` is used instead, and left open.
    `rules` may be `random`: a new board for each pair. `event` is the event of the games' records.

    >>> from plyground.executors import Here
    >>> result = match("alphabeta depth=2", "random", games=4, rules="tictactoe", executor=Here())
    >>> result.played, len(result.pairs), result.score > 0.5
    (4, 2, True)
    """
    text = rules_text("rules", rules)
    openings = instance("openings", openings, Openings, "Openings('drawn')") or Openings()
    instance("sprt", sprt, SPRT, "SPRT(0, 30)")
    instance("event", event, str, '"…"')
    whole("seed", seed, wanted="0, 1, 2, …")
    players = check_match(first, second, games, text, openings, adjudicate)
    names = names_of(players)
    executor = place_for(players, executor, concurrency)
    capacity = capacity_of(executor, concurrency)
    check_players(players, limit, capacity, [text])
    run = event or f"match-{secrets.token_hex(6)}"
    result = MatchResult(names, games, sprt)
    maker = PairTasks(openings, seed, limit, capacity.threads, adjudicate, event, run)
    numbers = {f"{run}-{number // 2 + 1}{'ab'[number % 2]}": number for number in range(games)}
    ids = list(numbers)

    def tasks() -> Iterator[GameTask]:
        for pair in range(games // 2):
            yield from maker.tasks(text, players, names, (ids[2 * pair], ids[2 * pair + 1]), pair)

    workers = local_executor(capacity.games) if executor is None else executor
    playing = play_games(tasks(), workers, cancel)
    complete = False
    try:
        for records in playing:
            for record in records:
                result.add(numbers[record.id], record)
            if observer is not None:
                observer(records, result)
            if (verdict := result.verdict) is not None and verdict.accepted is not None:
                break
        complete = result.played == games
    finally:
        playing.close()
        if not complete:
            end_run(workers, run)
        if executor is None:
            workers.shutdown()
    return result


def check_match(
    first: AnyPlayer, second: AnyPlayer, games: int, rules: str, openings: Openings, adjudicate: bool = False
) -> tuple[str | Player, str | Player]:
    """Refuses a match that cannot be played, before it starts; returns the players, or their texts in normal form."""
    whole("games", games, wanted="2, 4, 6, …")
    if games < 2 or games % 2:
        raise LimitError(
            N_("a match of {games} games; it has to be an even number, as every opening is played twice"), games=games
        )
    check_rules(rules, openings, flag("adjudicate", adjudicate))
    players = text_or_player(first), text_or_player(second)
    if isinstance(first, Player) and first is second:
        raise InputError(N_("{name} cannot play against itself; make two players of its kind"), name=first.name)
    return players


def names_of(players: tuple[str | Player, str | Player]) -> tuple[str, str]:
    """The players' names in the records, which are different."""
    first, second = (player if isinstance(player, str) else player.name for player in players)
    return first, second if first != second else f"{second} (2)"
