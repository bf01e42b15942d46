"""`step_html`: a game that a reader steps through in a notebook, without scripts.

Every step is a radio button: the arrow keys go from one to the next, and styles hide the stones that come later.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import count

from plyground.board import Side
from plyground.grid.animation import OfBoards, boards_of
from plyground.grid.board import GridBoard
from plyground.grid.notation import cell_text
from plyground.grid.pictures import winning_lines
from plyground.grid.svg import Picture
from plyground.texts import _

__all__ = ["step_html"]

_numbers = count(1)
"""A page may hold several of these, and the names of their buttons have to differ."""

_STYLE = """
.{name} input{{position:absolute;opacity:0}}
.{name} nav{{display:none;gap:.75em;align-items:center}}
.{name} label{{cursor:pointer;padding:.25em .75em;border:1px solid #999;border-radius:.25em}}
.{name} input:focus-visible~nav label{{outline:2px solid #0072b2}}
"""
_STYLE_OF_STEP = """
#{name}-{step}:checked~svg .ply:nth-of-type(n+{after}){{display:none}}
#{name}-{step}:checked~svg .last:not(.last-{step}){{display:none}}
#{name}-{step}:checked~.nav-{step}{{display:flex}}
"""


def step_html(game: OfBoards | str, *, size: float | None = None) -> str:
    """A game as a piece of HTML that begins with its start: a `Game` on a grid, or a text with its moves.

    >>> step_html("4453").count("<input")
    5
    """
    boards = boards_of(game)
    name = f"plyground-steps-{next(_numbers)}"
    last = len(boards) - 1
    style = _STYLE.format(name=name)
    buttons, places = "", ""
    for step in range(len(boards)):
        style += _STYLE_OF_STEP.format(name=name, step=step, after=step + 1)
        checked = "" if step else ' checked="checked"'
        label = escape(f"{step} / {last}")
        buttons += f'<input type="radio" name="{name}" id="{name}-{step}" aria-label="{label}"{checked}/>'
        places += (
            f'<nav class="nav-{step}">{_label(name, max(0, step - 1), "◂", _("Back"))}<span>{label}</span>'
            f"{_label(name, min(last, step + 1), '▸', _('Forward'))}</nav>"
        )
    return f'<div class="{name}"><style>{style}</style>{buttons}{_drawn(boards, size)}{places}</div>'


def _label(name: str, step: int, sign: str, text: str) -> str:
    return f'<label for="{name}-{step}" title="{escape(text)}">{sign}</label>'


def _drawn(boards: Sequence[GridBoard], size: float | None) -> str:
    start, end = boards[0], boards[-1]
    # The start without its last move, so that only the newest stone has a frame.
    bare = GridBoard.from_stones(start.rules, start.stones(Side.FIRST), start.stones(Side.SECOND), start.turn)
    picture = Picture(bare, {}, labels=True)
    ground = picture.ground(size, start)
    stones, frames = [], []
    for step, board in enumerate(boards[1:], 1):
        assert board.last_cell is not None
        x, y = picture.centre(board.last_cell)
        stone = picture.stone(x, y, board.turn.opposite)
        stones.append(f'<g class="ply" data-cell="{cell_text(board.last_cell)}">{stone}</g>')
        frames.append(f'<g class="last last-{step}">{picture.frame(x, y)}</g>')
    lines = "".join(picture.line(*ends) for ends in winning_lines(end))
    if lines:
        frames.append(f'<g class="last last-{len(boards) - 1}">{lines}</g>')
    # The stones have a group of their own, in which the styles count them.
    return "".join([*ground, f"<g>{''.join(stones)}</g>", *frames, *picture.coordinates(), "</svg>"])
