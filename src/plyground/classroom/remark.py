"""What a student is told, kept apart from its values so that it can be shown in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.texts import say

__all__ = ["Remark", "remark"]


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence or two. Values may be remarks and errors themselves, which are translated with it."""

    template: str
    values: Mapping[str, object]
    replaced: Mapping[str, str] = field(default_factory=dict)
    """What is written in another way in the text, such as folders that are nobody's business."""

    @property
    def text(self) -> str:
        """In the language in use."""
        values = {name: value.text if isinstance(value, Remark) else value for name, value in self.values.items()}
        text = say(self.template, **values)
        for old, new in self.replaced.items():
            text = text.replace(old, new)
        return text


def remark(template: str, /, **values: object) -> Remark:
    """The template is marked with `N_` where it stands."""
    return Remark(template, values)
