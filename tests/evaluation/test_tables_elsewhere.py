"""The same expressions run in DuckDB and in Spark, and give what the pure core gives."""

import os
import shutil
from dataclasses import replace
from functools import cache
from itertools import count
from math import inf, nan

import duckdb
import pytest

import ndcg_core as nc
from ndcg_core.evaluation import Choices, evaluate, per_query
from tests.evaluation.many import KS, Data, alone, data

NUMBER = count()
NO_JAVA = "no Java found: on Debian, apt-get install default-jre-headless brings it"
NO_SPARK = "pyspark is not installed; the extra `spark` brings it"
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",  # the default, 200, is for a cluster
}


class DuckDB:
    def __init__(self):
        self.connection = duckdb.connect()

    def table(self, rows, value, kind="double"):
        """A table of query, doc and a number."""
        name = f"t{next(NUMBER)}"
        columns = f"query varchar, doc varchar, {value} {kind}"
        self.connection.execute(f"create table {name}({columns})")
        if rows:
            self.connection.executemany(f"insert into {name} values (?, ?, ?)", rows)
        return self.connection.table(name)

    def is_lazy(self, frame):
        return type(frame).__name__ == "DuckDBPyRelation"


class Spark:
    """A Spark of this machine alone, in a Java of its own."""

    def __init__(self):
        sql = pytest.importorskip("pyspark.sql", reason=NO_SPARK)
        if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
            pytest.skip(NO_JAVA)
        builder = sql.SparkSession.builder.master("local[2]").appName("ndcg tests")
        self.session = builder.config(map=SETTINGS).getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")

    def table(self, rows, value, kind="double"):
        """A table of query, doc and a number, in two partitions."""
        columns = f"query string, doc string, {value} {'int' if kind == 'integer' else kind}"
        number = int if kind == "integer" else float
        rows = [(query, doc, number(found)) for query, doc, found in rows]
        return self.session.createDataFrame(rows, columns).repartition(2)

    def is_lazy(self, frame):
        return type(frame).__module__.startswith("pyspark.sql")


ENGINES = {"duckdb": DuckDB, "spark": Spark}


NAMES = ["trec_eval-ndcg_cut", "pytrec_eval-ndcg", "ir_measures", "exponential-ids", "catboost"]
NAMES += ["scikit-learn", "evidently", "jarvelin-ids", "letor-ids", "mlnet-ids", "xgboost-ids"]
COLUMNS = ["query", "retrieved", "dcg@10", "idcg@10", "ndcg@10", "judged@10"]


def convention(name):
    known = {"jarvelin": "jarvelin-2002"}
    base, _, ids = name.rpartition("-ids")
    if not base:
        return nc.CONVENTIONS[ids or name]
    return replace(nc.CONVENTIONS[known.get(base, base)], ties="id-descending", name=name)


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    return ENGINES[request.param]()


@pytest.fixture(scope="module")
def tables(engine):
    """The data, and both tables of it, made once."""
    found = data(6, twice=False, queries=20)
    qrels = engine.table(found.judged, "grade", "integer")
    return found, qrels, engine.table(found.returned, "score")


@cache
def expected(name, k):
    return alone(data(6, twice=False, queries=20), k, convention(name))


@pytest.mark.parametrize("name", NAMES)
def test_an_engine_is_equal_to_the_pure_core(tables, name):
    _, qrels, run = tables
    results = evaluate(qrels, run, KS, convention(name))
    for k in KS:
        assert results.scores(k=k) == pytest.approx(expected(name, k), abs=1e-12, nan_ok=True)


def test_equal_scores_go_by_id_as_bytes_do_and_odd_scores_have_their_place(engine):
    ids = ["a", "B", "é", "\ufffd", "\U0001f600", "10", "9", "z"]
    scores = [1.0, 1.0, 1.0, 1.0, 1.0, -inf, nan, inf]
    judged = [("q", doc, float(grade)) for grade, doc in enumerate(ids)]
    returned = [("q", doc, score) for doc, score in zip(ids, scores, strict=True)]
    results = evaluate(engine.table(judged, "grade"), engine.table(returned, "score"), KS)
    ends = {inf: 9.0, -inf: -9.0}  # the core alone takes finite scores; NaN ranks last
    here = Data(judged, [(q, doc, ends.get(s, s) if s == s else -9.0) for q, doc, s in returned])
    for k in KS:
        assert results.scores(k=k) == pytest.approx(
            alone(here, k, convention("trec_eval-ndcg_cut")), abs=1e-12
        )


def test_nothing_is_worked_out_before_it_is_asked_for(tables, engine):
    _, qrels, run = tables
    lazy = per_query(qrels, run, [10])
    assert engine.is_lazy(lazy)
    assert list(lazy.columns) == COLUMNS


def test_a_table_beside_a_file_is_brought_here(tables):
    found, qrels, run = tables
    wanted = pytest.approx(expected("trec_eval-ndcg_cut", 10), abs=1e-12)
    for judged, returned in ((qrels, found.run_text), (found.qrels_text, run)):
        assert evaluate(judged, returned, 10).scores() == wanted


A, AGAIN = [("q", "a", 1.0)], [("q", "a", 1.0), ("q", "a", 2.0)]
REFUSED = [
    (AGAIN, A, Choices(), "judgments: .* “a” for “q” 2 times"),
    (A, AGAIN, Choices(), "run: .* “a” for “q” 2 times"),
    ([("q", "a", -1.0)], A, Choices(negative="refuse"), "“a” for “q” is -1.*as-zero"),
    (A, A, Choices(unjudged="removed"), "needs the rows here"),
]


@pytest.mark.parametrize(
    ("qrels", "run", "choices", "sentence"),
    REFUSED,
    ids=["judged twice", "returned twice", "negative", "a choice of rows"],
)
def test_what_would_be_scored_wrongly_in_silence_is_refused(engine, qrels, run, choices, sentence):
    with pytest.raises(ValueError, match=sentence):
        evaluate(engine.table(qrels, "grade"), engine.table(run, "score"), 5, choices=choices)


def test_what_is_missing_or_unjudged_is_said_and_nothing_in_common_is_refused(engine):
    qrels = engine.table([("q1", "a", 1.0), ("q2", "a", 1.0)], "grade")
    results = evaluate(qrels, engine.table([("q1", "x", 2.0), ("q1", "a", 1.0)], "score"), 5)
    found = {finding.kind: finding for finding in results.findings}
    assert found["missing"].found == "1 judged query is missing (q2)."
    assert found["unjudged"].count == 1
    other = engine.table([("102", "a", 1.0), ("101", "a", 1.0)], "score")
    with pytest.raises(ValueError, match=r"run: .* its first is “101”, theirs is “q1”"):
        evaluate(qrels, other, 5)
    with pytest.raises(ValueError, match="run: there is no row"):
        evaluate(qrels, engine.table([], "score"), 5)


def test_what_a_table_cannot_do_is_refused_with_what_would_work(tables):
    _, qrels, run = tables
    with pytest.raises(ValueError, match="order of the file, and a table has none; choose ties="):
        evaluate(qrels, run, 10, "standard")
    results = evaluate(qrels, {"there": run}, 10)
    with pytest.raises(ValueError, match="there is a table elsewhere"):
        results.trace("there", "q1")
