"""Information retrieval and search: trec_eval and its relatives, embedding benchmarks, engines."""

from dataclasses import replace

from ndcg_core.libraries.record import UNSET_MEMORY, WHOLE_GRADES, Library, Limit, overflow

_PYTREC = """import pytrec_eval
evaluator = pytrec_eval.RelevanceEvaluator({"q": $qrels}, {"$measure"})
print(evaluator.evaluate({"q": $run})["q"]["$measure"])"""
_IR_MEASURES = """import ir_measures
from ir_measures import nDCG, Qrel, ScoredDoc
qrels = [Qrel("1", doc, grade) for doc, grade in $qrels.items()]
run = [ScoredDoc("1", doc, score) for doc, score in $run.items()]
print(next(ir_measures.iter_calc([$measure], qrels, run)).value)"""
_RANX = """from ranx import Qrels, Run, evaluate
print(evaluate(Qrels({"q": $qrels}), Run({"q": $run}), "$measure$at"))"""
_TRECTOOLS = """import pandas
from trectools import TrecEval, TrecQrel, TrecRun
run, qrels = TrecRun(), TrecQrel()
run.run_data = pandas.DataFrame({"query": "q", "docid": $ranked, "score": $falling})
qrels.qrels_data = pandas.DataFrame(
    [("q", doc, grade) for doc, grade in $qrels.items()], columns=["query", "docid", "rel"])
print(TrecEval(run, qrels).get_ndcg(depth=$depth$extra))"""
_TREC_EVAL = """cat > qrels.txt <<'END'
$qrels_lines
END
cat > run.txt <<'END'
$run_lines
END
trec_eval -q -m $measure qrels.txt run.txt"""
_TIES = "trec_eval #22", "https://github.com/usnistgov/trec_eval/issues/22"
_GITHUB = "https://github.com"
_GDEVAL = "CalledProcessError: Command '['perl', … returned non-zero exit status …"
_GDEVAL_REFUSES = (
    Limit("fraction", _GDEVAL),
    Limit("grade above", _GDEVAL, 4),
)
_BY_ID = "Equal scores are ordered by document id, the last id first: renaming a document "


def _trec(id: str, version: str, measure: str, trap: str, thread: tuple[str, str]) -> Library:
    call = _TREC_EVAL.replace("$measure", measure)
    mean = "mean over the queries in both files; with -c the missing ones count as 0"
    scores = "float64" if version == "10.0" else "float32"
    only = Limit(
        "all negative", "trec_eval: Can't calculate measure '{}'".format(measure.split(".")[0])
    )
    return Library(
        id, "trec_eval", version, "conformed", call, trap, *thread, averaging=mean,
        precision=f"float64, scores in {scores}; prints 4 decimals", decimals=4, refuses=(only,),
    )  # fmt: skip


_PYTREC_NDCG = Library(
    "pytrec_eval-ndcg",
    "pytrec-eval-terrier",
    "0.5.11",
    "conformed",
    _PYTREC.replace("$measure", "ndcg"),
    f"{_BY_ID}may change the number.",
    "pytrec_eval #56",
    f"{_GITHUB}/cvangysel/pytrec_eval/issues/56",
    averaging="none: one number for each query; missing queries are left out",
    precision="float64, scores in float32",
    refuses=(WHOLE_GRADES,),
    open=(UNSET_MEMORY,),
)
_IR_NDCG = Library(
    "ir_measures",
    "ir-measures",
    "0.4.3",
    "conformed",
    _IR_MEASURES.replace("$measure", "nDCG$at"),
    "Its default gain is the grade itself; gdeval's number needs dcg='exp-log2'.",
    "OpenNIR #14",
    f"{_GITHUB}/Georgetown-IR-Lab/OpenNIR/issues/14",
    averaging="mean over all judged queries; a missing one counts as 0",
    precision="float64, scores in float32",
    refuses=(WHOLE_GRADES,),
    open=(UNSET_MEMORY,),
)
_RANX_NDCG = Library(
    "ranx-ndcg",
    "ranx",
    "0.3.21",
    "conformed",
    _RANX.replace("$measure", "ndcg"),
    "Plain dicts are matched by position: another order of the queries gives wrong numbers.",
    averaging="mean; the query sets must match, unless make_comparable=True",
    open=(Limit("ties above", "Equal scores among 16 documents or more come in any order.", 15),),
)
_TRECTOOLS_NDCG = Library(
    "trectools",
    "trectools",
    "0.0.50",
    "conformed",
    _TRECTOOLS.replace("$extra", ""),
    "The mean is over the queries of the run, so unjudged queries pull it down.",
    "trectools #24",
    f"{_GITHUB}/joaopalotti/trectools/issues/24",
    averaging="divided by the number of queries in the run, judged or not",
)


