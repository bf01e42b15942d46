"""`Atlas`: the values of all boards of one size with blocked cells, and the text file that holds them.

    # Plyground atlas 1
    # rules: 7x6 connect=4
    # blocked: 1
    # table: 128
    blocked   outcome   score   plies   best   scores                              nodes
    -         win       1       41      4      1:-2 2:-1 3:0 4:1 5:0 6:-1 7:-2     …
    a1        …
    # sha256 …

Columns are separated by tabs. The last line is the checksum of all lines before it. `nodes` depend on the size of the
solver's table, so that it belongs to the settings; everything else does not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.atlas.entry import FIELDS, Entry
from plyground.atlas.placements import Placement, placements, representative, with_blocked
from plyground.errors import N_, InputError
from plyground.grid import Cell, Rules, parse_cell, rules_of, symmetries

__all__ = ["FORMAT", "TABLE_MB", "Atlas", "read_atlas"]

FORMAT = 1
"""Increased when a column changes its meaning."""

TABLE_MB = 128
"""The memory of the solver's table, for each worker."""

_TITLE = "# Plyground atlas"
_SUM = "# sha256 "


class Atlas:
    """Every board of `rules` with up to `blocked` blocked cells, each with the exact scores of its first moves.

    >>> from plyground.atlas import shipped_atlas
    >>> atlas = shipped_atlas("4x4")
    >>> atlas.entry(["a1"]).value.words
    'wins in 7'
    """

    def __init__(self, rules: Rules, blocked: int, table_mb: float, entries: Mapping[Placement, Entry]) -> None:
        self.rules = rules
        self.blocked = blocked
        self.table_mb = table_mb
        self.entries = {cells: entries[cells] for cells in placements(rules, blocked)}

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def entry(self, cells: Iterable[Cell | str]) -> Entry | None:
        """The board with these cells blocked, whichever image of it the atlas has; None if it has none."""
        chosen = {parse_cell(cell, self.rules) if isinstance(cell, str) else cell for cell in cells}
        kept, symmetry = representative(self.rules, chosen)
        found = self.entries.get(kept)
        if found is None:
            return None
        board = with_blocked(self.rules, chosen)
        moves = range(self.rules.columns * (1 if self.rules.gravity else self.rules.rows))
        images = {move: symmetry.move(self.rules, move) for move in moves}
        scores = {move: found.scores[image] for move, image in images.items() if image in found.scores}
        return Entry(board, scores, found.nodes)

    def representative(self, cells: Iterable[Cell]) -> Placement:
        """The placement under which the atlas has these cells."""
        return representative(self.rules, cells)[0]

    def around(self, cells: Iterable[Cell | str] = ()) -> dict[Cell, Entry]:
        """For every cell that is still free, the board on which it is blocked too, as far as the atlas has it."""
        base = self.entry(cells)
        if base is None or len(base.blocked) >= self.blocked:
            return {}
        free = sorted(base.rules.layout.cells(base.rules.layout.playable))
        found = {cell: self.entry([*base.blocked, cell]) for cell in free}
        return {cell: entry for cell, entry in found.items() if entry is not None}

    def counts(self, blocked: int) -> dict[str, int]:
        """How many boards with exactly so many blocked cells the first player wins, draws and loses.

        Images count: they are different boards to somebody who looks at them.
        """
        counts = {"win": 0, "draw": 0, "loss": 0}
        for cells, entry in self.entries.items():
            if len(cells) == blocked:
                outcome = entry.value.outcome
                assert outcome is not None
                counts[outcome] += len(self._images(cells))
        return counts

    def _images(self, cells: Placement) -> set[Placement]:
        return {tuple(sorted(each.cell(self.rules, cell) for cell in cells)) for each in symmetries(self.rules)}

    @property
    def nodes(self) -> int:
        return sum(entry.nodes for entry in self)

    @cached_property
    def rows_sha256(self) -> str:
        return hashlib.sha256("".join(f"{entry.line()}\n" for entry in self).encode()).hexdigest()

    def text(self) -> str:
        """The file; `parse` reads it."""
        lines = [*head(self.rules, self.blocked, self.table_mb), "\t".join(FIELDS), *(entry.line() for entry in self)]
        content = "".join(f"{line}\n" for line in lines)
        return f"{content}{_SUM}{hashlib.sha256(content.encode()).hexdigest()}\n"

    def json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "rules": str(self.rules),
            "blocked": self.blocked,
            "table_mb": self.table_mb,
            "boards": [entry.row() for entry in self],
        }

    @classmethod
    def parse(cls, text: str, name: str | Path) -> Atlas:
        """Reads a file's text. `name` is what errors call the file."""
        content, _sum, checksum = text.rpartition(_SUM)
        if checksum.strip() != hashlib.sha256(content.encode()).hexdigest():
            raise damaged(name)
        rules, blocked, table_mb, lines = _settings(content.splitlines(), name)
        entries = [Entry.of_line(rules, line) for line in lines[1:]]
        found = {entry.blocked: entry for entry in entries if entry is not None}
        if lines[:1] != ["\t".join(FIELDS)] or list(found) != placements(rules, blocked):
            raise damaged(name)
        return cls(rules, blocked, table_mb, found)


def read_atlas(path: Path) -> Atlas:
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise damaged(path) from None
    return Atlas.parse(text, path)


def damaged(name: str | Path) -> InputError:
    return InputError(
        N_("{name} is no atlas, or it is damaged: its checksum does not fit; delete it, or name another file"),
        name=name,
    )


def head(rules: Rules, blocked: int, table_mb: float) -> list[str]:
    """The lines that say which atlas it is."""
    return [f"{_TITLE} {FORMAT}", f"# rules: {rules}", f"# blocked: {blocked}", f"# table: {table_mb:g}"]


def _settings(lines: list[str], name: str | Path) -> tuple[Rules, int, float, list[str]]:
    """What the head says, and the lines after it."""
    names = ["rules", "blocked", "table"]
    if lines[:1] != [f"{_TITLE} {FORMAT}"]:
        raise InputError(
            N_("{name} is not an atlas of format {format}; another version of Plyground may have made it"),
            name=name,
            format=FORMAT,
        )
    try:
        texts = [line.removeprefix(f"# {key}: ") for key, line in zip(names, lines[1:4], strict=True)]
        return rules_of(texts[0]), int(texts[1]), float(texts[2]), lines[4:]
    except ValueError:
        raise damaged(name) from None
