"""Where the solver kernels keep what: slots of the arrays that Python makes and the kernels read and write.

A workspace is one thread's array of `uint64`. Words of the board take two slots each, whether the board needs one word
or two. Signed numbers are stored as they are (two's complement).
"""

from __future__ import annotations

# Counters and constants.
NODES = 0
STOPPED = 1  # STOP_ASKED or STOP_SUPERSEDED; 0 while the search goes on
NEXT_POLL = 2
FLAGS = 3
CONNECT = 4
STRIDE = 5
WIDTH = 6
CELLS = 7
FOUR = 8  # 1 if the unrolled forms for lines of four may be used
HEADER = 9  # address of the table's header
SIGNALS = 10  # address of the signals
NODE_LIMIT = 11
THREAD = 12
THREADS = 13
QUESTION = 14  # the root asks: is the value above this?
FRAME_SIZE = 15
BOTTOM = 16
PLAYABLE = 18
EVENS = 20  # cells with an even number of playable cells above them in their column
BLOCKED = 22
SPARE = 24
TWIN_MOVER = 26  # the root, mirrored: the stones of the side to move there
TWIN_OTHER = 28
TWIN = 30  # 1 if positions and their mirror images can both come up below this root
ROOT_STONES = 31
SYMMETRIES = 32  # boards without gravity: how many symmetries besides the identity
SYMMETRY_AT = 33  # slot of their tables
CENTRE = 34  # the innermost third of the columns, whose moves are generated first
MIDDLE = 36  # the inner two thirds
COLUMN_OF = 64  # 128 slots: the column of each bit (boards without gravity: the bit itself)
WEIGHT_OF = 192  # 128 slots: how good a move each cell is, by itself
WITH_ABOVE = 320  # 64 words: the cells with at least so many playable cells above them in their column
ROOT = 448
FRAMES = 480

STOP_ASKED = 1
STOP_SUPERSEDED = 2  # another thread has answered the question

# One position in a frame.
ME = 0
MASK = 2  # all stones and the blocked cells
MINE = 4  # the cells where the side to move completes a line
THEIRS = 6
KEY = 8
BUCKET = 10
TAG = 11
STONES = 12
SAME = 13  # 1 if the parent's mover is to move here too (after an odd number of forced replies)
MOVE = 14  # bit index of the parent's move
RANK = 15
HINT = 16  # the table's move, NO_MOVE if none
ORDER = 17  # in child i: which child is searched as number i
FLIPPED = 18  # 1 if the key is the mirror image's
DEFERRED = 19  # 1 if it was put off because another thread was searching it
CHILD = 20

# The head of a frame; its children follow.
HEAD_NODE = 0
HEAD_ALPHA = 1
HEAD_BEST = 2
HEAD_KEPT = 3
HEAD_NEXT = 4
HEAD_NODES = 5
HEAD = 8

NO_MOVE = 127

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

# The signals, shared by all threads of one solve.
SIGNAL_STOP = 0
SIGNAL_LOWER = 1
SIGNAL_UPPER = 2
SIGNAL_MOVE = 3
SIGNAL_INDEX = 4
SIGNAL_SHARED_LOWER = 5  # (bound + 1000) * 256 + move + 1, 0 if unknown: bound and move are one word, never torn
SIGNAL_SHARED_UPPER = 6  # bound + 1000, 0 if unknown
SIGNAL_BUSY = 8
BUSY_BITS = 13
SIGNAL_NODES = SIGNAL_BUSY + (1 << BUSY_BITS)  # one slot per thread from here

# The options of a call.
OPTION_FLAGS = 0
OPTION_WEAK = 1
OPTION_CLEAR_EACH = 2
OPTION_NODE_LIMIT = 3
OPTION_THREAD = 4
OPTION_THREADS = 5
