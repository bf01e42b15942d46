"""Environments for learners: `make bench-environments`, or `python benchmarks/environments.py --help`.

Steps per second of random play on 7x6, one move of one game being a step, with what a learner gets of it: the
observation, the mask, the reward, the end, and a new game. Ours are a batch of boards of several sizes and the
environments for PettingZoo and Gymnasium; beside them, if they are installed, PettingZoo's own connect_four
(`pip install 'pettingzoo[classic]'`), pgx's on the CPU (`pip install pgx`) and OpenSpiel's (the extra `bench`).

The rounds alternate between all of them, so that a busy machine slows all; the best round counts. Times are CPU times
of the process, which adds up the threads that pgx starts; the time by the clock stands beside them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.environments import BoardBatch
from plyground.tables import text_table

Play = Callable[[int], int]
"""Plays at least so many steps, and returns how many it played."""


def batch(count: int) -> Play:
    boards = BoardBatch(count, seed=1)

    def play(steps: int) -> int:
        rounds = -(-steps // count)
        for _round in range(rounds):
            boards.step(boards.random_moves())
        return rounds * count

    return play


def agents(env: Any) -> Play:
    """Any environment of PettingZoo's AEC kind with a mask in its observations."""
    draw = np.random.default_rng(1)

    def play(steps: int) -> int:
        played = 0
        while played < steps:
            env.reset()
            for _agent in env.agent_iter():
                seen, _reward, ended, cut, _info = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                env.step(int(draw.choice(np.flatnonzero(seen["action_mask"]))))
                played += 1
        return played

    return play


def ours_for_pettingzoo() -> Play:
    from plyground.environments import PettingZooEnv

    return agents(PettingZooEnv())


def ours_for_gymnasium() -> Play:
    from plyground.environments import GymnasiumEnv

    env, draw = GymnasiumEnv("random"), np.random.default_rng(1)

    def play(steps: int) -> int:
        played = 0
        while played < steps:
            _seen, info = env.reset(seed=played)
            over = False
            while not over:
                _seen, _reward, over, _cut, info = env.step(int(draw.choice(np.flatnonzero(info["action_mask"]))))
            played += len(env.game.moves)
        return played

    return play


def theirs_of_pettingzoo() -> Play:
    from pettingzoo.classic import connect_four_v3

    return agents(connect_four_v3.env())


def theirs_of_openspiel() -> Play:
    import pyspiel

    game, draw = pyspiel.load_game("connect_four"), np.random.default_rng(1)

    def play(steps: int) -> int:
        played = 0
        while played < steps:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.observation_tensor()
                state.apply_action(int(draw.choice(state.legal_actions())))
                played += 1
        return played

    return play


def theirs_of_pgx(count: int) -> Play:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = auto_reset(env.step, env.init)
    keys = jax.random.split(jax.random.PRNGKey(1), count)
    states = jax.jit(jax.vmap(env.init))(keys)

    def moved(states: Any, key: Any) -> Any:
        masks = jnp.log(states.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(key, masks, axis=1)
        return jax.vmap(step)(states, actions, jax.random.split(key, count))

    move = jax.jit(moved)
    holder = [states, jax.random.PRNGKey(2)]

    def play(steps: int) -> int:
        rounds = -(-steps // count)
        for _round in range(rounds):
            holder[1], key = jax.random.split(holder[1])
            holder[0] = move(holder[0], key)
        jax.block_until_ready(holder[0])
        return rounds * count

    return play


SUBJECTS: dict[str, tuple[Callable[[], Play], int]] = {
    "BoardBatch, 1 board": (lambda: batch(1), 20_000),
    "BoardBatch, 64 boards": (lambda: batch(64), 1_000_000),
    "BoardBatch, 1,024 boards": (lambda: batch(1024), 4_000_000),
    "BoardBatch, 8,192 boards": (lambda: batch(8192), 4_000_000),
    "PettingZooEnv": (ours_for_pettingzoo, 2_000),
    "GymnasiumEnv against random": (ours_for_gymnasium, 2_000),
    "PettingZoo connect_four_v3": (theirs_of_pettingzoo, 2_000),
    "OpenSpiel connect_four": (theirs_of_openspiel, 10_000),
    "pgx connect_four, 1,024 boards": (lambda: theirs_of_pgx(1024), 200_000),
    "pgx connect_four, 8,192 boards": (lambda: theirs_of_pgx(8192), 400_000),
}
"""How each is made, and the steps of a round."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    ready: dict[str, tuple[Play, int]] = {}
    for name, (make, steps) in SUBJECTS.items():
        try:
            play = make()
            play(1)  # what has to be compiled or loaded
        except ImportError as error:
            print(f"{name}: left out, {error}")
        else:
            ready[name] = (play, steps)
    best: dict[str, tuple[float, float]] = {}
    for _round in range(rounds):
        for name, (play, steps) in ready.items():
            cpu, clock = time.process_time(), time.perf_counter()
            played = play(steps)
            rates = played / (time.process_time() - cpu), played / (time.perf_counter() - clock)
            best[name] = max(best.get(name, rates), rates)
    rows = [[name, f"{cpu:,.0f}", f"{clock:,.0f}"] for name, (cpu, clock) in best.items()]
    print(text_table(["7x6, random play", "steps a second of CPU", "by the clock"], rows, right=(1, 2)))


if __name__ == "__main__":
    main()
