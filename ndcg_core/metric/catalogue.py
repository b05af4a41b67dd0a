"""Every convention by name: three to teach with, then what libraries, scripts and papers do.

One row each, saying only where it departs from the standard. `ndcg_core.libraries` holds what a
convention cannot say: how to call a library, its version, its traps, whether it was run.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import nan
from types import MappingProxyType
from typing import Any, overload

from ndcg_core.metric.conventions import EXPONENTIAL, STANDARD, TEXTBOOK, Convention
from ndcg_core.metric.numbers import shown

Row = tuple[str, str, dict[str, Any], str]
"""A convention's name, its title, where it departs from the standard, and the source."""

LIST: dict[str, Any] = {"ideal_from": "grades"}
"""The library sees the ranked list alone, and takes the ideal from it."""
EXP: dict[str, Any] = {"gain": "exponential"}
ZERO: dict[str, Any] = {"negative": "as-zero"}
"""A negative grade is read as 0."""
AS_IS: dict[str, Any] = {"negative": "as-is"}
WHOLE: dict[str, Any] = {"fractions": "dropped"}
BINARY: dict[str, Any] = {"gain": "binary", **ZERO}
LEFT: dict[str, Any] = {"negative": "left-out"}
"""A negative label marks padding, and its document is no part of the list."""
TREC: dict[str, Any] = {"ties": "id-descending", "scores": "float32", **ZERO}
TREC10: dict[str, Any] = {"ties": "id-descending", **ZERO, **WHOLE}
POOL: dict[str, Any] = {"ideal_cut": "pool", **ZERO}
UNCUT: dict[str, Any] = {"cutoff": "none", "ideal_cut": "none"}
BOOST: dict[str, Any] = {**EXP, **LIST, "empty": 1.0, "scores": "float32", "fewest": 0}
SKLEARN: dict[str, Any] = {**LIST, "fewest": 2}
ABOVE: dict[str, Any] = {"negative": "as-is-above-zero"}
"""A negative grade takes away, and where even the ideal is not above 0 the query is empty."""
CATBOOST: dict[str, Any] = {**LIST, "empty": 1.0, "ties": "worst", **ABOVE}
LENSKIT: dict[str, Any] = {"discount": "logb(i)", "ideal_cut": "pool", "empty": nan}
LETOR: dict[str, Any] = {**EXP, **LIST, "discount": "logb(i)", "beyond": "zero"}


_IGNITE = "ignite/metrics/rec_sys/ndcg.py::NDCG"
_RECTOOLS = "rectools/metrics/ranking.py::NDCG.calc_per_user_from_merged"
_VESPA = "vespa/evaluation/_base.py::VespaEvaluator._compute_metrics"
_SKLEARN = "sklearn/metrics/_ranking.py"
_TREC = "trec_eval 10.0"
_TREC9 = "trec_eval 9.0.8"
_DCG_JAVA = "rankeval/DiscountedCumulativeGain.java"
_TRECTOOLS = "trectools/trec_eval.py::get_ndcg"

_CATBOOST = "catboost/libs/metrics/dcg.cpp::CalcNdcg, FillDcgDecay"
_MICROSOFT = "recommenders/evaluation/python_evaluation.py::ndcg_at_k"
_XGBOOST = "src/metric/rank_metric.cc::EvalNDCG"
_LENSKIT = "lenskit/metrics/ranking/_dcg.py::NDCG.measure_list"

