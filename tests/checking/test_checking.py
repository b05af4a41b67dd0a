"""What is found of people's own functions: published, libraries', changed ones."""

import math
import random
from contextlib import suppress

import pytest

import ndcg_core as nc
from ndcg_core.checking import check
from ndcg_core.content import beside
from tests.code import programs
from tests.code.mutants import Program, mutants
from tests.code.test_mutants import RANKINGS, ndcg
from tests.code.test_mutants import count_ends as count_ends
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


def ndcg_at_10(qrels, run):
    import pytrec_eval

    return pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10"}).evaluate(run)


def whole_ndcg(qrels, run):
    import pytrec_eval

    return pytrec_eval.RelevanceEvaluator(qrels, {"ndcg"}).evaluate(run)


def by_ir_measures(qrels, run, k):
    import ir_measures

    return ir_measures.calc_aggregate([ir_measures.nDCG @ k], qrels, run)


def scikit_learn(y_true, y_score, *, k=None):
    from sklearn.metrics import ndcg_score

    return ndcg_score(y_true, y_score, k=k)


LIBRARIES = {
    "scikit-learn": scikit_learn,
    "pytrec_eval-ndcg_cut": ndcg_at_10,
    "pytrec_eval-ndcg": whole_ndcg,
    "ir_measures": by_ir_measures,
    "standard": nc.ndcg_at_k,
    "lightgbm": lambda grades, k: nc.ndcg(grades, k, "lightgbm"),
    "xgboost-minus": lambda grades, k: nc.ndcg(grades, k, "xgboost-minus"),
    "letor": lambda grades, k: nc.ndcg(grades, k, "letor"),
    "ranx-ndcg_burges": lambda grades, judged, k: nc.ndcg(grades, k, "ranx-ndcg_burges", judged),
    "elasticsearch": lambda grades, judged, k: nc.ndcg(grades, k, "elasticsearch", judged),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_finds_itself(name):
    found = check(LIBRARIES[name])
    assert found.agrees, found
    assert name in (found.convention, *found.also), found
    assert check(LIBRARIES[name], expect=name, signature=found.form.name, k=found.form.cut).agrees


RIGHT = [source for step, source in programs.RIGHT.values() if step == "ndcg"]
CHANGED = random.Random(48).sample([one for source in RIGHT for one in mutants(source)], 500)


def is_right(program):
    """Whether a changed program is right all the same, wherever something is ranked."""
    return all(
        program.is_right("ndcg_at_k", [rels, k], ndcg(rels, k)) for rels, k in RANKINGS if rels
    )


@pytest.mark.parametrize(
    "part", some(range(20), {0, 10}.__contains__, "450 more programs with one change")
)
def test_any_change_of_a_right_program_is_located(part, count_ends):
    found = {}
    for source in CHANGED[25 * part : 25 * part + 25]:
        with suppress(Exception):
            program = Program(source)
            if not is_right(program):
                found[source] = check(counted(program), "standard", "grades,k")
    assert len(found) > 5
    assert [source for source, one in found.items() if one.agrees] == []
    assert all(one.count and one.sentence for each in found.values() for one in each.differences)


def counted(program):
    def ndcg_at_k(grades, k):
        program.turns = 0
        return program.space["ndcg_at_k"](grades, k)

    return ndcg_at_k
