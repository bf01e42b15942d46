"""The command `plyground`: one file per command, each loaded when it is called.

Asking for help stays light: neither NumPy nor Numba is imported for it.
"""

from plyground.cli.program import main

__all__ = ["main"]
