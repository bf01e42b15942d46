"""Records keep what an error said in English; it is shown in the reader's language."""

from __future__ import annotations

import pytest

from plyground.errors import IllegalMoveError, PlayerError
from plyground.texts import retell, speaking, tell

EXITED = PlayerError(
    "{name} ended with exit code {code} before it answered", name="python:a.py", code=1, termination="crash"
)
ERRORS = [
    EXITED,
    PlayerError("{name} resigned", name="cmd:./mybot --fast"),
    PlayerError("{name} had not answered after {took} s; it had {seconds} s", name="so:a.so", took="3.501", seconds=3),
    PlayerError(
        "{reason}; the last it wrote to standard error: {complaints}",
        reason=EXITED,
        complaints='\nTraceback (most recent call last):\n  File "a.py", line 1\nValueError: it had 3 s',
    ),
    PlayerError(
        "{name} made an illegal move: {reason}",
        name="x",
        reason=IllegalMoveError(
            "the game is drawn, so {move} cannot be played; take a move back or start anew", move=4
        ),
    ),
    PlayerError("it did not end by itself within {seconds:g} s after its input ended", seconds=2.0),
]


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.template)
def test_a_kept_sentence_is_told_like_its_error(error, language):
    with speaking(language):
        assert retell(str(error)) == tell(error)
        assert retell(str(error)) != str(error)


@pytest.mark.parametrize("sentence", ["", "KeyError: 'a'", "the bot said {nothing} and left", "ended"])
def test_words_of_others_stay_as_they_are(sentence):
    for language in ("en", "ko", "zh_CN"):
        with speaking(language):
            assert retell(sentence) == sentence


def test_a_reason_that_comes_as_a_sentence_is_told_like_an_error():
    """A bot's process says what is wrong in English."""
    with speaking("ko"):
        assert tell(PlayerError("{reason}", reason=str(EXITED))) == tell(EXITED)


def test_english_stays_as_it_is():
    assert [retell(str(error)) for error in ERRORS] == [str(error) for error in ERRORS]
