"""The part of the catalogue that the page needs."""

from __future__ import annotations

import re
from functools import lru_cache

from plyground.texts import catalogue

__all__ = ["page_texts"]


@lru_cache(maxsize=64)
def page_texts(code: str, source: str) -> dict[str, str | list[str]]:
    """The texts of a language that occur in the page's modules, each with its translation or its plural forms."""
    # Parts of a text that are joined by `+` are one text.
    source = re.sub(r"""(["'`])\s*\+\s*\1""", "", source).replace('\\"', '"')
    found: dict[str, str | list[str]] = {}
    for key, text in getattr(catalogue(code), "_catalog", {}).items():
        name, form = key if isinstance(key, tuple) else (key, None)
        if not name or name not in source:
            continue
        if form is None:
            found[name] = text
        else:
            forms = found.setdefault(name, [])
            assert isinstance(forms, list)
            forms.insert(form, text)
    return found
