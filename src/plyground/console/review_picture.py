"""A review as the terminal shows it: a table of the moves, and the value over the moves as a small chart."""

from __future__ import annotations

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from plyground.board import Side
from plyground.console.picture import stone
from plyground.console.terminal import BAD, Glyphs, stone_style
from plyground.grid import moves_text
from plyground.reviews import Judgement, Review, Verdict
from plyground.texts import _, say

__all__ = ["review_table", "value_chart"]

_STYLES = {Verdict.MISTAKE: f"bold {BAD}", Verdict.INACCURACY: "#e69f00", Verdict.NOT_JUDGED: "dim"}
_NARROWEST = 10  # columns of a chart or a line, however narrow the terminal
_NO_DISTANCE = 3  # the level of a win or loss whose distance is not known


def review_table(found: Review, glyphs: Glyphs, room: int = 80) -> Table:
    """A row for each move: what it was worth, and for mistakes and inaccuracies what was better and how it goes on.

    Of a line that would not fit into `room` columns, the beginning is shown.
    """
    rows = [found.titles, *found.rows(glyphs.becomes)]
    # Beside the side stands its stone, and two spaces end each column.
    taken = sum(max(cell_len(row[place]) for row in rows) + 2 for place in range(5)) + 2
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, name in enumerate(found.titles):
        table.add_column(name, justify="right" if place == 0 else "left", no_wrap=True, overflow="ellipsis")
    for judged, row in zip(found.judgements, rows[1:], strict=True):
        number, side, move, verdict, value, _better = row
        style = _STYLES.get(judged.verdict, "")
        better = Text(_better_text(found, judged))
        better.truncate(max(_NARROWEST, room - taken), overflow="ellipsis")
        table.add_row(
            Text(number, "dim"),
            Text.assemble(stone(judged.side, found.start, glyphs), " ", side),
            Text(move),
            Text(verdict, style),
            Text(value, style),
            better,
        )
    return table


def _better_text(found: Review, judged: Judgement) -> str:
    if not judged.better_line:
        return ""
    rules = found.start.rules
    better, rest = moves_text(rules, judged.better_line[:1]), moves_text(rules, judged.better_line[1:])
    return say("{move}, then {line}", move=better, line=rest) if rest else better


def value_chart(found: Review, glyphs: Glyphs, room: int = 80) -> list[Text]:
    """The value after every move, from the start: who wins, or a draw. A fuller bar is nearer to the end of the game.

    A cross below stands at a mistake, a wave at an inaccuracy. A long game goes on in a second chart below the first.
    """
    labels = [Text(_("first wins")), Text(_("draw")), Text(_("second wins")), Text()]
    width = max(label.cell_len for label in labels) + 2
    columns = [_column(found, place, glyphs) for place in range(len(found.values))]
    step = max(_NARROWEST, room - width - 1)
    lines = []
    for begin in range(0, len(columns), step):
        shown = columns[begin : begin + step]
        for label, signs in zip(labels, zip(*shown, strict=True), strict=True):
            line = label.copy()
            line.pad_right(width - line.cell_len)
            lines.append(Text.assemble(line, *signs))
        lines.append(Text(" " * width + _ruler(begin, len(shown)), "dim"))
        lines[-1].rstrip()
    lines.append(Text(_("The value after each move; a fuller bar is nearer to the end."), "dim"))
    marks = {each.verdict for each in found.marked}
    legend = {
        f"{glyphs.cross} {Verdict.MISTAKE.words}": Verdict.MISTAKE in marks,
        f"~ {Verdict.INACCURACY.words}": Verdict.INACCURACY in marks,
        f"{glyphs.free} {_('value not known')}": None in found.values,
    }
    explained = [text for text, is_needed in legend.items() if is_needed]
    if explained:
        lines.append(Text("  ".join(explained), "dim"))
    return lines


def _column(found: Review, place: int, glyphs: Glyphs) -> tuple[Text, Text, Text, Text]:
    """The signs of the position after `place` moves, from the top: first wins, draw, second wins, the mark."""
    value = found.values[place]
    side = found.start.turn if place % 2 == 0 else found.start.turn.opposite
    column = [Text(" ") for _row in range(4)]
    if value is None:
        column[1] = Text(glyphs.free, "dim")
    elif value.outcome == "draw":
        column[1] = Text(glyphs.line)
    else:
        winner = side if value.outcome == "win" else side.opposite
        level = _NO_DISTANCE if value.plies is None else 7 - 7 * value.plies // value.cells
        column[0 if winner is Side.FIRST else 2] = Text(glyphs.levels[level], stone_style(winner))
    if place > 0 and (judged := found.judgements[place - 1]).is_marked:
        sign = glyphs.cross if judged.verdict is Verdict.MISTAKE else "~"
        column[3] = Text(sign, _STYLES[judged.verdict])
    first, second, third, mark = column
    return first, second, third, mark


def _ruler(begin: int, count: int) -> str:
    """The number of moves below every fifth column."""
    ruler = [" "] * (count + 3)
    for place in range(count):
        if (begin + place) % 5 == 0:
            number = str(begin + place)
            ruler[place : place + len(number)] = number
    return "".join(ruler).rstrip()
