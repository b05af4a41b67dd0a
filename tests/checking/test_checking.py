"""What is found of people's own functions: published, libraries', changed ones."""

import ast
import io
import math
import random
import re
from contextlib import redirect_stdout, suppress
from itertools import permutations

import ir_measures
import pytest
import pytrec_eval
from ir_measures import nDCG
from sklearn.metrics import ndcg_score

import ndcg_core as nc
from ndcg_core.checking import check, verdict
from ndcg_core.code_lab import TOLERANCE
from ndcg_core.content import beside
from tests.code import programs
from tests.conformance.cases import rankings
from tests.selection import some

PUBLISHED = beside(__file__, "published.toml")["program"]


def function(source):
    """The last function of a program."""
    space = {"log2": math.log2, "log": math.log}
    exec(source, space)
    return [value for value in space.values() if callable(value)][-1]


@pytest.mark.parametrize("program", PUBLISHED, ids=lambda one: one["project"])
def test_what_people_published_gets_its_convention_and_its_mistake(program):
    found = check(function(program["source"]))
    assert found.convention == program["finds"], found
    assert [one.id for one in found.differences] == program.get("leaves", []), found
    assert program.get("says", "") in str(found)


def test_of_a_function_that_rounds_only_what_rounding_changes_is_called_rounded():
    found = check(lambda grades, k: round(nc.ndcg(grades, k), 3) if any(grades) else 1.0)
    empty, rounded = found.differences
    assert (empty.id, rounded.id) == ("empty", "rounded")
    assert any(rounded.ranking.grades)
    assert empty.count + rounded.count <= found.rankings


def ours(name):
    return lambda grades, judged, k: nc.ndcg(grades, k, name, judged)


def by_pytrec_eval(measure):
    return lambda qrels, run: pytrec_eval.RelevanceEvaluator(qrels, {measure}).evaluate(run)


LIBRARIES = {
    "scikit-learn": ndcg_score,
    "pytrec_eval-ndcg_cut": by_pytrec_eval("ndcg_cut.10"),
    "pytrec_eval-ndcg": by_pytrec_eval("ndcg"),
    "ir_measures": lambda qrels, run, k: ir_measures.calc_aggregate([nDCG @ k], qrels, run),
    "standard": nc.ndcg_at_k,
    **{name: ours(name) for name in ("lightgbm", "xgboost-minus", "letor", "elasticsearch")},
    "ranx-ndcg_burges": ours("ranx-ndcg_burges"),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_finds_itself(name, monkeypatch):
    found = check(LIBRARIES[name])
    assert found.agrees, found
    assert name in (found.convention, *found.also), found
    assert check(LIBRARIES[name], expect=name, signature=found.form.name, k=found.form.cut).agrees
    monkeypatch.setattr(verdict, "SECONDS", 0)
    soon = check(LIBRARIES[name])
    assert soon.rankings <= verdict.FEWEST
    assert name in (soon.convention, *soon.also), soon


def test_a_functions_own_cutoff_may_be_beyond_every_list():
    assert check(lambda grades: nc.ndcg_at_k(grades, 100), "standard", k=100).agrees


GROUPS = [text.split() for text in ("+ - * / // **", "== != < <= > >=", "and or", "+= -= *= /=")]
PAIRS = [pair for group in GROUPS for pair in permutations(group, 2)]
SLICES = [(r"\[:(\w+)\]", new) for new in (r"[1:\1]", r"[\1:]", r"[:\1 - 1]", r"[:\1 + 1]", "[:]")]
CHANGES = [
    *((f" {re.escape(old)} ", f" {new} ") for old, new in PAIRS),
    *((rf"\b{number}\b", str(number + by)) for number in range(10) for by in (-1, 1, 2, 9)),
    *(("True", "False"), ("False", "True"), *SLICES),
]


SOURCES = [text for step, text in programs.RIGHT.values() if step == "ndcg" and "while" not in text]
SOURCES += [f"from math import log2\n{PUBLISHED[1]['source']}"]
CHANGED = [
    text[: part.start()] + part.expand(new) + text[part.end() :]
    for text in map(ast.unparse, map(ast.parse, SOURCES))
    for old, new in CHANGES
    for part in re.finditer(old, text)
]
"""Every program that differs from a right one by an operator, a constant or a slice."""
random.Random(48).shuffle(CHANGED)


def is_right(function):
    """Whether a changed program is right all the same."""
    try:
        drawn = [([*one.grades], one.k) for one in rankings(7)]
        return all(abs(function([*r], k) - nc.ndcg_at_k(r, k)) < TOLERANCE for r, k in drawn)
    except Exception:
        return False


@pytest.mark.parametrize(
    "part", some(range(20), {0}.__contains__, "nineteen times as many programs with one change")
)
def test_any_change_of_a_right_program_is_located(part):
    found = {}
    for source in CHANGED[part::20]:
        if not is_right(lab_function(source)):
            found[source] = check(lab_function(source), "standard", "grades,k")
    assert len(found) > 5
    assert [source for source, one in found.items() if one.agrees] == []
    assert all(one.count and one.sentence for each in found.values() for one in each.differences)


def lab_function(source):
    """The function of a program of the lab; one that cannot be read raises its error."""
    space = {}
    with redirect_stdout(io.StringIO()), suppress(Exception):
        exec(source, space)
    return lambda grades, k: space["ndcg_at_k"](grades, k)


def test_wrong_programs_of_the_lab_are_named_as_the_lab_names_them():
    wrong = {id: source for step, id, source in programs.WRONG if step == "ndcg"}
    found = {
        id: check(lab_function(source), "standard", "grades,k")
        for id, source in wrong.items()
        if not id.startswith("edge-")
    }
    # In NDCG the base of a logarithm says nothing.
    assert {id for id, one in found.items() if one.agrees} == {"natural-log", "log10"}
    named = {id for id, one in found.items() if id in [each.id for each in one.differences]}
    assert len(named) >= 20, set(found) - named
