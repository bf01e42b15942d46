"""The card of a collection: how it was made, and what is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from plyground.puzzlebook.collection import Collection
from plyground.puzzlebook.puzzle import BOARDS, Puzzle, PuzzleKind

__all__ = ["card_text"]


def card_text(collection: Collection) -> str:
    """As Markdown."""
    card, puzzles = collection.card, collection.puzzles
    lines = [
        "# A collection of puzzles",
        "",
        f"{len(puzzles):,} puzzles, made by Plyground {card['version']} with `{card['command']}`;",
        "the same command makes the same file, byte for byte.",
        f"sha256 of the puzzles: `{card['sha256']}`.",
        "",
        "They come from games of our levels with a random opening, and without gravity from games in which wins are",
        "taken, fives are stopped and all other moves are random. The right answer of each is proven: by the exact",
        "solver, which knows the value of every move, or, for `fours`, by a complete search for sequences of fours.",
        "No two are alike up to symmetry. MIT licence.",
        "",
        *_count_table(puzzles),
        "",
        *_miss_table(puzzles),
    ]
    return "\n".join(lines) + "\n"


def _count_table(puzzles: Iterable[Puzzle]) -> list[str]:
    groups: dict[tuple[str, PuzzleKind], list[int]] = {}
    for puzzle in puzzles:
        groups.setdefault((puzzle.board_name, puzzle.kind), []).append(puzzle.rating)
    rows = ["| board | kind | puzzles | easiest | median | hardest |", "|---|---|--:|--:|--:|--:|"]
    for board in BOARDS:
        for kind in PuzzleKind:
            if ratings := groups.get((board, kind)):
                middle = ratings[len(ratings) // 2]
                rows.append(f"| {board} | {kind.value} | {len(ratings)} | {ratings[0]} | {middle} | {ratings[-1]} |")
    return rows


def _miss_table(puzzles: Iterable[Puzzle]) -> list[str]:
    tried: Counter[int] = Counter()
    missed: Counter[int] = Counter()
    for puzzle in puzzles:
        tried.update(puzzle.tried)
        missed.update(puzzle.missed)
    rows = ["| level | tried | missed |", "|--:|--:|--:|"]
    return rows + [f"| {level} | {tried[level]} | {missed[level] / tried[level]:.0%} |" for level in sorted(tried)]
