"""Fits a network to its teacher: `python -m tools.value.fit teacher.npz value.npz --minutes 10`.

The teacher plays, by its policy and every fourth move at random, since a search sees such positions, too. What it says
of each position is what the network learns. The errors are those on positions that are held back.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tools.value import descent, gravity, lines_network, network, no_gravity
from tools.value.teacher import read

GAMES = {"gravity": (gravity, network), "no-gravity": (no_gravity, lines_network)}
HELD_BACK = 16384


@functools.partial(jax.jit, static_argnames=("game", "plies"))
def wander(game: Any, teacher: Any, board: Any, key: Any, plies: int) -> tuple[Any, Any]:
    count = board.shape[0]

    def move(board: Any, key: Any) -> tuple[Any, Any]:
        for_move, for_chance, for_boards = jax.random.split(key, 3)
        sight = game.see(board)
        logits, value = game.judge(teacher, board, sight)
        at_random = jax.random.bernoulli(for_chance, 0.25, (count, 1))
        drawn = game.drawn_move(for_move, jnp.where(at_random, game.SENSE * logits, logits / 1.5), sight.moves)
        after = game.play(board, drawn)
        new = game.random_boards(for_boards, count, game.MOST_RANDOM_PLIES)
        lesson = {"board": board, "logits": logits.astype(jnp.bfloat16), "value": value.astype(jnp.bfloat16)}
        return jnp.where(game.see(after).decided[:, None, None], new, after), lesson

    board, lessons = jax.lax.scan(move, board, jax.random.split(key, plies))
    return board, {name: part.reshape(-1, *part.shape[2:]) for name, part in lessons.items()}


@functools.partial(jax.jit, static_argnames=("student", "steps", "batch"), donate_argnums=(1, 2))
def learn(student: Any, weights: Any, state: Any, lessons: Any, key: Any, rate: Any, steps: int, batch: int) -> Any:
    def step(carry: Any, key: Any) -> Any:
        chosen = jax.random.randint(key, (batch,), 0, len(lessons["value"]))
        part = {name: values[chosen] for name, values in lessons.items()}
        slope, _ = jax.grad(student.loss, has_aux=True)(carry[0], part)
        return descent.descend(carry[0], slope, carry[1], rate), None

    return jax.lax.scan(step, (weights, state), jax.random.split(key, steps))[0]


errors_of = jax.jit(lambda student, weights, lessons: student.loss(weights, lessons)[1], static_argnums=0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("teacher", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", choices=GAMES, default="gravity")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--teacher-channels", type=int, default=64)
    parser.add_argument("--teacher-blocks", type=int, default=6)
    parser.add_argument("--games", type=int, default=8192, help="at once")
    parser.add_argument("--plies", type=int, default=32, help="of every game in a round")
    parser.add_argument("--rounds-kept", type=int, default=4, help="whose positions are learnt from")
    parser.add_argument("--uses", type=float, default=1.5, help="of a position in each round's learning, on average")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()

    began = time.monotonic()
    game, student = GAMES[given.game]
    keys = (jax.random.fold_in(jax.random.key(given.seed), n) for n in range(10**9))
    teacher = read(given.teacher, game.new_teacher(next(keys), given.teacher_channels, given.teacher_blocks))
    weights = student.new_network(next(keys))
    state = descent.start(weights)
    board = game.random_boards(next(keys), given.games, 30)
    board, held_back = wander(game, teacher, board, next(keys), given.plies)
    held_back = {name: part[-HELD_BACK:] for name, part in held_back.items()}
    rounds: list[Any] = []
    number = 0
    steps = int(given.uses * given.games * given.plies / given.batch)
    while (share := (time.monotonic() - began) / (60 * given.minutes)) < 1:
        board, new = wander(game, teacher, board, next(keys), given.plies)
        rounds = [*rounds, new][-given.rounds_kept :]
        # Always as many, so that nothing is compiled again.
        filled = (rounds * given.rounds_kept)[: given.rounds_kept]
        lessons = {name: jnp.concatenate([each[name] for each in filled]) for name in new}
        rate = given.rate * (1 - share) ** 1.2 + 1e-5
        weights, state = learn(student, weights, state, lessons, next(keys), rate, steps, given.batch)
        if number % 10 == 0:
            report(began, number, student, weights, held_back)
            student.write(weights, given.file)
        number += 1
    report(began, number, student, weights, held_back)
    student.write(weights, given.file)
    return 0


def report(began: float, number: int, student: Any, weights: Any, held_back: Any) -> None:
    errors = np.asarray(errors_of(student, weights, held_back))
    words = ", ".join(f"{name} {error:.4f}" for name, error in zip(student.ERRORS, errors, strict=True))
    print(f"{time.monotonic() - began:6.0f} s, round {number}: {words}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
