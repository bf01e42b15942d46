"""What follows from the shipped atlases: `python tools/atlas.py`.

- the numbers of `plyground/atlas/estimates.py`, which are fitted to the nodes of each size and printed;
- the map, the table of sizes and the picture of `docs/atlas.md`; `--write` writes them.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from plyground.atlas import Atlas, draw_map, map_text, proved_boards, shipped_atlas, shipped_rules

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "atlas.md"
PICTURE = DOCS / "pictures" / "atlas.svg"
SMALLEST = 20
"""Cells from which on a size counts for the fit: smaller ones are solved in a moment, and would bend it."""


def atlases() -> Iterator[Atlas]:
    for rules in shipped_rules():
        atlas = shipped_atlas(rules)
        assert atlas is not None
        yield atlas


def fit() -> None:
    """Prints the mean nodes of each size beside the fit, and the numbers to copy."""
    sizes, powers = [], []
    for atlas in atlases():
        rules = atlas.rules
        if rules.cells >= SMALLEST:
            few = [entry.nodes for entry in atlas if len(entry.blocked) <= 1]
            sizes.append((rules.columns, rules.rows))
            powers.append(math.log(sum(few) / len(few)))
    terms = np.array([[1.0, columns, rows, columns * rows] for columns, rows in sizes])
    found, *_rest = np.linalg.lstsq(terms, np.array(powers), rcond=None)
    for (columns, rows), power, fitted in zip(sizes, powers, terms @ found, strict=True):
        print(f"{columns}x{rows}: {math.exp(power):,.0f} nodes a board, by the fit {math.exp(fitted):,.0f}")
    print("constant, by column, by row, by cell:", ", ".join(f"{number:.4f}" for number in found))


def sizes_table() -> str:
    lines = [
        "| size | nothing blocked | won | drawn | lost | blocked cells, at most | boards | nodes | proved twice |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for atlas in atlases():
        counts = atlas.counts(1)
        cells = [
            f"{atlas.rules.columns}x{atlas.rules.rows}",
            next(iter(atlas)).value.words,
            *(f"{counts[outcome]}" for outcome in ("win", "draw", "loss")),
            str(atlas.blocked),
            f"{len(atlas):,}",
            f"{atlas.nodes:,}",
            f"{len(proved_boards(atlas.rules)):,}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def shown() -> Atlas:
    """The atlas whose map the document shows: that of Connect Four, or else the largest."""
    return shipped_atlas("7x6") or list(atlases())[-1]


def map_block() -> str:
    atlas = shown()
    counts = atlas.counts(1)
    facts = (
        f"{atlas.rules.columns}x{atlas.rules.rows}. Nothing blocked: {next(iter(atlas)).value.words}. One cell "
        f"blocked: the first player wins {counts['win']} boards, draws {counts['draw']}, loses {counts['loss']}."
    )
    return f"{facts}\n\n```\n{map_text(atlas)}\n```"


def page() -> str:
    """The document with the map and the table as they are now."""
    text = PAGE.read_text("utf-8")
    for name, content in (("map", map_block()), ("sizes", sizes_table())):
        text = re.sub(rf"(<!-- {name} -->\n).*?(\n<!-- /{name} -->)", rf"\g<1>{content}\g<2>", text, flags=re.DOTALL)
    return text


def picture() -> str:
    return draw_map(shown()) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the map and the tables of docs/atlas.md")
    if parser.parse_args().write:
        PAGE.write_text(page(), "utf-8")
        PICTURE.write_text(picture(), "utf-8")
    fit()


if __name__ == "__main__":
    main()
