"""Sheets are marked in another process, and said to be what they are if that one is gone."""

import sys

import pytest

from ndcg_ui.classroom.marking import Marker, judged

DCG = "own?ask=dcg&r=3,2,3,0,1"
ANSWERS = ('{"dcg":"9.00"}', '{"dcg":"6.149"}', '{"dcg":"\\u20ac\\n"}')


@pytest.fixture
def marker():
    """A marker, whose process ends with the test."""
    marker = Marker()
    yield marker
    marker.end()


def test_another_process_says_of_an_answer_what_this_one_says(marker):
    assert [marker.judged(DCG, answer) for answer in ANSWERS] == [judged(DCG, a) for a in ANSWERS]
    assert marker.process.poll() is None


def test_a_process_that_has_ended_is_started_again(marker):
    marker.judged(DCG, ANSWERS[0])
    first = marker.process
    first.kill()
    first.wait()
    assert marker.judged(DCG, ANSWERS[0]).group == "no-discount"
    assert marker.process.pid != first.pid


def test_where_no_process_can_be_started_answers_are_judged_all_the_same(marker, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert marker.judged(DCG, ANSWERS[0]).group == "no-discount"
    assert marker.process is None