_ROWS: tuple[Row, ...] = (
    # Programs
    ("scikit-learn", "scikit-learn", {**SKLEARN, "ties": "averaged"}, f"{_SKLEARN}::ndcg_score"),
    ("scikit-learn-ignore-ties", "scikit-learn, ignore_ties=True",
     {**SKLEARN, "ties": "reversed"}, f"{_SKLEARN}::_dcg_sample_scores"),
    ("torchmetrics", "torchmetrics", {**LIST, "ties": "averaged", "scores": "float32", **AS_IS},
     "torchmetrics/functional/retrieval/ndcg.py"),
    ("ignite", "PyTorch-Ignite NDCG", {**EXP, **LIST, "empty": nan, "scores": "float32", **ZERO},
     _IGNITE),
    ("ignite-linear", "PyTorch-Ignite NDCG, gain_function='linear_rank'",
     {**LIST, "empty": nan, "scores": "float32", **ZERO}, _IGNITE),
    ("tfma", "TensorFlow Model Analysis", {**LIST, "empty": nan, "ties": "reversed"},
     "tensorflow_model_analysis/metrics/ndcg.py::_NDCGCombiner"),
    # Information retrieval
    ("trec_eval-ndcg", "trec_eval 10 ndcg", {**TREC10, **UNCUT}, f"{_TREC}, m_ndcg.c"),
    ("trec_eval-ndcg_cut", "trec_eval 10 ndcg_cut", TREC10, f"{_TREC}, m_ndcg_cut.c"),
    ("trec_eval-9-ndcg", "trec_eval 9 ndcg", {**TREC, **WHOLE, **UNCUT}, f"{_TREC9}, m_ndcg.c"),
    ("trec_eval-9-ndcg_cut", "trec_eval 9 ndcg_cut", {**TREC, **WHOLE}, f"{_TREC9}, m_ndcg_cut.c"),
    ("pytrec_eval-ndcg", "pytrec_eval ndcg", {**TREC, **UNCUT},
     "pytrec_eval wraps trec_eval 9.0.8, m_ndcg.c"),
    ("pytrec_eval-ndcg_cut", "pytrec_eval ndcg_cut", TREC,
     "pytrec_eval wraps trec_eval 9.0.8, m_ndcg_cut.c"),
    ("ir_measures", "ir_measures nDCG", {**TREC, "ideal_cut": "pool"},
     "ir_measures/providers/pytrec_eval_provider.py"),
    ("ir_measures-exp-log2", "ir_measures nDCG(dcg='exp-log2')",
     {**EXP, "ties": "id-descending", **ZERO},
     "ir_measures/providers/gdeval_provider.py, bin/gdeval.pl"),
    ("ranx-ndcg", "ranx ndcg", {**POOL, **WHOLE}, "ranx/metrics/ndcg.py"),
    ("ranx-ndcg_burges", "ranx ndcg_burges", {**EXP, **POOL, **WHOLE}, "ranx/metrics/ndcg.py"),
    ("trectools", "trectools", POOL, _TRECTOOLS),
    ("trectools-exp", "trectools, trec_eval=False", {**EXP, **POOL}, _TRECTOOLS),
    ("beir", "BEIR", TREC, "beir/retrieval/evaluation.py::evaluate"),
    ("mteb", "MTEB", TREC, "mteb/_evaluators/retrieval_metrics.py::calculate_retrieval_scores"),
    ("sentence-transformers", "sentence-transformers",
     {**BINARY, "empty": nan, "ties": "id-ascending"},
     "sentence_transformer/evaluation/information_retrieval.py::compute_dcg_at_k"),
    ("llamaindex", "LlamaIndex", {**BINARY, **UNCUT, "empty": nan},
     "llama_index/core/evaluation/retrieval/metrics.py::NDCG.compute"),
    ("haystack", "Haystack DocumentNDCGEvaluator", {**UNCUT, **ABOVE},
     "haystack/components/evaluators/document_ndcg.py"),
    ("mlflow", "MLflow ndcg_at_k", {**BINARY, "ideal_cut": "list"},
     "mlflow/metrics/metric_definitions.py::_ndcg_at_k_eval_fn"),
    # Search engines
    ("elasticsearch", "Elasticsearch rank_eval", {**EXP, "ideal_cut": "list"}, _DCG_JAVA),
    ("opensearch", "OpenSearch rank_eval", {**EXP, "ideal_cut": "list"}, _DCG_JAVA),
    ("opensearch-search-relevance", "OpenSearch search-relevance", EXP,
     "metrics/calculator/Evaluation.java::calculateNDCGAtK"),
    ("quepid", "Quepid NDCG@10", {**EXP, "ideal_cut": "none"}, "db/scorers/ndcg@10.js"),
    ("quepid-ndcg_cut", "Quepid NDCG_CUT@10", EXP, "db/scorers/ndcg_cut@10.js"),
    ("pyvespa", "pyvespa VespaEvaluator, graded", {}, _VESPA),
    ("pyvespa-set", "pyvespa VespaEvaluator, a set of documents", BINARY, _VESPA),
    # Learning to rank
    ("lightgbm", "LightGBM", {**EXP, **LIST, "empty": 1.0},
     "src/metric/rank_metric.hpp::NDCGMetric, dcg_calculator.cpp"),
    ("xgboost", "XGBoost ndcg@k", BOOST, _XGBOOST),
    ("xgboost-minus", "XGBoost ndcg@k-", {**BOOST, "empty": 0.0}, _XGBOOST),
    ("xgboost-bare", "XGBoost ndcg without @k", {**BOOST, "cutoff": "32"}, _XGBOOST),
    ("xgboost-linear", "XGBoost, ndcg_exp_gain=False", {**BOOST, "gain": "linear", **ABOVE},
     _XGBOOST),
    ("catboost", "CatBoost NDCG", CATBOOST, _CATBOOST),
    ("catboost-position", "CatBoost NDCG, denominator=Position", {**CATBOOST, "discount": "i"},
     _CATBOOST),
    ("catboost-exp", "CatBoost NDCG, type=Exp", {**CATBOOST, **EXP}, _CATBOOST),
    ("catboost-exp-position", "CatBoost NDCG, type=Exp, denominator=Position",
     {**CATBOOST, **EXP, "discount": "i"}, _CATBOOST),
    ("tensorflow-ranking", "TensorFlow Ranking", {**EXP, **LIST, **LEFT, "scores": "float32"},
     "tensorflow_ranking/python/metrics_impl.py::NDCGMetric"),
    ("keras-rs", "keras-rs NDCG", {**EXP, **LIST, **LEFT, "scores": "float32"},
     "keras_rs/src/metrics/ndcg.py::NDCG"),
    ("allrank", "allRank", {**EXP, **LIST, **LEFT, "empty": 1.0, "scores": "float32"},
     "allrank/models/metrics.py::ndcg"),
    ("ranklib", "RankLib", {**EXP, **LIST}, "ciir/umass/edu/metric/NDCGScorer.java"),
    ("letor", "LETOR Eval-Score-4.0.pl", LETOR, "Eval-Score-4.0.pl, sub NDCG"),
    ("mslr", "MSLR eval-score-mslr.pl", LETOR, "eval-score-mslr.pl, sub NDCG"),
    ("mlnet", "ML.NET", {"gain": "shifted", **LIST},
     "Microsoft.ML.Data/Evaluators/RankingEvaluator.cs"),
    ("gbm", "gbm ir.measure.ndcg (R)", LIST, "gbm/R/ir.measures.R::ir.measure.ndcg"),
    # Recommenders
    ("lenskit", "LensKit NDCG", {**LENSKIT, **BINARY}, _LENSKIT),
    ("lenskit-rating", "LensKit NDCG, gain='rating'", {**LENSKIT, **ZERO, "empty": 0.0}, _LENSKIT),
    ("lenskit-offset", "LensKit NDCG, offset=1", {**LENSKIT, **BINARY, "discount": "log2(i+1)"},
     _LENSKIT),
    ("lenskit-rating-offset", "LensKit NDCG, gain='rating', offset=1",
     {**LENSKIT, **ZERO, "empty": 0.0, "discount": "log2(i+1)"}, _LENSKIT),
    ("implicit", "implicit", {**BINARY, "empty": nan}, "implicit/evaluation.pyx"),
    ("rectools", "RecTools NDCG", {**BINARY, "ideal_from": "ones"}, _RECTOOLS),
    ("rectools-achievable", "RecTools NDCG, divide_by_achievable=True", {**BINARY, "empty": nan},
     _RECTOOLS),
    ("cornac", "Cornac NDCG", {**BINARY, "ideal_cut": "pool", "empty": nan},
     "cornac/metrics/ranking.py::NDCG"),
    ("merlin", "Merlin NDCGAt", {**BINARY, **LIST, "scores": "float32"},
     "merlin/models/tf/metrics/topk.py::ndcg_at"),
    ("recommendation-jl", "Recommendation.jl NDCG", {**BINARY, "ideal_from": "ones"},
     "src/metrics/ranking.jl::NDCG"),
    ("recbole", "RecBole", BINARY, "recbole/evaluator/metrics.py::NDCG.metric_info"),
    ("recommenders", "Microsoft recommenders", BINARY, _MICROSOFT),
    ("recommenders-raw", "Microsoft recommenders, score_type='raw'", {"empty": nan, **AS_IS},
     _MICROSOFT),
    ("recommenders-exp", "Microsoft recommenders, score_type='exp'", {**EXP, "empty": nan, **AS_IS},
     _MICROSOFT),
    ("spark", "Spark MLlib ndcgAt", BINARY, "mllib/evaluation/RankingMetrics.scala::ndcgAt"),
    ("evidently", "Evidently NDCG", {**LIST, "ties": "shared"}, "legacy/metrics/recsys/ndcg_k.py"),
    # Papers
    ("jarvelin-2002", "Järvelin & Kekäläinen 2002", {"discount": "logb(i)", "empty": nan},
     "TOIS 20(4), equation 2, b = 2"),
    ("burges-2005", "Burges et al. 2005", {**EXP, **LIST, "empty": nan},
     "ICML 2005, as quoted by others"),
)  # fmt: skip


