"""One catalogue for every text that a user reads, in English, Korean and Simplified Chinese.

English is the source: a text stands in the code as it is shown, inside one of these calls, and
`make texts` collects it from there.

    _("Your move")                                  translate now
    N_("Your move")                                 only mark; `_` is called later
    ngettext("{count} node", "{count} nodes", n)    by number; `fill` puts the values in
    say("{name} plays {move}", name=…, move=…)      translate, then put the values in

The language belongs to the process: the command line calls `use_language` once, and before that
everything is English. A server that answers many people at once sets a language per request instead:
inside `with speaking(code):` texts are in that language, in this thread or task only. Values are put in by
name, so that a translation can reorder them.
"""

from __future__ import annotations

import gettext as _gettext
import os
import re
import string
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import MappingProxyType

from plyground.errors import N_, PlygroundError, UnknownNameError, nearest
from plyground.texts.chinese import without_gaps
from plyground.texts.korean import with_particles
from plyground.texts.numbers import mean_text, number, signed

__all__ = [
    "N_",
    "_",
    "catalogue",
    "clauses",
    "fill",
    "known_language",
    "language",
    "languages",
    "mean_text",
    "ngettext",
    "number",
    "retell",
    "say",
    "signed",
    "speaking",
    "tell",
    "use_language",
]

DOMAIN = "plyground"
LOCALE = os.path.join(os.path.dirname(__file__), "locale")

_LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "English", "ko": "한국어", "zh_CN": "简体中文"})

# What may follow `zh` for Simplified Chinese; `zh_TW`, `zh_HK` and `zh_Hant` are Traditional.
_SIMPLIFIED = frozenset({"", "cn", "sg", "hans", "hans_cn", "hans_sg"})

_language = "en"
_translations: _gettext.NullTranslations = _gettext.NullTranslations()

_TELLING = 7
"""Letters in a row that tell a template from other texts. The shortest of our reasons is "{name} resigned"."""

# The language of the request that is being answered, where there is one; else the process's.
_spoken: ContextVar[str | None] = ContextVar("plyground_language", default=None)


def languages() -> Mapping[str, str]:
    """The languages that can be asked for: code and own name.

    >>> list(languages())
    ['en', 'ko', 'zh_CN']
    """
    return _LANGUAGES


def language() -> str:
    """The code of the language in use."""
    return _spoken.get() or _language


def catalogue(code: str) -> _gettext.NullTranslations:
    """The texts of a language, whatever language is in use."""
    return _catalogue(_asked_for(code))


@cache
def _catalogue(code: str) -> _gettext.NullTranslations:
    return _gettext.NullTranslations() if code == "en" else _gettext.translation(DOMAIN, LOCALE, [code])


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """While it lasts, texts are in the language `code`: in this task or thread, and in those that copy its context.

    >>> with speaking("ko"):
    ...     language()
    'ko'
    """
    token = _spoken.set(_asked_for(code))
    try:
        yield
    finally:
        _spoken.reset(token)


def _in_use() -> _gettext.NullTranslations:
    spoken = _spoken.get()
    return _translations if spoken is None else _catalogue(spoken)


def use_language(code: str | None = None) -> str:
    """Choose the language for all texts from here on, and return its code.

    With None the environment decides: PLYGROUND_LANG, else the locale (LANGUAGE, LC_ALL, LC_MESSAGES,
    LANG); a locale that we have no texts for gives English. A language asked for by name and not
    known is an error, both here and in PLYGROUND_LANG.

    >>> use_language("ko_KR.UTF-8")
    'ko'
    >>> use_language("en")
    'en'
    """
    global _language, _translations  # noqa: PLW0603 - one language for the process, chosen at its edge
    asked = code if code is not None else os.environ.get("PLYGROUND_LANG") or None
    chosen = _from_locale() if asked is None else _asked_for(asked)
    _translations = _catalogue(chosen)
    _language = chosen
    return chosen


def _(text: str) -> str:
    """`text` in the language in use."""
    # The empty text is the key of the catalogue's header.
    return _in_use().gettext(text) if text else text


def ngettext(one: str, many: str, count: int) -> str:
    """`one` or `many` in the language in use, by its own rules for `count`."""
    return _in_use().ngettext(one, many, count)


def say(template: str, /, **values: object) -> str:
    """Translate `template`, then put the values in; an error among the values is translated too, and so is a `reason`
    that comes as an English sentence of ours, such as from a bot's process.

    >>> say("{name} plays {move}", name="minimax", move=4)
    'minimax plays 4'
    """
    shown = {name: tell(value) if isinstance(value, PlygroundError) else value for name, value in values.items()}
    if "reason" in shown:
        shown["reason"] = retell(str(shown["reason"]))
    return fill(_(template), **shown)


