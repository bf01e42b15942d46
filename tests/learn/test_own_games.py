"""Games of one's own from a file, and what is said when the file is wrong."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from plyground import Side
from plyground.errors import InputError, MissingError, NotationError, PlygroundError, UnknownNameError
from plyground.learn import board_text, load_game, named_bugs, read_board
from plyground.search import alphabeta

ROOT = Path(__file__).resolve().parents[2]

GAME = """\
from plyground import Board, Side

class Count(Board):
    def __init__(self, left=5, turn=Side.FIRST):
        self.left, self._turn = left, turn

    @property
    def turn(self):
        return self._turn

    @property
    def legal_moves(self):
        return [1, 2][:self.left]

    @property
    def is_win(self):
        return self.left == 0

    def move(self, move):
        return Count(self.left - move, self._turn.opposite)

    def evaluate(self, side):
        return 0 if not self.is_win else 1 if self.winner is side else -1
"""


def written(folder: Path, code: str) -> str:
    path = folder / "game.py"
    path.write_text(code, "utf-8")
    return str(path)


def test_the_example_is_loaded():
    board = load_game(f"{ROOT / 'examples' / 'nim.py'}:Nim")
    assert alphabeta(board, 12).value == -1  # twelve counters, a multiple of four
    assert pickle.loads(pickle.dumps(board)) == board


def test_a_class_a_function_and_a_board_are_games(tmp_path):
    path = written(tmp_path, GAME + "\ndef seven():\n    return Count(7)\n\nnine = Count(9)\n")
    assert alphabeta(load_game(f"{path}:Count"), 5).value == 1
    assert alphabeta(load_game(f"{path}:seven"), 7).value == 1
    assert alphabeta(load_game(f"{path}:nine"), 9).value == -1
    assert board_text(load_game(f"{path}:nine")) == ""


def test_a_game_may_import_its_neighbours_and_is_read_anew(tmp_path):
    (tmp_path / "heaps_of_the_neighbour.py").write_text("HEAP = 4", "utf-8")
    path = written(tmp_path, "from heaps_of_the_neighbour import HEAP\n" + GAME.replace("left=5", "left=HEAP"))
    assert len(alphabeta(load_game(f"{path}:Count"), 9).line) == 3
    written(tmp_path, GAME.replace("left=5", "left=1"))
    assert load_game(f"{path}:Count").legal_moves == [1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("class Count(Board):", "class Count(Board)"), "line 3: SyntaxError: "),
        (("from plyground import Board, Side", "import nowhere"), "line 1: ModuleNotFoundError: No module named"),
        (("left=5", "left=undefined"), "line 4: NameError: name 'undefined' is not defined"),
        (("def evaluate", "def value"), "Can't instantiate abstract class Count"),
        (("self.left, self._turn = left, turn", "self.left = left / 0"), "line 5: ZeroDivisionError"),
        (("[1, 2][:self.left]", "[1, 2][self.lost]"), "line 13: AttributeError"),
        (("[1, 2][:self.left]", "self.left"), "legal_moves is 5; it has to be a list of whole numbers"),
        (("[1, 2][:self.left]", "['a']"), "legal_moves is ['a']; it has to be a list of whole numbers"),
        (("return self._turn\n", "return 1\n"), "turn is 1; it has to be Side.FIRST or Side.SECOND"),
        (("return Count(self.left", "Count(self.left"), "move gives None; it has to be the board after the move"),
        (("return 0 if", "return None if"), "evaluate gives None; it has to be a number"),
        (
            ("return Count(self.left - move, self._turn.opposite)", "self.left -= move; return self"),
            "move changes the board itself",
        ),
        (("class Count(Board):", "exit(3)\nclass Count(Board):"), "line 3: SystemExit: 3"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(tmp_path, change, said):
    path = written(tmp_path, GAME.replace(*change))
    with pytest.raises(InputError) as caught:
        load_game(f"{path}:Count")
    assert said in str(caught.value)
    assert path in str(caught.value)


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("game.py", NotationError, "'game.py' names no game; write the file and the class, like mygame.py:Game"),
        (":Count", NotationError, "names no game"),
        ("{path}:", NotationError, "names no game"),
        ("{path}:Cuont", UnknownNameError, "there is no 'Cuont' in '{path}'; its games are: Count"),
        ("{path}:Side", InputError, "line"),
        ("{path}.txt:Count", MissingError, "cannot be read: No such file or directory"),
    ],
)
def test_what_names_no_game_is_refused(tmp_path, text, kind, said):
    path = written(tmp_path, GAME)
    with pytest.raises(kind) as caught:
        load_game(text.format(path=path))
    assert kind is InputError or said.format(path=path) in str(caught.value)
    assert isinstance(caught.value, PlygroundError)


def test_a_bug_that_shows_later_is_said_with_its_line(tmp_path):
    path = written(tmp_path, GAME.replace("left == 0", "left == 0 or self.left == 200 / (self.left - 100)"))
    board: Any = load_game(f"{path}:Count")
    assert type(board)(150).turn is Side.FIRST
    with pytest.raises(InputError, match="line 17: ZeroDivisionError"), named_bugs(board):
        alphabeta(type(board)(101), 3)
    board.move = lambda _move: None  # fails in the search's own code
    with pytest.raises(InputError, match=r"does not work: AttributeError: 'NoneType'"), named_bugs(board):
        alphabeta(board, 3)


def test_errors_of_our_own_games_pass_as_they_are():
    with pytest.raises(ZeroDivisionError), named_bugs(read_board("nim 3")):
        1 / 0  # noqa: B018
