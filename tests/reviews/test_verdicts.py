"""What a move is called, and how the moves of a side are counted."""

from __future__ import annotations

import itertools

import pytest

from plyground.board import Side
from plyground.reviews import Judgement, NotJudged, Tally, Verdict, verdict_of
from plyground.solver import Value
from plyground.texts import speaking


def exact(score: int) -> Value:
    return Value(score, score, 10, 42)


def outcome(sign: int) -> Value:
    return Value(sign, sign, 10, 42, weak=True)


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (3, 0, "mistake"),
        (3, -2, "mistake"),
        (0, -2, "mistake"),
        (3, 2, "inaccuracy"),
        (-2, -5, "inaccuracy"),
        (3, 3, "best"),
        (0, 0, "best"),
        (-2, -2, "best"),
    ],
)
def test_what_a_move_is_called(before, after, verdict):
    assert verdict_of(exact(before), exact(after)) == verdict


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [(1, 0, "mistake"), (1, -1, "mistake"), (0, -1, "mistake"), (1, 1, "good"), (-1, -1, "good"), (0, 0, "best")],
)
def test_without_distances_a_win_or_loss_that_is_kept_is_good_and_a_draw_best(before, after, verdict):
    assert verdict_of(outcome(before), outcome(after)) == verdict


def test_without_a_proof_there_is_no_judgement():
    assert verdict_of(Value(1, 5, 10, 42), exact(-3)) is Verdict.NOT_JUDGED
    assert verdict_of(exact(3), Value(-3, 2, 10, 42)) is Verdict.NOT_JUDGED


def judged(*verdicts: Verdict | NotJudged) -> list[Judgement]:
    return [
        Judgement(ply, Side.FIRST, 0, Verdict.NOT_JUDGED, reason=each)
        if isinstance(each, NotJudged)
        else Judgement(ply, Side.FIRST, 0, each)
        for ply, each in enumerate(verdicts)
    ]


@pytest.mark.parametrize(
    ("verdicts", "words"),
    [
        ([], "no moves"),
        ([Verdict.BEST, Verdict.GOOD], "no mistake"),
        ([Verdict.BEST, Verdict.INACCURACY], "1 inaccuracy"),
        ([Verdict.MISTAKE, Verdict.MISTAKE, Verdict.INACCURACY], "2 mistakes, 1 inaccuracy"),
        ([NotJudged.TOO_HARD] * 2, "2 moves not judged"),
        ([NotJudged.TOO_LARGE, Verdict.BEST], "no mistake in 1 judged move, 1 move not judged"),
        ([NotJudged.STOPPED, Verdict.MISTAKE], "1 mistake, 1 move not judged"),
        ([NotJudged.GIVEN, Verdict.BEST], "no mistake in 1 judged move, 1 move given by the opening"),
        ([NotJudged.GIVEN], "1 move given by the opening"),
    ],
)
def test_the_count_in_words(verdicts, words):
    assert Tally.of(Side.FIRST, judged(*verdicts)).words == words
    assert Tally.of(Side.SECOND, judged(*verdicts)).words == "no moves"


def test_no_mistake_is_never_said_of_moves_that_nobody_judged():
    every = [*(verdict for verdict in Verdict if verdict is not Verdict.NOT_JUDGED), *NotJudged]
    for verdicts in itertools.combinations_with_replacement(every, 3):
        tally = Tally.of(Side.FIRST, judged(*verdicts))
        missing = sum(isinstance(each, NotJudged) for each in verdicts)
        assert tally.judged + tally.not_judged + tally.given == 3
        if missing:
            assert "no mistake" not in tally.words or f"{3 - missing} judged" in tally.words
            assert "not judged" in tally.words or "given" in tally.words
        if missing == 3:
            assert "mistake" not in tally.words


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
def test_every_word_is_translated(language):
    judgements = [
        Judgement(0, Side.FIRST, 0, verdict_of(before, after), before, after)
        for before, after in itertools.product([exact(3), exact(2), exact(0), exact(-2), exact(-3)], repeat=2)
        if after.low <= before.low
    ]
    judgements.append(Judgement(0, Side.FIRST, 0, Verdict.GOOD, outcome(1), outcome(1)))
    judgements += judged(*NotJudged)
    with speaking(language):
        for each in judgements:
            assert not each.words.isascii()
            assert not each.verdict.words.isascii()
        assert not Tally.of(Side.FIRST, judgements).words.isascii()
