"""`Refusal`: the server says no, to people in a sentence and to programs with a code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from plyground.errors import InputError, PlygroundError, StoreError, UnsupportedError
from plyground.texts import tell
from plyground.web.messages.base import Problem

__all__ = ["AtField", "Refusal", "of_field", "problem_of", "problems", "status_of"]


class Refusal(PlygroundError):
    """`code` and `status` (HTTP) say why; the sentence is a template of the catalogue, as with every error."""

    def __init__(self, code: str, status: int, template: str, /, **values: object) -> None:
        super().__init__(template, **values)
        self.code = code
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return (partial(Refusal, self.code, self.status, self.template, **self.values), ())


class AtField(Exception):
    """An error together with the field of the request that caused it."""

    def __init__(self, error: PlygroundError, field: str) -> None:
        super().__init__(error, field)
        self.error = error
        self.field = field


@contextmanager
def of_field(field: str) -> Iterator[None]:
    """What goes wrong in the block is the fault of this field, and is shown beside it."""
    try:
        yield
    except PlygroundError as error:
        raise AtField(error, field) from error


def status_of(error: PlygroundError) -> int:
    if isinstance(error, Refusal):
        return error.status
    if isinstance(error, StoreError):
        return 503
    return 422 if isinstance(error, InputError | UnsupportedError) else 500


def problem_of(error: PlygroundError, field: str | None = None) -> Problem:
    """What a client is told, in the language in use."""
    if isinstance(error, Refusal):
        code = error.code
    else:
        code = "database" if isinstance(error, StoreError) else "input"
    place = error.place if isinstance(error, InputError) else None
    return Problem(code=code, text=tell(error), field=field, place=place)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For the OpenAPI document: a route's refusals, besides those that every route has."""
    return {status: {"model": Problem} for status in statuses}
