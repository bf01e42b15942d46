"""Opening books: the exact scores of all positions of some layers, in a file without keys.

`docs/opening-book.md` describes the format. A book is opened by memory map, and its checksum is tested then.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plyground.errors import N_, BookError, PlygroundError, UnsupportedError
from plyground.grid import GridBoard, Rules, rules_of
from plyground.paths import data_dir
from plyground.solver.layers import UNREACHED, Scores, children
from plyground.solver.position_index import Words, check_rules, position_index
from plyground.solver.values import score_at_end
from plyground.texts import say, tell

__all__ = [
    "SUFFIX",
    "VERSION",
    "Book",
    "BookError",
    "BookLayer",
    "book_folders",
    "book_name",
    "find_book",
    "open_book",
    "write_book",
]

VERSION = 1
SUFFIX = ".plybook"
_MAGIC = b"PLYBOOK\n"
_DIGEST = 32
_MOST_BITS = 9  # an entry lies within two bytes

_AT_ONCE = 1 << 18  # positions looked up at a time, so that looking ahead from thousands fits into memory

_log = logging.getLogger("plyground.book")
_said: set[str] = set()
_BITS_OF_BYTES = np.array([byte.bit_count() for byte in range(256)], np.uint8)


@dataclass(frozen=True)
class BookLayer:
    """Where the scores of the positions with `stones` stones lie: `bits` each, with the score `lowest` written as 1."""

    stones: int
    entries: int
    bits: int
    lowest: int
    offset: int

    @property
    def bytes(self) -> int:
        """The size with one spare byte, so that the last entry can be read as two bytes too."""
        return (self.entries * self.bits + 7) // 8 + 1


class Book:
    """An open book. `score(board)` gives the score of every position that its layers decide, and None for others."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        try:
            self._bytes: NDArray[np.uint8] = np.memmap(self.path, np.uint8, "r")
        except ValueError as error:  # an empty file cannot be mapped
            raise BookError(N_("{path} is no opening book: it is empty"), path=self.path) from error
        except OSError as error:
            raise BookError(
                N_("{path} cannot be read: {reason}"), path=self.path, reason=error.strerror or error
            ) from error
        self.rules, self.layers, start = _read_header(self.path, self._bytes)
        self._data = self._bytes[start : len(self._bytes) - _DIGEST]
        self.deepest = max(self.layers)
        for layer in self.layers.values():
            if layer.offset + layer.bytes > len(self._data):
                raise BookError(N_("{path} is damaged: it is shorter than its contents"), path=self.path)

    @property
    def version(self) -> int:
        return _version(self._bytes)

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return len(self._bytes)

    def score(self, board: GridBoard) -> int | None:
        """The exact score of an unfinished position; None if the book does not have it.

        >>> from plyground import CFOUR
        >>> book = find_book(CFOUR)
        >>> book and book.score(GridBoard.from_moves("4444"))
        1
        """
        if board.rules != self.rules or board.is_win or board.count > self.deepest:
            return None
        own = board.stones(board.turn)
        stones = own | board.stones(board.turn.opposite)
        found = int(self.scores(np.array([own], np.uint64), np.array([stones], np.uint64), board.count)[0])
        return None if found == UNREACHED else found

    def scores(self, own: Words, stones: Words, count: int) -> Scores:
        """The scores of unfinished positions with `count` stones each, given as the stones of the side to move and all.

        `UNREACHED` for positions that are not in the book, because no game leads there. Between two layers it looks
        ahead to the next one.
        """
        if count in self.layers:
            return self._stored(own, stones, self.layers[count])
        if count > self.deepest or len(own) == 0:
            return np.full(len(own), UNREACHED, np.int8)
        # All children of all positions at once: an array operation costs as much for one position as for hundreds.
        moves = list(children(self.rules, own, stones))
        values = self.scores(
            np.concatenate([other[~won] for _, other, _, won in moves]),
            np.concatenate([with_stone[~won] for _, _, with_stone, won in moves]),
            count + 1,
        )
        best = np.full(len(own), UNREACHED, np.int8)
        is_known = np.ones(len(own), bool)
        for can, other, _, won in moves:
            reply = np.full(len(other), score_at_end(self.rules.cells, count + 1), np.int8)
            found, values = np.split(values, [np.count_nonzero(~won)])
            reply[~won] = -found
            known = np.ones(len(other), bool)
            known[~won] = found != UNREACHED
            best[can] = np.maximum(best[can], reply)
            is_known[can] &= known
        best[~is_known] = UNREACHED
        return best

    def scores_of_all(self, own: Words, stones: Words) -> Scores:
        """The same for positions with any number of stones; `UNREACHED` also for those deeper than the book."""
        found = np.full(len(own), UNREACHED, np.int8)
        held = _counts(stones)
        for count in range(self.deepest + 1):
            rows = np.flatnonzero(held == count)
            ahead = min(layer for layer in self.layers if layer >= count) - count
            step = max(1, _AT_ONCE // self.rules.columns**ahead)
            for start in range(0, len(rows), step):
                piece = rows[start : start + step]
                found[piece] = self.scores(own[piece], stones[piece], count)
        return found

    def layer_scores(self, stones: int) -> Scores:
        """All scores of a layer, by position number."""
        layer = self.layers[stones]
        return self._entries(np.arange(layer.entries), layer)

    def _stored(self, own: Words, stones: Words, layer: BookLayer) -> Scores:
        numbers = position_index(self.rules, layer.stones).numbers(own, stones)
        scores = self._entries(np.maximum(numbers, 0), layer)
        scores[numbers < 0] = UNREACHED
        return scores

    def _entries(self, numbers: NDArray[np.int64], layer: BookLayer) -> Scores:
        bit = numbers * layer.bits
        at = layer.offset + (bit >> 3)
        pair = self._data[at].astype(np.int16) | self._data[at + 1].astype(np.int16) << 8
        code = (pair.astype(np.uint16) >> (bit & 7).astype(np.uint16)) & ((1 << layer.bits) - 1)
        return np.where(code == 0, UNREACHED, code.astype(np.int16) + (layer.lowest - 1)).astype(np.int8)


def write_book(path: str | os.PathLike[str], rules: Rules, scores: Mapping[int, Scores]) -> None:
    """Writes a book of whole layers. Other processes see the old file or the complete new one."""
    layers, parts, offset = [], [], 0
    for stones in sorted(scores):
        values = scores[stones]
        reached = values[values != UNREACHED].astype(np.int16)
        lowest, highest = int(reached.min()), int(reached.max())
        bits = (highest - lowest + 1).bit_length()
        assert bits <= _MOST_BITS, "scores of one byte never need more"
        layer = BookLayer(stones, len(values), bits, lowest, offset)
        layers.append(layer)
        parts.append(_packed(values, layer))
        offset += layer.bytes
    header = json.dumps({"rules": str(rules), "layers": [asdict(layer) for layer in layers]}).encode()
    whole = hashlib.sha256()
    target = Path(path)
    fresh = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with fresh.open("wb") as file:
            for part in (
                _MAGIC,
                VERSION.to_bytes(2, "little"),
                len(header).to_bytes(4, "little"),
                header,
                *parts,
            ):
                file.write(part)
                whole.update(part)
            file.write(whole.digest())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


@lru_cache(maxsize=16)
def find_book(rules: Rules | str) -> Book | None:
    """The book for these rules: the user's own, else the one that came with the package, else None.

    A file with the right name that is not a book for these rules is ignored, with one warning.
    """
    rules = rules_of(rules)
    try:
        check_rules(rules)
    except UnsupportedError:
        return None
    for folder in book_folders():
        path = folder / book_name(rules)
        if os.path.isfile(path) and (book := open_book(path, rules)) is not None:
            return book
    return None


def book_folders() -> tuple[Path, Path]:
    """The folders that are searched for books: the user's own, then the package's."""
    return data_dir() / "books", Path(__file__).parent / "books"


def book_name(rules: Rules | str) -> str:
    return f"{str(rules_of(rules)).replace(' ', '_')}{SUFFIX}"


def open_book(book: Book | str | os.PathLike[str], rules: Rules) -> Book | None:
    """This book if it can be read and is for these rules; else None, with one warning that says why."""
    try:
        opened = book if isinstance(book, Book) else Book(book)
        if opened.rules == rules:
            return opened
        raise BookError(
            N_("{path} is a book for {theirs}, not for {ours}"), path=opened.path, theirs=opened.rules, ours=rules
        )
    except PlygroundError as error:
        reason = tell(error)
        if reason not in _said:
            _said.add(reason)
            # If logging is not set up, Python prints just this sentence on standard error.
            _log.warning(say("no opening book: {reason}", reason=reason))
    return None


def _counts(words: Words) -> NDArray[np.uint8]:
    """How many bits are set in each word."""
    octets = np.ascontiguousarray(words, np.uint64).view(np.uint8).reshape(len(words), 8)
    counts: NDArray[np.uint8] = _BITS_OF_BYTES[octets].sum(axis=1, dtype=np.uint8)
    return counts


def _packed(values: Scores, layer: BookLayer) -> bytes:
    codes = np.where(values == UNREACHED, 0, values.astype(np.int16) - layer.lowest + 1).astype(np.uint16)
    bits = (codes[:, None] >> np.arange(layer.bits, dtype=np.uint16) & 1).astype(np.uint8)
    return np.packbits(bits, bitorder="little").tobytes() + b"\0"


def _version(whole: NDArray[np.uint8]) -> int:
    return int.from_bytes(whole[len(_MAGIC) : len(_MAGIC) + 2].tobytes(), "little")


def _read_header(path: Path, whole: NDArray[np.uint8]) -> tuple[Rules, dict[int, BookLayer], int]:
    start = len(_MAGIC) + 6
    if whole[: len(_MAGIC)].tobytes() != _MAGIC or len(whole) < start + _DIGEST:
        raise BookError(N_("{path} is no opening book"), path=path)
    version = _version(whole)
    if version > VERSION:
        raise BookError(
            N_("{path} is a book of version {version}; this Plyground reads up to {known}: update it"),
            path=path,
            version=version,
            known=VERSION,
        )
    body = len(whole) - _DIGEST
    if hashlib.sha256(whole[:body].tobytes()).digest() != whole[body:].tobytes():
        raise BookError(N_("{path} is damaged: its checksum does not fit; build or install it again"), path=path)
    length = int.from_bytes(whole[start - 4 : start].tobytes(), "little")
    try:
        header = json.loads(whole[start : start + length].tobytes())
        layers = {int(layer["stones"]): BookLayer(**layer) for layer in header["layers"]}
        rules = Rules.parse(header["rules"])
        sound = all(layer.entries == position_index(rules, stones).size for stones, layer in layers.items())
    except (ValueError, KeyError, TypeError, PlygroundError) as error:
        raise BookError(N_("{path} is damaged: its header cannot be read"), path=path) from error
    if not sound or not layers:
        raise BookError(N_("{path} is damaged: its layers do not fit its rules"), path=path)
    return rules, layers, start + length
