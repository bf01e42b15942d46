"""Games as text: what is written is read back the same, and what is wrong is named with its line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, TICTACTOE, Game, GridBoard, Side, Termination
from plyground.errors import InputError, RecordError
from plyground.store import GameRecord, MoveRecord
from plyground.store.game_text import BadGame, game_text, parse_game, read_games
from tests.store.records import records
from tests.strategies import examples

BEGAN = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)
WON = GameRecord.of(
    Game(GridBoard(CFOUR), [3, 2, 3, 2, 3, 2, 3]),
    id="g1",
    players=("uct time=1", "human"),
    moves=[MoveRecord(move, 0.25 * move, 1.5, 10) for move in [3, 2, 3, 2, 3, 2, 3]],
    began=BEGAN,
)
TEXT = game_text(WON)


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


@examples(150)
@given(records())
def test_any_game_is_read_back_the_same(record: GameRecord) -> None:
    assert parse_game(game_text(record)) == record


@examples(25)
@given(st.lists(records(largest=5), max_size=6))
def test_games_follow_one_another(given_records: list[GameRecord]) -> None:
    text = "".join(game_text(record) for record in given_records)
    assert list(read_games(text.split("\n"))) == given_records


@examples(300)
@given(st.data())
def test_damaged_text_is_an_error_or_a_legal_game(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(TEXT) - 1))
    put = data.draw(st.text(max_size=3) | st.sampled_from([*'0123456789[] -\n"', '[Game "']))
    text = TEXT[:place] + put + TEXT[place + data.draw(st.integers(0, 3)) :]
    for found in read_games(text.split("\n")):
        if isinstance(found, BadGame):
            assert 1 <= found.line <= text.count("\n") + 1
            assert str(found.error)
        else:
            found.game()


def test_the_file_may_come_from_windows() -> None:
    assert list(read_games(lines_of("\ufeff" + TEXT.replace("\n", "\r\n")))) == [WON]


def test_bad_games_are_named_by_line_and_the_others_read() -> None:
    other = game_text(GameRecord.of(Game(GridBoard(TICTACTOE), [4]), id="g2", players=("a", "b"), began=BEGAN))
    broken = TEXT.replace('"g1"', '"bad"').replace("4 0.75 1.5 10\n3 0.5", "4 0.75 1.5 10\n9 0.5", 1)
    found = list(read_games(lines_of("rubbish\n" + TEXT + broken + other)))
    assert [game.id if isinstance(game, GameRecord) else game.line for game in found] == [1, "g1", 27, "g2"]


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('[Rules "7x6 connect=4"]', '[Rules "7x6 connect=x"]', 2, "connect=x"),
        ('[Rules "7x6 connect=4"]', '[Ruels "7x6"]', 2, "the nearest is 'Rules'"),
        ('[First "uct time=1"]', "[First uct]", 3, "should look like"),
        ('[First "uct time=1"]', '[First "a"]\n[First "b"]', 4, "a second time"),
        ('[Second "human"]\n', "", 1, "no line for 'Second'"),
        ('"first wins"', '"white wins"', 5, "it has to be one of open, first wins"),
        ('"first wins"', '"second wins"', 1, "its moves make it 'first wins'"),
        ('[Termination "win"]\n', "", 1, "one is missing"),
        ('[Termination "win"]', '[Termination "boredom"]', 6, "it has to be one of"),
        ("2026-01-02T03:04:05.000678+00:00", "2026-01-02", 7, "a time with its zone"),
        ("2026-01-02T03:04:05.000678+00:00", "0001-01-01T00:00:00+23:00", 7, "a time with its zone"),
        ("4 0.75 1.5 10", "9 0.75 1.5 10", 9, "the columns are 1 to 7"),
        ("4 0.75 1.5 10", "4 0.75 1.5", 9, "is no move"),
        ("4 0.75 1.5 10", "4 -1 1.5 10", 9, "0 or more"),
        ("4 0.75 1.5 10", "4 1 nan 10", 9, "not a number"),
        ("4 0.75 1.5 10", "4 1 1_0 10", 9, "not a number"),
        ("4 0.75 1.5 10", "4 1 1 99999999999999999999", 9, "0 or more"),
        ("4 0.75 1.5 10", "4 inf 1 1", 9, "0 or more"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: int, said: str) -> None:
    assert old in TEXT
    (found,) = read_games(lines_of(TEXT.replace(old, new, 1)))
    assert isinstance(found, BadGame)
    assert isinstance(found.error, InputError)
    assert (found.line, said in str(found.error)) == (line, True), str(found.error)


def test_an_empty_line_ends_a_game() -> None:
    head, _, tail = TEXT.rpartition("4 0.75 1.5 10\n")
    found = list(read_games(lines_of(TEXT + "rubbish\nmore\n\n\n" + head + "\n4 0.75 1.5 10\n" + tail)))
    assert found[0] == WON
    assert [game.line for game in found[1:] if isinstance(game, BadGame)] == [17, 21, 36]


def test_an_illegal_move_is_named_with_its_own_line() -> None:
    game = Game(GridBoard(CFOUR), [0, 0, 0, 0, 0, 0])
    text = game_text(GameRecord.of(game, id="full", players=("a", "b"), began=BEGAN))
    (found,) = read_games([*lines_of(text)[:-1], "1 0 - -\n"])
    assert isinstance(found, BadGame)
    assert found.line == text.count("\n")
    assert "column 1 is full" in str(found.error)


def test_a_forfeit_keeps_its_reason() -> None:
    game = Game(GridBoard(CFOUR), [3])
    game.end(Side.SECOND, Termination.CRASH)
    record = GameRecord.of(game, id="x", players=("a", "b"), reason="b: exit code 1\nTraceback", began=BEGAN)
    assert parse_game(game_text(record)).game().termination is Termination.CRASH
    assert parse_game(game_text(record)) == record


def test_one_game_means_one() -> None:
    with pytest.raises(RecordError, match="2 games"):
        parse_game(TEXT + TEXT)
