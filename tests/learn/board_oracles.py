"""The right answers of exercises on boards, from their figures alone: cell by cell, by looking at everything."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Any

from tests.learn.tree_oracles import Accepted


def grid(figure: dict[str, Any]) -> tuple[list[str], str]:
    """The rows from the top, and who is to move."""
    rows, turn = figure["position"].split(" ")
    return rows.split("/"), turn


def lines(rows: list[str], connect: int) -> list[str]:
    """What lies on every run of `connect` cells."""
    return ["".join(rows[r][c] for r, c in cells) for cells in line_cells(len(rows), len(rows[0]), connect)]


def connect_of(rules: str) -> int:
    if rules in ("tictactoe", "cfour"):
        return 3 if rules == "tictactoe" else 4
    return int(rules.partition("connect=")[2].split()[0])


def open_lines(exercise: Any) -> int:
    figure = exercise.figure
    rows, turn = grid(figure)
    moved = "o" if turn == "x" else "x"
    all_lines = lines(rows, connect_of(figure["rules"]))
    mine = sum(moved in line and turn not in line for line in all_lines)
    theirs = sum(turn in line and moved not in line for line in all_lines)
    return mine - theirs


@cache
def line_cells(height: int, width: int, connect: int) -> list[list[tuple[int, int]]]:
    found = []
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + step * down, column + step * right) for step in range(connect)]
                if all(0 <= r < height and 0 <= c < width for r, c in cells):
                    found.append(cells)
    return found


def has_line(rows: list[str], connect: int, stone: str) -> bool:
    return any(all(rows[r][c] == stone for r, c in cells) for cells in line_cells(len(rows), len(rows[0]), connect))


def finished_value(exercise: Any) -> int:
    figure = exercise.figure
    rows, _turn = grid(figure)
    side = " to x" in exercise.question.lower()
    connect = connect_of(figure["rules"])
    first = has_line(rows, connect, "x") - has_line(rows, connect, "o")
    return first if side else -first


def played(rows: list[str], turn: str, gravity: bool) -> dict[str, list[str]]:
    """The board after each move, by the name of the move."""
    found = {}
    for column in range(len(rows[0])):
        for row in reversed(range(len(rows))):
            if rows[row][column] == ".":
                name = str(column + 1) if gravity else f"{'abcdefg'[column]}{len(rows) - row}"
                after = list(rows)
                after[row] = rows[row][:column] + turn + rows[row][column + 1 :]
                found[name] = after
                if gravity:
                    break
    return found


def outcome(rows: list[str], turn: str, connect: int, gravity: bool, known: dict[tuple[str, ...], int]) -> int:
    """1, 0 or -1 for the side to move, by looking at everything."""
    key = (turn, *rows)
    if key not in known:
        other = "o" if turn == "x" else "x"
        after = played(rows, turn, gravity).values()
        if has_line(rows, connect, other):
            known[key] = -1
        elif not after:
            known[key] = 0
        else:
            replies = (outcome(board, other, connect, gravity, known) for board in after)
            worst = next((reply for reply in replies if reply == -1), None)
            known[key] = 1 if worst is not None else max(-known[(other, *board)] for board in after)
    return known[key]


def move_outcomes(rows: list[str], turn: str, rules: str) -> dict[str, int]:
    gravity, connect = is_gravity(rules), connect_of(rules)
    other = "o" if turn == "x" else "x"
    known: dict[tuple[str, ...], int] = {}
    return {
        move: -outcome(after, other, connect, gravity, known) for move, after in played(rows, turn, gravity).items()
    }


def is_gravity(rules: str) -> bool:
    return rules != "tictactoe" and "gravity=no" not in rules


def beat_evaluator(exercise: Any) -> Accepted:
    figure = exercise.figure["figures"][0]
    values = move_outcomes(*grid(figure), figure["rules"])
    best = [move for move, value in values.items() if value == max(values.values())]
    assert exercise.favourite not in best
    return Accepted(best)


def mcts_trap(exercise: Any) -> Accepted:
    board, table = exercise.figure["figures"]
    # The board stands after the one move with the highest mean, which is marked.
    liked, second = sorted(table["rows"], key=lambda row: float(row[1]), reverse=True)[:2]
    assert float(liked[1]) > float(second[1])
    (cell,) = board["marks"][0]["cells"]
    assert (str("abcdefg".index(cell[0]) + 1) if is_gravity(board["rules"]) else cell) == liked[0]
    rows, turn = grid(board)
    values = move_outcomes(rows, turn, board["rules"])
    return Accepted([move for move, value in values.items() if value == 1])


# Monte Carlo


def ucb_choice(exercise: Any) -> str:
    rows = exercise.figure["figures"][1]["rows"]
    n = sum(visits for _move, visits, _total in rows)
    bounds = {move: total / visits + 0.7 * (2 * math.log(n) / visits) ** 0.5 for move, visits, total in rows}
    return str(max(bounds, key=bounds.__getitem__))


def ucb_bound(exercise: Any) -> float:
    rows = exercise.figure["figures"][1]["rows"]
    n = sum(visits for _move, visits, _total in rows)
    visits, total = next((visits, total) for move, visits, total in rows if f"bound of {move}," in exercise.question)
    return float(total / visits + 0.7 * (2 * math.log(n) / visits) ** 0.5)


def backup(exercise: Any) -> int:
    rows = exercise.figure["figures"][1]["rows"]
    winner = re.search(r"its end: (\w) won", exercise.question)
    asked = re.search(r"sum of (.*) after the backup", exercise.question)
    assert winner is not None
    assert asked is not None
    mover, before = next((mover, total) for node, mover, _visits, total in rows if node == asked[1])
    # Sides take turns: the first move of the path belongs to the side that is to move.
    _grid, turn = grid(exercise.figure["figures"][0])
    moved = turn if len(asked[1].split()) % 2 else ("o" if turn == "x" else "x")
    assert moved == mover.lower()
    return int(before) + (1 if winner[1] == mover else -1)


def playout_mean(exercise: Any) -> float:
    """The games are played again, and their winners are looked up on the board."""
    board, table = exercise.figure["figures"]
    rows, turn = grid(board)
    total = 0
    for _place, moves, _result in table["rows"]:
        state, side = rows, turn
        for move in moves.split():
            state, side = played(state, side, False)[move], "o" if side == "x" else "x"
        won, lost = has_line(state, 3, turn), has_line(state, 3, "o" if turn == "x" else "x")
        total += 2 * won - lost
    return total / len(table["rows"])


# Endings


def who_wins(exercise: Any) -> str:
    figure = exercise.figure
    rows, turn = grid(figure)
    value = max(move_outcomes(rows, turn, figure["rules"]).values())
    if value == 0:
        return "a draw"
    return f"{turn if value > 0 else other_side(turn)} wins"


def other_side(turn: str) -> str:
    return "o" if turn == "x" else "x"


def zugzwang_parity(exercise: Any) -> str:
    """Plays it: both sides fill whatever is neither the cell below the threat nor above it."""
    figure = exercise.figure
    rows, turn = grid(figure)
    (threat,) = figure["marks"][0]["cells"]
    column, below = "abcdefg".index(threat[0]), len(rows) - int(threat[1:]) + 1
    assert rows[below][column] == rows[below - 1][column] == "."
    holder = "x" if figure["marks"][0]["side"] == "first" else "o"
    after = list(rows)
    after[below - 1] = rows[below - 1][:column] + holder + rows[below - 1][column + 1 :]
    assert has_line(after, connect_of(figure["rules"]), holder)
    while True:
        moves = played(rows, turn, True)
        free = [move for move, board in moves.items() if board[below][column] == "."]
        if not free:
            return turn
        rows, turn = moves[free[0]], other_side(turn)


def read_solver(exercise: Any) -> str:
    board, table = exercise.figure["figures"]
    rows, turn = grid(board)
    connect, cells = connect_of(board["rules"]), len(rows) * len(rows[0])
    known: dict[tuple[str, ...], int] = {}

    def score(rows: list[str], turn: str) -> int:
        key = (turn, *rows)
        if key not in known:
            after = played(rows, turn, True).values()
            stones = cells - sum(row.count(".") for row in rows)
            if has_line(rows, connect, other_side(turn)):
                known[key] = -((cells + 2 - stones) // 2)
            else:
                known[key] = max((-score(board, other_side(turn)) for board in after), default=0)
        return known[key]

    scores = {move: -score(after, other_side(turn)) for move, after in played(rows, turn, True).items()}
    assert scores == {move: int(text) for move, text in table["rows"]}
    return max(scores, key=scores.__getitem__)
