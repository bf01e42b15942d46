"""One recorded game at the console per preset, as it was typed and shown; only the seconds are left out.

`python -m tests.console.test_playthroughs` records them anew; read the difference before you commit it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plyground.grid.rules_notation import preset_names
from plyground.solver import Solver
from tests.cli.running import run

FOLDER = Path(__file__).parent / "playthroughs"

# Per preset: the options, and what the human types.
GAMES = {
    "tictactoe": (["--second", "openlines"], "b2 b1 hint c3 a2 c1 quit"),
    "cfour": (["--second", "staged depth=4"], "4 9 5 hint 3 6 2 undo 6 7 1 quit"),
    "gomoku": (["--first", "staged depth=1", "--second", "human", "--position", "h8 h9 i8 i9 j8 j9"], "? k9 quit"),
    "random": (["--seed", "7", "--lot", "--second", "uct playouts=50"], "5 5 5 undo 6 quit"),
}


def playthrough(preset: str) -> str:
    options, typed = GAMES[preset]
    if preset == "tictactoe":
        # A hint without an opening book compiles the solver on a new machine, and would announce it.
        Solver(preset, threads=1, table_mb=1).get_ready()
    result = run("play", "--rules", preset, *options, stdin=typed.replace(" ", "\n") + "\n")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return re.sub(r"\d+\.\d\d s", "_ s", result.stdout)


@pytest.mark.parametrize("preset", GAMES)
def test_the_recorded_game_is_shown_again(preset):
    assert playthrough(preset) == (FOLDER / f"{preset}.txt").read_text("utf-8")


def test_every_preset_has_its_recorded_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES) == set(preset_names())


def test_the_recorded_games_show_what_a_player_can_meet():
    everything = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.txt"))
    for piece in ("wins", "plays", "Hint: ", "taken back", "is no move", "To go on with this game", "▒▒▒", "[●]"):
        assert piece in everything or piece.replace("●", "○") in everything, piece


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), "utf-8")