_FLOAT32 = "Scores that differ after the seventh digit are equal, and go by document id; "

RETRIEVAL = (
    _trec(
        "trec_eval-ndcg",
        "10.0",
        "ndcg",
        "Nothing is cut: a short run is divided by what all judged documents would earn.",
        ("trec_eval #11", f"{_GITHUB}/usnistgov/trec_eval/issues/11"),
    ),
    _trec("trec_eval-ndcg_cut", "10.0", "ndcg_cut.$k", f"{_BY_ID}changes the number.", _TIES),
    _trec(
        "trec_eval-9-ndcg",
        "9.0.8",
        "ndcg",
        f"{_FLOAT32}version 10 tells them apart.",
        _TIES,
    ),
    _trec(
        "trec_eval-9-ndcg_cut",
        "9.0.8",
        "ndcg_cut.$k",
        f"{_FLOAT32}version 10 tells them apart.",
        _TIES,
    ),
    _PYTREC_NDCG,
    replace(
        _PYTREC_NDCG,
        id="pytrec_eval-ndcg_cut",
        call=_PYTREC.replace("$measure", "ndcg_cut_$k"),
        trap="Scores are compared in float32, and scores that are equal there go by document id.",
        thread="pytrec_eval #51",
        url=f"{_GITHUB}/cvangysel/pytrec_eval/issues/51",
    ),
    _IR_NDCG,
    replace(
        _IR_NDCG,
        id="ir_measures-exp-log2",
        call=_IR_MEASURES.replace("$measure", "nDCG(dcg='exp-log2')@$k"),
        trap="Without perl, or without @k, ranx works it out, if it is there: with other ties and "
        "more digits, and it takes fractions and grades above 4.",
        thread="ir_measures #29",
        url=f"{_GITHUB}/terrierteam/ir_measures/issues/29",
        precision="prints 5 decimals",
        decimals=5,
        refuses=_GDEVAL_REFUSES,
        open=(),
    ),
    _RANX_NDCG,
    replace(
        _RANX_NDCG,
        id="ranx-ndcg_burges",
        call=_RANX.replace("$measure", "ndcg_burges"),
        trap="The docstring of dcg_burges says 2^(r-1); the code of both, 2^r - 1.",
    ),
    _TRECTOOLS_NDCG,
    replace(
        _TRECTOOLS_NDCG,
        id="trectools-exp",
        call=_TRECTOOLS.replace("$extra", ", trec_eval=False"),
        trap="trec_eval=False changes the gain from r to 2^r - 1, and nothing else.",
        thread="trectools #25",
        url=f"{_GITHUB}/joaopalotti/trectools/issues/25",
        open=(overflow(63),),
    ),
)


_RANK_EVAL = """GET /my-index/_rank_eval
{"requests": [{"id": "q", "request": {"query": {"match": {"text": "..."}}},
  "ratings": $ratings}],
 "metric": {"dcg": {"k": $k, "normalize": true}}}"""


_NOT_TRIED = Limit("fraction", "A rating is a whole number there; we have not tried a fraction.")


def _engine(id: str, package: str, version: str, thread: tuple[str, str], trap: str) -> Library:
    return Library(id, package, version, "read", _RANK_EVAL, trap, *thread, open=(_NOT_TRIED,))


