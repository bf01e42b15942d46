"""Makes the teacher: `python -m tools.value.teach teacher.npz --minutes 20`, with `--game no-gravity` for Gomoku.

It is written after every round that went well, and goes on with a file that is there. Where learning goes astray, the
file is taken up again, and the steps are half as long from then on.
"""

from __future__ import annotations

import argparse
import functools
import math
import sys
import time
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tools.value import descent, gravity, no_gravity
from tools.value.search import search
from tools.value.teacher import read, save

GAMES = {"gravity": gravity, "no-gravity": no_gravity}
MOST_RANDOM_PLIES = {gravity: 30, no_gravity: 16}
LATER = 0.95
"""How much of a position's target is what came later, and not what the search said one move on."""
AS_GOOD, ASTRAY = 1.05, 1.25
"""How much larger than ever before the policy's error may be if the teacher is written, and if learning goes on."""
RATE, RATE_TO_GO_ON = 1e-3, 1e-4
"""How long the steps are at first. At 8e-4 a teacher that had learnt was lost in the first round."""
RESULT = 0.8
"""The share of the game's result in the target of the value; the rest is what the search said."""


@functools.partial(jax.jit, static_argnames=("game", "plies", "simulations", "considered"))
def play_on(
    game: Any, teacher: Any, board: Any, key: Any, plies: int, simulations: int, considered: int
) -> tuple[Any, Any, Any]:
    """So many plies of every game, with a new game where one ends. Returns the boards, what there is to learn from all
    positions, and how many games ended."""
    count = board.shape[0]

    def move(board: Any, key: Any) -> tuple[Any, Any]:
        for_search, for_boards = jax.random.split(key)
        found = search(game, teacher, board, for_search, simulations, considered)
        after = game.play(board, found.move)
        sight = game.see(after)
        seen = {"board": board, "policy": found.policy, "value": found.value}
        seen |= {"ended": sight.decided, "result": -sight.value}
        new = game.random_boards(for_boards, count, MOST_RANDOM_PLIES[game])
        return jnp.where(sight.decided[:, None, None], new, after), seen

    board, seen = jax.lax.scan(move, board, jax.random.split(key, plies))

    def back(later: Any, position: Any) -> tuple[Any, Any]:
        outcome = jnp.where(position["ended"], position["result"], -later)
        return LATER * outcome + (1 - LATER) * position["value"], outcome

    _, outcome = jax.lax.scan(back, -seen["value"][-1], seen, reverse=True)
    lessons = {
        "board": seen["board"],
        "policy": seen["policy"].astype(jnp.float16),
        "value": (RESULT * outcome + (1 - RESULT) * seen["value"]).astype(jnp.float16),
    }
    return board, {name: part.reshape(-1, *part.shape[2:]) for name, part in lessons.items()}, seen["ended"].sum()


def loss(teacher: Any, game: Any, lessons: Any) -> tuple[Any, Any]:
    logits, value = game.judge(teacher, lessons["board"], game.see(lessons["board"]))
    policy = lessons["policy"].astype(jnp.float32)
    of_value = jnp.square(value - lessons["value"]).mean()
    of_policy = -(policy * jax.nn.log_softmax(logits, -1)).sum(-1).mean()
    foretold = (jnp.argmax(logits, -1) == jnp.argmax(policy, -1)).mean()
    return of_value + of_policy, jnp.stack([of_value, of_policy, foretold])


@functools.partial(jax.jit, static_argnames=("game", "steps", "batch"), donate_argnums=(1, 2))
def learn(
    game: Any, teacher: Any, state: Any, lessons: Any, known: Any, key: Any, rate: Any, steps: int, batch: int
) -> Any:
    """So many steps on lessons that are drawn from the first `known`, each mirrored or not."""

    def step(carry: Any, key: Any) -> Any:
        which, flip = jax.random.split(key)
        chosen = jax.random.randint(which, (batch,), 0, known)
        part = game.mirrored({name: values[chosen] for name, values in lessons.items()}, flip)
        slope, info = jax.grad(loss, has_aux=True)(carry[0], game, part)
        return descent.descend(carry[0], slope, carry[1], rate, decay=1e-5), info

    (teacher, state), infos = jax.lax.scan(step, (teacher, state), jax.random.split(key, steps))
    return teacher, state, infos.mean(0)


@functools.partial(jax.jit, donate_argnums=0)
def put(all_lessons: Any, lessons: Any, at: Any) -> Any:
    return {name: jax.lax.dynamic_update_slice_in_dim(all_lessons[name], lessons[name], at, 0) for name in all_lessons}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", choices=GAMES, default="gravity")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--games", type=int, default=4096, help="at once")
    parser.add_argument("--plies", type=int, default=48, help="of every game in a round")
    parser.add_argument("--simulations", type=int, default=32, help="a move")
    parser.add_argument("--considered", type=int, default=8, help="moves at the root")
    parser.add_argument("--rounds-kept", type=int, default=24, help="whose lessons are learnt from")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, help=f"{RATE:g}, or {RATE_TO_GO_ON:g} to go on with a file")
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()

    began = time.monotonic()
    game = GAMES[given.game]
    keys = (jax.random.fold_in(jax.random.key(given.seed), n) for n in range(10**9))
    is_new = not given.file.exists()
    first_rate = given.rate or (RATE if is_new else RATE_TO_GO_ON)
    teacher = game.new_teacher(next(keys), given.channels, given.blocks)
    teacher = teacher if is_new else read(given.file, teacher)
    state = descent.start(teacher)
    size = given.games * given.plies
    most = size * given.rounds_kept
    lessons = {
        "board": jnp.zeros((most, game.SIDE, game.SIDE), jnp.int8),
        "policy": jnp.zeros((most, game.MOVES), jnp.float16),
        "value": jnp.zeros(most, jnp.float16),
    }
    board = game.random_boards(next(keys), given.games, MOST_RANDOM_PLIES[game])
    number = 0
    lowest = math.inf
    pace = 1.0
    while (share := (time.monotonic() - began) / (60 * given.minutes)) < 1:
        # The first rounds of a network that knows nothing are short.
        simulations = given.simulations // 4 if is_new and number < 4 else given.simulations
        board, new, ended = play_on(game, teacher, board, next(keys), given.plies, simulations, given.considered)
        lessons = put(lessons, new, number % given.rounds_kept * size)
        number += 1
        known = min(number * size, most)
        rate = pace * first_rate * (1 if share < 0.5 else 0.4 if share < 0.75 else 0.15)
        steps = 2 * size // given.batch
        teacher, state, info = learn(game, teacher, state, lessons, known, next(keys), rate, steps, given.batch)
        of_value, of_policy, foretold = np.asarray(info)
        print(
            f"{time.monotonic() - began:6.0f} s, round {number}: {ended:,} games ended; error of the value"
            f" {of_value:.4f}, of the policy {of_policy:.4f}, favourite foretold {foretold:.1%}",
            flush=True,
        )
        if of_policy < AS_GOOD * lowest:
            lowest = min(lowest, float(of_policy))
            save(teacher, given.file)
        elif not of_policy < ASTRAY * lowest:
            print("astray: back to the file", flush=True)
            teacher, pace = read(given.file, teacher), pace / 2
            state = descent.start(teacher)
    return 0


if __name__ == "__main__":
    sys.exit(main())
