"""The options of a player: how each is read from text, strictly, and which values it takes."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import N_, InputError

__all__ = ["Choice", "Flag", "Number", "Option", "Span", "Whole", "Words"]


@dataclass(frozen=True)
class Option(ABC):
    """One `name=value` of a player. `default` None means: not set."""

    name: str
    default: Any
    description: str
    """For the catalogue: translate it before it is shown. So are the next three."""
    label: str = field(default="", kw_only=True)
    """What a form calls it."""
    phrase: str = field(default="", kw_only=True)
    """How a value other than the default reads in the player's name, such as "depth {value}"."""
    value_labels: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    """The names of those values that are words."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The values that it takes, in symbols rather than words: `1..512`, `yes|no`."""

    @property
    def example(self) -> str:
        """A value to show how the option is written."""
        return self.show(self.default) if self.default is not None else self.allowed.partition("|")[0]

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The value that `text` stands for; ValueError if there is none."""

    def show(self, value: Any) -> str:
        """The text that `parse` reads as `value`."""
        return str(value)

    def read(self, text: str) -> Any:
        try:
            return self.parse(text)
        except ValueError:
            raise self.refusal(text) from None

    def refusal(self, text: str) -> InputError:
        """Says in words what would be right."""
        return InputError(
            N_("the option {name} is '{value}'; it has to be one of {allowed}"),
            name=self.name,
            value=text,
            allowed=self.allowed.replace("|", ", "),
        )


# The largest signed 64-bit number, which files and compiled code can hold. It is not shown.
_UNBOUNDED = 2**63 - 1


def _digits(text: str) -> str:
    # int() and float() also take underscores, spaces and digits of other scripts.
    if not text.isascii() or "_" in text or text != text.strip():
        raise ValueError(text)
    return text


def _number(value: float) -> str:
    """The shortest text that is read as just this number."""
    return repr(float(value)).removesuffix(".0")


@dataclass(frozen=True)
class Whole(Option):
    """A whole number, or a name that stands for one."""

    least: int = 0
    most: int = _UNBOUNDED
    names: Mapping[str, int] = field(default_factory=dict)

    @property
    def example(self) -> str:
        return str(self.least if self.default is None else self.default)

    @property
    def allowed(self) -> str:
        most = "" if self.most == _UNBOUNDED else str(self.most)
        return "|".join([f"{self.least}..{most}", *self.names])

    def parse(self, text: str) -> int:
        if text.lower() in self.names:
            return self.names[text.lower()]
        value = int(_digits(text))
        if not self.least <= value <= self.most:
            raise ValueError(text)
        return value

    def refusal(self, text: str) -> InputError:
        if self.most == _UNBOUNDED:
            template = N_("the option {name} is '{value}'; it has to be a whole number, {least} or more")
        elif self.names:
            template = N_(
                "the option {name} is '{value}'; it has to be a whole number from {least} to {most}, or {names}"
            )
        else:
            template = N_("the option {name} is '{value}'; it has to be a whole number from {least} to {most}")
        names = ", ".join(self.names)
        return InputError(template, name=self.name, value=text, least=self.least, most=self.most, names=names)


@dataclass(frozen=True)
class Number(Option):
    """A number with decimals."""

    least: float = 0.0
    most: float = 1e9

    @property
    def example(self) -> str:
        return _number(max(self.least, min(self.most, 1.0)) if self.default is None else self.default)

    @property
    def allowed(self) -> str:
        return f"{_number(self.least)}..{_number(self.most)}"

    def parse(self, text: str) -> float:
        value = float(_digits(text))
        if not self.least <= value <= self.most:  # catches nan as well
            raise ValueError(text)
        return value

    def show(self, value: float) -> str:
        return _number(value)

    def refusal(self, text: str) -> InputError:
        return InputError(
            N_("the option {name} is '{value}'; it has to be a number from {least} to {most}"),
            name=self.name,
            value=text,
            least=_number(self.least),
            most=_number(self.most),
        )


@dataclass(frozen=True)
class Choice(Option):
    """One of several words."""

    choices: Sequence[str] = ()

    @property
    def allowed(self) -> str:
        return "|".join(self.choices)

    def parse(self, text: str) -> str:
        if text.lower() not in self.choices:
            raise ValueError(text)
        return text.lower()


@dataclass(frozen=True)
class Flag(Option):
    """`yes` or `no`."""

    @property
    def allowed(self) -> str:
        return "yes|no"

    def parse(self, text: str) -> bool:
        if text.lower() not in ("yes", "no"):
            raise ValueError(text)
        return text.lower() == "yes"

    def show(self, value: bool) -> str:
        return "yes" if value else "no"


@dataclass(frozen=True)
class Span(Option):
    """Two numbers, `1..2`; `yes` is the span in `usual`, `no` is none at all."""

    usual: tuple[float, float] = (1.0, 2.0)
    most: float = 60.0

    @property
    def allowed(self) -> str:
        return f"yes|no|{_number(self.usual[0])}..{_number(self.usual[1])}"

    def parse(self, text: str) -> tuple[float, float] | None:
        if text.lower() in ("yes", "no"):
            return self.usual if text.lower() == "yes" else None
        low_text, dots, high_text = text.partition("..")
        low = float(_digits(low_text))
        high = float(_digits(high_text)) if dots else low
        if not (0 <= low <= high <= self.most and math.isfinite(high)):
            raise ValueError(text)
        return low, high

    def show(self, value: tuple[float, float] | None) -> str:
        return "no" if value is None else f"{_number(value[0])}..{_number(value[1])}"


@dataclass(frozen=True)
class Words(Option):
    """Any text without spaces."""

    @property
    def allowed(self) -> str:
        return "…"

    def parse(self, text: str) -> str:
        if not text:
            raise ValueError(text)
        return text

    def refusal(self, text: str) -> InputError:
        return InputError(N_("the option {name} is '{value}'; it has to be a word"), name=self.name, value=text)
