"""How the environments of Gymnasium and PettingZoo show their board: as text that is returned, or printed."""

from __future__ import annotations

from plyground.errors import N_, UnknownNameError
from plyground.grid import GridBoard

__all__ = ["RENDER_MODES", "check_render_mode", "print_board", "render"]

RENDER_MODES = ["ansi", "human"]


def check_render_mode(mode: str | None) -> None:
    if mode not in (None, *RENDER_MODES):
        raise UnknownNameError(
            N_("there is no render mode '{name}'; there are {known}"), name=mode, known=", ".join(RENDER_MODES)
        )


def render(board: GridBoard, mode: str | None) -> str | None:
    """What `render()` returns: in the mode `human` the board has been printed after the move already."""
    return str(board) if mode == "ansi" else None


def print_board(board: GridBoard, mode: str | None) -> None:
    if mode == "human":
        print(board, end="\n\n")
