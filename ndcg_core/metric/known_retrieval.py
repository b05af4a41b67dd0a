"""The conventions of programs that evaluate retrieval and search, one row each."""

from math import nan

from ndcg_core.metric.known_choices import (
    AS_IS,
    BINARY,
    EXP,
    LIST,
    POOL,
    TREC,
    TREC10,
    UNCUT,
    WHOLE,
    ZERO,
    Row,
)

_SKLEARN = "sklearn/metrics/_ranking.py"
_TREC = "trec_eval 10.0"
_TREC9 = "trec_eval 9.0.8"
_DCG_JAVA = "rankeval/DiscountedCumulativeGain.java"
_TRECTOOLS = "trectools/trec_eval.py::get_ndcg"

ROWS: tuple[Row, ...] = (
    # Programs
    ("scikit-learn", "scikit-learn", {**LIST, "ties": "averaged"}, f"{_SKLEARN}::ndcg_score"),
    (
        "scikit-learn-ignore-ties",
        "scikit-learn, ignore_ties=True",
        {**LIST, "ties": "reversed"},
        f"{_SKLEARN}::_dcg_sample_scores",
    ),
    (
        "torchmetrics",
        "torchmetrics",
        {**LIST, "ties": "averaged", "scores": "float32", **AS_IS},
        "torchmetrics/functional/retrieval/ndcg.py",
    ),
    # Information retrieval
    ("trec_eval-ndcg", "trec_eval 10 ndcg", {**TREC10, **UNCUT}, f"{_TREC}, m_ndcg.c"),
    ("trec_eval-ndcg_cut", "trec_eval 10 ndcg_cut", TREC10, f"{_TREC}, m_ndcg_cut.c"),
    (
        "trec_eval-9-ndcg",
        "trec_eval 9 ndcg",
        {**TREC, **WHOLE, **UNCUT},
        f"{_TREC9}, m_ndcg.c",
    ),
    (
        "trec_eval-9-ndcg_cut",
        "trec_eval 9 ndcg_cut",
        {**TREC, **WHOLE},
        f"{_TREC9}, m_ndcg_cut.c",
    ),
    (
        "pytrec_eval-ndcg",
        "pytrec_eval ndcg",
        {**TREC, **UNCUT},
        "pytrec_eval wraps trec_eval 9.0.8, m_ndcg.c",
    ),
    (
        "pytrec_eval-ndcg_cut",
        "pytrec_eval ndcg_cut",
        TREC,
        "pytrec_eval wraps trec_eval 9.0.8, m_ndcg_cut.c",
    ),
    (
        "ir_measures",
        "ir_measures nDCG",
        {**TREC, "ideal_cut": "pool"},
        "ir_measures/providers/pytrec_eval_provider.py",
    ),
    (
        "ir_measures-exp-log2",
        "ir_measures nDCG(dcg='exp-log2')",
        {**EXP, "ties": "id-descending", **ZERO},
        "ir_measures/providers/gdeval_provider.py, bin/gdeval.pl",
    ),
    ("ranx-ndcg", "ranx ndcg", {**POOL, **WHOLE}, "ranx/metrics/ndcg.py"),
    ("ranx-ndcg_burges", "ranx ndcg_burges", {**EXP, **POOL, **WHOLE}, "ranx/metrics/ndcg.py"),
    ("trectools", "trectools", POOL, _TRECTOOLS),
    ("trectools-exp", "trectools, trec_eval=False", {**EXP, **POOL}, _TRECTOOLS),
    ("beir", "BEIR", TREC, "beir/retrieval/evaluation.py::evaluate"),
    ("mteb", "MTEB", TREC, "mteb/_evaluators/retrieval_metrics.py::calculate_retrieval_scores"),
    (
        "sentence-transformers",
        "sentence-transformers",
        {**BINARY, "empty": nan, "ties": "id-ascending"},
        "sentence_transformer/evaluation/information_retrieval.py::compute_dcg_at_k",
    ),
    (
        "llamaindex",
        "LlamaIndex",
        {**BINARY, **UNCUT, "empty": nan},
        "llama_index/core/evaluation/retrieval/metrics.py::NDCG.compute",
    ),
    # Search engines
    ("elasticsearch", "Elasticsearch rank_eval", {**EXP, "ideal_cut": "list"}, _DCG_JAVA),
    ("opensearch", "OpenSearch rank_eval", {**EXP, "ideal_cut": "list"}, _DCG_JAVA),
    (
        "opensearch-search-relevance",
        "OpenSearch search-relevance",
        EXP,
        "metrics/calculator/Evaluation.java::calculateNDCGAtK",
    ),
    ("quepid", "Quepid NDCG@10", {**EXP, "ideal_cut": "none"}, "db/scorers/ndcg@10.js"),
    ("quepid-ndcg_cut", "Quepid NDCG_CUT@10", EXP, "db/scorers/ndcg_cut@10.js"),
)
