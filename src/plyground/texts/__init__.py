"""One catalogue for every text that a user reads, in English, Korean and Simplified Chinese.

English is the source: a text stands in the code as it is shown, inside one of these calls, and
`make texts` collects it from there.

    _("Your move")                                  translate now
    N_("Your move")                                 only mark; somebody calls `_` later
    ngettext("{count} node", "{count} nodes", n)    by number; format it afterwards
    say("{name} plays {move}", name=…, move=…)      translate, then put the values in

The language is a matter of the process: the command line calls `use_language` once, before that
everything is English. Values are put in by name, so that a translation can reorder them.
"""

from __future__ import annotations

import gettext as _gettext
import os
import sys
from collections.abc import Mapping
from types import MappingProxyType

from plyground.errors import N_, PlygroundError, UnknownNameError, nearest

__all__ = ["N_", "_", "language", "languages", "ngettext", "say", "tell", "use_language"]

DOMAIN = "plyground"
LOCALE = os.path.join(os.path.dirname(__file__), "locale")

_LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "English", "ko": "한국어", "zh_CN": "简体中文"})

# The parts after `zh` that mean Simplified; `zh_TW`, `zh_HK` and `zh_Hant` are read by other people.
_SIMPLIFIED = frozenset({"", "cn", "sg", "hans", "hans_cn", "hans_sg"})

_language = "en"
_translations: _gettext.NullTranslations = _gettext.NullTranslations()


def languages() -> Mapping[str, str]:
    """The languages that can be asked for: code and own name.

    >>> list(languages())
    ['en', 'ko', 'zh_CN']
    """
    return _LANGUAGES


def language() -> str:
    """The code of the language in use."""
    return _language


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
    if chosen == "en":
        _translations = _gettext.NullTranslations()
    else:
        _translations = _gettext.translation(DOMAIN, LOCALE, [chosen])
    _language = chosen
    return chosen


def _(text: str) -> str:
    """`text` in the language in use."""
    # The empty text is the key of the catalogue's header.
    return _translations.gettext(text) if text else text


def ngettext(one: str, many: str, count: int) -> str:
    """`one` or `many` in the language in use, by its own rules for `count`."""
    return _translations.ngettext(one, many, count)


def say(template: str, /, **values: object) -> str:
    """Translate `template`, then put the values in; an error among the values is told in the same language.

    >>> say("{name} plays {move}", name="minimax", move=4)
    'minimax plays 4'
    """
    told = {name: tell(value) if isinstance(value, PlygroundError) else value for name, value in values.items()}
    return _(template).format(**told)


def tell(error: PlygroundError) -> str:
    """What the error says, in the language in use."""
    return say(error.template, **error.shown)


def _known(code: str) -> str | None:
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
    known = _known(code)
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
    return next((known for code in wanted if code and (known := _known(code))), "en")


def _windows_locale() -> str:
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
