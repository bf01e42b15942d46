"""Which positions are drawn: as many as asked for, spread over the plies, open, different, the same for a seed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from plyground.dataset import PLAYS, DatasetSettings, draw, parse_plies, positions
from plyground.errors import LimitError, NotationError, UnknownNameError, UnsupportedError
from plyground.executors import local_executor
from plyground.grid import CFOUR, TICTACTOE, GridBoard, Rules, parse_moves
from tests.executors.lost_workers import DiesOnce, kills
from tests.naive import NaiveBoard, of_board, of_rules


def image_key(board: NaiveBoard) -> str:
    """The same for all images of a position."""
    return min(image.position_text() for image in board.images())


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("rules", ["cfour", "5x4 connect=3 gravity=no blocked=b2", "6x5 connect=4 blocked=a1,f1"])
def test_positions_are_open_different_and_evenly_spread(rules: str, play: str) -> None:
    settings = DatasetSettings(Rules.parse(rules), 200, (3, 9), seed=5, play=play)
    drawn = draw(settings)
    boards = [of_board(GridBoard.from_moves(game, settings.rules)) for game in drawn.games]
    assert {board.outcome() for board in boards} == {"open"}
    assert len({image_key(board) for board in boards}) == len(boards) == 200
    shares = Counter(board.count() for board in boards)
    assert set(shares) == set(range(3, 10))
    assert max(shares.values()) - min(shares.values()) <= 1
    assert drawn.draws == 200 + drawn.ended + drawn.repeated


def test_a_seed_decides_everything() -> None:
    settings = DatasetSettings(CFOUR, 150, (4, 20), seed=9)
    assert draw(settings) == draw(settings)
    others = draw(DatasetSettings(CFOUR, 150, (4, 20), seed=10)).games
    assert len(set(others) & set(draw(settings).games)) < 15


@kills
def test_a_killed_worker_draws_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = DatasetSettings(CFOUR, 150, (4, 20), seed=9)
    expected = draw(settings)
    fragile = DiesOnce("plyground.dataset.positions", "draw_ply", tmp_path)
    fragile.replace(monkeypatch)
    with local_executor(1) as executor:
        assert draw(settings, executor) == expected
    assert fragile.has_died


def test_any_first_part_is_a_fair_sample() -> None:
    games = draw(DatasetSettings(CFOUR, 2300, (8, 30))).games
    shares = Counter(len(game) for game in games[:460])
    # 20 of each ply are expected; the deviation of one is below 4.5.
    assert min(shares[ply] for ply in range(8, 31)) > 2
    assert max(shares.values()) < 42


def test_careful_games_take_wins_and_stop_them() -> None:
    blocks = 0
    for game in draw(DatasetSettings(CFOUR, 60, (12, 20), seed=2, play="careful")).games:
        board = of_rules(CFOUR)
        for move in parse_moves(CFOUR, game):
            targets = {board.target(legal) for legal in board.legal_moves()}
            assert not targets & board.threats(board.turn), "a side that could win played on"
            danger = targets & board.threats("o" if board.turn == "x" else "x")
            assert not danger or board.target(move) in danger
            blocks += bool(danger)
            board = board.play(move)
    assert blocks > 20


def test_random_games_do_not_look() -> None:
    ignored = 0
    for game in draw(DatasetSettings(CFOUR, 60, (12, 20), seed=2, play="random")).games:
        board = of_rules(CFOUR)
        for move in parse_moves(CFOUR, game):
            ignored += bool({board.target(legal) for legal in board.legal_moves()} & board.threats(board.turn))
            board = board.play(move)
    assert ignored > 20


def test_every_position_is_found_where_there_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tic-tac-toe has 627 open positions that differ under symmetry; counted here by the naive rules."""
    monkeypatch.setattr(positions, "PATIENCE", 1500)  # less than anybody has: that takes less time
    layers: list[dict[str, NaiveBoard]] = [{image_key(of_rules(TICTACTOE)): of_rules(TICTACTOE)}]
    while layers[-1]:
        after = [board.play(move) for board in layers[-1].values() for move in board.legal_moves()]
        layers.append({image_key(board): board for board in after if board.outcome() == "open"})
    drawn = draw(DatasetSettings(TICTACTOE, 5000, (0, 8), play="random"))
    found = Counter(image_key(of_board(GridBoard.from_moves(game, TICTACTOE))) for game in drawn.games)
    assert set(found) == {key for layer in layers for key in layer}
    assert set(found.values()) == {1}
    assert len(found) == 627


def test_plies_with_too_few_positions_leave_their_share_to_others() -> None:
    shares = Counter(len(game) for game in draw(DatasetSettings(CFOUR, 100, (0, 3))).games)
    assert shares[0] == 1
    assert shares[1] == 4
    assert sum(shares.values()) == 100


@pytest.mark.parametrize("text", ["", "8-30", "8..", "..8", "a..b", "-1..3", "8...30", "8..30 "])
def test_plies_are_read_strictly(text: str) -> None:
    with pytest.raises(NotationError):
        parse_plies(text)


@pytest.mark.parametrize(
    ("error", "change"),
    [
        (LimitError, {"positions": 0}),
        (LimitError, {"plies": (30, 8)}),
        (LimitError, {"plies": (8, 42)}),
        (LimitError, {"seed": 1 << 64}),
        (UnknownNameError, {"play": "carefully"}),
        (UnsupportedError, {"rules": Rules(columns=20, rows=20, connect=5)}),
    ],
)
def test_settings_that_make_no_sense_are_refused(error: type[Exception], change: dict[str, object]) -> None:
    asked: dict[str, object] = {"rules": CFOUR, "positions": 10, "plies": (8, 30)}
    with pytest.raises(error):
        DatasetSettings(**{**asked, **change})  # type: ignore[arg-type]
