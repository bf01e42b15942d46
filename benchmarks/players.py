"""The compiled players: `make bench-players`, or `python benchmarks/players.py --help`.

Speed: uniform playouts, UCT iterations and the champion's iterations per second of CPU time, one thread, and beside
them OpenSpiel's `MCTSBot` (C++, one random rollout per simulation, the same number of simulations) if the extra `bench`
is installed. The rounds alternate between all of them, so that a busy machine slows all; the best round counts.

--games N    plain UCT against MCTSBot on 7x6 at the same number of simulations, N games, seats in turn
--match N    the champion against plain UCT at --time seconds a move on random boards, N pairs of games;
             with --alone it has one thread, and a game is played on every core at the same time
--threads N  two threads against one of the champion, likewise
--clock N    N moves of the champion at 0.1 to 1 s: how late they come, with --busy so many busy processes beside
"""

from __future__ import annotations

import argparse
import importlib
import math
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from plyground.board import Decision, Limit, Side, SplitMix
from plyground.engines.champion import Champion
from plyground.engines.geometry import geometry_of, position_of, scratch
from plyground.engines.uct import UCT
from plyground.executors import cores, local_executor
from plyground.grid import GridBoard, Rules, random_rules
from plyground.kernels.playouts import playout

BOARDS = ("7x6 connect=4", "9x9 connect=4 blocked=c4", "12x12 connect=4 blocked=e5")
ROUNDS = 5
SIMULATIONS = 100_000


class Mind(Protocol):
    def reset(self) -> None: ...

    def decide(self, board: GridBoard, limit: Limit | None = None) -> Decision: ...


def cpu_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def pyspiel() -> Any:
    try:
        import pyspiel as module
    except ImportError:
        return None
    return module


def mcts_bot(module: Any, rules: Rules, simulations: int, seed: int = 7) -> tuple[Any, Any]:
    """OpenSpiel's bot and its game; without blocked cells, which it does not know."""
    game = module.load_game(f"connect_four(rows={rules.rows},columns={rules.columns},x_in_row={rules.connect})")
    evaluator = module.RandomRolloutEvaluator(1, seed)
    # Exploration 2, memory in megabytes, no solver, quiet.
    return module.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, seed, False), game


def speed() -> None:
    module = pyspiel()
    print(f"per second of CPU time, best of {ROUNDS} rounds, {SIMULATIONS:,} simulations each")
    print(f"{'board':28}{'playouts':>12}{'UCT':>12}{'champion':>12}{'MCTSBot':>12}{'ratio':>8}")
    for text in BOARDS:
        rules = Rules.parse(text)
        works = works_of(rules, module)
        for work in works.values():
            work(SIMULATIONS // 100)
        best = dict.fromkeys(works, 0.0)
        for _ in range(ROUNDS):
            for name, work in works.items():
                best[name] = max(best[name], SIMULATIONS / cpu_seconds(partial(work, SIMULATIONS)))
        ratio = f"{best['UCT'] / best['MCTSBot']:.1f}" if "MCTSBot" in best else "-"
        peer = f"{best['MCTSBot']:,.0f}" if "MCTSBot" in best else "-"
        print(
            f"{text:28}{best['playouts']:12,.0f}{best['UCT']:12,.0f}{best['champion']:12,.0f}{peer:>12}{ratio:>8}",
            flush=True,
        )
    if module is None:
        print("MCTSBot was not there: pip install 'plyground[bench]'")


def works_of(rules: Rules, module: Any) -> dict[str, Callable[[int], object]]:
    board = GridBoard(rules)
    geometry, results = playout.Geometry.at(geometry_of(rules)), playout.Results.at(playout.Results.new())
    position, room = playout.Position.at(position_of(board)), playout.Position.at(scratch(rules))
    works: dict[str, Callable[[int], object]] = {
        "playouts": lambda count: playout.playouts(geometry, position, room, 1, count, results),
        "UCT": lambda count: UCT().decide(board, Limit(playouts=count)),
        "champion": lambda count: Champion(threads=1, exact=False).decide(board, Limit(playouts=count)),
    }
    if module is not None:

        def peer(count: int) -> object:
            bot, game = mcts_bot(module, rules, count)
            return bot.step(game.new_initial_state())

        works["MCTSBot"] = peer
    return works


def play(first: Mind, second: Mind, board: GridBoard, limit: Limit) -> float:
    """1, 0.5 or 0 for `first`."""
    for mind in (first, second):
        mind.reset()
    while not board.outcome.is_over:
        mind = first if board.turn is Side.FIRST else second
        board = board.move(mind.decide(board, limit).move)
    return 0.5 if board.winner is None else float(board.winner is Side.FIRST)


def report(name: str, pairs: list[float]) -> None:
    """The score with the 95 % interval of its pairs, and the Elo difference that it stands for."""
    mean = statistics.fmean(pairs)
    margin = 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs)) if len(pairs) > 1 else 0.5

    def elo(score: float) -> str:
        return f"{400 * math.log10(score / (1 - score)):+.0f}" if 0 < score < 1 else "beyond measure"

    print(
        f"{name}: {100 * mean:.1f} % of {2 * len(pairs)} games, 95 % interval {100 * (mean - margin):.1f} to "
        f"{100 * (mean + margin):.1f} %, Elo {elo(mean)} ({elo(mean - margin)} to {elo(mean + margin)})",
        flush=True,
    )


MINDS: dict[str, Callable[[int], Mind]] = {
    "champion": lambda seed: Champion(seed=seed),
    "champion, one thread": lambda seed: Champion(seed=seed, threads=1),
    "champion, two threads": lambda seed: Champion(seed=seed, threads=2),
    "plain UCT": lambda seed: UCT(seed=seed),
}


