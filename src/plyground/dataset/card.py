"""The card of a data set: its contents, how it was made and may be used, and how to check that it is complete."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground.errors import N_
from plyground.texts import _, say

__all__ = ["COLUMNS", "TEXT", "Card", "PlyCounts", "card_paths"]

FORMAT = 1
"""Increased when a column or a field of the card changes its meaning or is removed."""

LICENSE = "MIT"

TEXT = ".tsv"
"""How the name of a data set ends that is plain text: `position`, `moves` and `scores`, with tabs between."""

# What the hubs call sizes: the first that is not exceeded.
_SIZES = {
    10**3: "n<1K",
    10**4: "1K<n<10K",
    10**5: "10K<n<100K",
    10**6: "100K<n<1M",
    10**7: "1M<n<10M",
    10**8: "10M<n<100M",
}

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
    """The checksum of the rows as text, the same for every version of Parquet."""
    bytes: int
    version: str
    created: str
    file: str
    """The name of the file beside the card."""

    @property
    def positions(self) -> int:
        return sum(counts.positions for counts in self.counts)

    def json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "name": self.name,
            "file": self.file,
            "settings": dict(self.settings),
            "positions": self.positions,
            "license": LICENSE,
            "citation": self.citation,
            "plyground": self.version,
            "created": self.created,
            "bytes": self.bytes,
            "sha256": self.sha256,
            "rows_sha256": self.rows_sha256,
            "columns": self.columns,
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
            file=content.get("file", f"{content['name']}.parquet"),  # cards of the first version have none
        )

    @property
    def is_text(self) -> bool:
        return self.file.endswith(TEXT)

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the file, with their meaning in English."""
        named = ("position", "moves", "scores") if self.is_text else tuple(COLUMNS)
        return {name: COLUMNS[name] for name in named}

    @property
    def citation(self) -> str:
        """The entry for a list of references, in BibTeX."""
        return "\n".join(
            [
                f"@misc{{plyground-{self.name},",
                f"  title = {{{self.name}: solved positions of {self.settings['rules']}}},",
                "  author = {{The Plyground developers}},",
                f"  year = {{{self.created[:4]}}},",
                f"  note = {{Made with Plyground {self.version}, SHA-256 of the rows {self.rows_sha256}}}",
                "}",
            ]
        )

    def header(self) -> str:
        """What dataset hubs read at the top of a card, in YAML; JSON's strings are YAML's, too."""
        size = next((name for most, name in _SIZES.items() if self.positions <= most), "100M<n<1B")
        return "\n".join(
            [
                "---",
                f"pretty_name: {json.dumps(self.name)}",
                f"license: {LICENSE.lower()}",
                "task_categories:",
                "- tabular-regression",
                "- tabular-classification",
                "tags:",
                "- board-games",
                "- connection-games",
                "- exact-values",
                "size_categories:",
                f"- {size}",
                "configs:",
                "- config_name: default",
                "  data_files:",
                "  - split: train",
                f"    path: {json.dumps(self.file)}",
                "---",
            ]
        )

    def markdown(self) -> str:
        """The card for people, in the reader's language, with the header for hubs."""
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
            (_("licence"), LICENSE),
            (_("made by"), f"Plyground {self.version}"),
            (_("date"), self.created),
            (_("size"), say("{count} bytes", count=f"{self.bytes:,}")),
            (_("SHA-256 of the file"), f"`{self.sha256}`"),
            (_("SHA-256 of the rows"), f"`{self.rows_sha256}`"),
        ]
        lines = [
            self.header(),
            "",
            f"# {self.name}",
            "",
            _("Positions of a connection game with the exact value of every legal move."),
            "",
            *_table([_("what"), ""], facts),
            "",
            f"## {_('Columns')}",
            "",
            *_table([_("column"), _("meaning")], [(f"`{name}`", _(text)) for name, text in self.columns.items()]),
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
            f"## {_('Loading')}",
            "",
            *self._loading(),
            "",
            f"## {_('Splits')}",
            "",
            _(
                "The file is one split, `train`. The rows are in random order and no position is an image of another, "
                "so any cut is fair and nothing leaks from one part into the other: the first 80 % to train, the next "
                "10 % to validate and the last 10 % to test, for example."
            ),
            "",
            f"## {_('Use and limits')}",
            "",
            "- "
            + _("For learning and testing evaluations, move choice and search: every value is proven, none estimated."),
            f"- {_('It is about these rules alone; a value says nothing about another board.')}",
            "- "
            + _(
                "The positions come from drawn games, not from people or strong players, and every ply has an equal "
                "share, so their frequencies are not those of real games."
            ),
            "- "
            + _(
                "`moves` is one of the games that lead to a position. Of symmetric positions there is one; mirror it "
                "if you need the others."
            ),
            "",
            f"## {_('Licence and citation')}",
            "",
            say("The data set may be used under the {licence} licence, like Plyground itself.", licence=LICENSE),
            "",
            "```bibtex",
            self.citation,
            "```",
            "",
        ]
        return "\n".join(lines)

    def _loading(self) -> list[str]:
        if self.is_text:
            return [
                "```python",
                f'lines = open({json.dumps(self.file)}, encoding="utf-8").read().splitlines()',
                'position, moves, scores = lines[0].split("\\t")  # the scores with blanks between',
                "```",
                "",
                _("The file has no line of headings. A `-` stands for the score of a move that cannot be played."),
            ]
        return [
            "```python",
            "import pyarrow.parquet",
            "",
            f"rows = pyarrow.parquet.read_table({self.file!r}).to_pylist()",
            'row = rows[0]  # {"position": "...", "score": 2, "scores": [-1, 2, None, ...], ...}',
            "```",
            "",
            say(
                "The scores are integers that can be null. pandas keeps them so with "
                "`pandas.read_parquet({file}, dtype_backend={backend})`; without that they become floating-point "
                "numbers.",
                file=repr(self.file),
                backend='"pyarrow"',
            ),
        ]


def card_paths(path: Path) -> tuple[Path, Path]:
    """The two files of the card of the data set at `path`: for programs, and for people."""
    return path.with_name(f"{path.stem}.card.json"), path.with_name(f"{path.stem}.card.md")


def _count_row(name: str, counts: PlyCounts) -> tuple[str, ...]:
    numbers = (counts.positions, counts.won, counts.drawn, counts.lost, counts.at_once, counts.single)
    return (name, *(f"{number:,}" for number in numbers))


def _table(head: list[str], rows: list[tuple[Any, ...]]) -> list[str]:
    return [f"| {' | '.join(str(cell) for cell in row)} |" for row in [head, ["---"] * len(head), *rows]]
