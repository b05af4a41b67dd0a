"""What the sandbox may say during a run, decided by the page's script in Node."""

import json

import pytest

from ndcg_core.content import beside
from tests.ui.scenes import module, needs_node, scenes

SCENE = """
import { Conversation } from "./report.js";
const talk = new Conversation({ wanted: ["dcg"], calls: [0, 1] });
"""
SAID = beside(__file__, "conversation.toml")
CALL, VALUE = ["call", "0"], ["value", "0", "number", "4", "kept"]


def full(word):
    """A word as the worker sends it: always five texts."""
    return [*word, *[""] * (5 - len(word))]


def talks(folder, *words):
    """Whether each word may be said, and whether the run may end then."""
    scene = f"const words = {json.dumps([*words])};\n"
    scene += "const result = [words.map((word) => talk.take(word)), talk.complete];"
    return scenes(folder, {"report.js": module("lab/report.js")}, SCENE)(scene)


LONG = [["out", "x" * 8000], ["cut"], ["missing", "dcg", ""]]


@needs_node
@pytest.mark.parametrize("words", [*SAID["said"], LONG])
def test_a_run_says_this_and_may_end(tmp_path, words):
    assert talks(tmp_path, *map(full, words)) == [[True] * len(words), True]


ODD = SAID["odd"] | {
    "more than is ever printed": [["out", "x" * 8001]],
    "a long error": [["error", "program", "Error", "x" * 601, "1"]],
}


@needs_node
@pytest.mark.parametrize("why", ODD)
def test_a_run_never_says_this(tmp_path, why):
    words = ODD[why]
    assert talks(tmp_path, *map(full, words))[0] == [True] * (len(words) - 1) + [False]


@needs_node
@pytest.mark.parametrize(
    "word", [None, 7, "value", {"length": 5}, [], VALUE[:4], [*VALUE[:1], 0, *VALUE[2:]]]
)
def test_what_is_not_five_texts_is_not_said(tmp_path, word):
    assert talks(tmp_path, word)[0] == [False]


@needs_node
def test_a_run_may_not_end_within_a_call_or_before_the_last(tmp_path):
    assert talks(tmp_path, full(CALL))[1] is False
    assert talks(tmp_path, full(CALL), full(VALUE))[1] is False