def pair_of(ours: str, theirs: str, seconds: float, pair: int) -> float:
    """One random board twice, each side first once."""
    limit, board = Limit(time=seconds), GridBoard(random_rules(1000 + pair))
    mine, other = MINDS[ours](2 * pair), MINDS[theirs](2 * pair + 1)
    return (play(mine, other, board, limit) + 1 - play(other, mine, board, limit)) / 2


def match(ours: str, theirs: str, pairs: int, seconds: float, workers: int) -> None:
    scores: list[float] = []
    with local_executor(workers) as executor:
        for score in executor.map(partial(pair_of, ours, theirs, seconds), range(pairs)):
            scores.append(score)
            if len(scores) % 10 == 0 or len(scores) == pairs:
                report(f"{ours} against {theirs}, {seconds} s a move", scores)


class Peer:
    """MCTSBot as one of ours, on 7x6."""

    def __init__(self, module: Any, seed: int) -> None:
        self.module = module
        self.seed = seed

    def reset(self) -> None:
        pass

    def decide(self, board: GridBoard, limit: Limit | None = None) -> Decision:
        assert limit is not None
        assert limit.playouts is not None
        bot, game = mcts_bot(self.module, board.rules, limit.playouts, self.seed)
        state = game.new_initial_state()
        for move in self.moves(board):
            state.apply_action(move)
        return Decision(bot.step(state))

    def moves(self, board: GridBoard) -> list[int]:
        """Any order of moves that leads to the position, for a game that cannot be set up."""
        return _order(GridBoard(board.rules), board) or []


def _order(now: GridBoard, goal: GridBoard) -> list[int] | None:
    if now == goal:
        return []
    for move in now.legal_moves:
        after = now.move(move)
        stones = after.stones(now.turn)
        if stones & ~goal.stones(now.turn) == 0 and not after.is_win:
            rest = _order(after, goal)
            if rest is not None:
                return [move, *rest]
    return None


def against_peer(games: int) -> None:
    module = pyspiel()
    if module is None:
        print("MCTSBot is not there: pip install 'plyground[bench]'")
        return
    limit, scores = Limit(playouts=2000), []
    for game in range(games // 2):
        # One random stone each, so that the games differ.
        random = SplitMix(game)
        start = GridBoard().move(random.below(7)).move(random.below(7))
        mine, other = UCT(seed=game), Peer(module, game + 1)
        scores.append((play(mine, other, start, limit) + 1 - play(other, mine, start, limit)) / 2)
    report(f"plain UCT against MCTSBot, 7x6, {limit.playouts:,} simulations", scores)


def busy_loop() -> None:
    while True:
        pass


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that do nothing but work, while it lasts."""
    spawn = multiprocessing.get_context("spawn")
    others = [spawn.Process(target=busy_loop, daemon=True) for _ in range(processes)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.join()


def clock(moves: int, others: int) -> None:
    """How late moves come, on random boards and on 7x6, where the book and the solver have their part."""
    late: list[tuple[float, str]] = []
    random, seed = SplitMix(1), 0
    mind = Champion()
    boards = [GridBoard(random_rules(0)), GridBoard()]
    for board in boards:
        mind.decide(board, Limit(time=0.1))
    with busy(others):
        while len(late) < moves:
            seed += 1
            board = GridBoard(random_rules(seed)) if seed % 4 else GridBoard()
            mind.reset()
            while not board.outcome.is_over and len(late) < moves:
                seconds = 0.1 + 0.9 * random.unit()
                began = time.perf_counter()
                decision = mind.decide(board, Limit(time=seconds))
                after = time.perf_counter() - began - seconds
                late.append((after, f"{board.rules}, {board.count} stones, {seconds:.3f} s"))
                board = board.move(decision.move)
    late.sort()
    times = [after for after, _where in late]
    allowed = 0.15 if others else 0.05
    print(
        f"{len(late)} moves at 0.1 to 1 s, {others} busy processes beside: after the limit by "
        f"{1000 * times[math.ceil(0.99 * len(late)) - 1]:.1f} ms (99 %), "
        f"{1000 * times[math.ceil(0.999 * len(late)) - 1]:.1f} ms (99.9 %), {1000 * times[-1]:.1f} ms at most; "
        f"{sum(after > allowed for after in times)} later than {1000 * allowed:.0f} ms; "
        f"{sum(after < -0.01 for after in times)} ended early, because nothing could change"
    )
    for after, where in late[-3:]:
        print(f"  {1000 * after:.1f} ms: {where}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, metavar="N")
    parser.add_argument("--match", type=int, metavar="N")
    parser.add_argument("--threads", type=int, metavar="N")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--clock", type=int, metavar="N")
    parser.add_argument("--busy", type=int, default=0, metavar="N")
    parser.add_argument("--time", type=float, default=0.5, metavar="SECONDS")
    given = parser.parse_args()
    if given.games:
        against_peer(given.games)
    if given.match:
        ours = "champion, one thread" if given.alone else "champion"
        match(ours, "plain UCT", given.match, given.time, cores() if given.alone else 1)
    if given.threads:
        match("champion, two threads", "champion, one thread", given.threads, given.time, 1)
    if given.clock:
        clock(given.clock, given.busy)
    if not (given.games or given.match or given.threads or given.clock):
        speed()
    return 0


if __name__ == "__main__":
    # Workers find a function by the name of its module, which is not that of a script.
    sys.exit(importlib.import_module(Path(__file__).stem).main())
