"""Files of many queries, and gains of one's own: to 1e-12 what other programs print."""

import random
from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.evaluation import Choices, evaluate
from tests.conformance.cases import needs, rankings
from tests.evaluation.many import data

KS = (1, 3, 5, 10, 20)
SEEDS = range(8)


def whole(nested):
    return {q: {d: int(g) for d, g in docs.items()} for q, docs in nested.items()}


def test_pytrec_eval_leaves_missing_queries_out():
    pytrec_eval = needs("pytrec_eval")
    measures = {"ndcg", "ndcg_cut." + ",".join(map(str, KS))}
    for seed in SEEDS:
        case = data(seed)
        theirs = pytrec_eval.RelevanceEvaluator(whole(case.qrels), measures).evaluate(case.run)
        left_out = Choices(missing="left-out")
        for name in ("pytrec_eval-ndcg_cut", "trec_eval-ndcg_cut", "beir", "mteb"):
            ours = evaluate(case.qrels_text, case.run_text, KS, name, left_out)
            for k in KS:
                expected = {query: row[f"ndcg_cut_{k}"] for query, row in theirs.items()}
                assert ours.scores(k=k) == pytest.approx(expected, abs=1e-12)
        ours = evaluate(case.qrels_text, case.run_text, None, "pytrec_eval-ndcg", left_out)
        expected = {query: row["ndcg"] for query, row in theirs.items()}
        assert ours.scores() == pytest.approx(expected, abs=1e-12)


def test_ir_measures_reads_the_same_files_and_gives_missing_queries_0(tmp_path):
    ir_measures = needs("ir_measures")
    for seed in SEEDS:
        case = data(seed)
        (tmp_path / "qrels").write_text(case.qrels_text)
        (tmp_path / "run").write_text(case.run_text)
        read = [
            list(ir_measures.read_trec_qrels(str(tmp_path / "qrels"))),
            list(ir_measures.read_trec_run(str(tmp_path / "run"))),
        ]
        theirs = ir_measures.calc([ir_measures.nDCG @ k for k in KS], *read)
        ours = evaluate(tmp_path / "qrels", tmp_path / "run", KS, "ir_measures")
        for k in KS:
            each = {r.query_id: r.value for r in theirs[1] if r.measure == ir_measures.nDCG @ k}
            scores = ours.scores(k=k)
            assert set(each) <= set(scores)
            assert {q: scores[q] for q in each} == pytest.approx(each, abs=1e-12)
            assert all(scores[query] == 0 for query in set(scores) - set(each))
            mean = theirs[0][ir_measures.nDCG @ k]
            assert ours.mean(k=k) == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("name", ["ndcg", "ndcg_burges"])
def test_ranx(name):
    ranx = needs("ranx")
    for seed in SEEDS:  # above 15 documents its sort of equal scores is not stable
        case = data(seed * 2, twice=False)
        returned = {q: dict(list(docs.items())[:15]) for q, docs in case.run.items()}
        run = {q: returned.get(q, {"none": 0.0}) for q in case.qrels}  # it refuses missing queries
        for k in KS:
            theirs = ranx.evaluate(
                ranx.Qrels(whole(case.qrels)), ranx.Run(run), f"{name}@{k}", return_mean=False
            )
            ours = evaluate(case.qrels, run, k, f"ranx-{name}").scores()
            for value, query in zip(theirs, sorted(run), strict=True):
                assert ours[query] == pytest.approx(value, abs=1e-12)


def test_scikit_learn_averages_ties():
    metrics = needs("sklearn.metrics")
    for seed in SEEDS:
        case = data(seed)
        for k in KS:
            ours = evaluate(case.qrels_text, case.run_text, k, "scikit-learn").scores()
            for query, docs in case.run.items():
                if len(docs) < 2 or query not in case.qrels:
                    continue
                grades = [[case.qrels[query].get(doc, 0) for doc in docs]]
                theirs = metrics.ndcg_score(grades, [list(docs.values())], k=k)
                assert ours[query] == pytest.approx(theirs, abs=1e-12)


# --- Gains of one's own ---------------------------------------------------------------------------

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
