"""Games on boards without gravity: `make bench-lines`, or `python -m benchmarks.lines --help`.

`match` plays a player against others from the balanced openings, each from both seats. Each game is a line of --file,
and the same command plays what is missing there. It prints the score of each opening, and that of the match with its
95 % interval, which comes from the pairs.

    python -m benchmarks.lines match --against deepening --seconds 1 --file results.jsonl
    python -m benchmarks.lines match --against "gomocup:./pbrain-rival" --seconds 1 --file results.jsonl

`moves` lets a player play itself under a time limit, and prints how late its latest move was, the nodes a second, the
depth, and the memory of the process:

    python -m benchmarks.lines moves --count 1000 --seconds 1

Without a command, it measures thirty moves of a tenth of a second.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import statistics
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.champion import keep, kept_games
from plyground.arena import GameTask, MatchResult, Openings, play_game, score_of
from plyground.arena.openings import opening
from plyground.board import Decision, Limit, Side
from plyground.errors import PlygroundError, UnsupportedError
from plyground.executors import LocalExecutor, local_executor, run_tasks
from plyground.game import Game
from plyground.grid import moves_text
from plyground.players import make_player, player_text
from plyground.store import GameRecord

OURS = "champion threads=1 exact=no"


@dataclass(frozen=True)
class Match:
    """Two players on one board. Games of the same match can be played on different days."""

    player: str
    against: str
    rules: str
    seconds: float
    name: str = ""

    @property
    def players(self) -> tuple[str, str]:
        ours = f"{self.player} {self.name}".strip()
        return ours, self.against if self.against != ours else f"{self.against} (2)"


def played(match: Match, number: int) -> GameRecord:
    """Game `number`: every opening twice, the player first in even games."""
    given = opening(match.rules, Openings("balanced"), 0, number // 2)
    players = match.player, match.against
    task = GameTask(
        id=f"game-{number}",
        start=given.start,
        opening=given.moves,
        players=players if number % 2 == 0 else players[::-1],
        names=match.players if number % 2 == 0 else match.players[::-1],
        seeds=(number, number),
        limit=Limit(time=match.seconds),
        number=number + 1,
    )
    return play_game(task)


def score(match: Match, record: GameRecord) -> float:
    winner = record.outcome.winner
    return 0.5 if winner is None else float(record.player(winner) == match.players[0])


def show(match: Match, games: dict[int, GameRecord]) -> None:
    """The scores of the openings and of the match."""
    pairs = [pair for pair in sorted({number // 2 for number in games}) if {2 * pair, 2 * pair + 1} <= games.keys()]
    result = MatchResult(match.players, 2 * len(pairs))
    for place, pair in enumerate(pairs):
        result.add(2 * place, games[2 * pair])
        result.add(2 * place + 1, games[2 * pair + 1])
    for pair in sorted({number // 2 for number in games}):
        given = opening(match.rules, Openings("balanced"), 0, pair)
        ends = []
        for seat, number in (("first", 2 * pair), ("second", 2 * pair + 1)):
            if (record := games.get(number)) is not None:
                how = record.termination.value if record.termination else "-"
                ends.append(f"{seat} {score(match, record):g} ({len(record.moves)} moves, {how})")
        print(f"{moves_text(given.start.rules, given.moves):28} {'; '.join(ends)}")
    if not pairs:
        return
    standing = result.standing
    took = [
        move.seconds
        for record in games.values()
        for place, move in enumerate(record.moves)
        if place >= record.opening and record.player(Side(place % 2)) == match.players[0]
    ]
    latest = 1000 * (max(took, default=0) - match.seconds)
    print(
        f"{result}\n{len(result.pairs)} pairs, score {100 * standing.score:.1f} % "
        f"(95 %: {100 * score_of(standing.low):.1f} to {100 * score_of(standing.high):.1f} %), "
        f"{match.seconds:g} s a move, latest move of {match.players[0]} {latest:+.0f} ms\n",
        flush=True,
    )


def play(match: Match, pairs: int, file: Path | None, executor: LocalExecutor) -> None:
    """Plays the games of the match that are not in the file yet, and prints the result, also after Ctrl-C."""
    games = {number: record for number, record in kept_games(file, Match).get(match, {}).items() if number < 2 * pairs}
    print(f"{' against '.join(match.players)}: {len(games)} of {2 * pairs} games are there", flush=True)
    missing = ((number, partial(played, match, number)) for number in range(2 * pairs) if number not in games)
    try:
        with contextlib.closing(run_tasks(missing, executor, lost=lost)) as work:
            for number, record in (game for some in work for game in some):
                keep(file, match, number, record)
                games[number] = record
                total = sum(score(match, one) for one in games.values())
                print(
                    f"game {number + 1}: {score(match, record):g} moving {'second' if number % 2 else 'first'}, "
                    f"{len(record.moves)} moves; {total:g} of {len(games)}",
                    flush=True,
                )
    finally:
        executor.stop()
        if games:
            show(match, games)


def lost(number: int) -> PlygroundError:
    return UnsupportedError("the process that played game {number} died each time", number=number)


def measure(player: str, rules: str, count: int, seconds: float) -> None:
    """So many moves of a player against itself."""
    players = {side: make_player(player) for side in Side}
    moves: list[tuple[float, Decision]] = []
    pair = 0
    while len(moves) < count:
        given = opening(rules, Openings("balanced"), 0, pair)
        game = Game(given.start, given.moves)
        for side, one in players.items():
            one.new_game(game, side)
        while not game.is_over and len(moves) < count:
            began = time.perf_counter()
            decision = players[game.turn].decide(game, Limit(time=seconds))
            moves.append((time.perf_counter() - began, decision))
            game.play(decision.move)
        pair += 1
    late = sorted(took - seconds for took, _decision in moves)
    # A win or the only move is answered at once, and says nothing of depth.
    whole = [(took, decision) for took, decision in moves if took > 0.9 * seconds and not decision.exact]
    print(
        f"{player} on {rules}, {seconds:g} s a move: {len(moves)} moves in {pair} games; "
        f"latest {1000 * late[-1]:+.1f} ms, 99 % at most {1000 * late[int(0.99 * (len(late) - 1))]:+.1f} ms"
    )
    if whole:
        depths = [decision.depth or 0 for _took, decision in whole]
        speed = sum(decision.nodes for _took, decision in whole) / sum(took for took, _decision in whole)
        print(
            f"{len(whole)} of them took the whole time: {speed:,.0f} nodes a second, "
            f"depth {min(depths)} to {max(depths)}, median {statistics.median(depths):g}"
        )
    with contextlib.suppress(ImportError):  # not on Windows
        import resource

        print(f"memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command")
    matches = commands.add_parser("match", help="games against others, from balanced openings")
    matches.add_argument("--against", action="append", default=[], metavar="PLAYER", help="repeatable")
    matches.add_argument("--pairs", type=int, default=20, help="openings, each played from both seats (%(default)s)")
    matches.add_argument("--file", type=Path, help="one line for each game; alone it shows what is in it")
    matches.add_argument("--jobs", type=int, default=1, help="games at a time (%(default)s)")
    matches.add_argument("--name", default="", help="of this version of the player, in the file")
    moves = commands.add_parser("moves", help="how late moves are, how deep and how fast")
    moves.add_argument("--count", type=int, default=1000, help="moves (%(default)s)")
    for command in (matches, moves):
        command.add_argument("--player", default=OURS, help="(%(default)s)")
        command.add_argument("--rules", default="gomoku", help="(%(default)s)")
        command.add_argument("--seconds", type=float, default=1.0, help="a move (%(default)s)")
    given = parser.parse_args()
    try:
        if given.command is None:
            measure(OURS, "gomoku", 30, 0.1)
        elif given.command == "moves":
            measure(given.player, given.rules, given.count, given.seconds)
        elif not given.against:
            for match, games in kept_games(given.file, Match).items():
                print(" against ".join(match.players))
                show(match, games)
        else:
            with local_executor(given.jobs) as executor:
                for text in given.against:
                    make_player(text)  # refuses a file that is not there
                    match = Match(player_text(given.player), player_text(text), given.rules, given.seconds, given.name)
                    play(match, given.pairs, given.file, executor)
    except KeyboardInterrupt:
        return 130
    except PlygroundError as error:
        raise SystemExit(str(error)) from None
    return 0


if __name__ == "__main__":
    # Workers find a function by the name of its module, which is not that of a script.
    sys.exit(importlib.import_module("benchmarks.lines").main())
