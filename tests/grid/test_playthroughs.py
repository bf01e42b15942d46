"""One recorded game per preset: whatever changes a rule, a name or a drawing shows up as a difference here.

`python tests/grid/test_playthroughs.py` records them anew; read the difference before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground import GridBoard, Rules, Side
from plyground.board import SplitMix
from plyground.grid import PRESETS, cell_text, moves_text, position_text

FOLDER = Path(__file__).parent / "playthroughs"
TEXTS = {**{name: name for name in PRESETS}, "random": "random seed=53"}


def playthrough(text: str) -> str:
    """A random game that takes every win and stops every threat that it can, ply by ply."""
    rules, draw = Rules.parse(text), SplitMix(2026)
    board, moves, lines = GridBoard(rules), [], [f"rules: {text} = {rules}", ""]
    while board.legal_moves:
        ways = {rules.layout.cell(board.target(move).bit_length() - 1): move for move in board.legal_moves}
        threats = {side: sorted(board.threats(side)) for side in Side}
        wins, blocks = (
            [ways[cell] for cell in threats[side] if cell in ways] for side in (board.turn, board.turn.opposite)
        )
        choice = wins or blocks or list(board.legal_moves)
        move = choice[draw.below(len(choice))]
        moves.append(move)
        seen = " | ".join(" ".join(map(cell_text, threats[side])) or "-" for side in Side)
        lines.append(f"{len(moves)}. {board.move_name(move)}  of {len(board.legal_moves)}; threats {seen}")
        board = board.move(move)
    lines += ["", f"moves: {moves_text(rules, moves)}", f"position: {position_text(board)}"]
    lines += [f"outcome: {board.outcome.value}", "", str(board)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", TEXTS)
def test_the_recorded_game_is_played_again(name):
    assert playthrough(TEXTS[name]) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_every_preset_has_its_recorded_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*PRESETS, "random"}


def test_the_recorded_games_are_read_back():
    for path in FOLDER.glob("*.txt"):
        lines = dict(line.split(": ", 1) for line in path.read_text("utf-8").splitlines() if ": " in line)
        rules = Rules.parse(lines["rules"].split(" = ")[1])
        board = GridBoard.from_moves(lines["moves"], rules)
        assert position_text(board) == lines["position"]
        assert board.outcome.value == lines["outcome"]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for preset, rules_text in TEXTS.items():
        (FOLDER / f"{preset}.txt").write_text(playthrough(rules_text), "utf-8")
