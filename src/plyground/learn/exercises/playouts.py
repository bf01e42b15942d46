"""Random games: what they write into the tree, what they average to, and when they mislead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.board import Backup, Move, Playout, Side
from plyground.grid import GridBoard, cell_text
from plyground.learn.captions import moved_into
from plyground.learn.exercises.answers import MoveChoice, Number
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.grids import board_figure, draw_board, exact_values, move_words
from plyground.learn.exercises.marking import BoardExercise, Slip, Wrong
from plyground.learn.exercises.runs import Run
from plyground.learn.tree import Node
from plyground.texts import N_, _, number, say

__all__ = ["BackedUpSum", "MonteCarloTrap", "PlayoutMean"]

_REWARDS = (2, 0, -1)
"""What flat Monte Carlo counts for a win, a draw and a loss."""


class BackedUpSum(BoardExercise[float]):
    """What the backup of UCT writes."""

    kind = "backup"
    form = Number()

    path: list[Node]
    asked: int

    def _generate(self, draw: Draw) -> bool:
        board = draw_board(draw, "tictactoe", draw.between(2, 4))
        if board is None or board.wins_in_one(board.turn):
            return False
        self.board = board
        self._run = Run("uct", board, playouts=draw.between(25, 60), seed=draw.below(1000))
        nodes, events = self._run.tree.nodes, self._run.events
        # The root is left out: nobody moved into it. An even result would leave the sums as they are.
        found = [
            index
            for index, event in enumerate(events)
            if isinstance(event, Playout) and event.value and len(nodes[event.node].path) - 1 == self.difficulty + 1
        ]
        if not found:
            return False
        self._playout = found[-1]
        playout = events[self._playout]
        assert isinstance(playout, Playout)
        self.path = nodes[playout.node].path[1:]
        before = self._run.tree_after(self._playout).nodes
        self._before = [(before[node.number].visits, before[node.number].total) for node in self.path]
        mover = moved_into(self.path[-1])
        self.winner = mover if playout.value > 0 else mover.opposite
        self.asked = draw.below(len(self.path))
        self.right = self._backup[1].total
        return True

    @property
    def _backup(self) -> tuple[int, Backup]:
        """The backup of the node that is asked about, and its index."""
        for index, event in enumerate(self._run.events[self._playout :], self._playout):
            if isinstance(event, Backup) and event.node == self.path[self.asked].number:
                return index, event
        raise AssertionError

    def _label(self, place: int) -> str:
        return " ".join(node.name for node in self.path[: place + 1])

    @property
    def question(self) -> str:
        return say(
            "UCT went down this path and played a random game from its end: {winner} won. A node's sum counts +1 for "
            "every win and -1 for every loss of the side that moved into it. What is the sum of {node} after the "
            "backup?",
            winner=self._called[self.winner],
            node=self._label(self.asked),
        )

    @property
    def figure(self) -> dict[str, Any]:
        names = self._called
        rows = [
            [self._label(place), names[moved_into(node)], self._before[place][0], int(self._before[place][1])]
            for place, node in enumerate(self.path)
        ]
        head = [_("node, by its moves"), _("moved into it"), _("visits before"), _("sum before")]
        return {"type": "several", "figures": [board_figure(self.board), {"type": "table", "head": head, "rows": rows}]}

    @property
    def hint(self) -> str:
        return say("Who moved into the node? For that side the random game was a win or a loss.")

    @property
    def _mover(self) -> str:
        return self._called[moved_into(self.path[self.asked])]

    @property
    def reason(self) -> str:
        before = self._before[self.asked][1]
        template = (
            N_("{side} moved into {node} and has won: {before} + 1 = {after}.")
            if self.right > before
            else N_("{side} moved into {node} and has lost: {before} - 1 = {after}.")
        )
        return say(
            template, side=self._mover, node=self._label(self.asked), before=number(before), after=number(self.right)
        )

    def _steps(self, given: float) -> dict[str, Any]:
        return self._run.query(self._backup[0] + 1)

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        visits, before = self._before[self.asked]
        wrong = 2 * before - self.right
        yield Wrong(
            wrong,
            "sign",
            say(
                "{value} adds the result with the wrong sign: it was {side} who moved into {node}.",
                value=number(wrong),
                side=self._mover,
                node=self._label(self.asked),
            ),
        )
        yield Wrong(
            before,
            "off-by-one",
            say("{value} is the sum before; the new result is not in it yet.", value=number(before)),
        )
        yield Wrong(
            -self.right,
            "side",
            say(
                "{value} is the sum as the other side sees it; it was {side} who moved there.",
                value=number(-self.right),
                side=self._mover,
            ),
        )
        yield Wrong(
            visits + 1, "other", say("{value} is the number of visits after the backup, not the sum.", value=visits + 1)
        )


class PlayoutMean(BoardExercise[float]):
    """The mean of some random games."""

    kind = "playout-mean"
    form = Number(decimals=2)

    move: Move

    def _generate(self, draw: Draw) -> bool:
        board = draw_board(draw, "tictactoe", draw.between(2, 5))
        if board is None or board.wins_in_one(board.turn):
            return False
        self.board, self.move = board, draw.pick(board.legal_moves)
        self._run = Run("montecarlo", board, playouts=2 + 2 * self.difficulty, seed=draw.below(1000))
        self._node = next(node for node in self._run.root.children if node.move == self.move)
        events = self._run.events
        self._games = [e for e in events if isinstance(e, Playout) and e.node == self._node.number]
        self.right = self._run.decision.values[self.move]
        return len({game.value for game in self._games}) > 1 and self.right != 0

    @property
    def question(self) -> str:
        return say(
            "Monte Carlo has tried {move} for {side} in {count} random games. A win of {side} counts {win}, a draw "
            "{draw}, a loss {loss}. What is the mean of {move}, to two decimals?",
            move=self.board.move_name(self.move),
            side=self._sides[0],
            count=len(self._games),
            win=_REWARDS[0],
            draw=_REWARDS[1],
            loss=_REWARDS[2],
        )

    @property
    def figure(self) -> dict[str, Any]:
        side, other = self._sides
        results = {
            _REWARDS[0]: say("{side} wins", side=side),
            _REWARDS[1]: _("a draw"),
            _REWARDS[2]: say("{side} wins", side=other),
        }
        rows = []
        for place, game in enumerate(self._games, 1):
            board, names = self._node.board, []
            for move in game.moves:
                names.append(board.move_name(move))
                board = board.move(move)
            rows.append([place, " ".join([self._node.name, *names]), results[int(game.value)]])
        table = {"type": "table", "head": [_("game"), _("moves"), _("result")], "rows": rows}
        return {"type": "several", "figures": [board_figure(self.board), table]}

    @property
    def hint(self) -> str:
        return say("Add up what the games count for {side}, and divide by the number of games.", side=self._sides[0])

    @property
    def _counts(self) -> tuple[int, int, int]:
        values = [game.value for game in self._games]
        won, drawn, lost = (values.count(reward) for reward in _REWARDS)
        return won, drawn, lost

    @property
    def reason(self) -> str:
        won, drawn, lost = self._counts
        return say(
            "Wins {won}, draws {drawn}, losses {lost}: {sum} / {count} = {mean}.",
            won=won,
            drawn=drawn,
            lost=lost,
            sum=2 * won - lost,
            count=len(self._games),
            mean=f"{self.right:.2f}",
        )

    def _steps(self, given: float) -> dict[str, Any]:
        events = self._run.events
        last = max(i for i, e in enumerate(events) if isinstance(e, Backup) and e.node == self._node.number)
        return self._run.query(last + 1)

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        won, _drawn, lost = self._counts
        count = len(self._games)
        side, other = self._sides
        yield Wrong(
            (2 * lost - won) / count,
            "side",
            say(
                "That is the mean for {other}: its wins are losses of {side}, who tries the move.",
                side=side,
                other=other,
            ),
        )
        yield Wrong(-self.right, "sign", say("That has the wrong sign: a win of {side} counts +2.", side=side))
        yield Wrong((won - lost) / count, "other", say("That counts a win as 1; here it counts 2."))
        yield Wrong(2 * won - lost, "other", say("That is the sum; divide it by the {count} games.", count=count))
        yield Wrong(won / count, "other", say("That is the share of games won; draws and losses count as well."))
        for near in (count - 1, count + 1):
            yield Wrong(
                (2 * won - lost) / near,
                "off-by-one",
                say("That divides by {near}; there are {count} games.", near=near, count=count),
            )


class MonteCarloTrap(BoardExercise[str]):
    """The reply that refutes what Monte Carlo likes best."""

    kind = "mcts-trap"

    move: Move
    """What Monte Carlo chooses, although it loses."""

    def _generate(self, draw: Draw) -> bool:
        rules, stones = {1: ("tictactoe", 3), 2: ("4x3 connect=3 gravity=no", 5), 3: ("5x4 connect=4", 12)}[
            self.difficulty
        ]
        board = draw_board(draw, rules, stones)
        if board is None or board.wins_in_one(board.turn):
            return False
        known: dict[GridBoard, int] = {}
        values = exact_values(board, known)
        if max(values.values()) < 0:
            return False
        traps = [
            move
            for move, value in values.items()
            if value < 0 and list(exact_values(board.move(move), known).values()).count(1) == 1
        ]
        if not traps:
            return False
        self.board = board
        self._sampled = Run("montecarlo", board, playouts=20, seed=draw.below(1000))
        self.move = self._sampled.decision.move
        means = [f"{mean:.2f}" for mean in self._sampled.decision.values.values()]
        # The table has to show which move is liked best.
        if self.move not in traps or means.count(f"{self._sampled.decision.values[self.move]:.2f}") > 1:
            return False
        after = board.move(self.move)
        self._run = Run("alphabeta", after, depth=after.free.bit_count(), evaluator="outcome", table=True)
        self.right = after.move_name(self._run.decision.move)
        return True

    @property
    def _move(self) -> str:
        return move_words(self.board, self.board.move_name(self.move))

    @property
    def form(self) -> MoveChoice:
        after = self.board.move(self.move)
        return MoveChoice(tuple(after.move_name(move) for move in after.legal_moves))

    @property
    def question(self) -> str:
        side, other = self._sides
        return say(
            "{connect} in a line wins. After 20 random games with each move of {side}, Monte Carlo liked {move} best "
            "and played it: random replies mostly miss the one that refutes it. Which reply of {other} wins?",
            connect=self.board.rules.connect,
            side=side,
            other=other,
            move=self._move,
        )

    @property
    def figure(self) -> dict[str, Any]:
        values = self._sampled.decision.values
        rows = [[self.board.move_name(move), f"{value:.2f}"] for move, value in values.items()]
        table = {"type": "table", "head": [_("move"), _("mean")], "rows": rows}
        after = self.board.move(self.move)
        assert after.last_cell is not None  # a move was made
        side = "first" if self.board.turn is Side.FIRST else "second"
        mark = {"kind": "last", "side": side, "cells": [cell_text(after.last_cell)]}
        return {"type": "several", "figures": [board_figure(after, [mark]), table]}

    @property
    def hint(self) -> str:
        return say("Where can {other} win at once, or threaten two wins at a time?", other=self._sides[1])

    @property
    def reason(self) -> str:
        return say(
            "After {move} {other} wins with {reply}, and with no other reply.",
            move=self._move,
            other=self._sides[1],
            reply=move_words(self.board, self.right),
        )

    def _steps(self, given: str) -> dict[str, Any]:
        return self._run.query()

    def _slip(self, given: str) -> tuple[Slip, str]:
        after = self.board.move(self.move)
        reply = after.move(after.parse_move(given))
        value = max(exact_values(reply).values()) if reply.legal_moves else 0
        (side, other), words = self._sides, move_words(self.board, given)
        if value > 0:
            return "side", say("After {reply} it is {side} who wins.", reply=words, side=side)
        return "other", say(
            "After {reply} {other} does not win: {side} can still draw.", reply=words, side=side, other=other
        )
