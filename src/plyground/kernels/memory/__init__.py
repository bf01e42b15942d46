"""Memory as compiled code sees it: numbers of 64 and 128 bits (`words`), what lies where in a record (`layout`), how
kernels read and write it (`records`), and the flag that stops them (`flag`)."""

from .flag import Flag
from .records import Argument, Record

__all__ = ["Argument", "Flag", "Record"]
