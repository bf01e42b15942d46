"""What a student is told, kept apart from its values so that it can be shown in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.texts import say

__all__ = ["Remark", "remark"]


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence or two. Values may be remarks and errors themselves, which are translated with it."""

    template: str
    values: Mapping[str, object]

    @property
    def text(self) -> str:
        """In the language in use."""
        return say(
            self.template,
            **{name: value.text if isinstance(value, Remark) else value for name, value in self.values.items()},
        )


def remark(template: str, /, **values: object) -> Remark:
    """The template is marked with `N_` where it stands."""
    return Remark(template, values)
