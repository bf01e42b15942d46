"""Everything that Plyground raises on purpose.

    PlygroundError
    ├── InputError                 what was given cannot be used (exit code 2)
    │   ├── RulesError             rules that make no sense
    │   ├── NotationError          a text that cannot be read; knows the place
    │   ├── PositionError          stones that cannot lie as they are said to
    │   ├── IllegalMoveError       a move that the game does not allow
    │   ├── LimitError             a depth, time or count out of range
    │   ├── UnknownNameError       a player, preset or language that does not exist
    │   ├── BookError              a file that is no opening book, not whole, or of a newer version
    │   ├── RecordError            a game that contradicts itself, or a text that holds none
    │   └── ConflictError          somebody else changed it meanwhile: look again
    ├── UnsupportedError           valid input that this part cannot handle (exit code 3)
    ├── MissingError               something is not installed or not there (exit code 3)
    │   ├── MissingExtraError      an optional part of Plyground
    │   └── ClosedInputError       standard input ended while an answer was needed
    ├── StoreError                 the database cannot be used now; what it holds is kept (exit code 4)
    └── PlayerError                a player failed to produce a legal move

An error keeps its English template apart from the values, so that it can be shown in the user's
language: ``texts.say(error.template, **error.values)``.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = [
    "N_",
    "BookError",
    "ClosedInputError",
    "ConflictError",
    "IllegalMoveError",
    "InputError",
    "LimitError",
    "MissingError",
    "MissingExtraError",
    "NotationError",
    "PlayerError",
    "PlygroundError",
    "PositionError",
    "RecordError",
    "RulesError",
    "StoreError",
    "UnknownNameError",
    "UnsupportedError",
    "nearest",
]

_LONGEST = 240  # of a text that a message quotes; our own lists of names are shorter
_KEPT = 40  # at either end of a longer one


def N_(text: str) -> str:
    """Marks a text for the catalogue and returns it unchanged; it is translated when it is shown."""
    return text


class PlygroundError(Exception):
    """Base of all errors; says what was wrong, with what value, and what would be right."""

    exit_code = 1

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**self.shown)

    @property
    def shown(self) -> dict[str, object]:
        """The values as a message shows them: a long text without its middle."""
        return {name: _shortened(value) if isinstance(value, str) else value for name, value in self.values.items()}

    def __reduce__(self) -> tuple[object, ...]:
        # Exception pickles by positional arguments alone; errors cross process borders whole.
        return (_rebuild, (type(self), self.template, self.values))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_KEPT]} … {text[-_KEPT:]}"


def _rebuild(kind: type[PlygroundError], template: str, values: dict[str, object]) -> PlygroundError:
    return kind(template, **values)


class InputError(PlygroundError, ValueError):
    """What was given cannot be used. If it was a text, ``text`` is all of it, ``place`` the offending index in it."""

    exit_code = 2

    @property
    def text(self) -> str:
        return str(self.values.get("text", ""))

    @property
    def place(self) -> int | None:
        place = self.values.get("place")
        # People count from one; the template shows `place`, programs use the index.
        return place - 1 if isinstance(place, int) else None


class RulesError(InputError):
    pass


class NotationError(InputError):
    pass


class PositionError(InputError):
    pass


class IllegalMoveError(InputError):
    pass


class LimitError(InputError):
    pass


class UnknownNameError(InputError):
    pass


class BookError(InputError):
    pass


class RecordError(InputError):
    pass


class ConflictError(InputError):
    pass


class UnsupportedError(PlygroundError):
    exit_code = 3


class MissingError(PlygroundError):
    exit_code = 3


class MissingExtraError(MissingError):
    pass


class ClosedInputError(MissingError):
    pass


class StoreError(PlygroundError):
    """The database is full, locked, damaged, too new or unreachable. Its content is kept; a later try may work."""

    exit_code = 4


class PlayerError(PlygroundError):
    """The player loses its game; the value `termination` may say how, as a value of `game.Termination`."""

    @property
    def termination(self) -> str:
        return str(self.values.get("termination", "crash"))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, for "did you mean"; None when nothing is close.

    >>> nearest("minmax", ["minimax", "random"])
    'minimax'
    """
    options, word = {option.lower(): option for option in known}, name.lower()
    if (numbered := _nearest_number(word, options)) is not None:
        return options[numbered]
    # Half of the letters in common is not enough: "update" would be taken for "dataset".
    close = difflib.get_close_matches(word, options, n=1, cutoff=0.65)
    if close:
        return options[close[0]]
    near = (option for low, option in options.items() if _begins(word, low) or _is_one_letter_off(word, low))
    return next(near, None)


def _nearest_number(word: str, options: Iterable[str]) -> str | None:
    """Of names that differ in their number alone, the one with the nearest: "level11" was meant as "level10"."""
    stem, number = _stem_and_number(word)
    if number is None or not stem:
        return None
    alike = {option: other[1] for option in options if (other := _stem_and_number(option))[0] == stem}
    distances = {option: abs(other - number) for option, other in alike.items() if other is not None}
    return min(distances, key=distances.__getitem__, default=None)


def _stem_and_number(word: str) -> tuple[str, int | None]:
    stem = word.rstrip("0123456789")
    return stem, int(word[len(stem) :]) if stem != word else None


def _begins(word: str, option: str) -> bool:
    """One is the beginning of the other: "book-build" was meant as "book"."""
    return len(min(word, option, key=len)) >= 3 and (option.startswith(word) or word.startswith(option))


def _is_one_letter_off(word: str, option: str) -> bool:
    """Short names have too few letters to be alike otherwise: "kr" was meant as "ko"."""
    return len(word) == len(option) and word[:1] == option[:1] and sum(map(str.__ne__, word, option)) == 1
