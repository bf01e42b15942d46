"""What each part of the champion is worth, and how it does against others: `make bench-champion`, or
`python benchmarks/champion.py --help`.

Two styles play each other on random boards of 9..12 x 9..12, every board twice, each style first once, one thread each.
Both get the same CPU time a move, whatever else the machine does: how many playouts a second of CPU time is worth to a
style is measured first, and then playouts are the limit. A style is what it changes in the defaults:

    python benchmarks/champion.py "" "policy=7" "rule=ucb1 exploration=0.4" --pairs 30 --seconds 0.03

The first style plays each of the others; without any, the list below is played, a few pairs each.

With --against every style named plays each opponent, a bot or any other player, on the same boards; --seconds are then
those on the clock (`so:` bots keep their own time). Each game is a line of --file, and the same command plays what is
missing there; --name tells apart what the options do not say, such as two versions of the champion. --sprt stops a
match as soon as it is decided. --file alone shows what is in it.

    python benchmarks/champion.py --against "so:time=3 ./rival.so" --seconds 2.5 --pairs 30 --file results.jsonl
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import importlib
import json
import math
import statistics
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from plyground.arena import SPRT, GameTask, MatchResult, play_game, score_of
from plyground.board import Limit, Side
from plyground.engines.champion import Champion, Style
from plyground.errors import PlygroundError, UnsupportedError
from plyground.executors import LocalExecutor, cores, local_executor, run_tasks
from plyground.grid import GridBoard, random_rules
from plyground.players import make_player, player_text
from plyground.players.engine_player import EnginePlayer
from plyground.store import GameRecord, game_text, read_games

M = TypeVar("M")

ABLATIONS = (
    "",
    "rule=ucb1 exploration=0.4",
    "merge=False",
    "priors=False",
    "look_ahead=False",
    "length_term=0",
    "policy=1",
    "policy=3",
    "policy=7",
    "policy=15",
)


def style_of(text: str) -> Style:
    kinds: dict[str, type] = {name: type(value) for name, value in dataclasses.asdict(Style()).items()}
    changes: dict[str, object] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name not in kinds:
            raise SystemExit(f"a style has no {name}; it has {', '.join(kinds)}")
        changes[name] = value == "True" if kinds[name] is bool else kinds[name](value)
    return dataclasses.replace(Style(), **changes)  # type: ignore[arg-type]


def playouts_per_second(style: Style) -> float:
    """Of CPU time, on boards as they are played here."""
    best = 0.0
    for seed in range(4):
        mind, board = Champion(style, threads=1, exact=False), GridBoard(random_rules(seed))
        mind.prepare(board.rules)
        began = time.process_time()
        decision = mind.decide(board, Limit(playouts=40_000))
        best = max(best, decision.playouts / (time.process_time() - began))
    return best


def game(first: Champion, second: Champion, limits: tuple[Limit, Limit], board: GridBoard) -> float:
    while not board.outcome.is_over:
        mind, limit = (first, limits[0]) if board.turn is Side.FIRST else (second, limits[1])
        board = board.move(mind.decide(board, limit).move)
    return 0.5 if board.winner is None else float(board.winner is Side.FIRST)


def pair(styles: tuple[str, str], playouts: tuple[int, int], seed: int) -> float:
    """The score of the first style in two games on one board."""
    board = GridBoard(random_rules(1000 + seed))
    minds = [Champion(style_of(text), 2 * seed + k, threads=1, exact=False) for k, text in enumerate(styles)]
    limits = Limit(playouts=playouts[0]), Limit(playouts=playouts[1])
    score = game(minds[0], minds[1], limits, board)
    for mind in minds:
        mind.reset()
    return (score + 1 - game(minds[1], minds[0], limits[::-1], board)) / 2


def elo(score: float) -> str:
    return f"{400 * math.log10(score / (1 - score)):+5.0f}" if 0 < score < 1 else "    ∞"


def ablation(styles: list[str], pairs: int, seconds: float, jobs: int | None) -> None:
    first, *others = styles
    speeds = {text: playouts_per_second(style_of(text)) for text in styles}
    print(f"{first or 'the defaults'}, {seconds} s of CPU time a move ({speeds[first]:,.0f} playouts/s), against")
    with local_executor(jobs) as executor:
        for text in others:
            playouts = int(speeds[first] * seconds), int(speeds[text] * seconds)
            scores = list(executor.map(partial(pair, (first, text), playouts), range(pairs)))
            mean = statistics.fmean(scores)
            margin = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 0.5
            print(
                f"{text or 'the defaults':28}{2 * len(scores):5} games {100 * mean:6.1f} % ± {100 * margin:4.1f}"
                f"   Elo {elo(mean)} ({elo(mean - margin)} to {elo(mean + margin)})   {speeds[text]:,.0f} playouts/s",
                flush=True,
            )


@dataclass(frozen=True)
class Match:
    """A match of the champion and another player. Games of the same match can be played on different days."""

    name: str
    style: str
    threads: int
    exact: bool
    against: str
    seconds: float
    seed: int

    @property
    def players(self) -> tuple[str, str]:
        ours = ("champion", self.name, self.style, f"threads={self.threads}", "" if self.exact else "exact=no")
        return " ".join(word for word in ours if word), self.against

    def result(self, games: int, test: SPRT | None = None) -> MatchResult:
        return MatchResult(self.players, games, test)


def played(match: Match, number: int) -> GameRecord:
    """Game `number` of the match: every board twice, the champion first in even games."""
    engine = Champion(style_of(match.style), number, match.threads, exact=match.exact)
    players = EnginePlayer("champion", engine), match.against
    task = GameTask(
        id=f"game-{number}",
        start=GridBoard(random_rules(match.seed + number // 2)),
        opening=(),
        players=players if number % 2 == 0 else players[::-1],
        names=match.players if number % 2 == 0 else match.players[::-1],
        seeds=(number, number),
        limit=Limit(time=match.seconds),
        seed=match.seed,
        number=number + 1,
    )
    return play_game(task)


def kept_games(file: Path | None, kind: type[M]) -> dict[M, dict[int, GameRecord]]:
    """The games in the file, by match and number; `kind` is the dataclass of the matches."""
    found: dict[M, dict[int, GameRecord]] = {}
    for line in file.read_text("utf-8").splitlines() if file is not None and file.exists() else ():
        with contextlib.suppress(json.JSONDecodeError):  # a line that was being written when the run was killed
            values = json.loads(line)
            record = next(read_games(values["game"].splitlines()))
            assert isinstance(record, GameRecord), record
            found.setdefault(kind(**values["match"]), {})[values["number"]] = record
    return found


def keep(file: Path | None, match: Any, number: int, record: GameRecord) -> None:
    """Adds a game of a match to the file, on a line of its own."""
    if file is None:
        return
    line = {"match": dataclasses.asdict(match), "number": number, "game": game_text(record)}
    with file.open("a+b") as lines:
        if lines.tell():
            lines.seek(-1, 2)
            if lines.read(1) != b"\n":
                lines.write(b"\n")
        lines.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")


def seconds_of(player: str, record: GameRecord) -> list[float]:
    sides = (side for _turn in record.moves for side in Side)
    return [move.seconds for move, side in zip(record.moves, sides, strict=False) if record.player(side) == player]


def summary(result: MatchResult, match: Match) -> str:
    standing, ours = result.standing, match.players[0]
    longest = max((seconds for record in result.records for seconds in seconds_of(ours, record)), default=0)
    interval = f"{100 * score_of(standing.low):.1f} to {100 * score_of(standing.high):.1f} %"
    return (
        f"{result}\n{len(result.pairs)} pairs, score {100 * standing.score:.1f} % (95 %: {interval}), "
        f"{match.seconds:g} s a move, longest move of the champion {longest:.3f} s"
    )


def progress(match: Match, number: int, record: GameRecord, result: MatchResult, began: float, new: int) -> str:
    winner = record.outcome.winner
    end = "drawn" if winner is None else "won" if record.player(winner) == match.players[0] else "lost"
    times = [statistics.fmean(seconds_of(player, record) or [0]) for player in match.players]
    left = (time.monotonic() - began) / new * (result.games - result.played)
    return (
        f"game {number + 1} on {record.rules}: {end} moving {'second' if number % 2 else 'first'} after "
        f"{len(record.moves)} moves by {record.termination.value if record.termination else '-'} "
        f"({times[0]:.2f} and {times[1]:.2f} s a move); "
        f"{result.wins}-{result.draws}-{result.losses}, {result.played} of {result.games}, {left / 60:.0f} min left"
    )


def is_decided(result: MatchResult) -> bool:
    return (result.verdict is not None and result.verdict.accepted is not None) or (
        result.played > 1 and result.silent is not None
    )


def play(match: Match, pairs: int, test: SPRT | None, file: Path | None, executor: LocalExecutor) -> None:
    """Plays the games of the match that are not in the file yet, and prints the result, also after Ctrl-C."""
    result = match.result(2 * pairs, test)
    known = kept_games(file, Match).get(match, {})
    for number, record in sorted(known.items()):
        if number < result.games:
            result.add(number, record)
    print(f"{' against '.join(match.players)}: {result.played} of {result.games} games are there", flush=True)
    missing = ((n, partial(played, match, n)) for n in range(result.games) if n not in known)
    began, before = time.monotonic(), result.played
    try:
        if not is_decided(result):
            with contextlib.closing(run_tasks(missing, executor, lost=lost)) as work:
                for number, record in (game for games in work for game in games):
                    keep(file, match, number, record)
                    result.add(number, record)
                    print(progress(match, number, record, result, began, result.played - before), flush=True)
                    if is_decided(result):
                        break
    finally:
        executor.stop()
        print(f"{summary(result, match)}\n", flush=True)


def lost(number: int) -> PlygroundError:
    return UnsupportedError("the process that played game {number} died each time", number=number)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("styles", nargs="*", metavar="STYLE")
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--seconds", type=float, help="a move: 0.02 of CPU time, with --against 2.5 on the clock")
    parser.add_argument("--jobs", type=int, help="games at a time; as many as the cores allow")
    against = parser.add_argument_group("with --against")
    against.add_argument("--against", action="append", default=[], metavar="PLAYER", help="so:…, cmd:…; repeatable")
    against.add_argument("--threads", type=int, default=1, help="of the champion (%(default)s)")
    against.add_argument("--no-exact", action="store_true", help="without the opening book and the solver")
    against.add_argument("--seed", type=int, default=1000, help="of the first board (%(default)s)")
    against.add_argument("--name", default="", help="of this champion, in the file")
    against.add_argument("--file", type=Path, help="one line for each game")
    against.add_argument("--sprt", type=SPRT.parse, metavar="'elo0=0 elo1=100'")
    given = parser.parse_args()
    if given.against:
        jobs = given.jobs or max(1, cores() // given.threads)
        seconds = 2.5 if given.seconds is None else given.seconds
        try:
            with local_executor(jobs) as executor:
                for text in given.against:
                    make_player(text)  # refuses a file that is not there
                    for style in given.styles or [""]:
                        match = Match(
                            given.name, style, given.threads, not given.no_exact, player_text(text), seconds, given.seed
                        )
                        play(match, given.pairs, given.sprt, given.file, executor)
        except KeyboardInterrupt:
            return 130
        except PlygroundError as error:
            raise SystemExit(str(error)) from None
    elif given.file:
        for match, records in kept_games(given.file, Match).items():
            result = match.result(len(records), given.sprt)
            for number, record in sorted(records.items()):
                result.add(number, record)
            print(f"{summary(result, match)}\n")
    else:
        styles = given.styles if len(given.styles) > 1 else list(ABLATIONS)
        ablation(styles, given.pairs, 0.02 if given.seconds is None else given.seconds, given.jobs)
    return 0


if __name__ == "__main__":
    # Workers find a function by the name of its module, which is not that of a script.
    sys.exit(importlib.import_module(Path(__file__).stem).main())
