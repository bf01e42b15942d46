"""Bugs in the games that the server's owner has added, as visitors see them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

from plyground.board import Board
from plyground.errors import InputError
from plyground.learn import named_bugs

__all__ = ["shown_bugs"]


@contextmanager
def shown_bugs(board: Board) -> Iterator[None]:
    """In the block, an error in an added game becomes one that names its file and line, but not the file's folder."""
    try:
        with named_bugs(board):
            yield
    except InputError as error:
        path = error.values.get("path")
        if path is None:
            raise
        raise type(error)(error.template, **{**error.values, "path": PurePath(str(path)).name}) from None
