"""Principal variation search on boards without gravity, one iteration at a time.

Wins by fours are looked for at every node, and what the opponent threatens by fours is answered first: all other moves
lose, so they are left out. Elsewhere only cells near stones are tried, the later ones less deep (they are searched
again if they turn out well), and near the leaves only the first ones. Leaves are valued by a learnt network, or by the
shapes of all lines where there is none.

Values are whole numbers for the side to move: WON less the plies for a win that is certain. A loss that rests on moves
that were not tried is worth DOUBT more than a certain one, so that it is never taken for one.

The stack is explicit, one frame per ply, since Numba cannot cache functions that call themselves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, int32, int64, uint8, uint16, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Record, array, pointer, reference
from .defences import Cells
from .fours import FAILED_BITS, win_by_fours
from .moves import MOST_HISTORY, Row, has_fours, is_quiet, list_moves
from .network import MOST_PLIES as MOST_SHEETS
from .network import Network, Sheet, follow, look, return_to, worth
from .position import MOST_CELLS, first_cell, has_win, lay, lift
from .shapes import MAKES_OPEN_FOUR, NO_THREAT, WINS

WON = 1 << 30
SURE = WON - 2048  # at least this much: the game is decided
DOUBT = 8192

MOST_PLIES = MOST_SHEETS - 2

Frame = Record(
    "LineFrame",
    alpha=int64,
    beta=int64,
    depth=int64,  # how many plies are left
    first_alpha=int64,  # alpha when the node was entered
    best=int64,
    best_cell=int64,
    most=int64,  # how many moves of the row are tried
    next=int64,  # the place in the row of the move to try next
    mode=int64,  # how the newest child is searched: see the constants
)

# A child is searched with all of the window, with an empty window, or with an empty window and less deep.
_FULL, _EMPTY, _REDUCED = 0, 1, 2

Entry = Record(
    "LineEntry",
    check=uint64,  # the hash, changed by the data
    data=int64,  # see `_packed`
)

Search = Record(
    "LineSearch",
    most_nodes=int64,
    nodes=int64,  # positions entered, and stones of searches for fours
    stopped=boolean,
    value=int64,
    cell=int64,  # the best move so far
    deepest=int64,  # the ply that was reached
    table_bits=int64,
    table=pointer(Entry),
    frames=array(Frame, MOST_PLIES + 2),
    rows=array(Row, MOST_PLIES + 2),
    history=array(array(int32, MOST_CELLS), 2),
    killers=array(array(uint16, 2), MOST_PLIES + 2),
    reductions=array(array(uint8, 64), 32),  # by depth and place: by how many plies a late move is searched less deep
    cells=Cells,
    learnt=boolean,  # leaves are valued by a network
    network=reference(Network),
    sheet=Sheet,
)

# How a value in the table bounds the true one.
EXACT, LOWER, UPPER = 1, 2, 3

# An entry's data, from the lowest bit: the cell, the bound, the depth, the value.
CELL_BITS = 10
_BOUND_AT = CELL_BITS
_DEPTH_AT = _BOUND_AT + 2
_VALUE_AT = _DEPTH_AT + 8
_MOST_DEPTH = 255

SPREAD = 0x9E3779B97F4A7C15
SECOND_TO_MOVE = 0xD1B54A32D192ED03  # in the hash when the second player is to move
_SPREAD = np.uint64(SPREAD)
_SECOND_TO_MOVE = np.uint64(SECOND_TO_MOVE)
_FAILED_SHIFT = np.uint64(64 - FAILED_BITS)

# Nodes between two looks at the flag; on the largest boards a node can take a tenth of a millisecond.
_PACE = 16

# How many fours a search for them may try: at a leaf, at another node, and for the opponent.
_FOURS_AT_LEAF = 50
_FOURS_AT_NODE = 200
_FOURS_OF_OPPONENT = 100

# With so few plies left, a position this much better than needed for each of them is taken for what it looks.
_SHALLOW = 3
_MARGIN = 500


@inlined
def _packed(value: Any, depth: Any, bound: Any, cell: Any) -> Any:
    return (value << _VALUE_AT) | (depth << _DEPTH_AT) | (bound << _BOUND_AT) | cell


@inlined
def cell_of(data: Any) -> Any:
    return data & ((1 << CELL_BITS) - 1)


@inlined
def _from_root(value: Any, ply: Any) -> Any:
    """A value of the table, where decided games are counted in plies from the node, in plies from the root."""
    return value - ply if value >= SURE else (value + ply if value <= -SURE else value)


@inlined
def _from_node(value: Any, ply: Any) -> Any:
    return value + ply if value >= SURE else (value - ply if value <= -SURE else value)


@inlined
def _hash(position: Any, side: Any) -> Any:
    return position.hash ^ (_SECOND_TO_MOVE if side else np.uint64(0))


@inlined
def _entry_at(search: Any, key: Any) -> Any:
    return search.table[np.int64((key * _SPREAD) >> np.uint64(64 - search.table_bits))]


@inner
def _known(search: Any, position: Any, side: Any, ply: Any, frame: Any) -> Any:
    """What the table says: the move to try first (-1: none), whether its value will do, and the value."""
    key = _hash(position, side)
    known = _entry_at(search, key)
    data = known.data
    if known.check != key ^ np.uint64(data):
        return np.int64(-1), False, np.int64(0)
    value = _from_root(data >> _VALUE_AT, ply)
    bound = (data >> _BOUND_AT) & 3
    depth = (data >> _DEPTH_AT) & _MOST_DEPTH
    # A game that is decided is so at every depth.
    deep = (
        depth >= min(frame.depth, _MOST_DEPTH)
        or (value >= SURE and bound != UPPER)
        or (value <= -SURE and bound != LOWER)
    )
    will_do = deep and (
        bound == EXACT or (bound == LOWER and value >= frame.beta) or (bound == UPPER and value <= frame.alpha)
    )
    return cell_of(data), will_do, value


@inner
def _remember(search: Any, position: Any, side: Any, ply: Any, frame: Any) -> Any:
    bound = EXACT
    if frame.best >= frame.beta:
        bound = LOWER
    elif frame.best <= frame.first_alpha:
        bound = UPPER
    depth = min(max(frame.depth, 0), _MOST_DEPTH)
    data = _packed(_from_node(frame.best, ply), depth, np.int64(bound), frame.best_cell)
    key = _hash(position, side)
    place = _entry_at(search, key)
    place.check = key ^ np.uint64(data)
    place.data = data


@inlined
def _fours(board: Any, position: Any, search: Any, fours: Any, side: Any, most: Any) -> Any:
    """`win_by_fours` with so many tries at most. What has failed with them is not tried again."""
    key = (position.hash + np.uint64(2 * most + side)) * _SPREAD
    place = np.int64(key >> _FAILED_SHIFT)
    if fours.failed[place] == key:
        return np.int64(-1)
    before = fours.nodes
    fours.most = before + most
    cell = win_by_fours(board, position, fours, side)
    search.nodes += fours.nodes - before
    if cell < 0 and fours.nodes >= fours.most:
        fours.failed[place] = key
    return cell


@inlined
def _evaluation(board: Any, position: Any, search: Any, side: Any, ply: Any) -> Any:
    if search.learnt:
        return worth(search.network, search.sheet, side, ply)
    return position.values[side][0] - position.values[1 - side][1] + board.to_move


@inlined
def _moves_tried(frame: Any, row: Any, static: Any) -> Any:
    """How many moves of a node are worth a try: fewer near the leaves, and fewer where the position looks bad."""
    if row.forced != 0:
        return row.count
    depth = max(frame.depth, 1)
    if static + _MARGIN * depth <= frame.alpha:
        return min(row.count, 3 + 2 * depth)
    return min(row.count, 5 + 4 * depth)


@inner
def _open(board: Any, position: Any, search: Any, fours: Any, side: Any, ply: Any, frame: Any, row: Any) -> Any:
    """Enters a node: True and its value if it needs no moves."""
    other = 1 - side
    nothing = np.int64(0)
    if position.left == 0:
        return True, nothing
    if has_win(position, side) > 0:
        if ply == 0:
            search.cell = first_cell(board, position, side, WINS, 0)
        return True, np.int64(WON - ply - 1)
    danger = has_win(position, other)
    if danger > 1 and ply > 0:
        return True, np.int64(ply + 2 - WON)
    if danger == 0 and position.counts[side][MAKES_OPEN_FOUR] > 0:
        if ply == 0:
            search.cell = first_cell(board, position, side, MAKES_OPEN_FOUR, 0)
        return True, np.int64(WON - ply - 3)
    if position.counts[0][NO_THREAT] == position.left and position.counts[1][NO_THREAT] == position.left and ply > 0:
        return True, nothing
    first_choice, will_do, value = _known(search, position, side, ply, frame)
    if will_do and ply > 0:
        return True, value
    at_leaf = (frame.depth <= 0 and danger == 0) or ply >= MOST_PLIES
    if has_fours(position, side):
        most = _FOURS_AT_LEAF if frame.depth <= 0 else _FOURS_AT_NODE
        cell = _fours(board, position, search, fours, side, most)
        if cell >= 0:
            if ply == 0:
                search.cell = cell
            return True, np.int64(WON - ply - 2 * fours.length - 1)
    static = _evaluation(board, position, search, side, ply)
    if at_leaf:
        return True, static
    threatened = False
    if danger == 0 and has_fours(position, other) and (position.counts[other][MAKES_OPEN_FOUR] > 0 or frame.depth > 1):
        threatened = _fours(board, position, search, fours, other, _FOURS_OF_OPPONENT) >= 0
    if (
        frame.depth <= _SHALLOW
        and ply > 0
        and danger == 0
        and not threatened
        and frame.beta < SURE
        and static - _MARGIN * frame.depth >= frame.beta
    ):
        return True, static
    list_moves(
        board,
        position,
        row,
        side,
        first_choice,
        search.history,
        search.killers[ply],
        fours,
        search.cells,
        threatened,
    )
    frame.first_alpha = frame.alpha
    frame.best = -WON - 1
    frame.best_cell = row.cells[0]
    frame.most = row.count if ply == 0 else _moves_tried(frame, row, static)
    frame.next = 0
    return False, nothing


@inlined
def _reduction(search: Any, depth: Any, place: Any) -> Any:
    """By how many plies a late move is searched less deep."""
    if depth < 2:
        return np.int64(0)
    return np.int64(search.reductions[min(depth, 31)][min(place, 63)])


@inlined
def _note_cut(search: Any, side: Any, ply: Any, cell: Any, depth: Any) -> Any:
    past = search.history[side][cell]
    search.history[side][cell] = min(past + depth * depth, MOST_HISTORY)
    killers = search.killers[ply]
    if killers[0] != cell:
        killers[1] = killers[0]
        killers[0] = cell


@inlined
def _go_down(search: Any, frame: Any, child: Any, row: Any, place: Any) -> Any:
    """Sets the window and the depth of a child, by the frame's mode."""
    depth = frame.depth - (0 if row.count == 1 else 1)
    if frame.mode == _FULL:
        child.alpha = -frame.beta
    else:
        child.alpha = -frame.alpha - 1
    child.beta = -frame.alpha
    if frame.mode == _REDUCED:
        depth -= _reduction(search, frame.depth, place)
    child.depth = depth


