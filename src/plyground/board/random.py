"""The portable random generator: SplitMix64.

One 64-bit algorithm for textbook and compiled playouts, so that the same seed plays the same games
on every machine. The compiled twin is in `kernels`; a test holds the two together.
"""

from __future__ import annotations

from plyground.errors import N_, LimitError

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB


class SplitMix:
    """Steele, Lea and Flood's SplitMix64: state plus a constant, then mixed.

    >>> SplitMix(0).next64() == 0xE220A8397B1DCDAF
    True
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        try:
            self.state = seed & _WORD
        except TypeError:
            raise LimitError(N_("the seed is {value}; it has to be a whole number"), value=repr(seed)) from None

    def next64(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + _STEP) & _WORD
        z = self.state
        z = ((z ^ (z >> 30)) * _MIX_1) & _WORD
        z = ((z ^ (z >> 27)) * _MIX_2) & _WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number in 0..n-1, for n up to 2**32.

        The upper 32 bits are scaled, not divided: cheap in compiled code, and the bias is below n / 2**32.
        """
        return ((self.next64() >> 32) * n) >> 32

    def unit(self) -> float:
        """A float in [0, 1) with 53 random bits."""
        return (self.next64() >> 11) * 2.0**-53

    def stream(self, index: int) -> SplitMix:
        """An independent generator for task `index`; does not move this one.

        Parallel work draws from one stream per task, so the answer does not depend on who runs first.
        """
        return SplitMix(SplitMix(self.state ^ (index * _MIX_1)).next64())
