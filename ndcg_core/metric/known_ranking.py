"""The conventions of learning to rank, of recommenders and of papers, one row each."""

from math import nan

from ndcg_core.metric.known_choices import (
    ABOVE,
    AS_IS,
    BINARY,
    BOOST,
    CATBOOST,
    EXP,
    LENSKIT,
    LETOR,
    LIST,
    Row,
)

_CATBOOST = "catboost/libs/metrics/dcg.cpp::CalcNdcg, FillDcgDecay"
_MICROSOFT = "recommenders/evaluation/python_evaluation.py::ndcg_at_k"
_XGBOOST = "src/metric/rank_metric.cc::EvalNDCG"
_LENSKIT = "lenskit/metrics/ranking/_dcg.py::NDCG.measure_list"

ROWS: tuple[Row, ...] = (
    # Learning to rank
    (
        "lightgbm",
        "LightGBM",
        {**EXP, **LIST, "empty": 1.0},
        "src/metric/rank_metric.hpp::NDCGMetric, dcg_calculator.cpp",
    ),
    ("xgboost", "XGBoost ndcg@k", BOOST, _XGBOOST),
    ("xgboost-minus", "XGBoost ndcg@k-", {**BOOST, "empty": 0.0}, _XGBOOST),
    ("xgboost-bare", "XGBoost ndcg without @k", {**BOOST, "cutoff": "32"}, _XGBOOST),
    (
        "xgboost-linear",
        "XGBoost, ndcg_exp_gain=False",
        {**BOOST, "gain": "linear", **ABOVE},
        _XGBOOST,
    ),
    ("catboost", "CatBoost NDCG", CATBOOST, _CATBOOST),
    (
        "catboost-position",
        "CatBoost NDCG, denominator=Position",
        {**CATBOOST, "discount": "i"},
        _CATBOOST,
    ),
    ("catboost-exp", "CatBoost NDCG, type=Exp", {**CATBOOST, **EXP}, _CATBOOST),
    (
        "catboost-exp-position",
        "CatBoost NDCG, type=Exp, denominator=Position",
        {**CATBOOST, **EXP, "discount": "i"},
        _CATBOOST,
    ),
    (
        "tensorflow-ranking",
        "TensorFlow Ranking",
        {**EXP, **LIST, "scores": "float32"},
        "tensorflow_ranking/python/metrics_impl.py::NDCGMetric",
    ),
    (
        "allrank",
        "allRank",
        {**EXP, **LIST, "empty": 1.0, "scores": "float32"},
        "allrank/models/metrics.py::ndcg",
    ),
    ("ranklib", "RankLib", {**EXP, **LIST}, "ciir/umass/edu/metric/NDCGScorer.java"),
    ("letor", "LETOR Eval-Score-4.0.pl", LETOR, "Eval-Score-4.0.pl, sub NDCG"),
    ("mslr", "MSLR eval-score-mslr.pl", LETOR, "eval-score-mslr.pl, sub NDCG"),
    (
        "mlnet",
        "ML.NET",
        {"gain": "shifted", **LIST},
        "Microsoft.ML.Data/Evaluators/RankingEvaluator.cs",
    ),
    # Recommenders
    ("lenskit", "LensKit NDCG", {**LENSKIT, **BINARY}, _LENSKIT),
    ("lenskit-rating", "LensKit NDCG, gain='rating'", {**LENSKIT, **AS_IS}, _LENSKIT),
    (
        "lenskit-offset",
        "LensKit NDCG, offset=1",
        {**LENSKIT, **BINARY, "discount": "log2(i+1)"},
        _LENSKIT,
    ),
    (
        "lenskit-rating-offset",
        "LensKit NDCG, gain='rating', offset=1",
        {**LENSKIT, **AS_IS, "discount": "log2(i+1)"},
        _LENSKIT,
    ),
    ("implicit", "implicit", {**BINARY, "empty": nan}, "implicit/evaluation.pyx"),
    ("recbole", "RecBole", BINARY, "recbole/evaluator/metrics.py::NDCG.metric_info"),
    ("recommenders", "Microsoft recommenders", BINARY, _MICROSOFT),
    (
        "recommenders-raw",
        "Microsoft recommenders, score_type='raw'",
        {"empty": nan, **AS_IS},
        _MICROSOFT,
    ),
    (
        "recommenders-exp",
        "Microsoft recommenders, score_type='exp'",
        {**EXP, "empty": nan, **AS_IS},
        _MICROSOFT,
    ),
    ("spark", "Spark MLlib ndcgAt", BINARY, "mllib/evaluation/RankingMetrics.scala::ndcgAt"),
    ("evidently", "Evidently NDCG", {**LIST, "ties": "shared"}, "legacy/metrics/recsys/ndcg_k.py"),
    # Papers
    (
        "jarvelin-2002",
        "Järvelin & Kekäläinen 2002",
        {"discount": "logb(i)", "empty": nan},
        "TOIS 20(4), equation 2, b = 2",
    ),
    (
        "burges-2005",
        "Burges et al. 2005",
        {**EXP, **LIST, "empty": nan},
        "ICML 2005, as quoted by others",
    ),
)
