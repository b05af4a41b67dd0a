"""What the sandbox may say during a run, decided by the page's script in Node."""

import json

import pytest

from tests.ui.scenes import module, needs_node, scenes

SCENE = """
import { Conversation } from "./report.js";
const talk = new Conversation({ wanted: ["dcg"], calls: [0, 1] });
"""
CALL, VALUE = ["call", "0"], ["value", "0", "number", "4", "kept"]


def full(word):
    """A word as the worker sends it: always five texts."""
    return [*word, *[""] * (5 - len(word))]


def talks(folder, *words):
    """Whether each word may be said, and whether the run may end then."""
    scene = f"const words = {json.dumps([*words])};\n"
    scene += "const result = [words.map((word) => talk.take(word)), talk.complete];"
    return scenes(folder, {"report.js": module("lab/report.js")}, SCENE)(scene)


@needs_node
@pytest.mark.parametrize(
    "words",
    [
        [["out", "hello"], CALL, VALUE, ["call", "1"], ["value", "1", "none", "None", "changed"]],
        [CALL, ["error", "0", "NameError", "x", "3"], ["call", "1"], [*VALUE[:1], "1", *VALUE[2:]]],
        [["error", "program", "SyntaxError", "invalid", "2"]],
        [["missing", "dcg", "DCG"]],
        [CALL, ["error", "0", "RecursionError", "too deep", "3"]],
        [["out", "x" * 8000], ["cut"], ["missing", "dcg", ""]],
    ],
)
def test_a_run_says_this_and_may_end(tmp_path, words):
    assert talks(tmp_path, *map(full, words)) == [[True] * len(words), True]


ODD = {
    "a place beyond all calls": [["value", "4294967294", "number", "4", "kept"]],
    "a value of no call": [VALUE],
    "a call out of turn": [["call", "1"]],
    "a call within a call": [CALL, ["call", "1"]],
    "a call too many": [CALL, VALUE, ["call", "1"], ["value", "1", *VALUE[2:]], ["call", "2"]],
    "two values of one call": [CALL, VALUE, VALUE],
    "more than is ever printed": [["out", "x" * 8001]],
    "cut twice": [["cut"], ["cut"]],
    "a long error": [["error", "program", "Error", "x" * 601, "1"]],
    "an error of no known line": [["error", "program", "E", "say", "top"]],
    "an error of a program whose calls have begun": [CALL, ["error", "program", "E", "say", "1"]],
    "an unknown word": [["hello", "calculation"]],
    "a word that every object has": [["constructor"]],
    "a number that is none": [CALL, ["value", "0", "number", "<b>4</b>", "kept"]],
    "an argument neither kept nor changed": [CALL, [*VALUE[:4], "lost"]],
    "a function missing that nobody wants": [["missing", "constructor", ""]],
    "a call after the end": [["missing", "dcg", ""], CALL],
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
