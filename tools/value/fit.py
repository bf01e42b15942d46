"""Fits the champion's network to the teacher: `python -m tools.value.fit teacher.pkl value.npz --minutes 10`.

The teacher plays, by its policy and every fourth move at random, since a search sees such positions, too. What it says
of each position is what the network learns. The errors are those on positions that are held back.
"""

from __future__ import annotations

import argparse
import functools
import pickle
import sys
import time
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tools.value import descent
from tools.value.boards import drawn_column, play, random_boards, see
from tools.value.network import evaluate, new_network, write
from tools.value.teacher import judge

MOST_RANDOM_PLIES = 12
HELD_BACK = 16384
ROUNDS_KEPT = 4
USES = 1.5
"""How often a position is learnt from, on average."""


@functools.partial(jax.jit, static_argnames="plies")
def wander(teacher: Any, board: Any, key: Any, plies: int) -> tuple[Any, Any]:
    count = board.shape[0]

    def move(board: Any, key: Any) -> tuple[Any, Any]:
        for_column, for_chance, for_boards = jax.random.split(key, 3)
        sight = see(board)
        logits, value = judge(teacher, board, sight)
        at_random = jax.random.bernoulli(for_chance, 0.25, (count, 1))
        after = play(board, drawn_column(for_column, jnp.where(at_random, 0.0, logits / 1.5), sight.moves))
        new = random_boards(for_boards, count, MOST_RANDOM_PLIES)
        lesson = {"board": board, "logits": logits.astype(jnp.bfloat16), "value": value.astype(jnp.bfloat16)}
        return jnp.where(see(after).decided[:, None, None], new, after), lesson

    board, lessons = jax.lax.scan(move, board, jax.random.split(key, plies))
    return board, {name: part.reshape(-1, *part.shape[2:]) for name, part in lessons.items()}


def loss(network: Any, lessons: Any) -> tuple[Any, Any]:
    logits, value = evaluate(network, see(lessons["board"]))
    policy = jax.nn.softmax(lessons["logits"].astype(jnp.float32), -1)
    of_value = jnp.square(value - lessons["value"].astype(jnp.float32)).mean()
    of_policy = -(policy * jax.nn.log_softmax(logits, -1)).sum(-1).mean()
    foretold = (jnp.argmax(logits, -1) == jnp.argmax(policy, -1)).mean()
    return 2 * of_value + 0.5 * of_policy, jnp.stack([of_value, of_policy, foretold])


@functools.partial(jax.jit, static_argnames=("steps", "batch"), donate_argnums=(0, 1))
def learn(network: Any, state: Any, lessons: Any, key: Any, rate: Any, steps: int, batch: int) -> Any:
    def step(carry: Any, key: Any) -> Any:
        chosen = jax.random.randint(key, (batch,), 0, len(lessons["value"]))
        slope, _ = jax.grad(loss, has_aux=True)(carry[0], {name: part[chosen] for name, part in lessons.items()})
        return descent.descend(carry[0], slope, carry[1], rate), None

    return jax.lax.scan(step, (network, state), jax.random.split(key, steps))[0]


errors_of = jax.jit(lambda network, lessons: loss(network, lessons)[1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("teacher", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--games", type=int, default=8192, help="at once")
    parser.add_argument("--plies", type=int, default=32, help="of every game in a round")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()

    began = time.monotonic()
    keys = (jax.random.fold_in(jax.random.key(given.seed), n) for n in range(10**9))
    teacher = jax.tree.map(jnp.asarray, pickle.loads(given.teacher.read_bytes()))
    network = new_network(next(keys), given.channels)
    state = descent.start(network)
    board = random_boards(next(keys), given.games, 30)
    board, held_back = wander(teacher, board, next(keys), given.plies)
    held_back = {name: part[-HELD_BACK:] for name, part in held_back.items()}
    rounds: list[Any] = []
    number = 0
    steps = int(USES * given.games * given.plies / given.batch)
    while (share := (time.monotonic() - began) / (60 * given.minutes)) < 1:
        board, new = wander(teacher, board, next(keys), given.plies)
        rounds = [*rounds, new][-ROUNDS_KEPT:]
        lessons = {name: jnp.concatenate([(rounds * ROUNDS_KEPT)[k][name] for k in range(ROUNDS_KEPT)]) for name in new}
        rate = given.rate * (1 - share) ** 1.2 + 1e-5
        network, state = learn(network, state, lessons, next(keys), rate, steps, given.batch)
        if number % 10 == 0:
            report(began, number, network, held_back)
            write(network, given.file)
        number += 1
    report(began, number, network, held_back)
    write(network, given.file)
    return 0


def report(began: float, number: int, network: Any, held_back: Any) -> None:
    of_value, of_policy, foretold = np.asarray(errors_of(network, held_back))
    print(
        f"{time.monotonic() - began:6.0f} s, round {number}: error of the value {of_value:.4f}, of the policy"
        f" {of_policy:.4f}, favourite foretold {foretold:.1%}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
