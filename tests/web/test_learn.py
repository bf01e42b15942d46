"""Lessons over HTTP."""

from __future__ import annotations

import pytest

from plyground.learn import LESSONS
from plyground.web.learn.messages import LessonState, LessonSummary


def get(server, path, language="en", **query):
    return server.get(f"/api/learn/{path}", params=query, headers={"accept-language": language})


def test_the_list_has_every_lesson_in_order(server):
    found = [LessonSummary.model_validate(each) for each in get(server, "lessons").json()]
    assert [each.id for each in found] == [lesson.id for lesson in LESSONS]
    assert [each.number for each in found] == list(range(1, len(LESSONS) + 1))


@pytest.mark.parametrize("language", ["en", "ko", "zh-CN"])
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_lesson_can_be_opened_in_every_language(server, lesson, language):
    answer = get(server, f"lessons/{lesson.id}", language, seed=3)
    assert answer.status_code == 200, answer.text
    state = LessonState.model_validate(answer.json())
    assert state.seed == 3
    if language != "en":
        assert state.title != lesson.title


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [("lessons/nosuch", {}, 404), ("lessons/lines", {"seed": -1}, 422), ("lessons/lines", {"difficulty": 9}, 422)],
)
def test_what_does_not_exist_is_refused_in_a_sentence(server, path, query, status):
    answer = get(server, path, **query)
    assert answer.status_code == status
    assert set(answer.json()) == {"code", "text", "field", "place"}
    assert answer.json()["text"]
