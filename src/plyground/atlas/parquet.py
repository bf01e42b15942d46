"""An atlas as a Parquet file with a card, for data science. Needs the extra `data`."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from plyground._version import __version__
from plyground.atlas.atlas import FORMAT, Atlas
from plyground.dataset import card_paths, file_sha256, require_pyarrow, write_json, write_whole
from plyground.errors import N_
from plyground.texts import _, say

__all__ = ["COLUMNS", "write_parquet"]

_LICENSE = "MIT"

COLUMNS = {
    "rules": N_("the board, with its blocked cells"),
    "blocked": N_("the blocked cells; images under a symmetry of the board are listed once"),
    "outcome": N_("for the first player, if both sides play perfectly: win, draw or loss"),
    "score": N_("exact value for the side to move: above 0 it wins, 0 is a draw, the higher the sooner"),
    "plies": N_("plies to the end of the game if both sides play perfectly"),
    "best": N_("the best first moves"),
    "scores": N_(
        "exact value of each move for the side that plays it, in the order of moves; null if it cannot be played, and "
        "with two blocked cells also if it is not a best one"
    ),
    "nodes": N_("nodes of the search, with one thread and an empty table"),
}


def write_parquet(atlas: Atlas, path: Path) -> Path:
    """Writes the file, and beside it the card for programs and the one for people, whose path is returned."""
    arrow = require_pyarrow()
    rules = atlas.rules
    moves = range(rules.columns * (1 if rules.gravity else rules.rows))
    schema = arrow.schema(
        [
            arrow.field("rules", arrow.string(), nullable=False),
            arrow.field("blocked", arrow.list_(arrow.string()), nullable=False),
            arrow.field("outcome", arrow.string(), nullable=False),
            arrow.field("score", arrow.int8(), nullable=False),
            arrow.field("plies", arrow.int16(), nullable=False),
            arrow.field("best", arrow.list_(arrow.string()), nullable=False),
            arrow.field("scores", arrow.list_(arrow.int8()), nullable=False),
            arrow.field("nodes", arrow.int64(), nullable=False),
        ],
        metadata={"plyground": json.dumps({"format": FORMAT, "version": __version__, **_settings(atlas)})},
    )
    rows = []
    for entry in atlas:
        row = entry.row()
        blocked = [] if row["blocked"] == "-" else row["blocked"].split(",")
        scores = [entry.scores.get(move) for move in moves]
        rows.append({**row, "rules": str(entry.rules), "blocked": blocked, "scores": scores})
    columns = [arrow.array([row[name] for row in rows], schema.field(name).type) for name in schema.names]
    with write_whole(path) as file, arrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        writer.write_table(arrow.Table.from_arrays(columns, schema=schema))
    for_programs, for_people = card_paths(path)
    card = _card(atlas, path)
    write_json(for_programs, card)
    with write_whole(for_people) as file:
        file.write(_markdown(atlas, card).encode())
    return for_people


def _settings(atlas: Atlas) -> dict[str, Any]:
    return {"rules": str(atlas.rules), "blocked": atlas.blocked, "table_mb": atlas.table_mb}


def _card(atlas: Atlas, path: Path) -> dict[str, Any]:
    created = datetime.now(UTC).strftime("%Y-%m-%d")
    return {
        "format": FORMAT,
        "name": path.stem,
        "file": path.name,
        "settings": _settings(atlas),
        "boards": len(atlas),
        "nodes": atlas.nodes,
        "counts": {count: atlas.counts(count) for count in range(atlas.blocked + 1)},
        "license": _LICENSE,
        "citation": "\n".join(
            [
                f"@misc{{plyground-{path.stem},",
                f"  title = {{{path.stem}: an atlas of {atlas.rules} with blocked cells}},",
                "  author = {{The Plyground developers}},",
                f"  year = {{{created[:4]}}},",
                f"  note = {{Made with Plyground {__version__}, SHA-256 of the rows {atlas.rows_sha256}}}",
                "}",
            ]
        ),
        "plyground": __version__,
        "created": created,
        "bytes": path.stat().st_size,
        "sha256": file_sha256(path),
        "rows_sha256": atlas.rows_sha256,
        "columns": dict(COLUMNS),
    }


def _markdown(atlas: Atlas, card: dict[str, Any]) -> str:
    """The card for people, in the reader's language, with the header for hubs."""
    facts = [
        (_("rules"), f"`{atlas.rules}`"),
        (_("blocked cells, at most"), atlas.blocked),
        (_("boards"), f"{len(atlas):,}"),
        (_("nodes"), f"{atlas.nodes:,}"),
        (_("licence"), _LICENSE),
        (_("made by"), f"Plyground {card['plyground']}"),
        (_("date"), card["created"]),
        (_("SHA-256 of the file"), f"`{card['sha256']}`"),
        (_("SHA-256 of the rows"), f"`{card['rows_sha256']}`"),
    ]
    counts = [
        (blocked, *(f"{card['counts'][blocked][outcome]:,}" for outcome in ("win", "draw", "loss")))
        for blocked in range(atlas.blocked + 1)
    ]
    return "\n".join(
        [
            "---",
            f"pretty_name: {json.dumps(card['name'])}",
            f"license: {_LICENSE.lower()}",
            "tags:",
            "- board-games",
            "- connection-games",
            "- exact-values",
            "configs:",
            "- config_name: default",
            "  data_files:",
            "  - split: train",
            f"    path: {json.dumps(card['file'])}",
            "---",
            "",
            f"# {card['name']}",
            "",
            say(
                "The empty board of {rules} with every placement of blocked cells: who wins, how soon, and with which "
                "first moves. Every value is proven by a search to the end.",
                rules=f"`{atlas.rules}`",
            ),
            "",
            *_table([_("what"), ""], facts),
            "",
            f"## {_('Columns')}",
            "",
            *_table([_("column"), _("meaning")], [(f"`{name}`", _(text)) for name, text in COLUMNS.items()]),
            "",
            f"## {_('Counts')}",
            "",
            *_table([_("blocked cells"), _("won"), _("drawn"), _("lost")], counts),
            "",
            _("Won and lost are seen from the first player, and images count: each is a board of its own."),
            "",
            f"## {_('Loading')}",
            "",
            "```python",
            "import pyarrow.parquet",
            "",
            f"rows = pyarrow.parquet.read_table({card['file']!r}).to_pylist()",
            "```",
            "",
            f"## {_('Licence and citation')}",
            "",
            say("The data set may be used under the {licence} licence, like Plyground itself.", licence=_LICENSE),
            "",
            "```bibtex",
            card["citation"],
            "```",
            "",
        ]
    )


def _table(header: list[str], rows: list[tuple[Any, ...]]) -> list[str]:
    return [f"| {' | '.join(str(cell) for cell in row)} |" for row in [header, ["---"] * len(header), *rows]]