def fill(translated: str, /, **values: object) -> str:
    """Put the values into a template that is translated already. In Korean, particles take the form that the values
    ask for; in Chinese, no space stays between Chinese words.

    >>> fill(ngettext("{count} node", "{count} nodes", 3), count=3)
    '3 nodes'
    """
    return with_particles(without_gaps(translated, values).format(**values))


def clauses(parts: Iterable[str]) -> str:
    """Join the clauses of one sentence with the comma of the language in use.

    >>> clauses(["depth 5", "1,000 nodes", "0.2 s"])
    'depth 5, 1,000 nodes, 0.2 s'
    """
    joined = ""
    for part in parts:
        joined = say("{first}, {second}", first=joined, second=part) if joined else part
    return joined


def tell(error: PlygroundError) -> str:
    """What the error says, in the language in use."""
    return say(error.template, **error.shown)


def retell(sentence: str) -> str:
    """What an error said in English, as records of games keep it, in the language in use.

    The template is found again in the catalogue: of those that fit, the one that leaves the least to its fields. A
    sentence that none fits stays as it is.

    >>> with speaking("ko"):
    ...     retell("cmd:./mybot resigned") == say("{name} resigned", name="cmd:./mybot")
    True
    """
    known = _templates(language())
    fitting = ((template, pattern.fullmatch(sentence)) for template, longest, pattern in known if longest in sentence)
    found = next(((template, match) for template, match in fitting if match), None)
    if found is None:
        return sentence
    values = found[1].groupdict()
    if "reason" in values:
        values["reason"] = retell(values["reason"])
    pieces = string.Formatter().parse(without_gaps(_(found[0]), values))
    filled = "".join(text + ("" if name is None else values[name]) for text, name, _spec, _conversion in pieces)
    return with_particles(filled)


@cache
def _templates(code: str) -> list[tuple[str, str, re.Pattern[str]]]:
    """The templates with fields that a language translates, the most literal first: the longest part of each, and what
    it matches."""
    found = []
    for template in getattr(_catalogue(code), "_catalog", {}):
        pieces = list(string.Formatter().parse(template)) if isinstance(template, str) else []
        names = [name for _text, name, _spec, _conversion in pieces if name is not None]
        longest = max((text for text, *_field in pieces), key=len, default="")
        # A word such as "and" between fields fits much that was never ours.
        if names and len(longest.strip()) >= _TELLING and len(set(names)) == len(names):
            pattern = "".join(
                re.escape(text) + (f"(?P<{name}>.*)" if name else "") for text, name, _spec, _conversion in pieces
            )
            found.append((sum(len(text) for text, *_field in pieces), template, longest, pattern))
    found.sort(key=lambda row: -row[0])
    return [(template, longest, re.compile(pattern, re.DOTALL)) for _size, template, longest, pattern in found]


def known_language(code: str) -> str | None:
    """The language that a locale or tag names: `ko_KR.UTF-8`, `zh-Hans-CN`, `EN`; None if it is not ours."""
    tag = code.partition(".")[0].partition("@")[0].replace("-", "_").lower()
    name, _sep, rest = tag.partition("_")
    if name in ("en", "c", "posix"):
        return "en"
    if name == "ko":
        return "ko"
    if name == "zh" and rest in _SIMPLIFIED:
        return "zh_CN"
    return None


def _asked_for(code: str) -> str:
    known = known_language(code)
    if known is not None:
        return known
    close = nearest(code.replace("-", "_"), _LANGUAGES)
    if close is None and code.lower().startswith("zh"):
        close = "zh_CN"
    if close is None:
        raise UnknownNameError(
            N_("there are no texts in the language '{name}'; known are {known}"),
            name=code,
            known=", ".join(_LANGUAGES),
        )
    raise UnknownNameError(
        N_("there are no texts in the language '{name}'; did you mean {nearest}? Known are {known}"),
        name=code,
        nearest=close,
        known=", ".join(_LANGUAGES),
    )


def _from_locale() -> str:
    """The first language of the user's list that we have, by the rules of GNU gettext."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    if not locale and sys.platform == "win32":
        locale = _windows_locale()
    if locale.partition(".")[0] in ("C", "POSIX"):
        return "en"
    wanted = [*os.environ.get("LANGUAGE", "").split(":"), locale]
    return next((known for code in wanted if code and (known := known_language(code))), "en")


def _windows_locale() -> str:
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
