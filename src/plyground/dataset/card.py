"""The card of a data set: its contents, how it was made, and how to check that it is complete."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from plyground.errors import N_
from plyground.texts import _, say

__all__ = ["COLUMNS", "Card", "PlyCounts"]

FORMAT = 1
"""Increased when a column or a field of the card changes its meaning or is removed."""

COLUMNS: Mapping[str, str] = {
    "position": N_("rows from the top, x first player, o second, . free, # blocked; then the side to move"),
    "moves": N_("a game that leads to the position"),
    "ply": N_("stones on the board"),
    "score": N_("exact value for the side to move: above 0 it wins, 0 is a draw, the higher the sooner"),
    "plies": N_("plies to the end of the game if both sides play perfectly"),
    "scores": N_(
        "exact value of each move for the side that plays it, in the order of moves; null if it cannot be played"
    ),
}


@dataclass(slots=True)
class PlyCounts:
    """Counts of the positions with `ply` stones, from the point of view of the side to move."""

    ply: int
    positions: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    at_once: int = 0
    """Positions that are won by the very next move."""
    single: int = 0
    """Positions with several moves of which only one keeps the value."""


@dataclass(frozen=True, slots=True)
class Card:
    """`settings` are those of `DatasetSettings.json`; `drawing` counts games, those over too soon, and repetitions."""

    name: str
    settings: Mapping[str, Any]
    drawing: Mapping[str, int]
    counts: tuple[PlyCounts, ...]
    sha256: str
    """The checksum of the file."""
    rows_sha256: str
    """The checksum of the rows (`parquet.row_bytes`), the same for every version of Parquet."""
    bytes: int
    version: str
    created: str

    @property
    def positions(self) -> int:
        return sum(counts.positions for counts in self.counts)

    def json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "name": self.name,
            "settings": dict(self.settings),
            "positions": self.positions,
            "plyground": self.version,
            "created": self.created,
            "bytes": self.bytes,
            "sha256": self.sha256,
            "rows_sha256": self.rows_sha256,
            "columns": dict(COLUMNS),
            "drawing": dict(self.drawing),
            "counts": [asdict(counts) for counts in self.counts],
        }

    @classmethod
    def of_json(cls, content: Mapping[str, Any]) -> Card:
        return cls(
            name=content["name"],
            settings=content["settings"],
            drawing=content["drawing"],
            counts=tuple(PlyCounts(**counts) for counts in content["counts"]),
            sha256=content["sha256"],
            rows_sha256=content["rows_sha256"],
            bytes=content["bytes"],
            version=content["plyground"],
            created=content["created"],
        )

    def markdown(self) -> str:
        """The card for people, in the reader's language."""
        settings = self.settings
        total = PlyCounts(-1)
        for counts in self.counts:
            for name, number in asdict(counts).items():
                if name != "ply":
                    setattr(total, name, getattr(total, name) + number)
        facts = [
            (_("rules"), f"`{settings['rules']}`"),
            (_("positions"), f"{self.positions:,}"),
            (_("plies"), settings["plies"]),
            (_("games"), settings["play"]),
            (_("seed"), settings["seed"]),
            (_("made by"), f"Plyground {self.version}"),
            (_("date"), self.created),
            (_("size"), say("{count} bytes", count=f"{self.bytes:,}")),
            (_("SHA-256 of the file"), f"`{self.sha256}`"),
            (_("SHA-256 of the rows"), f"`{self.rows_sha256}`"),
        ]
        lines = [
            f"# {self.name}",
            "",
            _("Positions of a connection game with the exact value of every legal move."),
            "",
            *_table([_("what"), ""], facts),
            "",
            f"## {_('Columns')}",
            "",
            *_table([_("column"), _("meaning")], [(f"`{name}`", _(text)) for name, text in COLUMNS.items()]),
            "",
            f"## {_('How the positions were drawn')}",
            "",
            say(
                "Each position is the end of a game of its own ({play}), with equal shares for all plies; {draws} "
                "games were played, {ended} were over too soon, {repeated} led to a position that was there already, "
                "or to an image of one under a symmetry of the board. No position is decided yet. The rows are in "
                "random order.",
                play=settings["play"],
                draws=f"{self.drawing['draws']:,}",
                ended=f"{self.drawing['ended']:,}",
                repeated=f"{self.drawing['repeated']:,}",
            ),
            "",
            f"## {_('Counts')}",
            "",
            *_table(
                [
                    _("ply"),
                    _("positions"),
                    _("won"),
                    _("drawn"),
                    _("lost"),
                    _("won at once"),
                    _("one move keeps the value"),
                ],
                [_count_row(str(counts.ply), counts) for counts in self.counts] + [_count_row(_("all"), total)],
            ),
            "",
            _("Won and lost are seen from the side to move."),
            "",
        ]
        return "\n".join(lines)


def _count_row(name: str, counts: PlyCounts) -> tuple[str, ...]:
    numbers = (counts.positions, counts.won, counts.drawn, counts.lost, counts.at_once, counts.single)
    return (name, *(f"{number:,}" for number in numbers))


def _table(head: list[str], rows: list[tuple[Any, ...]]) -> list[str]:
    return [f"| {' | '.join(str(cell) for cell in row)} |" for row in [head, ["---"] * len(head), *rows]]
