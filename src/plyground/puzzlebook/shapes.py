"""When two positions are alike: one is the other mirrored, or turned where there is no gravity."""

from __future__ import annotations

import base64
import hashlib

from plyground.grid import GridBoard, position_text

__all__ = ["id_of", "shape_of"]

_ID_LETTERS = 6


def shape_of(board: GridBoard) -> str:
    """One text for all images of a position. Blocked cells move with the stones, so boards of other rules can be alike.

    >>> shape_of(GridBoard.from_moves("12")) == shape_of(GridBoard.from_moves("76"))
    True
    """
    text, _space, turn = position_text(board).partition(" ")
    rows = text.split("/")
    images = [rows, [row[::-1] for row in rows]]
    if not board.rules.gravity:
        images += [image[::-1] for image in images]
        images += [["".join(cells) for cells in zip(*image, strict=True)] for image in images]
    smallest = min("/".join(image) for image in images)
    return f"{smallest} {turn} {board.rules.connect} {'gravity' if board.rules.gravity else 'free'}"


def id_of(board: GridBoard) -> str:
    """The id of a puzzle about this position: the same for all its images, whenever it is made."""
    digest = hashlib.sha256(shape_of(board).encode()).digest()
    return base64.b32encode(digest).decode().lower()[:_ID_LETTERS]
