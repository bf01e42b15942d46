"""Learns the champion's value of a position, on an accelerator (or, for a trial, without one), with JAX.

    pip install jax
    python -m tools.value.teach teacher.npz --minutes 20
    python -m tools.value.fit teacher.npz value.npz --minutes 10

The first command starts from nothing: a residual network plays itself on thousands of boards at once and learns from
the games. It is far too slow for the champion. The second lets it play on, and fits the small network of
`kernels.playouts.evaluation` to what it says of every position. For five in a row without gravity
(`kernels.lines.network`) they are

    python -m tools.value.teach teacher.npz --game no-gravity --minutes 20
    python -m tools.value.fit teacher.npz value.npz --game no-gravity --minutes 8

`teachers/no_gravity.npz` has learnt for eleven minutes of one H200, in two sittings: some 470,000 games. A copy of it
goes on learning with the first command. The network of the package has learnt from it for six minutes.

The games differ from machine to machine, because accelerators round in their own ways; so the files do, too.
"""
