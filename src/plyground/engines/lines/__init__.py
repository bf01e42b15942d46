"""Boards without gravity: threat sequences, and the search of `kernels.lines`."""
