"""A file of a published example: loaded, or refused with its name."""

import pytest

from ndcg_core.examples.published import load_example

GOOD = """
title = "T"
source = "S"
context = "C"
convention = "standard"
k = 2
grades = [3, 0]
[[sheets]]
name = "by hand"
dcg = "3.0"
[sheets.actual]
term = ["3", "0"]
"""
BAD = [
    (GOOD.replace('title = "T"', ""), "title is missing"),
    (GOOD.replace('title = "T"', "title = 3"), "title is 3; it must be a text"),
    (GOOD + 'colour = ["red"]', "no column actual.colour"),
    ("colour = 1\n" + GOOD, "no key 'colour'"),
    (GOOD.replace("k = 2", "k = 3"), "only 2 grades"),
    (GOOD.replace("k = 2", "k = 0"), "k is 0"),
    (GOOD.replace('"standard"', '"stndard"'), "no convention 'stndard'"),
    ('labels = ["A"]\n' + GOOD, "1 labels for 2 grades"),
    ("judged = [1]\n" + GOOD, "judged"),
    (GOOD.replace("[3, 0]", "[3, -1]"), "rank 2 is -1"),
    (GOOD.replace('["3", "0"]', '["3", "0", "0"]'), "at most 2"),
    (GOOD.replace('["3", "0"]', '["3", 0]'), "actual.term.2 is 0"),
    (GOOD.replace('["3", "0"]', '["3", "nought"]'), "actual.term.2 is 'nought'"),
    (GOOD + '[[claims]]\ntype = "hope"\ntext = "x"', "type is 'hope'"),
    (GOOD + '[[claims]]\ntype = "empty"\ntext = "x"', "says is missing"),
    (GOOD.split("[[sheets]]")[0], r"no \[\[sheets\]\]"),
    ("k = ", "not TOML"),
]


def test_a_good_file_loads(tmp_path):
    path = tmp_path / "good.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert load_example(path).sheet.given["dcg"] == "3.0"


@pytest.mark.parametrize(("text", "sentence"), BAD, ids=[sentence for _, sentence in BAD])
def test_a_file_that_breaks_a_rule_is_refused_with_its_name(text, sentence, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=sentence) as error:
        load_example(path)
    assert "bad.toml" in str(error.value)
