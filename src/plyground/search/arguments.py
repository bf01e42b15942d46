"""What the searches refuse before they begin."""

from __future__ import annotations

from plyground.errors import N_, InputError

__all__ = ["require_function"]


def require_function(given: object, name: str) -> None:
    """Refuses what is neither a function nor None."""
    if given is not None and not callable(given):
        raise InputError(N_("the {name} is {value}; it has to be a function"), name=name, value=repr(given))
