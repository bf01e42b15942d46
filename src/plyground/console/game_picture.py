"""A game as the terminal shows it: the board, and beside it who plays and what was played."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from plyground.board import Side
from plyground.console.picture import board_lines, stone
from plyground.console.terminal import Terminal
from plyground.game import Game
from plyground.grid import GridBoard, moves_text

__all__ = ["game_picture"]


def game_picture(console: Terminal, game: Game[GridBoard], names: Sequence[str]) -> Text:
    """`names` are those of the two players, in the order in which they move."""
    room = console.width
    lines = board_lines(game.board, console.glyphs, room)
    width = max(line.cell_len for line in lines)
    side_room = room - width - 4
    if side_room >= 16:
        for line, beside in zip(lines[1:], _panel(console, game, names, side_room, len(lines) - 2), strict=False):
            line.pad_right(width + 3 - line.cell_len)
            beside.truncate(side_room, overflow="ellipsis")
            line.append_text(beside)
            line.rstrip()
    picture = Text("\n").join(lines)
    picture.no_wrap = True
    return picture


def _panel(console: Terminal, game: Game[GridBoard], names: Sequence[str], room: int, height: int) -> list[Text]:
    glyphs = console.glyphs
    panel = []
    for side, name in zip(Side, names, strict=True):
        moves_next = not game.is_over and game.turn is side
        panel.append(
            Text.assemble(
                f"{glyphs.arrow} " if moves_next else "  ",
                stone(side, game.board, glyphs),
                (f" {name}", "bold" if moves_next else ""),
            )
        )
    if game.moves and height > 3:
        played = moves_text(game.start.rules, game.moves)
        most = room * (height - 3)
        if len(played) > most:
            played = "…" + played[1 - most :]
        panel.append(Text())
        panel += [Text(played[at : at + room], "dim") for at in range(0, len(played), room)]
    return panel
