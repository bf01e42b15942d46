"""`Refusal`: an error with a sentence for people and a code for programs, and the message about an error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from plyground.errors import InputError, PlygroundError, StoreError, UnsupportedError
from plyground.texts import _, tell
from plyground.web.messages.base import Sent

__all__ = ["FieldError", "Problem", "Refusal", "of_field", "problem_of", "problems", "sentence_of", "status_of"]


class Problem(Sent):
    """Why a request was refused (any 4xx or 5xx answer): at which field, and where in its text."""

    code: Annotated[str, Field(description="A word for programs; the text is for people.")]
    text: Annotated[str, Field(description="A sentence in the visitor's language.")]
    field: Annotated[str | None, Field(description="The field that is wrong, dotted: `first.player`.")] = None
    place: Annotated[int | None, Field(description="The index in the field's text, from 0.")] = None


class Refusal(PlygroundError):
    """`code` and `status` (HTTP) say why; the sentence is a template of the catalogue, as with every error."""

    def __init__(self, code: str, status: int, template: str, /, **values: object) -> None:
        super().__init__(template, **values)
        self.code = code
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return (partial(Refusal, self.code, self.status, self.template, **self.values), ())


class FieldError(Exception):
    """An error together with the field of the request that caused it."""

    def __init__(self, error: PlygroundError, field: str) -> None:
        super().__init__(error, field)
        self.error = error
        self.field = field


@contextmanager
def of_field(field: str) -> Iterator[None]:
    """Names the field for every error raised in the block, so that the page can show it there."""
    try:
        yield
    except PlygroundError as error:
        raise FieldError(error, field) from error


def status_of(error: PlygroundError) -> int:
    if isinstance(error, Refusal):
        return error.status
    if isinstance(error, StoreError):
        return 503
    return 422 if isinstance(error, InputError | UnsupportedError) else 500


def problem_of(error: PlygroundError, field: str | None = None) -> Problem:
    """The message about an error, in the language in use."""
    if isinstance(error, Refusal):
        code = error.code
    else:
        code = "database" if isinstance(error, StoreError) else "input"
    place = error.place if isinstance(error, InputError) else None
    return Problem(code=code, text=sentence_of(error), field=field, place=place)


def sentence_of(error: PlygroundError) -> str:
    """What an error says, as a sentence of its own. Its first letter is a capital one, unless it belongs to a value or
    to something that has to be typed.

    >>> from plyground.errors import IllegalMoveError
    >>> sentence_of(IllegalMoveError("column {move} is full", move="c"))
    'Column c is full'
    >>> sentence_of(IllegalMoveError("{move} is taken", move="c3"))
    'c3 is taken'
    """
    if isinstance(error, StoreError):
        # Its own sentence names the file or the server, and what the driver said; the log has it.
        return _("The database cannot be used now. What was saved before is kept; try again in a moment.")
    text = tell(error)
    first = _(error.template).split(" ", 1)[0].rstrip(",;:")
    return text[:1].upper() + text[1:] if first.isalpha() else text


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For the OpenAPI document: the refusals of a route, besides those that every route has."""
    return {status: {"model": Problem} for status in statuses}
