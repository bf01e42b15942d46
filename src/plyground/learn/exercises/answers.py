"""The forms that an answer can have. Each reads what a reader typed or clicked, and refuses what is no such answer."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from plyground.board import is_number
from plyground.errors import N_, InputError

__all__ = ["Choice", "Form", "Labelled", "MoveChoice", "Number", "Order", "Several", "json_number"]

A = TypeVar("A")

_MINUS = re.compile("[\u2212\u2013\uff0d]")
"""A minus sign, a dash, and the wide one of keyboards in East Asia."""
_NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)")
_FRACTION = re.compile(r"([+-]?\d+) */ *(\d+)")
_SEPARATORS = re.compile(r"[\s,;、，；>→]+")


def json_number(value: float) -> int | float | str:
    """A number as JSON has it: whole ones without a point, infinite ones as texts."""
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return int(value) if value == int(value) else value


class Form(ABC, Generic[A]):
    @abstractmethod
    def read(self, answer: object) -> A:
        """The answer that is meant; an `InputError` says what would be one."""

    @abstractmethod
    def written(self, answer: A) -> Any:
        """An answer as JSON, which `read` reads."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]: ...

    def are_equal(self, one: A, other: A) -> bool:
        return one == other


@dataclass(frozen=True)
class Number(Form[float]):
    """A number; with `decimals`, one that was rounded: an error of one in the last place does not matter."""

    decimals: int = 0
    infinite: bool = False

    def read(self, answer: object) -> float:
        value = self._value(answer)
        if value is None or math.isnan(value) or (math.isinf(value) and not self.infinite):
            template = (
                N_("the answer {value} is not a number; write one like -3, or inf and -inf")
                if self.infinite
                else N_("the answer {value} is not a number; write one like {example}")
            )
            raise InputError(template, value=repr(answer), example="0.25" if self.decimals else "-3")
        return value

    def _value(self, answer: object) -> float | None:
        if is_number(answer):
            return float(answer)  # type: ignore[arg-type]  # a number, as was just asked
        if not isinstance(answer, str):
            return None
        text = _MINUS.sub("-", answer.strip()).replace("∞", "inf").lower()
        if text in ("inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"):
            return float(text)
        if _NUMBER.fullmatch(text):
            return float(text.replace(",", "."))
        if (fraction := _FRACTION.fullmatch(text)) and int(fraction[2]):
            return int(fraction[1]) / int(fraction[2])
        return None

    def written(self, answer: float) -> int | float | str:
        return json_number(answer if math.isinf(answer) else round(answer, self.decimals))

    def to_dict(self) -> dict[str, Any]:
        return {"type": "number", "decimals": self.decimals, "infinite": self.infinite}

    def are_equal(self, one: float, other: float) -> bool:
        if math.isinf(one) or math.isinf(other) or not self.decimals:
            return one == other
        return abs(one - other) <= 10.0**-self.decimals + 1e-9


@dataclass(frozen=True)
class _Options:
    options: tuple[str, ...]

    def _option(self, answer: object) -> str:
        text = str(answer).strip()
        exact = next((option for option in self.options if option == text), None)
        if exact is not None:
            return exact
        alike = [option for option in self.options if option.lower() == text.lower()]
        if len(alike) == 1:
            return alike[0]
        raise InputError(
            N_("the answer {value} is none of the options; choose among {options}"),
            value=repr(answer),
            options=", ".join(self.options),
        )

    def _list(self, answer: object) -> list[str]:
        """The options that a list names, or a text in which they are separated by spaces or commas."""
        if isinstance(answer, str):
            answer = [part for part in _SEPARATORS.split(answer) if part]
        if not isinstance(answer, Iterable):
            raise InputError(
                N_("the answer {value} is not a list; choose among {options}"),
                value=repr(answer),
                options=", ".join(self.options),
            )
        return [self._option(part) for part in answer]


class Choice(_Options, Form[str]):
    """One of the options."""

    def read(self, answer: object) -> str:
        return self._option(answer)

    def written(self, answer: str) -> str:
        return answer

    def to_dict(self) -> dict[str, Any]:
        return {"type": "choice", "options": list(self.options)}


@dataclass(frozen=True)
class Labelled(Form[str]):
    """One of several options that are shown in the reader's language, and known by keys."""

    labels: Mapping[str, str]

    def read(self, answer: object) -> str:
        shown = Choice(tuple(self.labels.values())).read(answer)
        return next(key for key, label in self.labels.items() if label == shown)

    def written(self, answer: str) -> str:
        return self.labels[answer]

    def to_dict(self) -> dict[str, Any]:
        return {"type": "choice", "options": list(self.labels.values())}


class MoveChoice(Choice):
    """A move on the board."""

    def to_dict(self) -> dict[str, Any]:
        return {"type": "move", "moves": list(self.options)}


class Several(_Options, Form[frozenset[str]]):
    """Any of the options, in no order; perhaps none."""

    def read(self, answer: object) -> frozenset[str]:
        return frozenset(self._list(answer))

    def written(self, answer: frozenset[str]) -> list[str]:
        return [option for option in self.options if option in answer]

    def to_dict(self) -> dict[str, Any]:
        return {"type": "several", "options": list(self.options)}


class Order(_Options, Form[tuple[str, ...]]):
    """All of the options, put in order."""

    def read(self, answer: object) -> tuple[str, ...]:
        order = tuple(self._list(answer))
        if sorted(order) != sorted(self.options):
            raise InputError(
                N_("the answer {value} is no order of all options; name each of {options} once"),
                value=repr(answer),
                options=", ".join(self.options),
            )
        return order

    def written(self, answer: tuple[str, ...]) -> list[str]:
        return list(answer)

    def to_dict(self) -> dict[str, Any]:
        return {"type": "order", "options": list(self.options)}
