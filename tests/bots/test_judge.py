"""The conventions of gravity-four judges: against one that keeps its arrays as stones fall, and in a real library."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from plyground import CFOUR, Board, Clock, Game, GridBoard, Limit, Rules, Side
from plyground.board import SplitMix
from plyground.bots import LibraryPlayer, judge, library
from plyground.bots.follower import Follower
from plyground.errors import MissingError, NotationError, PlayerError, UnsupportedError
from plyground.players import RandomPlayer
from tests.bots.judging import judge_rules
from tests.waiting import PATIENCE


class Keeping:
    """A judge that changes `top` and `board` stone by stone, and never asks our boards."""

    def __init__(self, rows: int, columns: int, no_x: int, no_y: int) -> None:
        self.rows, self.columns, self.no = rows, columns, (no_x, no_y)
        self.top = [rows] * columns
        if no_x == rows - 1:
            self.top[no_y] -= 1
        self.stones = [0] * (rows * columns)
        self.last = (-1, -1)

    def drop(self, y: int, side: int) -> None:
        x = self.top[y] - 1
        self.stones[x * self.columns + y] = side
        self.top[y] = x
        if (x - 1, y) == self.no:
            self.top[y] -= 1
        self.last = (x, y)

    def told(self, side: int) -> list[int]:
        return [0 if stone == 0 else 2 if stone == side else 1 for stone in self.stones]


def test_the_arrays_are_those_of_a_judge_that_keeps_them():
    draw = SplitMix(11)
    blocked_rows = set()
    for _game in range(60):
        rules = judge_rules(draw)
        no = judge.blocked_of(rules)
        blocked_rows.add(no[0] if no[0] != rules.rows - 1 else "bottom")
        keeping = Keeping(rules.rows, rules.columns, *no)
        board = GridBoard(rules)
        side = 1
        while not board.outcome.is_over:
            turn = judge.turn_of(board)
            assert list(turn.top) == keeping.top
            assert list(turn.board) == keeping.told(side)
            assert turn.last == keeping.last
            assert (turn.rows, turn.columns, turn.blocked) == (rules.rows, rules.columns, no)
            back = judge.read_turn(judge.rules_of(rules.rows, rules.columns, *no), turn.board)
            assert back == board
            move = board.legal_moves[draw.below(len(board.legal_moves))]
            assert judge.point_of(board, move) == (keeping.top[move] - 1, move)
            assert judge.move_of("bot", board, keeping.top[move] - 1, move) == move
            keeping.drop(move, side)
            board = board.move(move)
            side = 3 - side
    assert {-1, 0, "bottom"} < blocked_rows


def test_a_full_column_under_a_blocked_top_cell():
    rules = Rules.parse("9x9 connect=4 blocked=a9")
    board = GridBoard.from_moves("1" * 8, Rules(columns=9, rows=9, connect=9, blocked=[(0, 8)]))
    board = GridBoard.from_stones(rules, board.stones(Side.FIRST), board.stones(Side.SECOND), board.turn)
    assert judge.turn_of(board).top == (0, *[9] * 8)
    with pytest.raises(PlayerError, match="no stone can land") as caught:
        judge.move_of("bot", board, 0, 0)
    assert caught.value.termination == "illegal move"


@pytest.mark.parametrize(("x", "y"), [(4, 3), (5, 7), (5, -1), (6, 3), (-1, -1)])
def test_the_very_cell_has_to_be_named(x, y):
    with pytest.raises(PlayerError):
        judge.move_of("bot", GridBoard(CFOUR), x, y)
    assert judge.move_of("bot", GridBoard(CFOUR), 5, 3) == 3


@pytest.mark.parametrize("rules", ["tictactoe", "7x6 connect=5", "9x9 connect=4 blocked=a1,b1"])
def test_games_that_the_arrays_cannot_tell_are_refused(rules):
    with pytest.raises(UnsupportedError, match="gravity"):
        judge.check_rules(Rules.parse(rules))


def test_a_board_that_nobody_can_have_played_is_refused():
    with pytest.raises(NotationError):
        judge.read_turn(CFOUR, (0,) * 40 + (2, 2))
    with pytest.raises(NotationError):
        judge.read_turn(CFOUR, (0,) * 41 + (3,))


RECORDING = r"""
#include <stdio.h>
#include <stdlib.h>
struct Point { int x, y; };
static int turns = 0, cleared = 0;
struct Point *getPoint(int M, int N, const int *top, const int *board, int lastX, int lastY, int noX, int noY) {
    struct Point *point = malloc(sizeof *point);
    FILE *file = fopen(getenv("RECORD"), "a");
    printf("a library may print\n");
    fflush(stdout);
    fprintf(file, "%d %d %d | %d %d %d %d %d %d |", ++turns, cleared, getchar(), M, N, lastX, lastY, noX, noY);
    for (int y = 0; y < N; y++) fprintf(file, " %d", top[y]);
    fprintf(file, " |");
    for (int cell = 0; cell < M * N; cell++) fprintf(file, " %d", board[cell]);
    fprintf(file, "\n");
    fclose(file);
    int wrong = getenv("WRONG") != NULL;
    if (wrong && getenv("WRONG")[0] == 'n') return NULL;
    if (wrong && getenv("WRONG")[0] == 'c') abort();
    if (wrong && getenv("WRONG")[0] == 'l') for (;;) ;
    for (point->y = N - 1; top[point->y] == 0; point->y--) ;
    point->x = wrong ? top[point->y] : top[point->y] - 1;
    return point;
}
void clearPoint(struct Point *point) { cleared++; free(point); }
"""


@pytest.fixture
def recording(build, tmp_path, monkeypatch) -> Path:
    source = tmp_path / "recording.c"
    source.write_text(RECORDING, "utf-8")
    monkeypatch.setenv("RECORD", str(tmp_path / "record"))
    monkeypatch.setenv("PLYGROUND_BOT_VARIABLES", "RECORD,WRONG")
    path: Path = build(source, True)
    return path


@pytest.mark.needs("gcc")
def test_what_a_library_is_told(recording, tmp_path):
    """Each turn in the arguments of the call; its printing and reading do not disturb; every game starts it anew."""
    rules = Rules.parse("9x10 connect=4 blocked=c1")
    with LibraryPlayer("so", str(recording), time=PATIENCE) as player:
        for side in Side:
            (tmp_path / "record").unlink(missing_ok=True)
            game = Game(GridBoard(rules))
            player.new_game(game, side)
            expected: list[str] = []
            other = RandomPlayer(seed=5)
            while not game.is_over:
                if game.turn is not side:
                    game.play(other.decide(game).move)
                    continue
                turn = judge.turn_of(game.board)
                numbers = [turn.rows, turn.columns, *turn.last, *turn.blocked]
                count = len(expected)
                expected.append(
                    f"{count + 1} {count} -1 | {_spaced(numbers)} | {_spaced(turn.top)} | {_spaced(turn.board)}"
                )
                game.play(player.decide(game).move)
            assert (tmp_path / "record").read_text("ascii").splitlines() == expected
            assert expected[0].split()[6:10] == (
                ["-1", "-1", "9", "2"] if side is Side.FIRST else expected[0].split()[6:10]
            )


def _spaced(numbers) -> str:
    return " ".join(map(str, numbers))


def test_a_strategy_keeps_the_time_of_its_world(tmp_path):
    """It cannot know that a game has another limit; a clock counts all the same."""
    (tmp_path / "any.so").touch()
    for own, limit, clock, seconds in (
        (None, 0.5, None, 3.0),
        (1.0, 0.5, None, 1.0),
        (1.0, None, None, 1.0),
        (None, 5.0, Clock(2), 2.0),
    ):
        player = LibraryPlayer("so", str(tmp_path / "any.so"), time=own)
        game = Game[Board](GridBoard(CFOUR), clock=clock)
        assert player._seconds(game, None if limit is None else Limit(time=limit)) == seconds


@pytest.mark.needs("gcc")
@pytest.mark.parametrize(
    ("wrong", "termination", "message"),
    [
        ("row", "illegal move", "where no stone can land"),
        ("null", "crash", "no point at all"),
        ("crash", "crash", "SIGABRT"),
        ("loop", "timeout", "had not answered after"),
    ],
)
def test_a_library_that_fails(recording, monkeypatch, wrong, termination, message):
    monkeypatch.setenv("WRONG", wrong)
    # Short only where the deadline is what is tested.
    with LibraryPlayer("so", str(recording), time=2 if wrong == "loop" else PATIENCE) as player:
        game = Game(GridBoard(Rules.parse("9x9")))
        player.new_game(game, Side.FIRST)
        with pytest.raises(PlayerError, match=message) as caught:
            player.decide(game, Limit(time=1))
        assert caught.value.termination == termination


# As g++ would compile a strategy that makes its point with `new`.
UNLINKED = r"""
struct Point { int x, y; };
void *_Znwm(unsigned long);
void _ZdlPv(void *);
void SYMBOL(void);
struct Point *getPoint(int M, int N, const int *top) {
    struct Point *point = _Znwm(sizeof *point);
    SYMBOL();
    point->x = top[(void)M, N - 1] - 1;
    point->y = N - 1;
    return point;
}
void clearPoint(struct Point *point) { _ZdlPv(point); }
"""


@pytest.mark.needs("gcc")
def test_a_library_that_was_linked_without_the_library_of_its_language(build, tmp_path):
    game = Game(GridBoard(Rules.parse("9x9")))
    sources = {name: tmp_path / f"{name}.c" for name in ("_ZSt15get_new_handlerv", "nobody_defines_this")}
    for name, source in sources.items():
        source.write_text(UNLINKED.replace("SYMBOL", name), "utf-8")
    known, unknown = (str(build(source, True)) for source in sources.values())
    with pytest.raises(OSError, match="undefined symbol"):
        ctypes.CDLL(known)
    with LibraryPlayer("so", known, time=PATIENCE) as player:
        player.new_game(game, Side.FIRST)
        assert player.decide(game).move == 8
    with LibraryPlayer("so", unknown, time=PATIENCE) as player:
        player.new_game(game, Side.FIRST)
        with pytest.raises(PlayerError, match=r"nobody_defines_this.*nor in libstdc\+\+\.so\.6"):
            player.decide(game)


def test_a_library_that_no_machine_has_is_named(monkeypatch):
    """As where the library of C++ is not installed."""

    def loaded(path, mode=0):
        if path == library.CPP_LIBRARY:
            raise OSError(f"{path}: cannot open shared object file: No such file or directory")
        raise OSError(f"{path}: undefined symbol: _Znwm")

    monkeypatch.setattr(ctypes, "CDLL", loaded)
    with pytest.raises(MissingError, match=r"any\.so needs '_Znwm'.*libstdc\+\+\.so\.6"):
        library._Strategy("./any.so")


def test_a_file_that_is_no_library(tmp_path):
    with pytest.raises(MissingError, match="no file"):
        LibraryPlayer("so", str(tmp_path / "none.so"))
    empty = tmp_path / "empty.so"
    empty.write_bytes(b"")
    with LibraryPlayer("so", str(empty)) as player:
        game = Game(GridBoard(Rules.parse("9x9")))
        player.new_game(game, Side.FIRST)
        with pytest.raises(PlayerError, match="no library with getPoint"):
            player.decide(game)


def test_the_point_is_two_ints():
    assert ctypes.sizeof(library._Point) == 2 * ctypes.sizeof(ctypes.c_int)


class Counting(RandomPlayer):
    games = 0

    def new_game(self, game, side):
        super().new_game(game, side)
        self.games += 1


def test_positions_that_follow_from_each_other_are_one_game():
    player = Counting(seed=3)
    follower = Follower(player)
    for number, side in enumerate(Side, 1):
        board = GridBoard(CFOUR) if side is Side.FIRST else GridBoard(CFOUR).move(3)
        while not board.outcome.is_over:
            seen = follower.see(GridBoard.setup(CFOUR, *_stones(board), board.turn))
            assert seen.board == board
            assert seen.start == GridBoard(CFOUR)
            assert len(seen.moves) == board.count
            for _ply in range(2):
                if not board.outcome.is_over:
                    board = board.move(board.legal_moves[board.count % len(board.legal_moves)])
        assert player.games == number
    # A position out of the blue is a game of its own.
    odd = GridBoard.from_moves("4433")
    assert follower.see(odd).start == odd


def _stones(board: GridBoard) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    cells = [(column, row) for column in range(board.rules.columns) for row in range(board.rules.rows)]
    return (
        [cell for cell in cells if board.at(*cell) is Side.FIRST],
        [cell for cell in cells if board.at(*cell) is Side.SECOND],
    )
