"""The staged player: its stages, its options, its pause."""

from __future__ import annotations

import pytest

from examples.nim import Nim
from plyground import CFOUR, TICTACTOE, Game, GridBoard, Limit, Rules, Side
from plyground.errors import IllegalMoveError, UnsupportedError
from plyground.grid import POSITION
from plyground.players import STRENGTHS, OddRows, StagedPlayer, make_player
from plyground.search import alphabeta
from tests.waiting import CancelAfter


def rows(text: str, turn: Side = Side.FIRST, rules: Rules = CFOUR) -> GridBoard:
    """Rows from the top, the ones above left out; R moves first here."""
    lines = text.split(" / ")
    cells: dict[str, list[tuple[int, int]]] = {"R": [], "Y": []}
    for row, line in enumerate(reversed(lines)):
        for column, stone in enumerate(line):
            if stone != ".":
                cells[stone].append((column, row))
    return GridBoard.setup(rules, cells["R"], cells["Y"], turn)


def test_a_win_comes_first():
    # Both sides could complete four: the own win goes before the block, whichever is further left.
    for text, move in (("YYY.... / RRR....", 3), ("Y.....R / Y.....R / Y.....R", 6)):
        decision = StagedPlayer().decide(Game(rows(text)))
        assert (decision.move, decision.note, decision.value) == (move, "wins at once", 10_000)


def test_then_the_block():
    decision = StagedPlayer().decide(Game(rows("R...... / YYY....")))
    assert (decision.move, decision.note) == (3, "blocks the opponent's win")


def test_then_the_search():
    board = rows("...R... / ..YR... / YRYYR..")
    decision = StagedPlayer().decide(Game(board))
    assert decision.move == 3
    expected = alphabeta(board, 6, POSITION)
    assert (decision.value, decision.values, decision.nodes) == (expected.value, expected.values, expected.nodes)
    assert decision.note == ""


def test_a_stone_under_a_threat_is_no_block():
    # Yellow wins on top of column 3 only once somebody has played below.
    board = rows("YYY.... / RRY..R. / YRR..Y.")
    decision = StagedPlayer().decide(Game(board))
    assert decision.note == ""


@pytest.mark.parametrize(
    ("rules", "centre"),
    [("7x6", 3), ("6x5", 2), ("1x9", 0), ("3x3 connect=3 gravity=no", 4), ("7x6 blocked=d1,d2,d3,d4,d5,d6", 2)],
)
def test_the_first_stone_goes_to_the_centre(rules, centre):
    board = GridBoard(Rules.parse(rules))
    decision = StagedPlayer(depth=1).decide(Game(board))
    assert (decision.move, decision.note) == (centre, "the first stone goes to the centre")


def test_the_first_stone_is_a_rule_of_its_own():
    board = GridBoard(CFOUR)
    alone = StagedPlayer(centre=False).decide(Game(board))
    assert alone.move == alphabeta(board, 6, POSITION).move != 3
    assert StagedPlayer().decide(Game(board.move(0))).move == 3
    assert make_player("staged centre=no").decide(Game(board)).move == alone.move


def test_forks_are_made_where_they_can_be():
    board = rows("..YY... / ..RR...")
    decision = StagedPlayer(depth=1, forks=True).decide(Game(board))
    assert (decision.move, decision.note) == (1, "makes two threats at once")
    after = board.move(decision.move)
    # Either end wins, and one stone cannot close both.
    for block in after.legal_moves:
        assert StagedPlayer().decide(Game(after.move(block))).note == "wins at once"
    assert StagedPlayer(depth=1).decide(Game(board)).note == ""


def test_two_threats_that_cannot_be_reached_are_no_fork():
    # A third red stone in row three threatens both ends of that row, with nothing below either of them.
    board = rows("..RR... / .RYY... / .YRY...")
    assert board.move(1).threats(Side.FIRST) >= {(0, 2), (4, 2)}
    assert StagedPlayer(depth=1, forks=True).decide(Game(board)).note == ""


def test_parity_prefers_the_odd_rows():
    judge = OddRows()
    low, high = rows("R......"), rows("R...... / Y......")
    assert judge(low, Side.FIRST) == POSITION(low, Side.FIRST) + 1
    assert judge(high, Side.FIRST) == POSITION(high, Side.FIRST) - 1
    assert judge(high, Side.SECOND) == POSITION(high, Side.SECOND) + 1
    won = rows("RRRR...")
    assert judge(won, Side.FIRST) == 10_000
    assert make_player("staged parity=yes depth=2").decide(Game(rows("YY..... / RR....R"))).values


def test_strengths_have_names():
    assert STRENGTHS == {"weak": 2, "medium": 4, "strong": 6, "verystrong": 8}
    board = GridBoard.from_moves("44")
    for name, depth in STRENGTHS.items():
        if depth < 8:
            assert make_player(f"staged depth={name}").decide(Game(board)).depth == depth


def test_the_pause_comes_on_top_and_can_be_cancelled():
    game = Game(GridBoard(CFOUR))
    decision = StagedPlayer(think=(0.2, 0.3)).decide(game)
    assert decision.seconds >= 0.2
    # Nobody could wait for these to end by themselves.
    endless = StagedPlayer(think=(1e6, 1e6))
    assert endless.decide(game, cancel=CancelAfter(100)).move == 3
    endless.decide(game, Limit(time=0.1))
    assert StagedPlayer().think is None


def test_pauses_are_drawn_between_one_and_two_seconds():
    player = make_player("staged think=yes")
    assert isinstance(player, StagedPlayer)
    assert player.think == (1, 2)


def test_it_knows_what_it_does_not_know():
    with pytest.raises(UnsupportedError, match="knows grids, not Nim"):
        StagedPlayer().decide(Game(Nim(5)))
    with pytest.raises(IllegalMoveError):
        StagedPlayer().decide(Game(GridBoard.from_moves("1212121")))


def test_it_plays_without_gravity_too():
    board = GridBoard.from_moves("b2 a1 b3", TICTACTOE)
    decision = StagedPlayer().decide(Game(board))
    assert board.move_name(decision.move) == "b1"
