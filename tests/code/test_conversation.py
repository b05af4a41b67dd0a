"""The messages that a sandbox may send during a run. The page's script checks them in Node."""

import json

from ndcg_core.content import load_toml
from tests.ui.scenes import make_scene_runner, needs_node, read_module

SCENE = """
import { Conversation } from "./report.js";
const result = words.map((run) => {
  const talk = new Conversation({ wanted: ["dcg"], calls: [0, 1] });
  return [run.map((word) => talk.take(word)), talk.complete];
});
"""
SAID = load_toml(__file__, "conversation.toml")
CALL, VALUE = ["call", "0"], ["value", "0", "number", "4", "kept"]
LONG = [["out", "x" * 8000], ["cut"], ["missing", "dcg", ""]]
ODD = SAID["odd"] | {
    "more than is ever printed": [["out", "x" * 8001]],
    "a long error": [["error", "program", "Error", "x" * 601, "1"]],
}
NOT_FIVE_TEXTS = [None, 7, "value", {"length": 5}, [], VALUE[:4], [*VALUE[:1], 0, *VALUE[2:]]]


def fill_up_texts(words):
    """Return messages as the worker sends them, with always five texts each."""
    return [[*word, *[""] * (5 - len(word))] for word in words]


@needs_node
def test_only_allowed_messages_pass_and_a_run_ends_after_its_last_call(tmp_path):
    said = [*map(fill_up_texts, [*SAID["said"], LONG])]
    odd = {why: fill_up_texts(words) for why, words in ODD.items()}
    odd |= {str(word): [word] for word in NOT_FIVE_TEXTS}
    within = [fill_up_texts([CALL]), fill_up_texts([CALL, VALUE])]
    script = f"const words = {json.dumps([*said, *odd.values(), *within])};\n{SCENE}"
    answers = iter(
        make_scene_runner(tmp_path, {"report.js": read_module("components/lab/report.js")}, "")(
            script
        )
    )
    for words in said:
        assert next(answers) == [[True] * len(words), True], words
    for why, words in odd.items():
        assert next(answers)[0] == [True] * (len(words) - 1) + [False], why
    assert [next(answers)[1] for _ in within] == [False, False]
