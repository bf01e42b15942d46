"""What the exact search keeps in memory. Python makes these records, the kernels read and write them.

The search is compiled three times, for three families of boards. They differ in the width of the board's words and of
the table's keys: without gravity a key holds the stones of both sides, so it takes two words where the board takes one.
`NARROW`, `WIDE` and `FREE` are the records of the families.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.types import boolean, int64, uint8, uint64

from ..memory.records import Record, array, atomic, pointer, reference
from ..memory.words import UInt128, uint128

# Search ideas that can be switched off.
EVENS_BOUND = 1
ZUGZWANG_BOUND = 2
DEAD_STONES = 4
CHILD_PROBES = 8
TABLE_MOVE = 16
FORCED_CHAINS = 32
MIRROR_KEYS = 64
FAR_WINDOWS = 128
THREAT_ORDER = 256
CHAIN_ORDER = 512

NO_MOVE = 127

# Above and below every score: the value of a position of which nothing is known.
UNBOUNDED = 99

# Why a search ended before it had an answer.
NOT_STOPPED = 0
STOP_ASKED = 1
STOP_SUPERSEDED = 2  # another thread has answered the question

# The widest board has 64 columns, and the largest without gravity 64 cells.
MOST_CHILDREN = 64
MOST_BITS = 128

# No cell that a bound asks for has more playable cells above it.
MOST_ABOVE = 63

BUSY_BITS = 13


class Position(NamedTuple):
    """A position at work, in registers. Threats are free cells that would complete a line."""

    mover: Any  # the stones of the side to move
    taken: Any  # all stones, and the blocked cells
    own: Any  # the threats of the side to move
    foe: Any  # the threats of the other side
    stones: Any


# One question to a kernel.
Question = Record("Question", mover=uint128, stones=uint128)

# One answer.
Answer = Record("Answer", lower=int64, upper=int64, move=int64, nodes=int64, complete=boolean)

# Shared by all threads of a solve, and by whoever watches it.
Signals = Record(
    "Signals",
    stop=atomic(int64),  # anything but 0 ends the solve
    lower=int64,  # bounds proven so far
    upper=int64,
    move=int64,  # the best move known
    index=int64,  # which question is being answered
    shared_lower=atomic(int64),  # the best bounds of all threads, packed by `search.packed`; 0 if there is none
    shared_upper=atomic(int64),
    busy=array(atomic(uint64), 1 << BUSY_BITS),  # marks of the nodes that threads are at
    nodes=array(int64),  # one for each thread
)

# A slot of the table for keys of two words.
Slot = Record("Slot", low=atomic(uint64), high=atomic(uint64), state=atomic(uint64), unused=uint64)

Table = Record(
    "Table",
    bucket_bits=int64,
    key_bits=int64,
    key_mask=uint64,
    tag_shift=uint64,
    generation=uint64,  # in place: shifted to where entries keep it
    next_generation=uint64,  # what to add for a new one
    generation_mask=uint64,
    match_mask=uint64,  # the bits of an entry that must equal tag and generation
    entries=pointer(uint64),
    slots=pointer(Slot),  # the same memory, as the two-word table sees it
    words=int64,  # the length of that memory
)

# What a kernel is asked to do.
Job = Record(
    "Job",
    questions=pointer(Question),
    answers=pointer(Answer),
    count=int64,
    table=reference(Table),
    signals=reference(Signals),
    ideas=int64,
    least=int64,  # scores below and above these need not be told apart
    most=int64,
    clear_each=boolean,
    node_limit=int64,
    thread=int64,
    threads=int64,
)


@dataclass(frozen=True)
class Family:
    """The records of a family of boards."""

    node: Record
    frame: Record
    workspace: Record


def _family(word: Any, key: Any) -> Family:
    node = Record(
        "Node",
        mover=word,
        taken=word,
        own=word,
        foe=word,
        stones=int64,
        key=key,
        bucket=int64,
        tag=uint64,
        move=int64,  # the bit of the parent's move
        rank=int64,  # how promising that move looked
        hint=int64,  # the table's move, NO_MOVE if none
        same_mover=boolean,  # the parent's mover is to move here too, after an odd number of forced replies
        flipped=boolean,  # the key is the mirror image's
        deferred=boolean,  # it was put off because another thread was searching it
    )
    frame = Record(
        "Frame",
        node=reference(node),
        alpha=int64,
        best=int64,
        kept=int64,  # children that need a search
        following=int64,  # how many of them have been picked
        nodes=int64,  # the count of nodes when the frame was opened
        order=array(uint8, MOST_CHILDREN),  # the numbers of the kept children, most promising first
        children=array(node),
    )
    workspace = Record(
        "Workspace",
        job=Job,
        # The state of the search.
        nodes=int64,
        next_poll=int64,
        stopped=int64,
        window=int64,  # the root asks: is the value above this?
        root=node,
        root_stones=int64,
        has_twin=boolean,  # positions and their mirror images can both come up below this root
        twin_mover=word,  # the root, mirrored
        twin_other=word,
        frames=reference(frame),
        frame_bytes=int64,
        # The board.
        connect=int64,
        stride=int64,
        width=int64,
        cells=int64,
        unrolled=boolean,  # the short forms for lines of four may be used
        bottom=word,
        playable=word,
        blocked=word,
        spare=word,
        evens=word,  # cells with an even number of playable cells above them in their column
        centre=word,  # the innermost third of the columns, whose moves are generated first
        middle=word,  # the inner two thirds
        column_of=array(int64, MOST_BITS),  # the column of each bit (boards without gravity: the bit itself)
        weight_of=array(int64, MOST_BITS),  # how good a move each cell is, by itself
        # The cells with at least so many playable cells above them in their column.
        with_above=array(word, MOST_ABOVE + 1),
        symmetries=int64,  # boards without gravity: how many there are besides the identity
        images=pointer(uint64),  # for each of them, and each byte of a word, the images of the 256 values
    )
    return Family(node, frame, workspace)


NARROW = _family(uint64, uint64)
WIDE = _family(uint128, uint128)
FREE = _family(uint64, uint128)


@intrinsic
def is_free(typingctx: Any, work: Any) -> Any:
    """Is this a board without gravity? A constant to the compiler, which drops the branch not taken."""
    free = isinstance(work.fields["root"].fields["key"], UInt128) and work.fields["playable"] == types.uint64

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ir.Constant(ir.IntType(1), int(free))

    return types.boolean(work), codegen
