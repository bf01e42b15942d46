"""Compiled kernels: numbers and NumPy arrays in, numbers and arrays out.

This module is light: nothing is compiled or loaded before `plyground.kernels.solving` is imported.

## Bit layout
One column is `height + 1` bits, bottom first, with a spare bit on top; columns follow each other from the left. Bit of
the cell in column c and row r (both from 0): `c * (height + 1) + r`. Boards of up to 64 bits are one word, of up to 128
two. Blocked cells are bits of `Setup.blocked`; they belong to neither player.

## The exact solver (module `solving`)
    setup = Setup(width, height, connect, blocked=0, gravity=True)    # frozen, hashable
    table = Table(setup, megabytes=128)           # kept between calls; table.clear() forgets; table.megabytes
    positions = new_positions(count)              # uint64 (count, 4): mover low, mover high, stones low, stones high
    put_position(positions, i, mover, stones)     # Python integers; blocked cells may be part of `stones` or not
    results = solve_positions(setup, table, positions, weak=False, clear_each=False, node_limit=0,
                              flags=None, workspace=None, signals=None, thread=0, threads=1)
    result = solve_parallel(setup, table, mover, stones, threads=2, weak=False, node_limit=0,
                            flags=None, signals=None)   # one position, several threads; a row as below

`results` is int64 (count, 5): lower bound, upper bound, move, nodes, complete.
- Bounds are exact scores from the side to move: `(cells + 2 - stones at the end) // 2` for a win, minus that for a
  loss, 0 for a draw, with `cells` the playable cells and the stones that are really there (set-ups need not balance).
  With `weak` they are -1, 0, 1.
- `complete` is 1 if lower == upper was proven. After a stop or at the node limit it is 0 and the bounds are what was
  proven until then.
- `move` is a column on boards with gravity, a bit index without; -1 on a full board. If complete, it is a best
  move (with `weak`: one that keeps the outcome); else the best known.
- `nodes` are the positions expanded. From a cleared table, one thread always needs the same number.
Positions that contain a line already are the caller's business: they must not be passed in.

`workspace` is one thread's memory, `setup.workspace()`; pass the same one again to save making it. Kernels release the
interpreter's lock, so they may run in a thread of the caller; each thread has its own workspace, all share the table.

`signals` (int64, `new_signals(threads)`) is shared with a running solve and may be read and written while it runs:
    signals[SIGNAL_STOP]     write 1: the kernel returns within about a millisecond (a deadline is a timer that does so)
    signals[SIGNAL_LOWER], signals[SIGNAL_UPPER]     bounds proven so far for the position being solved
    signals[SIGNAL_MOVE]     best move known (a bit index; divide by height + 1 for the column), -1 if none
    signals[SIGNAL_INDEX]    the row of `positions` being solved
    signals[SIGNAL_NODES + t]    nodes of thread t so far

`flags` switch the single search ideas, for the ablation (names: `FLAG_NAMES`); the value never depends on them.
"""

__all__ = ["solving"]
