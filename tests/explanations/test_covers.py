"""Covers: the rules one by one, covers against brute force, and broken covers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from plyground import GridBoard, Limit, Rules, Side
from plyground.explanations import Certificate, Cover, MarkKind, Plan, Refuted, Replies, check, explain, leaves
from plyground.explanations.cover_rules import Instance, are_compatible, instances
from plyground.explanations.covers import covers, plan_of
from plyground.explanations.finder import plan_search
from plyground.grid import CFOUR, Cell, board_of, cell_text

BOARDS = (
    Rules(columns=4, rows=4, connect=3),
    Rules(columns=5, rows=4, connect=4),
    Rules(columns=5, rows=5, connect=4, blocked={(1, 3), (3, 0)}),
    Rules(columns=4, rows=5, connect=3, blocked={(2, 1), (0, 4)}),
)


def some_positions(rules: Rules, count: int, seed: int, most_free: int = 12) -> Iterator[GridBoard]:
    """Positions from random games with an even number of free cells, 4 at least, in which nobody wins at once."""
    rng = random.Random(seed)
    while count:
        board, free = board_of("", rules), 2 * rng.randint(2, most_free // 2)
        while board.legal_moves and board.free.bit_count() > free:
            board = board.move(rng.choice(board.legal_moves))
        if board.legal_moves and board.free.bit_count() % 2 == 0 and not board.wins_in_one(board.turn):
            count -= 1
            yield board


@cache
def outcome(board: GridBoard) -> int:
    """1 if the side to move wins, 0 for a draw, -1 if it loses: every line of play is looked at."""
    if board.is_win:
        return -1
    return max((-outcome(board.move(move)) for move in board.legal_moves), default=0)


def certificate(board: GridBoard, cover: Cover, **changes: object) -> Certificate:
    plan = replace(cover.plan, **changes)  # type: ignore[arg-type]
    return Certificate(board, board.turn.opposite, False, Replies({}, replace(cover, plan=plan)))


def holds(board: GridBoard, cover: Cover, **changes: object) -> bool:
    try:
        check(certificate(board, cover, **changes))
    except Refuted:
        return False
    return True


def uses(cover: Cover, name: str) -> bool:
    return any(rule.name == name for rule in cover.rules)


def spoilt_lines(board: GridBoard, instance: Instance) -> list[int]:
    own = board.stones(board.turn.opposite)
    lines = [line for line in board.rules.layout.segments if not line & own]
    return [line for number, line in enumerate(lines) if instance.spoils >> number & 1]


def gets_one(board: GridBoard, plan: Plan, lines: list[int], known: set[GridBoard]) -> bool:
    """Does the opponent, who is to move, get one of the lines against the plan, before the holder wins?

    Where it makes another line, the game is over as well: the rule in question does not speak of that one.
    """
    for move in board.legal_moves:
        after = board.move(move)
        if any(not line & ~after.stones(board.turn) for line in lines):
            return True
        if not after.legal_moves:
            continue
        answer = plan.answer(after)
        if answer is None:
            return True
        answered = after.move(answer)
        if answered.legal_moves and answered not in known:
            known.add(answered)
            if gets_one(answered, plan, lines, known):
                return True
    return False


def named(board: GridBoard, name: str) -> dict[str, Instance]:
    """The instances of a rule by their cells."""
    return {" ".join(map(cell_text, found.cells)): found for found in instances(board) if found.name == name}


def lines_text(board: GridBoard, instance: Instance) -> set[str]:
    layout = board.rules.layout
    return {" ".join(sorted(map(cell_text, layout.cells(line)))) for line in spoilt_lines(board, instance)}


# The rules


def test_claimeven_gets_the_upper_cell() -> None:
    board = board_of("", Rules(columns=4, rows=4, connect=4))
    found = named(board, "claimeven")
    assert set(found) == {f"{column}{row} {column}{row + 1}" for column in "abcd" for row in (1, 3)}
    assert lines_text(board, found["a1 a2"]) == {"a1 a2 a3 a4", "a2 b2 c2 d2"}


def test_baseinverse_gets_one_of_two_cells_that_can_be_played() -> None:
    board = board_of("", Rules(columns=4, rows=4, connect=4))
    assert lines_text(board, named(board, "baseinverse")["a1 d1"]) == {"a1 b1 c1 d1"}


def test_vertical_gets_one_of_two_cells_on_top_of_each_other() -> None:
    board = board_of("", Rules(columns=4, rows=4, connect=4))
    assert set(named(board, "vertical")) == {"a2 a3", "b2 b3", "c2 c3", "d2 d3"}
    assert lines_text(board, named(board, "vertical")["a2 a3"]) == {"a1 a2 a3 a4"}


def test_aftereven_completes_a_line_before_the_cells_above_it() -> None:
    board = board_of("....../....../.ooo../.xxx.. x", Rules(columns=6, rows=4, connect=4))
    found = named(board, "aftereven")["a1 a2"]
    assert "a3 b3 c3 d3" in lines_text(board, found)
    assert "b3 c3 d3 e3" not in lines_text(board, found), "it has no cell above a2"


def test_lowinverse_gets_one_of_the_upper_cells() -> None:
    board = board_of("", Rules(columns=4, rows=4, connect=4))
    found = named(board, "lowinverse")["a2 a3 b2 b3"]
    assert lines_text(board, found) == {"a1 a2 a3 a4", "b1 b2 b3 b4", "a3 b3 c3 d3"}


def test_highinverse_gets_one_of_the_upper_and_one_of_the_middle_cells() -> None:
    board = board_of("", Rules(columns=4, rows=5, connect=4, blocked={(2, 0), (3, 0)}))
    found = named(board, "highinverse")["c3 c4 c5 d3 d4 d5"]
    assert {"a5 b5 c5 d5", "a4 b4 c4 d4"} <= lines_text(board, found)
    assert "a3 b3 c3 d3" not in lines_text(board, found)


def test_baseclaim_joins_a_baseinverse_and_a_claimeven() -> None:
    board = board_of("", Rules(columns=4, rows=4, connect=3))
    found = named(board, "baseclaim")
    assert lines_text(board, found["a1 b1 c1 b2"]) == {"a1 b2 c3", "a1 b1 c1", "b1 c1 d1"}
    assert lines_text(board, found["c1 b1 a1 b2"]) == {"a3 b2 c1", "a1 b1 c1"}


def test_before_completes_a_line_before_the_cells_just_above_it() -> None:
    board = board_of("..../..../.oo./xxox x", Rules(columns=4, rows=4, connect=4))
    assert "a3 b3 c3 d3" in lines_text(board, named(board, "before")["a2 a3 d2 d3"])


def test_specialbefore_uses_another_cell_that_can_be_played() -> None:
    board = board_of("...../...../.oo../oxx.x x", Rules(columns=5, rows=4, connect=4))
    found = named(board, "specialbefore")
    for cells in ("a2 b3 d2 d3", "a2 b3 d1 d2"):  # d2 by a vertical or by a claimeven
        assert "a3 b3 c3 d3" in lines_text(board, found[cells])
        assert found[cells].unshared == {(0, 1), (1, 2)}


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_a_rule_alone_keeps_its_lines_from_the_opponent(rules: Rules) -> None:
    seen = set()
    for board in some_positions(rules, 60, seed=1, most_free=10):
        by_name: dict[str, list[Instance]] = {}
        for found in instances(board):
            by_name.setdefault(found.name, []).append(found)
        for name, all_found in by_name.items():
            for found in all_found[:3]:
                seen.add(name)
                plan = replace(plan_of(board, [found]), blind=True)
                assert not gets_one(board, plan, spoilt_lines(board, found), set()), (board, found)
    assert {"claimeven", "baseinverse", "vertical"} <= seen


# Which of them go together


def test_a_claimeven_shares_no_cell_with_an_inverse() -> None:
    board = board_of("ooox..o/oxoo..x/xxxo..x/oxxo..x/xoox..o/oxxooxx x", CFOUR)
    claimeven = named(board, "claimeven")["f3 f4"]
    inverse = named(board, "lowinverse")["e4 e5 f2 f3"]
    assert not are_compatible(claimeven, inverse)
    assert not are_compatible(inverse, claimeven)
    literally = Cover((claimeven.rule, inverse.rule), plan_of(board, [claimeven, inverse]))
    assert not holds(board, literally, blind=True), "the published table lets them go together"
    assert are_compatible(named(board, "claimeven")["f5 f6"], inverse), "above an inverse there is no harm"


def test_no_cover_where_the_opponent_wins() -> None:
    board = board_of("..oo.../o.xxo../oxxox../ooxxoox/xxoxoxx/ooxxoxo x", CFOUR)
    assert list(covers(board)) == []


# Covers


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_covers_hold_and_are_true(rules: Rules) -> None:
    count = 0
    for board in some_positions(rules, 80, seed=2):
        for cover in islice(covers(board), 4):
            count += 1
            assert outcome(board) <= 0
            assert holds(board, cover, blind=True) or uses(cover, "highinverse"), (board, cover)
    assert count >= 12


def test_three_readings_of_a_plan_agree() -> None:
    """`Plan.answer`, the finder's search and the checker's replay say the same, also of plans that fail."""
    verdicts = set()
    for rules in BOARDS:
        search = plan_search(rules)
        for board in some_positions(rules, 40, seed=3):
            lines = [line for line in rules.layout.segments if not line & board.stones(board.turn.opposite)]
            for found in instances(board)[::7]:
                plan = plan_of(board, [found])
                cover = Cover((found.rule,), plan)
                held = holds(board, cover)
                verdicts.add(held)
                assert held == (not gets_one(board, plan, lines, set())), (board, found)
                stones, other = board.stones(board.turn.opposite), board.stones(board.turn)
                assert held == (not search(stones, other, plan, False, rules.columns)), (board, found)
    assert verdicts == {True, False}


@cache
def covered() -> list[tuple[GridBoard, Cover]]:
    """Positions with a cover that needs an answer in another column."""
    found = []
    for board in some_positions(BOARDS[1], 400, seed=4):
        cover = next(covers(board), None)
        if cover is not None and uses(cover, "baseinverse"):
            found.append((board, cover))
    return found


def test_a_cover_without_a_pair_is_refuted() -> None:
    refuted = 0
    for board, cover in covered():
        without = {stone: answer for stone, answer in cover.plan.pairs.items() if answer[0] == stone[0]}
        broken = {"pairs": without, "instead": {}, "blind": True}
        refuted += not holds(board, cover, **broken)
        assert not holds(board, cover, **broken) or outcome(board) <= 0
    assert refuted > 5


def test_a_cover_with_a_wrong_cell_is_refuted() -> None:
    refuted = 0
    for board, cover in covered():
        pair = next(rule.cells for rule in cover.rules if rule.name == "baseinverse")
        others = [cell for cell in cover.plan.pairs if cell not in pair]
        wrong: dict[Cell, Cell] = {**cover.plan.pairs, **{cell: others[-1] for cell in pair if others}}
        refuted += not holds(board, cover, pairs=wrong, instead={}, blind=True)
    assert refuted > 5


@pytest.mark.parametrize(
    "change",
    [{"pairs": {(0, 0): (9, 0)}}, {"pairs": {(0, 9): (0, 0)}}, {"instead": {(0, 0): ((0, -1),)}}, {"spare": (9,)}],
    ids=str,
)
def test_a_cell_beside_the_board_is_refuted(change: dict[str, object]) -> None:
    board, cover = covered()[0]
    with pytest.raises(Refuted, match="beside the board"):
        check(certificate(board, cover, **change))


def test_a_plan_names_its_answers_in_order() -> None:
    plan = Plan({(0, 0): (1, 0)}, instead={(0, 0): ((2, 0),)})
    assert plan.json()["pairs"] == [["a1", "b1", "c1"]]
    board = board_of("", Rules(columns=3, rows=2, connect=3))
    assert replace(plan, blind=True).answer(board.move(0)) == 1
    later = board.move(1).move(1).move(0)
    assert replace(plan, blind=True).answer(later) == 2, "b1 is taken"


# Where they show


def test_a_draw_is_explained_by_covers() -> None:
    board = board_of("..ox.../oxox..o/ooxx..x/xxxoxxo/ooxxooo/oxoxoxx o", CFOUR)
    explanation = explain(board, limit=Limit(time=300))
    for proof in explanation.proofs:
        assert any(isinstance(leaf, Cover) for leaf, _board in leaves(proof.certificate))
    first, second = explanation.proofs
    assert first.certificate.holder is Side.FIRST
    assert "(e4-g6)" in first.sentences()[0]
    assert "1 remaining line dies" in first.sentences()[0]
    assert [mark.cells for mark in first.marks if mark.kind is MarkKind.PAIR] == [((4, 3), (6, 5))]
    assert "(e4-f4, e5-e6, f5-f6)" in " ".join(second.sentences())
    sure = next(mark.cells for mark in second.marks if mark.kind is MarkKind.SURE)
    assert {(4, 5), (5, 5)} <= set(sure)
    cover = first.json()["tree"]["otherwise"]
    assert cover["kind"] == "cover"
    assert cover["rules"] == [{"name": "baseinverse", "cells": ["e4", "g6"]}]
