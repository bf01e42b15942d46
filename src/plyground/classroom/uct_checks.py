"""The checks of the assignment `uct`: `ucb1(total, visits, parent_visits, c)`, `backup(visits, totals, result)` and
`uct(board, playouts, seed)`."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyground.board import SplitMix
from plyground.classroom.criteria import Examiner
from plyground.classroom.minimax_steps import is_close, number_of
from plyground.classroom.questions import Choice, choices
from plyground.classroom.remark import Remark, remark
from plyground.classroom.submission import Argument, call_text, shown
from plyground.errors import N_

__all__ = ["check_uct", "draw_uct"]

PLAYOUTS = 300


@dataclass(frozen=True, slots=True)
class Child:
    """The numbers of a UCB1 bound."""

    total: float
    visits: int
    parent_visits: int
    c: float


@dataclass(frozen=True, slots=True)
class Path:
    """The visits and totals from the root to the last node, and the result for the side that moved into that one."""

    visits: tuple[int, ...]
    totals: tuple[int, ...]
    result: int

    @property
    def right(self) -> tuple[list[int], list[int]]:
        last = len(self.visits) - 1
        return (
            [visits + 1 for visits in self.visits],
            [total + self.result * (-1) ** (last - place) for place, total in enumerate(self.totals)],
        )


Drawn = tuple[list[Child], list[Path], list[Choice]]


def draw_uct(seed: int, count: int) -> Drawn:
    random = SplitMix(seed)
    children = []
    for _ in range(count):
        visits = 2 + random.below(20)
        parent = visits + 2 + random.below(60)
        children.append(Child(random.below(2 * visits + 1) - visits, visits, parent, (0.5, 0.7, 1.4)[random.below(3)]))
    paths = []
    for place in range(count):
        visits_down = [40 + random.below(20)]
        while len(visits_down) < 2 + place % 3 + 1:
            visits_down.append(1 + random.below(visits_down[-1] - 1))
        totals = tuple(random.below(2 * visits + 1) - visits for visits in visits_down)
        paths.append(Path(tuple(visits_down), totals, (1, -1, 0)[place % 3]))
    return children, paths, choices(random, count, PLAYOUTS)


def check_uct(examiner: Examiner, drawn: Drawn) -> None:
    children, paths, positions = drawn
    for child in children:
        _bound(examiner, child)
    for path in paths:
        _backup(examiner, path)
    for seed, choice in enumerate(positions):
        _search(examiner, choice, seed)


def _bound(examiner: Examiner, child: Child) -> None:
    arguments: list[Argument] = [child.total, child.visits, child.parent_visits, child.c]
    answer = examiner.ask("ucb1", arguments, ["ucb1"], 0)
    if answer is None:
        return
    mean = child.total / child.visits
    spread = math.sqrt(2 * math.log(child.parent_visits) / child.visits)
    right = mean + child.c * spread
    given = number_of(answer.value)
    told = remark(
        N_("{call} should return {right}; you returned {given}"),
        call=call_text("ucb1", arguments),
        right=shown(right),
        given=shown(answer.value),
    )
    slips = {
        N_("The spread is added to the mean, not taken away"): mean - child.c * spread,
        N_("The mean is total / visits"): child.total + child.c * spread,
        N_("The square root is missing"): mean + child.c * spread**2,
        N_("The 2 under the root is missing"): mean + child.c * spread / math.sqrt(2),
        N_("c is missing"): mean + spread,
        N_("The logarithm is that of the parent's visits"): mean
        + child.c * math.sqrt(2 * math.log(child.visits) / child.visits),
        N_("The logarithm is the natural one, math.log"): mean + child.c * spread / math.sqrt(math.log(10)),
    }
    hint = next((slip for slip, value in slips.items() if is_close(given, value)), None)
    if hint is not None:
        told = remark(N_("{told}. {hint}"), told=told, hint=Remark(hint, {}))
    examiner.note("ucb1", is_close(given, right), told)


def _backup(examiner: Examiner, path: Path) -> None:
    arguments: list[Argument] = [list(path.visits), list(path.totals), path.result]
    answer = examiner.ask("backup", arguments, ["backup"], 0)
    if answer is None:
        return
    visits, totals = path.right
    right = isinstance(answer.value, list) and [_rounded(part) for part in answer.value] == [visits, totals]
    told = remark(
        N_("{call} should return {right}; you returned {given}"),
        call=call_text("backup", arguments),
        right=shown([visits, totals]),
        given=shown(answer.value),
    )
    same_sign = [total + path.result for total in path.totals]
    if isinstance(answer.value, list) and [_rounded(part) for part in answer.value] == [visits, same_sign]:
        hint = remark(N_("What is good for one side is bad for the other: the sign changes with every step up"))
        told = remark(N_("{told}. {hint}"), told=told, hint=hint)
    examiner.note("backup", right, told)


def _rounded(part: object) -> object:
    return [round(one, 6) if isinstance(one, float) else one for one in part] if isinstance(part, list) else part


def _search(examiner: Examiner, choice: Choice, seed: int) -> None:
    board = choice.board
    arguments: list[Argument] = [board, PLAYOUTS, seed]
    call = call_text("uct", arguments)
    # A playout makes every free cell a move at most, whether it starts in the tree or at the root.
    most = (PLAYOUTS + len(board.legal_moves)) * (board.free.bit_count() + 1)
    answer = examiner.ask("uct", arguments, ["visits", "choice", "nodes"], most + 500)
    if answer is None:
        return
    examiner.note_positions("uct", arguments, board, answer, most)
    pairs = answer.value.get("pairs") if isinstance(answer.value, dict) else None
    visits = {
        pair[0]: pair[1]
        for pair in (pairs if isinstance(pairs, list) else [])
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, int) for part in pair)
    }
    if not visits or not set(visits) <= set(board.legal_moves):
        told = remark(
            N_("{call} should return a dictionary from moves to visits; you returned {given}"),
            call=call,
            given=shown(answer.value),
        )
        for name in ("visits", "choice"):
            examiner.note(name, False, told)
        return
    total = sum(visits.values())
    told = remark(
        N_("{call}: the visits of the moves add up to {total}; there were {playouts} playouts"),
        call=call,
        total=total,
        playouts=PLAYOUTS,
    )
    # Where the root itself is counted as the first playout, one visit is at no move.
    examiner.note("visits", total in (PLAYOUTS - 1, PLAYOUTS), told)
    chosen = max(visits, key=lambda move: visits[move])
    told = remark(
        N_("{call}: move {move} wins at once, but {chosen} was visited most: {visits}")
        if choice.wins
        else N_("{call}: every move but {move} loses at once, but {chosen} was visited most: {visits}"),
        call=call,
        move=choice.move,
        chosen=chosen,
        visits=shown(answer.value),
    )
    examiner.note("choice", chosen == choice.move, told)
