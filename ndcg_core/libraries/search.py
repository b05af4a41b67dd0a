"""Embedding benchmarks, retrieval for language models, and search engines."""

from ndcg_core.libraries.limits import Limit
from ndcg_core.libraries.record import UNSET_MEMORY, WHOLE_GRADES, Library

_RANK_EVAL = """GET /my-index/_rank_eval
{"requests": [{"id": "q", "request": {"query": {"match": {"text": "..."}}},
  "ratings": $ratings}],
 "metric": {"dcg": {"k": $k, "normalize": true}}}"""


_GITHUB = "https://github.com"
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
