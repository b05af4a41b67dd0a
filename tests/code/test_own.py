"""Somebody's own program in the code lab: which function is asked, and what its answers come to."""

import json
import re

import pytest

import ndcg_core as nc
from ndcg_core.checking import verdict
from ndcg_core.checking.models import Model
from ndcg_core.code_lab import PROGRAM_SENTENCES
from ndcg_ui.components.lab.lab import OWN_ARGUMENTS, describe_lab
from ndcg_ui.limits.pace import listen_for_steps
from ndcg_ui.pages.code import acts
from tests.acts.shown import Shown
from tests.ui.costs import count_calls
from tests.ui.scenes import make_scene_runner, needs_node, read_module

ARTICLE = """import math
import numpy as np

relevance_scores = [3, 2, 3, 0, 1]

def calculate_dcg(relevance_scores, p):
    dcg = 0
    for i in range(min(p, len(relevance_scores))):
        dcg += relevance_scores[i] / math.log2(i + 2)
    return dcg

def calculate_idcg(ideal_relevance_scores, p):
    idcg = 0
    for i in range(min(p, len(ideal_relevance_scores))):
        idcg += ideal_relevance_scores[i] / math.log2(i + 2)
    return idcg

def calculate_ndcg(dcg, idcg):
    if idcg == 0:
        return 0
    return dcg / idcg

ndcg = calculate_ndcg(calculate_dcg(relevance_scores, 5), 6.3)
"""
SORTS = """
from math import log2

def idcg(rels):
    return dcg(sorted(rels, reverse=True))

def dcg(rels):
    return sum(rel / log2(i + 2) for i, rel in enumerate(rels))

def ndcg_of(ideal_dcg, dcg_value):
    return dcg_value / ideal_dcg if ideal_dcg else 0.0
"""
ALONE = """
def helper(a, b):
    return a / b

def my_ndcg(rels, k):
    import ndcg_core
    return ndcg_core.ndcg_at_k(rels, k)
"""
SCENE = """
import { readFileSync } from "node:fs";
import { findOwnFunction } from "./report.js";
const result = JSON.parse(readFileSync("own.json")).map(findOwnFunction);
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    (folder / "own.json").write_text(json.dumps([ARTICLE, SORTS, ALONE]))
    return make_scene_runner(folder, {"report.js": read_module("components/lab/report.js")}, "")(
        SCENE
    )


def run_own_program(source):
    space = {}
    exec(source, space)
    return space


@needs_node
@pytest.mark.parametrize("place", [0, 2])
def test_the_chosen_function_returns_ndcg(own, place):
    one = own[place]
    function = run_own_program(one["source"])[one["name"]]
    for grades, k in (([3, 2, 3, 0, 1], 5), ([0, 1, 4], 2), ([0, 0], 1)):
        assert function(grades, k) == pytest.approx(nc.ndcg_at_k(grades, k))


@needs_node
def test_the_call_shows_how_three_functions_are_combined(own):
    article, sorts, alone = own
    pair = "calculate_dcg(ranked grades, k), calculate_idcg(sorted grades, k)"
    assert (article["shown"], article["shape"]) == ("calculate_ndcg", f"calculate_ndcg({pair})")
    assert sorts["shape"] == "ndcg_of(idcg(ranked grades, k), dcg(ranked grades, k))"
    assert (alone["name"], alone["shape"]) == ("my_ndcg", "my_ndcg({})")
    # A function that sorts by itself is handed the first k, and its mistake is seen.
    assert run_own_program(sorts["source"])[sorts["name"]]([0, 3], 1) == 0
    assert run_own_program(sorts["source"])[sorts["name"]]([1, 3], 1) == 1


@needs_node
def test_an_import_of_numpy_works_and_keeps_line_numbers(own):
    lines = own[0]["source"].splitlines()
    assert lines[1].startswith("np = ")
    assert lines[2:22] == ARTICLE.splitlines()[2:22]


@needs_node
def test_a_missing_module_is_reported_with_advice(tmp_path):
    (tmp_path / "data.json").write_text(json.dumps({"messages": PROGRAM_SENTENCES["run"]}))
    scene = """
