"""The routes of the atlas. It is read from the package: nothing is searched here."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from plyground.atlas import Atlas, Entry, proved_boards, shipped_atlas, shipped_rules
from plyground.errors import N_, InputError
from plyground.grid import GridBoard, move_text, parse_cell, parse_rules
from plyground.solver import Value
from plyground.web.atlas.messages import AtlasBoard, AtlasCell, AtlasMap, AtlasMove, AtlasSize
from plyground.web.messages.positions import position_state
from plyground.web.messages.refusals import Refusal, of_field, problems

__all__ = ["router"]

router = APIRouter(prefix="/api/atlas", tags=["atlas"])


@router.get("")
def sizes() -> list[AtlasSize]:
    """The sizes of which there is an atlas, the smallest first."""
    found = []
    for rules in shipped_rules():
        atlas = shipped_atlas(rules)
        assert atlas is not None
        counts = atlas.counts(1)
        found.append(
            AtlasSize(
                size=_size(atlas),
                columns=rules.columns,
                rows=rules.rows,
                blocked=atlas.blocked,
                boards=len(atlas),
                won=counts["win"],
                drawn=counts["draw"],
                lost=counts["loss"],
                proved=len(proved_boards(rules)),
            )
        )
    return found


@router.get("/{size}", responses=problems(404, 422))
def around(
    size: Annotated[str, Path(max_length=100, examples=["7x6"])],
    blocked: Annotated[str, Query(max_length=20, examples=["d2"], description="Cells, with commas between them.")] = "",
) -> AtlasMap:
    """The board with these blocked cells, and what blocking one more does."""
    atlas = _found(size)
    with of_field("blocked"):
        cells = [parse_cell(name, atlas.rules) for name in blocked.split(",")] if blocked else []
    entry = atlas.entry(cells)
    if entry is None:
        raise Refusal(
            "not_found",
            404,
            N_("the atlas of {size} has boards with up to {blocked} blocked cells, not with {count}"),
            size=size,
            blocked=atlas.blocked,
            count=len(set(cells)),
        )
    return AtlasMap(
        size=size,
        blocked=sorted(set(cells)),
        board=_board(atlas, entry),
        cells=[AtlasCell(cell=cell, **_value(each.value)) for cell, each in atlas.around(cells).items()],
    )


def _found(size: str) -> Atlas:
    try:
        atlas = shipped_atlas(parse_rules(size))
    except InputError:  # a size that no board has
        atlas = None
    if atlas is None:
        raise Refusal(
            "not_found",
            404,
            N_("there is no atlas of {size}; the sizes are {known}"),
            size=size,
            known=", ".join(f"{rules.columns}x{rules.rows}" for rules in shipped_rules()),
        )
    return atlas


def _board(atlas: Atlas, entry: Entry) -> AtlasBoard:
    start = GridBoard(entry.rules)
    return AtlasBoard(
        position=position_state(start),
        first_moves=[
            AtlasMove(
                move=move_text(entry.rules, move), cell=start.cell_of(move), best=move in entry.best, **_value(value)
            )
            for move, value in entry.values.items()
        ],
        nodes=entry.nodes,
        proved=_is_proved(atlas, entry),
        **_value(entry.value),
    )


def _is_proved(atlas: Atlas, entry: Entry) -> bool:
    """A proof holds for every image of a board."""
    return atlas.representative(entry.blocked) in proved_boards(atlas.rules)


def _value(value: Value) -> dict[str, Any]:
    return {
        "words": value.words,
        "outcome": value.outcome,
        "score": value.score,
        "moves": value.moves,
        "plies": value.plies,
    }


def _size(atlas: Atlas) -> str:
    return f"{atlas.rules.columns}x{atlas.rules.rows}"
