"""Korean particles, whose form depends on the sound before them."""

from __future__ import annotations

import re

__all__ = ["with_particles"]

# After a final consonant, and after a vowel.
_FORMS = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "와(과)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)라": ("이라", "라"),
}
_PARTICLE = re.compile("([가-힣0-9∞]|[A-Za-z]+)(['”’\")]*)(" + "|".join(map(re.escape, _FORMS)) + ")")

_CONSONANT, _RIEUL, _VOWEL = range(3)
# How digits and letters are read: 1 is 일, L is 엘.
_DIGITS = dict(zip("0123456789", (0, 1, 2, 0, 2, 2, 0, 1, 1, 2), strict=True))
_LETTERS = {"l": _RIEUL, "m": _CONSONANT, "n": _CONSONANT, "r": _RIEUL}


def with_particles(text: str) -> str:
    """Put the right form where a text offers both; both stay where the sound before them is not known.

    >>> with_particles("3을(를) 고릅니다. c4은(는) 둘 수 없습니다. A(으)로")
    '3을 고릅니다. c4는 둘 수 없습니다. A로'
    """
    return _PARTICLE.sub(_chosen, text) if "(" in text else text


def _chosen(found: re.Match[str]) -> str:
    word, closing, particle = found.groups()
    sound = _sound(word)
    if sound is None:
        return found[0]
    after_consonant, after_vowel = _FORMS[particle]
    is_open = sound == _VOWEL or (sound == _RIEUL and particle == "(으)로")
    return word + closing + (after_vowel if is_open else after_consonant)


def _sound(word: str) -> int | None:
    """The sound at the end of a word."""
    last = word[-1].lower()
    if "가" <= last <= "힣":
        final = (ord(last) - ord("가")) % 28
        return _VOWEL if not final else _RIEUL if final == 8 else _CONSONANT
    if last in _DIGITS:
        return _DIGITS[last]
    if len(word) == 1 or word.isupper():
        return _LETTERS.get(last, _VOWEL)
    # A word of several letters is read as a word; of some endings nobody can tell.
    return {"l": _RIEUL, "m": _CONSONANT, "n": _CONSONANT}.get(last, _VOWEL if last in "aeiorsuwxyz" else None)