import { readFileSync } from "node:fs";
import { findMissingModule } from "./judge.js";
const data = JSON.parse(readFileSync("data.json"));
const error = { error: "ModuleNotFoundError", say: "No module named 'numpy'", line: 3 };
const result = [
  findMissingModule({ outcomes: [{ kind: "number" }, error] }, data, { shown: "my_ndcg" }),
  findMissingModule(
    { outcomes: [{ error: "ValueError", say: "", line: 1 }] }, data, { shown: "x" },
  ),
];
"""
    modules = {name: read_module(f"components/lab/{name}") for name in ("report.js", "judge.js")}
    found, none = make_scene_runner(tmp_path, modules, "")(scene)
    assert none is None
    assert (found["state"], found["line"]) == ("error", 3)
    assert "has no numpy, so my_ndcg cannot run here" in found["say"]
    assert "ndcg check metrics.py:my_ndcg" in found["say"]


def test_the_page_has_the_terminals_sentences_until_the_next_run():
    page = Shown("code")
    answers = [
        nc.ndcg(one.grades, one.k, "lightgbm") if min(one.grades) >= 0 else "ValueError"
        for one in OWN_ARGUMENTS.rankings
    ]
    page.act(do="check", name="f", shape="f(g(ranked grades, k))", answers=answers)
    assert "Called as f(g(ranked grades, k))." in page.html
    assert re.findall("<code>(.*?)</code>", page.get_markup("found").html) == ["lightgbm"]
    assert "`" not in page.html
    assert "own-verdict" in page.html
    page.act(do="forget")
    assert "own-verdict" not in page.html


def test_a_ranking_that_cannot_be_scored_is_refused():
    page = Shown("code", r="3,1")
    page.act(do="type", text="1e308,1e308,1e308")
    assert page.problems == [
        "The grade at rank 2 is 1e+308, too large to add. With linear gain, grades up to 1000 are "
        "safe. The last valid ranking is still shown."
    ]
    assert page.link == {"r": "3,1"}
    assert page.get_data("controls")["refused"] == "r"
    page.act(do="set", name="k", value="0")
    assert page.get_data("controls")["refused"] == "k"


def test_the_browser_calls_the_function_with_the_judged_rankings():
    assert describe_lab([1], has_own_task=True)["own"] == [
        [one.grades, one.k] for one in OWN_ARGUMENTS.rankings
    ]


@pytest.fixture
def judged(monkeypatch):
    """Return a list of the rankings for which a model was calculated, once per time."""
    asked = []
    calculate = Model.calculate
    monkeypatch.setattr(Model, "calculate", lambda *it: asked.append(it) or calculate(*it))
    acts._judge_answers.cache_clear()
    verdict._arrange_rankings.cache_clear()
    yield asked
    acts._judge_answers.cache_clear()


def check_function(name, function):
    answers = [function(list(one.grades), one.k) for one in OWN_ARGUMENTS.rankings]
    page = Shown("code")
    page.act(do="check", name=name, shape=f"{name}(grades, k)", answers=answers)
    return page.html


def test_equal_answers_are_judged_once_and_others_use_the_cache(judged):
    first = check_function("f", lambda grades, k: 1)
    assert "own-verdict" in first
    judged.clear()
    assert check_function("f", lambda grades, k: 1) == first
    assert acts._judge_answers.cache_info().hits == 1
    check_function("g", lambda grades, k: 1)
    assert judged == []


def test_a_check_costs_few_calls_after_the_first_one(judged):
    def nearly(grades, k):
        return nc.ndcg(grades, k, "lightgbm") if min(grades) >= 0 else 0.5

    check_function("f", nearly)
    calls = count_calls(lambda: check_function("g", nearly))
    assert calls < 400_000, calls


def test_a_stopped_check_continues_where_it_stopped(judged):
    class Stopped(Exception):
        pass

    def stop():
        if len(judged) > most:
            raise Stopped

    turns, most = 0, 0
    while True:
        turns, most = turns + 1, len(judged) + 2_000
        try:
            with listen_for_steps(stop):
                check_function("f", lambda grades, k: 1)
        except Stopped:
            continue
        break
    assert turns > 3
    assert len({(model, id(one)) for model, one in judged}) == len(judged), "calculated twice"
