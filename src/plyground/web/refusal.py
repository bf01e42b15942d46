"""`Refusal`: the server says no, to people in a sentence and to programs with a code."""

from __future__ import annotations

from typing import Any

from plyground.errors import InputError, PlygroundError, UnsupportedError
from plyground.texts import tell
from plyground.web.messages import Problem

__all__ = ["Refusal", "problem_of", "status_of"]


class Refusal(PlygroundError):
    """`code` and `status` (HTTP) say why; the sentence is a template of the catalogue, as with every error."""

    def __init__(self, code: str, status: int, template: str, /, *, field: str | None = None, **values: object) -> None:
        super().__init__(template, **values)
        self.code = code
        self.status = status
        self.field = field

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self.code, self.status, self.template, self.field, self.values))


def _again(code: str, status: int, template: str, field: str | None, values: dict[str, object]) -> Refusal:
    return Refusal(code, status, template, field=field, **values)


def status_of(error: PlygroundError) -> int:
    if isinstance(error, Refusal):
        return error.status
    return 422 if isinstance(error, InputError | UnsupportedError) else 500


def problem_of(error: PlygroundError, field: str | None = None) -> Problem:
    """What a client is told, in the language in use."""
    code = error.code if isinstance(error, Refusal) else "input"
    if isinstance(error, Refusal) and error.field is not None:
        field = error.field
    place = error.place if isinstance(error, InputError) else None
    return Problem(code=code, text=tell(error), field=field, place=place)
