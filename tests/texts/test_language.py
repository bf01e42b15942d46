"""Which language is spoken, and how values get into a text."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import texts
from plyground.errors import IllegalMoveError, PlygroundError, UnknownNameError
from plyground.texts import _, clauses, language, languages, say, speaking, use_language
from tests.waiting import PATIENCE

LOCALE_VARIABLES = ("PLYGROUND_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def _clean(monkeypatch):
    for name in LOCALE_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    yield
    texts.use_language("en")


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("en", "en"),
        ("en-US", "en"),
        ("en_GB.UTF-8", "en"),
        ("C", "en"),
        ("POSIX", "en"),
        ("ko", "ko"),
        ("ko_KR.UTF-8", "ko"),
        ("KO-kr", "ko"),
        ("zh", "zh_CN"),
        ("zh_CN", "zh_CN"),
        ("zh-CN", "zh_CN"),
        ("zh_CN.GB18030", "zh_CN"),
        ("zh_Hans", "zh_CN"),
        ("zh-Hans-CN", "zh_CN"),
        ("zh_SG@pinyin", "zh_CN"),
    ],
)
def test_a_language_asked_for(asked, spoken):
    assert texts.use_language(asked) == spoken
    assert texts.language() == spoken


@pytest.mark.parametrize(
    ("asked", "named"), [("kr", "ko"), ("zh_TW", "zh_CN"), ("zh-Hant", "zh_CN"), ("eng", "en"), ("kor", "ko")]
)
def test_an_unknown_language_names_the_nearest(asked, named):
    texts.use_language("ko")
    with pytest.raises(UnknownNameError) as caught:
        texts.use_language(asked)
    assert caught.value.values["nearest"] == named
    assert f"did you mean {named}?" in str(caught.value)
    assert texts.language() == "ko", "a mistake leaves the language as it was"


@pytest.mark.parametrize("asked", ["", "?", "xyzzy"])
def test_an_unknown_language_like_nothing_lists_the_known(asked):
    with pytest.raises(UnknownNameError, match="known are en, ko, zh_CN"):
        texts.use_language(asked)


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "zh_TW.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": ""}, "ko"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "fr:zh_CN:ko"}, "zh_CN"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "ko"}, "en"),
        ({"LC_ALL": "C", "LANG": "ko_KR.UTF-8"}, "en"),
        ({"PLYGROUND_LANG": "ko", "LC_ALL": "zh_CN.UTF-8"}, "ko"),
    ],
)
def test_the_environment_decides_when_nothing_is_asked(monkeypatch, environment, spoken):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert texts.use_language(None) == spoken


def test_our_own_variable_is_taken_at_its_word(monkeypatch):
    monkeypatch.setenv("PLYGROUND_LANG", "klingon")
    with pytest.raises(UnknownNameError, match="klingon"):
        texts.use_language(None)


def test_asking_beats_our_own_variable(monkeypatch):
    monkeypatch.setenv("PLYGROUND_LANG", "ko")
    assert texts.use_language("zh") == "zh_CN"


def test_a_text_without_translation_stays_english():
    for code in texts.languages():
        texts.use_language(code)
        assert texts._("no such text in any catalogue") == "no such text in any catalogue"
        assert texts._("") == ""


def test_an_error_is_told_in_the_language_in_use():
    with pytest.raises(UnknownNameError) as caught:
        texts.use_language("kr")
    error = caught.value
    told = {}
    for code in texts.languages():
        texts.use_language(code)
        told[code] = texts.tell(error)
        assert "kr" in told[code]
        assert "ko" in told[code]
    assert told["en"] == str(error)
    assert len(set(told.values())) == len(told), "each language says it in its own words"


def test_an_error_inside_an_error_is_told_as_well():
    with pytest.raises(UnknownNameError) as caught:
        texts.use_language("kr")
    outer = PlygroundError("{cause}", cause=caught.value)
    texts.use_language("ko")
    assert texts.tell(outer) == texts.tell(caught.value) != str(caught.value)


def test_plural_follows_the_count():
    assert texts.ngettext("{count} stone", "{count} stones", 1).format(count=1) == "1 stone"
    assert texts.ngettext("{count} stone", "{count} stones", 2).format(count=2) == "2 stones"


@given(st.text(), st.text())
def test_values_are_never_read_as_templates(name, move):
    assert texts.say("{name} plays {move}", name=name, move=move) == f"{name} plays {move}"
    assert texts.tell(IllegalMoveError("{name}!{move}", name=name, move=move)) == f"{name}!{move}"


@given(st.text(max_size=12))
def test_any_language_code_gives_a_language_or_our_error(code):
    try:
        known = texts.use_language(code) in texts.languages()
    except UnknownNameError as error:
        known = code in str(error)
    finally:
        texts.use_language("en")
    assert known


def test_a_request_has_its_own_language():
    """Threads that speak different languages at once do not disturb each other, nor the process's language."""
    use_language("en")
    meet = threading.Barrier(3)

    def speak(code):
        with speaking(code):
            meet.wait(PATIENCE)
            said = _("interrupted"), say("depth {depth}", depth=3), language()
            meet.wait(PATIENCE)
        return said

    with ThreadPoolExecutor(3) as pool:
        said = dict(zip(languages(), pool.map(speak, languages()), strict=True))
    for code in languages():
        use_language(code)
        assert said[code] == (_("interrupted"), say("depth {depth}", depth=3), code)
    assert len({words[0] for words in said.values()}) == 3
    use_language("en")
    assert language() == "en"


@pytest.mark.parametrize(("language", "joined"), [("en", "a, b, {c}"), ("ko", "a, b, {c}"), ("zh_CN", "a，b，{c}")])
def test_clauses_have_the_comma_of_their_language(language, joined):
    with speaking(language):
        assert clauses(["a", "b", "{c}"]) == joined
        assert clauses(["a"]) == "a"
        assert clauses([]) == ""


@pytest.mark.parametrize(
    ("stone", "said"), [("X", "X가"), ("Min", "Min이"), ("빨강", "빨강이"), ("test", "test이(가)")]
)
def test_korean_particles_follow_the_sound_before_them(stone, said):
    with speaking("ko"):
        assert said in say("{stone} has won here: {value} for {searcher}.", stone=stone, value=1, searcher="X")


@pytest.mark.parametrize(("stone", "said"), [("X", "轮到 X，"), ("红方", "轮到红方，")])
def test_chinese_words_stand_without_a_space_between_them(stone, said):
    with speaking("zh_CN"):
        assert said in say("After {move}: {stone} is to move and takes the highest value.", move="d4", stone=stone)
