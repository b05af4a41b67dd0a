"""LightGBM's label_gain and the gain maps of ir_measures, beside ours."""

import random
from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.evaluation import evaluate
from tests.conformance.cases import needs, rankings

QUIET = {"verbose": -1, "num_threads": 1}


def test_a_rising_label_gain_of_lightgbm():
    lightgbm, numpy = needs("lightgbm"), needs("numpy")
    rng = random.Random(3)
    for ranking in list(rankings(701))[:100]:
        table = sorted(rng.uniform(0, 20) for _ in range(5))
        n = len(ranking.grades)
        data = lightgbm.Dataset(
            numpy.zeros((n, 1)),
            label=list(ranking.grades),
            group=[n],
            init_score=list(ranking.scores),
            params={**QUIET, "label_gain": table},
        )
        params = {"objective": "lambdarank", "metric": "ndcg", "label_gain": table, **QUIET}
        theirs = lightgbm.Booster({**params, "eval_at": [ranking.k]}, data).eval_train()[0][2]
        rules = nc.Convention("own", gain=table, ideal_from="grades", empty=1.0)
        ours = nc.ndcg(ranking.grades, ranking.k, rules, scores=ranking.scores)
        assert ours == pytest.approx(theirs, abs=1e-12)


def test_a_gain_map_of_ir_measures_that_may_fall():
    ir_measures = needs("ir_measures")
    rng = random.Random(4)
    for ranking in list(rankings(702, ties=False, pool=True))[:100]:
        table = {grade: rng.randint(0, 9) for grade in range(5)}
        measure = ir_measures.nDCG(gains=table) @ ranking.k
        qrels = dict(zip(ranking.labels, ranking.judged, strict=True))
        run = dict(zip(ranking.labels, ranking.scores, strict=False))
        unjudged = {"odd": max(ranking.scores) + 1}  # which earns nothing, whatever a 0 earns
        rules = nc.Convention("own", gain=table, negative="as-zero")
        scores = [*ranking.scores, *unjudged.values()]
        ours = nc.ndcg([*ranking.grades, -1], ranking.k, rules, ranking.judged, scores)
        for k in (ranking.k, None):
            at = measure if k else ir_measures.nDCG(gains=table)
            theirs = ir_measures.calc_aggregate([at], {"q": qrels}, {"q": {**run, **unjudged}})[at]
            rules = replace(rules, ideal_cut="pool")
            mean = evaluate({"q": qrels}, {"q": {**run, **unjudged}}, k, rules).mean()
            assert mean == pytest.approx(theirs, abs=1e-9)
            assert not k or ours == pytest.approx(theirs, abs=1e-9)
