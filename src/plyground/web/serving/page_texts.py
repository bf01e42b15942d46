"""The part of the catalogue that the page needs."""

from __future__ import annotations

import re
from functools import lru_cache

from plyground.texts import catalogue, languages

__all__ = ["page_texts"]


def page_texts(code: str, *modules: str) -> dict[str, str | list[str]]:
    """The texts of a language that occur in the page's modules, each with its translation or its plural forms."""
    used = frozenset[str]().union(*map(_used, modules))
    found: dict[str, str | list[str]] = {}
    for key, text in _texts(code).items():
        name, form = key if isinstance(key, tuple) else (key, None)
        if name not in used:
            continue
        if form is None:
            found[name] = text
        else:
            forms = found.setdefault(name, [])
            assert isinstance(forms, list)
            forms.insert(form, text)
    return found


def _texts(code: str) -> dict[str | tuple[str, int], str]:
    return getattr(catalogue(code), "_catalog", {})


# Once for all languages and documents: to look for every text in every module is most of a server's start.
@lru_cache(maxsize=64)
def _used(module: str) -> frozenset[str]:
    """The texts of the catalogue that occur in a module."""
    # Parts of a text that are joined by `+` are one text.
    source = re.sub(r"""(["'`])\s*\+\s*\1""", "", module).replace('\\"', '"')
    names = {key[0] if isinstance(key, tuple) else key for code in languages() for key in _texts(code)}
    return frozenset(name for name in names if name and name in source)
