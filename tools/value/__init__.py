"""Learns the champion's value of a position, on an accelerator (or, for a trial, without one), with JAX.

    pip install jax
    python -m tools.value.teach teacher.pkl --minutes 20
    python -m tools.value.fit teacher.pkl value.npz --minutes 10

The first command starts from nothing: a residual network plays itself on thousands of boards at once and learns from
the games. It is far too slow for the champion. The second lets it play on, and fits the small network of
`kernels.playouts.evaluation` to what it says of every position. The games differ from machine to machine, because
accelerators round in their own ways; so the files do, too.
"""
