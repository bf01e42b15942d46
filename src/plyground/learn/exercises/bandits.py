"""UCB1 by hand, at a moment of a UCT search."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plyground.board import Select
from plyground.grid import GridBoard
from plyground.learn.exercises.answers import Choice, Number
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.grids import board_figure, draw_board
from plyground.learn.exercises.marking import Exercise, Slip, Wrong
from plyground.learn.exercises.runs import Run
from plyground.search import EXPLORATION
from plyground.texts import _, number, say

__all__ = ["Arm", "Moment", "UCBBound", "UCBChoice", "draw_moment"]


@dataclass(frozen=True)
class Arm:
    """A move at a choice: how often it was tried, and the sum of its results."""

    move: str
    visits: int
    total: float

    @property
    def mean(self) -> float:
        return self.total / self.visits

    def bonus(self, all_visits: int, c: float = EXPLORATION) -> float:
        return c * math.sqrt(2 * math.log(all_visits) / self.visits)

    def bound(self, all_visits: int) -> float:
        return self.mean + self.bonus(all_visits)


@dataclass(frozen=True)
class Moment:
    """UCT is about to choose among the moves of the root."""

    board: GridBoard
    run: Run
    event: int
    """The index of the event that tells the choice."""
    arms: tuple[Arm, ...]
    chosen: str

    @property
    def visits(self) -> int:
        """Of the position itself: the N of the formula."""
        return sum(arm.visits for arm in self.arms)

    @property
    def table(self) -> dict[str, Any]:
        head = [_("move"), _("visits n"), _("sum of results")]
        return {"type": "table", "head": head, "rows": [[arm.move, arm.visits, int(arm.total)] for arm in self.arms]}

    @property
    def figure(self) -> dict[str, Any]:
        return {"type": "several", "figures": [board_figure(self.board), self.table]}

    def query(self) -> dict[str, Any]:
        return self.run.query(self.event + 1)


def draw_moment(draw: Draw, difficulty: int) -> Moment | None:
    """A choice on a tic-tac-toe board with as many free cells as the difficulty asks for, between 3 and 5."""
    moves = 2 + difficulty
    board = draw_board(draw, "tictactoe", 9 - moves)
    if board is None or board.wins_in_one(board.turn):
        return None
    run = Run("uct", board, playouts=draw.between(3 * moves, 6 * moves), seed=draw.below(1000))
    choices = [i for i, event in enumerate(run.events) if isinstance(event, Select) and event.parent == 0]
    if not choices:
        return None
    index = choices[-1]
    before = run.tree_after(index).root
    assert before is not None
    arms = tuple(Arm(child.name, child.visits, child.total) for child in before.children)
    chosen = run.events[index]
    assert isinstance(chosen, Select)
    return Moment(board, run, index, arms, board.move_name(chosen.move))


class UCBChoice(Exercise[str]):
    """The move that UCB1 chooses."""

    kind = "ucb-choice"

    moment: Moment

    def _generate(self, draw: Draw) -> bool:
        moment = draw_moment(draw, self.difficulty)
        if moment is None:
            return False
        self.moment, self.right = moment, moment.chosen
        bounds = sorted((arm.bound(moment.visits) for arm in moment.arms), reverse=True)
        best = max(moment.arms, key=lambda arm: arm.mean)
        # Bounds that are close together would make it an exercise in rounding. Mostly the bonus decides.
        return bounds[0] - bounds[1] > 0.05 and (best.move != self.right or draw.below(4) == 0)

    @property
    def form(self) -> Choice:
        return Choice(tuple(arm.move for arm in self.moment.arms))

    @property
    def question(self) -> str:
        return say(
            "After N = {visits} playouts UCB1 chooses among these moves again. {side} is to move; a win of {side} "
            "counts +1, a draw 0, a loss -1. Which move has the highest bound, mean + c · √(2 · (ln N) / n), "
            "with c = {c}?",
            visits=self.moment.visits,
            side=self._side,
            c=EXPLORATION,
        )

    @property
    def _side(self) -> str:
        return self._side_names(self.moment.board.rules)[self.moment.board.turn]

    @property
    def figure(self) -> dict[str, Any]:
        return self.moment.figure

    @property
    def hint(self) -> str:
        return say(
            "The mean is the sum of results divided by the visits n. The bonus is larger the fewer visits a move has."
        )

    @property
    def reason(self) -> str:
        return say(
            "{move} has the highest bound: {bounds}.",
            move=self.right,
            bounds=_("; ").join(map(self._sum, self.moment.arms)),
        )

    def _sum(self, arm: Arm) -> str:
        visits = self.moment.visits
        return f"{arm.move}: {arm.mean:.2f} + {arm.bonus(visits):.2f} = {arm.bound(visits):.2f}"

    def _steps(self, given: str) -> dict[str, Any]:
        return self.moment.query()

    def _slip(self, given: str) -> tuple[Slip, str]:
        arms, visits = self.moment.arms, self.moment.visits
        arm = next(arm for arm in arms if arm.move == given)
        numbers = self._sum(arm)
        if arm.mean == max(arm.mean for arm in arms):
            return "other", say(
                "{move} has the best mean, but UCB1 adds a bonus for few visits ({sum}), and another bound is higher.",
                move=given,
                sum=numbers,
            )
        if max(arms, key=lambda arm: arm.bonus(visits) - arm.mean) is arm:
            return "side", say(
                "{move} would be the choice of the other side: the sums are results for {side}, so a high mean is good "
                "({sum}).",
                move=given,
                side=self._side,
                sum=numbers,
            )
        if arm.visits == min(arm.visits for arm in arms):
            return "other", say(
                "{move} has the fewest visits, but its mean is low ({sum}), and another bound is higher.",
                move=given,
                sum=numbers,
            )
        return "other", say("The bound of {move} is not the highest ({sum}).", move=given, sum=numbers)


class UCBBound(Exercise[float]):
    """The upper confidence bound of one move."""

    kind = "ucb-bound"
    form = Number(decimals=2)

    moment: Moment
    arm: Arm

    def _generate(self, draw: Draw) -> bool:
        moment = draw_moment(draw, self.difficulty)
        if moment is None:
            return False
        # The one move whose bound the search tells.
        self.moment = moment
        self.arm = next(arm for arm in moment.arms if arm.move == moment.chosen)
        chosen = moment.run.events[moment.event]
        assert isinstance(chosen, Select)
        self.right = chosen.score
        return self.arm.mean != 0

    @property
    def question(self) -> str:
        return say(
            "After N = {visits} playouts UCB1 chooses among these moves again. {side} is to move; a win of {side} "
            "counts +1, a draw 0, a loss -1. What is the bound of {move}, mean + c · √(2 · (ln N) / n), with c = {c}, "
            "to two decimals?",
            visits=self.moment.visits,
            side=self._side_names(self.moment.board.rules)[self.moment.board.turn],
            move=self.arm.move,
            c=EXPLORATION,
        )

    @property
    def figure(self) -> dict[str, Any]:
        return self.moment.figure

    @property
    def hint(self) -> str:
        return say(
            "n is the visits of {move}, N those of all moves together, and ln N = {log}.",
            move=self.arm.move,
            log=f"{math.log(self.moment.visits):.2f}",
        )

    @property
    def reason(self) -> str:
        return say(
            "{total} / {n} + {c} · √(2 · {log} / {n}) = {mean} + {bonus} = {bound}.",
            total=number(self.arm.total),
            n=self.arm.visits,
            c=EXPLORATION,
            log=f"{math.log(self.moment.visits):.2f}",
            mean=f"{self.arm.mean:.2f}",
            bonus=f"{self.arm.bonus(self.moment.visits):.2f}",
            bound=f"{self.right:.2f}",
        )

    def _steps(self, given: float) -> dict[str, Any]:
        return self.moment.query()

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        arm, visits = self.arm, self.moment.visits
        mean, bonus = arm.mean, arm.bonus(visits)
        yield Wrong(mean, "other", say("{value} is the mean alone; the bonus is added to it.", value=f"{mean:.2f}"))
        yield Wrong(bonus, "other", say("{value} is the bonus alone; it is added to the mean.", value=f"{bonus:.2f}"))
        yield Wrong(
            bonus - mean,
            "side",
            say(
                "{value} takes the results for the other side: the sum is one for {side}.",
                value=f"{bonus - mean:.2f}",
                side=self._side_names(self.moment.board.rules)[self.moment.board.turn],
            ),
        )
        yield Wrong(
            mean - bonus,
            "sign",
            say("{value} takes the bonus away; an upper bound adds it.", value=f"{mean - bonus:.2f}"),
        )
        for wrong, text in (
            (mean + bonus / math.sqrt(2), say("That leaves out the 2 under the root.")),
            (mean + bonus / EXPLORATION, say("That leaves out c.")),
            (arm.total + bonus, say("That adds the sum of results; divide it by n first.")),
            (
                mean + EXPLORATION * math.sqrt(2 * math.log10(visits) / arm.visits),
                say("That takes the logarithm to base 10; ln is the natural one."),
            ),
        ):
            yield Wrong(wrong, "other", text)
        for near in (arm.visits - 1, arm.visits + 1):
            if near:
                wrong = mean + EXPLORATION * math.sqrt(2 * math.log(visits) / near)
                yield Wrong(
                    wrong,
                    "off-by-one",
                    say("That is off by one in n: for {move}, n is {n}.", move=arm.move, n=arm.visits),
                )
