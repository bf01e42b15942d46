"""The positions won by threats: they are found within few nodes, proven, and made again from their seed."""

from __future__ import annotations

import pytest

from plyground import GridBoard, Limit
from plyground.board import SplitMix
from plyground.engines import ThreatSearch
from plyground.executors import Here
from plyground.explanations import check, prove_by_threats
from tools import threat_positions

LINES = threat_positions.read_file()
NODES = threat_positions.NODES


def test_there_are_enough_and_no_two_are_the_same() -> None:
    kinds = [line.kind for line in LINES]
    assert len(LINES) >= 300
    assert min(kinds.count("vcf"), kinds.count("vct")) >= 150
    boards = [line.board for line in LINES]
    assert not any(board.outcome.is_over for board in boards)
    assert len(set(boards)) == len(boards)
    assert len({line.rules for line in LINES}) >= 4


# A spread over the file; the last ones of a list are as hard as the first.
SOME = LINES[::31]


@pytest.mark.parametrize("line", SOME, ids=lambda line: f"{line.kind}-{LINES.index(line) + 1}")
def test_they_are_found_and_proven(line: threat_positions.Line) -> None:
    search = ThreatSearch(line.board.rules)
    assert bool(search.by_fours(line.board)) == (line.kind == "vcf")
    win = search.find(line.board, Limit(nodes=NODES))
    assert win is not None
    assert win.by_fours == (line.kind == "vcf")
    assert line.stones == ((len(win.line) + 1) // 2 if win.by_fours else win.stones)
    certificate = prove_by_threats(line.board, limit=Limit(nodes=NODES))
    assert certificate is not None
    if line.kind == "vcf" or line.stones <= 2:
        check(certificate)


@pytest.mark.soak
def test_all_are_proven() -> None:
    for line in LINES:
        certificate = prove_by_threats(line.board, limit=Limit(nodes=NODES))
        assert certificate is not None, line
        check(certificate)


def test_a_game_is_the_same_every_time() -> None:
    once, again = (threat_positions.play(SplitMix(5)) for _ in range(2))
    assert once == again
    rules, moves, was_won = once
    board = GridBoard(rules)
    for move in moves:
        board = board.move(move)
    assert was_won == (board.winner is not None)


@pytest.mark.parametrize("count", [1, pytest.param(300, marks=pytest.mark.soak)])
def test_the_file_is_made_again_from_its_seed(count: int) -> None:
    wanted = {kind: min(count, number) for kind, number in threat_positions.WANTED.items()}
    made = threat_positions.make(threat_positions.SEED, wanted, Here())
    kept = [line for kind in wanted for line in [one for one in LINES if one.kind == kind][: wanted[kind]]]
    assert [str(line) for line in made] == [str(line) for line in kept]
