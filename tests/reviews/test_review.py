"""Every verdict against a search of all moves, and what a review says of games that it cannot judge."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

from examples.nim import Nim
from plyground import CFOUR, TICTACTOE, Game, GridBoard, Limit, Rules, Side
from plyground.errors import IllegalMoveError, InputError, LimitError, NotationError, RulesError
from plyground.grid import parse_moves, parse_rules
from plyground.reviews import NotJudged, Review, ReviewProgress, SolverPool, Verdict, review
from plyground.store import GameRecord
from tests.waiting import CancelAfter


@cache
def pool() -> SolverPool:
    return SolverPool(table_mb=8, threads=1)


def judge(game: Any, **options: Any) -> Review:
    """A review that is limited in nodes, so that a busy machine judges the same moves."""
    return review(game, limit=Limit(nodes=10**7), whole=Limit(nodes=10**9), solvers=pool(), **options)


def random_game(rules: Rules, seed: int, plies: int = 10**6) -> Game[GridBoard]:
    draw = random.Random(seed)
    game = Game(GridBoard(rules))
    while not game.is_over and len(game.moves) < plies:
        game.play(draw.choice(game.board.legal_moves))
    return game


@cache
def worth(board: GridBoard) -> int:
    """All moves to the end: above 0 for a win, more for a faster one, below 0 for a loss, more for a slower one."""
    if board.winner is not None:
        return -1000 if board.winner is not board.turn else 1000
    return max((worth_of(board, move) for move in board.legal_moves), default=0)


def worth_of(board: GridBoard, move: int) -> int:
    after = -worth(board.move(move))
    return after - (after > 0) + (after < 0)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def expected(board: GridBoard, move: int) -> str:
    before, after = worth(board), worth_of(board, move)
    if sign(after) < sign(before):
        return "mistake"
    return "inaccuracy" if after < before else "best"


@pytest.mark.parametrize(
    "rules", ["tictactoe", "4x4 connect=3", "4x3 connect=3 blocked=b1", "3x4 connect=3 gravity=no"]
)
def test_every_verdict_is_that_of_a_search_of_all_moves(rules):
    seen = set()
    for seed in range(12):
        # From the fourth move on where all moves from the start would be too many.
        game = random_game(parse_rules(rules), seed)
        if game.start.rules.cells > 11 and not game.start.rules.gravity:
            game = Game(game.boards[4], game.moves[4:])
        found = judge(game)
        assert len(found.judgements) == len(game.moves)
        for board, judged in zip(game.boards, found.judgements, strict=False):
            assert judged.verdict == expected(board, judged.move), (game.moves, judged)
            assert judged.side is board.turn
            assert judged.before is not None
            assert judged.after is not None
            assert sign(judged.before.low) == sign(worth(board))
            if worth(board):
                assert judged.before.plies == 1000 - abs(worth(board))
            check_lines(board, judged)
            seen.add(judged.verdict)
    assert {Verdict.BEST, Verdict.MISTAKE} <= seen


def check_lines(board: GridBoard, judged) -> None:
    """The better move is a best one, and both lines end the game as the values say."""
    if not judged.is_marked:
        assert (judged.better, judged.better_line, judged.refutation) == (None, (), ())
        return
    assert expected(board, judged.better) == "best"
    for start, line, value in (
        (board, judged.better_line, judged.before.low),
        (board.move(judged.move), judged.refutation, judged.after.low),
    ):
        end = Game(start, line).board
        assert end.outcome.is_over
        result = 0 if end.winner is None else 1 if end.winner is board.turn else -1
        assert result == sign(value)


@pytest.mark.parametrize("seed", range(6))
def test_a_best_move_never_lowers_the_value_and_no_move_raises_it(seed):
    found = judge(random_game(parse_rules("5x4 connect=4"), seed))
    for judged in found.judgements:
        assert judged.before is not None
        assert judged.after is not None
        assert judged.after.low <= judged.before.low
        assert (judged.verdict is Verdict.BEST) == (judged.after.low == judged.before.low)


def test_a_game_a_record_and_a_text_are_judged_alike():
    text = "b2 a1 c3 b1 c1 c2 a3"
    game = Game(GridBoard(TICTACTOE), parse_moves(TICTACTOE, text))
    record = GameRecord.of(game, id="one", players=("A", "B"), began=datetime(2026, 1, 1, tzinfo=UTC))
    judged = [judge(each).judgements for each in (game, record)]
    judged += [judge(text, rules=rules).judgements for rules in ("tictactoe", TICTACTOE)]
    assert all(each == judged[0] for each in judged)
    assert [str(each.verdict) for each in judged[0]] == ["best", "best", "best", "mistake", "best", "best", "best"]


def test_the_moves_of_an_opening_are_nobodys_mistake():
    game = Game(GridBoard(TICTACTOE), parse_moves(TICTACTOE, "b2 b1 a1"))
    record = GameRecord.of(game, id="one", players=("A", "B"), opening=2)
    first, second, third = judge(record).judgements
    assert (first.verdict, first.reason) == (second.verdict, second.reason) == (Verdict.NOT_JUDGED, NotJudged.GIVEN)
    assert second.before is not None, "its values are known all the same"
    assert third.verdict is Verdict.BEST


def test_the_game_may_go_on_after_its_review():
    game = random_game(TICTACTOE, 1, plies=3)
    found = judge(game)
    game.undo()
    assert len(found.moves) == len(found.game.moves) == len(found.judgements) == 3
    assert len(found.values) == 4


# What cannot be judged


@pytest.mark.parametrize(
    ("text", "rules", "error", "place"),
    [
        ("44x", None, NotationError, 2),
        ("4448", None, NotationError, 3),
        ("4444444", "cfour", IllegalMoveError, 6),
        ("11223344", None, IllegalMoveError, 7),
        ("b2 b2", "tictactoe", IllegalMoveError, 3),
        ("b2 z9", TICTACTOE, NotationError, 3),
    ],
)
def test_a_text_with_an_error_is_refused_with_its_place(text, rules, error, place):
    with pytest.raises(error) as caught:
        review(text, rules=rules)
    assert caught.value.place == place


@pytest.mark.parametrize("wrong", [None, 7, b"4453", ["4", "4"], GridBoard(CFOUR), Game(Nim())])
def test_what_is_no_game_is_refused_in_a_sentence(wrong):
    with pytest.raises(InputError, match="cannot be reviewed"):
        review(wrong)


def test_rules_that_contradict_the_game_and_limits_without_effect():
    with pytest.raises(RulesError, match="other rules"):
        review(Game(GridBoard(CFOUR)), rules="tictactoe")
    with pytest.raises(LimitError, match="depth"):
        review("", limit=Limit(depth=3))


def test_an_empty_game():
    found = review("")
    assert found.judgements == ()
    assert str(found) == "There are no moves to judge."
    assert "<table" not in found._repr_html_()


def test_an_unfinished_game_is_judged_as_far_as_it_goes():
    found = judge("b2 a1 c3 b1", rules="tictactoe")
    assert [str(each.verdict) for each in found.judgements] == ["best", "best", "best", "mistake"]
    assert found.summary == "first: no mistake\nsecond: 1 mistake"


def test_a_position_that_is_too_hard_is_said_move_by_move():
    found = review("44536", rules="8x7 connect=4", limit=Limit(nodes=1000), whole=Limit(nodes=5000), solvers=pool())
    assert {each.reason for each in found.judgements} == {NotJudged.TOO_HARD}
    assert str(found).count("too hard to prove in the time") == 5
    assert found.summary == "first: 3 moves not judged\nsecond: 2 moves not judged"


def test_from_the_end_back_to_the_first_position_that_is_too_hard():
    game = random_game(parse_rules("8x7 connect=4"), 4)
    found = review(game, limit=Limit(nodes=20_000), whole=Limit(nodes=10**9), solvers=pool())
    is_judged = [each.verdict is not Verdict.NOT_JUDGED for each in found.judgements]
    assert is_judged == sorted(is_judged)
    assert 0 < sum(is_judged) < len(is_judged)


def test_the_limit_of_the_whole_holds():
    game = random_game(parse_rules("8x7 connect=4"), 4)
    all_of_it = review(game, limit=Limit(nodes=20_000), whole=Limit(nodes=10**9), solvers=SolverPool(8, threads=1))
    less = review(game, limit=Limit(nodes=20_000), whole=Limit(nodes=1), solvers=SolverPool(8, threads=1))
    judged = [sum(each.verdict is not Verdict.NOT_JUDGED for each in found.judgements) for found in (less, all_of_it)]
    assert 0 < judged[0] < judged[1]


def test_what_the_opening_book_knows_is_judged_beyond_a_position_that_is_too_hard():
    # The main line, and then moves after which nothing is found within so few nodes.
    found = review("4444445623333", limit=Limit(nodes=1), whole=Limit(nodes=10**6), solvers=pool())
    assert [each.verdict for each in found.judgements[:6]] == [Verdict.BEST] * 6
    assert found.judgements[-1].reason is NotJudged.TOO_HARD


def test_a_board_that_nobody_can_solve_is_said_move_by_move():
    found = review("1122337c8c4", rules="12x12 connect=4", limit=Limit(nodes=10), whole=Limit(nodes=10), solvers=pool())
    *others, last = found.judgements
    assert {each.reason for each in others[:-1]} == {NotJudged.TOO_LARGE}
    assert str(found).count("the board is too large to solve") >= len(others) - 1
    # It completes the row, so no other move is better, whatever the distance of others.
    assert last.verdict is Verdict.BEST
    assert last.after is not None
    assert last.after.plies is None
    assert "no mistake in 1 judged move" in found.summary


def test_a_cancel_leaves_what_was_judged_until_then():
    stop = threading.Event()
    heard: list[ReviewProgress] = []

    def watch(progress: ReviewProgress) -> None:
        heard.append(progress)
        if progress.done == 3:
            stop.set()

    game = random_game(parse_rules("5x4 connect=4"), 2)
    found = judge(game, cancel=stop, watch=watch)
    reasons = [each.reason for each in found.judgements]
    assert reasons == [NotJudged.STOPPED] * (len(reasons) - 3) + [None] * 3
    assert [progress.done for progress in heard if not progress.nodes] == [0, *range(len(reasons) + 1)]
    assert {progress.moves for progress in heard} == {len(game.moves)}


def test_a_cancel_in_the_middle_of_a_search():
    found = review("44536", rules="8x7 connect=4", cancel=CancelAfter(4), limit=Limit(), whole=Limit(), solvers=pool())
    assert {each.reason for each in found.judgements} == {NotJudged.STOPPED}


# What it looks like


@pytest.fixture(scope="module")
def found() -> Review:
    return judge("b2 a1 c3 b1", rules="tictactoe")


def test_it_prints_as_a_table(found):
    assert str(found) == "\n".join(
        (
            "   side    move  verdict  value               better",
            "1  first   b2    best     draw",
            "2  second  a1    best     draw",
            "3  first   c3    best     draw",
            "4  second  b1    mistake  draw -> loses in 2  a3",
            "",
            "first: no mistake",
            "second: 1 mistake",
        )
    )


def test_it_shows_itself_in_a_notebook(found):
    class Tags(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []
            self.seen: list[str] = []

        def handle_starttag(self, tag, attrs):
            self.seen.append(tag)
            if tag != "br":
                self.open.append(tag)

        def handle_endtag(self, tag):
            assert self.open.pop() == tag

    tags = Tags()
    tags.feed(found._repr_html_())
    assert tags.open == []
    assert tags.seen.count("tr") == 5
    assert "draw → loses in 2" in found._repr_html_()


def test_its_json(found):
    told = found.json()
    assert (told["rules"], told["moves"], told["start"]) == (
        "3x3 connect=3 gravity=no", "b2 a1 c3 b1", ".../.../... x",
    )  # fmt: skip
    last = told["judgements"][-1]
    assert (last["ply"], last["side"], last["move"], last["verdict"]) == (4, "second", "b1", "mistake")
    assert last["before"]["outcome"] == "draw"
    assert last["after"]["moves"] == 2
    assert last["better"].split()[0] == "a3"
    assert told["summary"]["second"]["mistakes"] == 1


def test_counts_and_marks(found):
    assert [each.ply for each in found.marked] == [3]
    assert (found.tally(Side.FIRST).best, found.tally(Side.SECOND).mistakes) == (2, 1)


def test_importing_the_room_is_light():
    code = (
        "import sys, threading, plyground.reviews\n"
        "assert not {'numpy', 'numba', 'sqlalchemy', 'fastapi'} & set(sys.modules), sorted(sys.modules)\n"
        "assert threading.active_count() == 1"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_why_a_mistake_is_one():
    found = review("b2 a1 c3 b1", rules="tictactoe", why=True)
    assert set(found.reasons) == {3}
    assert found.reasons[3][0].move == found.moves[3]
    ((judged, sentences),) = found.why()
    assert judged is found.judgements[3]
    assert sentences[0].startswith("b1: loses in 2. Better: ")
    assert f"4. {sentences[0]}" in str(found)
    assert sentences[1] in found._repr_html_()
    assert not review("b2 a1 c3 b1", rules="tictactoe").reasons