TAUGHT = (STANDARD, EXPONENTIAL, TEXTBOOK)
CONVENTIONS: Mapping[str, Convention] = MappingProxyType(
    {convention.name: convention for convention in TAUGHT}
    | {
        name: Convention(name, title=title, cite=cite, **choices)
        for name, title, choices, cite in _ROWS
    }
)
"""Every convention by its name: those to teach with first, then the libraries'."""


SHOWN = 4
"""So many names are listed as the nearest."""

LONGEST = 60
"""So many characters of an unknown name are looked at and shown."""

_NAMES = {name.casefold(): rules for name, rules in CONVENTIONS.items()}


def named(convention: Convention | str) -> Convention:
    """The convention itself, or the one of that name, however its letters are written.

    An unknown name raises ValueError and lists the nearest.
    """
    if isinstance(convention, Convention):
        return convention
    if not isinstance(convention, str):
        raise ValueError(
            f"The convention is {shown(convention)}; it must be a Convention or the name of one, "
            'such as "lightgbm".'
        )
    rules = CONVENTIONS.get(convention) or _NAMES.get(convention.strip().casefold())
    if rules is None:
        raise ValueError(
            f"There is no convention “{convention[:LONGEST]}”; {nearest(convention, _NAMES)} "
            f"ndcg_core.CONVENTIONS, or ndcg --list, has all {len(CONVENTIONS)}."
        )
    return rules


class ByName:
    """A field of a dataclass that takes a convention or its name, and holds the convention.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Run:
    ...     rules: ByName = ByName()
    >>> Run("LightGBM").rules.name, Run().rules.name
    ('lightgbm', 'standard')
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, record: None, owner: type) -> str: ...
    @overload
    def __get__(self, record: object, owner: type) -> Convention: ...
    def __get__(self, record: object | None, owner: type) -> Any:
        return "standard" if record is None else record.__dict__[self.name]

    def __set__(self, record: object, value: Convention | str) -> None:
        record.__dict__[self.name] = named(value)


def nearest(name: str, names: Iterable[str]) -> str:
    """The names that are most like this one, in a sentence."""
    text, others = name.strip().casefold()[:LONGEST], list(names)
    alike = [other for other in others if text and text in other]
    alike += get_close_matches(text, [other for other in others if other not in alike], 3, 0.5)
    close = [f"“{other}”" for other in alike[:SHOWN]]
    if not close:
        return "no name is near it."
    if len(close) == 1:
        return f"the nearest is {close[0]}."
    return f"the nearest are {', '.join(close[:-1])} and {close[-1]}."
