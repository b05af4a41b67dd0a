"""Files of many queries, and gains of one's own: to 1e-12 what other programs print."""

import random
from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.content import beside
from ndcg_core.evaluation import Choices, evaluate
from ndcg_core.libraries import LIBRARIES
from tests.conformance.cases import needs, rankings
from tests.conformance.test_snippets import needs_package, printed, run
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


# --- Means ----------------------------------------------------------------------------------------

MEANS = beside(__file__, "means.toml")
ODD = {
    "empty": {"e1": 0, "e2": 0},
    "both": {"b1": 2, "b2": 0, "b3": 1},
    "all": {"a1": 2, "a2": 2},
    "self": {"self": 0, "s1": 1, "s2": 3},
    "unanswered": {"u1": 1},
    "unanswered, and empty": {"v1": 0},
}
"""Judgments of queries of every kind that libraries count in their own ways."""
FOUND = {
    "empty": {"e1": 3.0, "e2": 2.0},
    "both": {"b2": 3.0, "b1": 2.0, "b3": 1.0},
    "all": {"a2": 2.0, "a1": 1.0},
    "self": {"self": 9.0, "s1": 5.0, "s2": 4.0},
    "unjudged": {"n1": 2.0, "n2": 1.0},
}


@pytest.mark.parametrize("name", MEANS)
def test_the_mean_is_over_the_queries_that_a_library_counts(name):
    library = LIBRARIES[name]
    trec_eval = library.package == "trec_eval"
    needs_package(f"trec_eval {library.version}" if trec_eval else library.package)
    lists = [
        ([ODD[query].get(doc, 0) for doc in docs], [*docs.values()])
        for query, docs in FOUND.items()
        if query in ODD
    ]
    values = {"qrels": ODD, "run": FOUND, "lists": lists, "k": 2}
    qrels = [f"{q} 0 {d} {g}" for q, docs in ODD.items() for d, g in docs.items()]
    found = [f"{q} Q0 {d} 0 {s} me" for q, docs in FOUND.items() for d, s in docs.items()]
    values |= {"qrels_lines": "\n".join(qrels), "run_lines": "\n".join(found)}
    text = MEANS[name]
    for part in sorted(values, key=len, reverse=True):
        text = text.replace(f"${part}", str(values[part]))
    (answer,) = run([text])
    assert "printed" in answer, answer
    ours = evaluate(ODD, FOUND, 2, name).mean()
    assert printed(answer["printed"]) == pytest.approx(ours, abs=1e-5)