@entry
def iterate(
    board: Any, position: Any, search: Any, fours: Any, root_side: Any, depth: Any, alpha: Any, beta: Any, stop: Any
) -> Any:
    """One iteration. The search's cell and value change when a move of the root is better than alpha and all before.

    Returns the value, for an empty window's sake a bound if it is outside of alpha and beta. When the search was
    stopped it means nothing, and the position is left as it was in that moment.
    """
    ply = 0
    search.stopped = False
    if search.learnt:
        look(board, search.network, position, search.sheet)
    root = search.frames[0]
    root.alpha = alpha
    root.beta = beta
    root.depth = depth
    entering = True
    value = np.int64(0)
    while True:
        frame = search.frames[ply]
        row = search.rows[ply]
        side = root_side ^ (ply & 1)
        leaving = False
        again = False
        if entering:
            entering = False
            if search.nodes >= search.most_nodes or (search.nodes & (_PACE - 1) == 0 and stop.raised != 0):
                search.stopped = True
                break
            search.nodes += 1
            search.deepest = max(search.deepest, ply)
            leaving, value = _open(board, position, search, fours, side, ply, frame, row)
            if leaving and ply == 0:
                search.value = value
        else:
            value = -value
            cell = np.int64(row.cells[frame.next - 1])
            if frame.mode == _REDUCED and value > frame.alpha:
                frame.mode = _EMPTY
                again = True
            elif frame.mode == _EMPTY and frame.alpha < value < frame.beta:
                frame.mode = _FULL
                again = True
            else:
                lift(board, position, cell, side)
                if search.learnt:
                    return_to(board, position, search.sheet, cell, ply)
                if value > frame.best:
                    frame.best = value
                    frame.best_cell = cell
                    if ply == 0 and value > frame.alpha:
                        search.cell = cell
                        search.value = value
                frame.alpha = max(frame.alpha, value)
                cut = value >= frame.beta
                if cut and frame.depth > 0:
                    _note_cut(search, side, ply, cell, frame.depth)
                if cut or frame.next == frame.most:
                    if not cut and frame.best <= -SURE and (row.complete == 0 or frame.most < row.count):
                        frame.best += DOUBT
                    _remember(search, position, side, ply, frame)
                    value = frame.best
                    leaving = True
        if leaving:
            if ply == 0:
                break
            ply -= 1
            continue
        # Down to the next child, or to the same one again.
        child = search.frames[ply + 1]
        if again:
            _go_down(search, frame, child, row, frame.next - 1)
        else:
            place = frame.next
            cell = np.int64(row.cells[place])
            frame.mode = _FULL
            if place > 0:
                frame.mode = _EMPTY
                if row.forced == 0 and _reduction(search, frame.depth, place) > 0 and is_quiet(position, cell, side):
                    frame.mode = _REDUCED
            frame.next += 1
            _go_down(search, frame, child, row, place)
            lay(board, position, cell, side)
            if search.learnt:
                follow(board, search.network, position, search.sheet, cell, ply)
        ply += 1
        entering = True
    return value
