"""The same expressions run in DuckDB, and give what the pure core gives."""

from __future__ import annotations

import pytest

pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed; the extra test brings it")

from ndcg_core.evaluation import Choices, evaluate, per_query  # noqa: E402
from tests.evaluation.many import data  # noqa: E402
from tests.evaluation.test_evaluating import KS, alone  # noqa: E402

NAMES = ["trec_eval-ndcg_cut", "pytrec_eval-ndcg", "ir_measures", "exponential-ids", "catboost"]
NAMES += ["scikit-learn", "evidently", "jarvelin-ids", "letor-ids", "mlnet-ids", "xgboost-ids"]


def convention(name):
    from dataclasses import replace

    from ndcg_core import CONVENTIONS

    known = {"jarvelin": "jarvelin-2002"}
    base, _, ids = name.rpartition("-ids")
    if not base:
        return CONVENTIONS[ids or name]
    return replace(CONVENTIONS[known.get(base, base)], ties="id-descending", name=name)


@pytest.fixture(scope="module")
def tables():
    found = data(6, twice=False, queries=20)
    connection = duckdb.connect()
    connection.execute("create table qrels(query varchar, doc varchar, grade integer)")
    connection.execute("create table run(query varchar, doc varchar, score double)")
    connection.executemany("insert into qrels values (?, ?, ?)", found.judged)
    connection.executemany("insert into run values (?, ?, ?)", found.returned)
    return found, connection


@pytest.mark.parametrize("name", NAMES)
def test_duckdb_is_equal_to_the_pure_core(tables, name):
    found, connection = tables
    rules = convention(name)
    results = evaluate(connection.table("qrels"), connection.table("run"), KS, rules)
    for k in KS:
        expected = alone(found, k, rules)
        assert results.scores(k=k) == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_nothing_is_worked_out_before_it_is_asked_for(tables):
    _, connection = tables
    lazy = per_query(connection.table("qrels"), connection.table("run"), [10])
    assert isinstance(lazy, duckdb.DuckDBPyRelation)
    assert lazy.columns == ["query", "retrieved", "dcg@10", "idcg@10", "ndcg@10", "judged@10"]


def test_a_table_beside_a_file_is_brought_here(tables):
    found, connection = tables
    expected = pytest.approx(alone(found, 10, convention("trec_eval-ndcg_cut")), abs=1e-12)
    for qrels, run in (
        (connection.table("qrels"), found.run_text),
        (found.qrels_text, connection.table("run")),
    ):
        assert evaluate(qrels, run, 10).scores() == expected


@pytest.mark.parametrize(
    ("qrels", "run", "choices", "sentence"),
    [
        (
            "('q', 'a', 1), ('q', 'a', 2)",
            "('q', 'a', 1)",
            Choices(),
            "judgments: .* “a” for “q” 2 t",
        ),
        ("('q', 'a', 1)", "('q', 'b', 1), ('q', 'b', 1)", Choices(), "run: .* “b” for “q” 2 times"),
        (
            "('q', 'a', -1)",
            "('q', 'b', 1)",
            Choices(negative="refuse"),
            "“a” for “q” is -1.*as-zero",
        ),
        ("('q', 'a', 1)", "('q', 'b', 1)", Choices(unjudged="removed"), "needs the rows here"),
    ],
)
def test_what_would_be_scored_wrongly_in_silence_is_refused(qrels, run, choices, sentence):
    connection = duckdb.connect()
    connection.execute(f"create table q as select * from (values {qrels}) t(query, doc, grade)")
    connection.execute(f"create table r as select * from (values {run}) t(query, doc, score)")
    with pytest.raises(ValueError, match=sentence):
        evaluate(connection.table("q"), connection.table("r"), 5, choices=choices)


def test_what_a_table_cannot_do_is_refused_with_what_would_work(tables):
    _, connection = tables
    with pytest.raises(ValueError, match="order of the file, and a table has none; choose ties="):
        evaluate(connection.table("qrels"), connection.table("run"), 10, "standard")
    results = evaluate(connection.table("qrels"), {"there": connection.table("run")}, 10)
    with pytest.raises(ValueError, match="there is a table elsewhere"):
        results.trace("there", "q1")