def _quepid(id: str, name: str, trap: str, number: int) -> Library:
    thread = f"quepid #{number}", f"{_GITHUB}/o19s/quepid/issues/{number}"
    call = f"the scorer {name}, with: const k = $k"
    return Library(id, "Quepid", "8.1 (f80322f3)", "ran", call, trap, *thread)


SEARCH = (
    Library(
        "beir",
        "beir",
        "2.2.0",
        "conformed",
        "from beir.retrieval.evaluation import EvaluateRetrieval\n"
        'print(EvaluateRetrieval.evaluate({"q": $qrels}, {"q": $run}, [$k],\n'
        "    ignore_identical_ids=False)[0])",
        "A result whose document id equals the query id is dropped by default.",
        "BEIR #187",
        f"{_GITHUB}/beir-cellar/beir/issues/187",
        averaging="mean over the queries that have results",
        precision="rounded to 5 decimals",
        decimals=5,
        refuses=(WHOLE_GRADES,),
        open=(UNSET_MEMORY,),
    ),
    Library(
        "mteb",
        "mteb",
        "2.26.24",
        "read",
        'print(mteb.evaluate(model, tasks))  # look for "ndcg_at_$k"',
        "Whether a query may find itself depends on ignore_identical_ids.",
        "MTEB #833",
        f"{_GITHUB}/embeddings-benchmark/mteb/pull/833",
        precision="rounded to 5 decimals",
        decimals=5,
        refuses=(WHOLE_GRADES,),
        open=(UNSET_MEMORY,),
    ),
    Library(
        "sentence-transformers",
        "sentence-transformers",
        "6.2.0",
        "ran",
        "from sentence_transformers.evaluation import InformationRetrievalEvaluator\n"
        'evaluator = InformationRetrievalEvaluator(queries, corpus, {"q": set($relevant)}, '
        "ndcg_at_k=[$k])\nprint(evaluator(model))",
        "Every relevant document counts 1, whatever its grade.",
        "sentence-transformers #1349",
        f"{_GITHUB}/huggingface/sentence-transformers/issues/1349",
        averaging="mean; queries without a relevant document are taken out first",
    ),
    Library(
        "llamaindex",
        "llama-index-core",
        "0.14.25",
        "ran",
        "from llama_index.core.evaluation.retrieval.metrics import NDCG\n"
        "print(NDCG().compute(expected_ids=$relevant, retrieved_ids=$ranked).score)",
        "The ideal is as long as the list of expected ids: a perfect short result stays below 1.",
        "llama_index #17070",
        f"{_GITHUB}/run-llama/llama_index/issues/17070",
        refuses=(
            Limit(
                "nothing relevant", "ValueError: Retrieved ids and expected ids must be provided"
            ),
        ),
    ),
    _engine(
        "elasticsearch",
        "Elasticsearch",
        "2021 and later (d04e4001)",
        ("Elasticsearch #154362", f"{_GITHUB}/elastic/elasticsearch/pull/154362"),
        "The ideal is cut at the number of hits: whoever returns less, scores more.",
    ),
    _engine(
        "opensearch",
        "OpenSearch",
        "0aa52bd2",
        ("Elasticsearch #19331, before the fork", f"{_GITHUB}/elastic/elasticsearch/pull/19331"),
        "normalize is false by default, and then the number is DCG.",
    ),
    Library(
        "opensearch-search-relevance",
        "OpenSearch search-relevance",
        "0b75cf84",
        "read",
        'PUT /_plugins/_search_relevance/experiments\n{"type": "POINTWISE_EVALUATION", "size": $k}',
        "Numbers above 1 were reported: 1.31 for one query.",
        "search-relevance #191",
        f"{_GITHUB}/opensearch-project/search-relevance/issues/191",
        precision="rounded to 2 decimals",
        decimals=2,
        open=(_NOT_TRIED,),
    ),
    _quepid(
        "quepid",
        "NDCG@10",
        "Since 8.1 the ideal is not cut at 10, so a perfect first page may stay below 1.",
        1335,
    ),
    _quepid(
        "quepid-ndcg_cut",
        "NDCG_CUT@10",
        "Up to 8.0 this was NDCG@10, and a single result made it jump between values.",
        1387,
    ),
)
