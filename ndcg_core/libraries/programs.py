"""Programs that learn to rank, and metrics of a program's own predictions."""

from dataclasses import replace
from typing import Any

from ndcg_core.libraries.record import UNSEEN, Library, Limit

_SKLEARN = """from sklearn.metrics import ndcg_score
print(ndcg_score([$grades], [$scores], k=$cut$extra))"""
_REFUSES = (
    Limit("negative", "ValueError: ndcg_score should not be used on negative y_true values."),
    Limit(
        "one document",
        "ValueError: Computing NDCG is only meaningful when there is more than 1 document. "
        "Got 1 instead.",
    ),
)
_SORT = Limit(
    "numpy ties",
    "Equal scores come in the order of numpy's argsort, reversed, and that differs between "
    "processors.",
    16,
)


_SCIKIT_LEARN = Library(
    "scikit-learn",
    "scikit-learn",
    "1.9.1",
    "conformed",
    _SKLEARN.replace("$extra", ""),
    "Its gain is the grade itself: its user guide has the formula, its docstring has none.",
    "scikit-learn #32049",
    "https://github.com/scikit-learn/scikit-learn/issues/32049",
    UNSEEN,
    "mean over the rows; an all-zero row counts as 0",
    refuses=_REFUSES,
)

PROGRAMS = (
    _SCIKIT_LEARN,
    replace(
        _SCIKIT_LEARN,
        id="scikit-learn-ignore-ties",
        call=_SKLEARN.replace("$extra", ", ignore_ties=True"),
        trap="y_score is a score for each document, not the list of what was retrieved.",
        thread="scikit-learn #27726",
        url="https://github.com/scikit-learn/scikit-learn/issues/27726",
        open=(_SORT,),
    ),
    Library(
        "torchmetrics",
        "torchmetrics",
        "1.9.0",
        "conformed",
        "import torch\nfrom torchmetrics.functional.retrieval import retrieval_normalized_dcg\n"
        "scores = torch.tensor($scores, dtype=torch.float)\n"
        "print(retrieval_normalized_dcg(scores, torch.tensor($grades), top_k=$cut).item())",
        "The functional form flattens a table of queries into one long query.",
        "torchmetrics #3216",
        "https://github.com/Lightning-AI/torchmetrics/issues/3216",
        UNSEEN,
        "mean over the queries; empty_target_action makes an empty one 0, 1, skipped or an error",
        "float32",
        sums="float32",
    ),
)


_LIGHTGBM = """import lightgbm, numpy
data = lightgbm.Dataset(numpy.zeros(($n, 1)), label=$grades, group=[$n], init_score=$scores)
params = {"objective": "lambdarank", "metric": "ndcg", "eval_at": [$k], "verbose": -1}
print(lightgbm.Booster(params, data).eval_train()[0][2])"""
_XGBOOST = """import numpy, xgboost
data = xgboost.DMatrix(numpy.zeros(($n, 1)), label=$grades)
data.set_group([$n])
data.set_base_margin($scores)
params = {"objective": "rank:pairwise", "eval_metric": "$metric"}
print(xgboost.train(params, data, num_boost_round=0).eval(data))"""
_CATBOOST = """from catboost.utils import eval_metric
metric = "NDCG:type=Base;denominator=LogPosition;top=$top"
print(eval_metric($grades, $scores, metric, group_id=[0] * $n)[0])"""


_LIGHTGBM_REFUSES = (
    Limit("fraction", "LightGBMError: label should be int type (met {grade6}) for ranking task"),
    Limit(
        "negative", "LightGBMError: Label should be non-negative (met {grade6}) for ranking task"
    ),
    Limit(
        "grade above",
        "LightGBMError: Label {grade} is not less than the number of label mappings (31)",
        30,
    ),
)
_NOT_A_DEGREE = (
    "XGBoostError: … When using relevance degree as target, label must be either 0 or positive "
    "integer."
)
_XGBOOST_REFUSES = (
    Limit("fraction", _NOT_A_DEGREE),
    Limit("negative", _NOT_A_DEGREE),
    Limit(
        "grade above",
        "XGBoostError: … Relevance degress must be lesser than or equal to 31 when the exponential "
        "NDCG gain function is used. Set `ndcg_exp_gain` to false to use custom DCG gain.",
        31,
    ),
)


_XGB = Library(
    "xgboost",
    "xgboost",
    "3.2.0",
    "conformed",
    _XGBOOST.replace("$metric", "ndcg@$k"),
    "Exponential gain, and 1 for a query with nothing relevant: worked out by hand with the "
    "grades themselves, the number is another.",
    "xgboost #11235",
    "https://github.com/dmlc/xgboost/issues/11235",
    UNSEEN,
    "weighted mean over the groups; the 1.0 of an empty group is not weighted",
    "float64 sums, scores and grades in float32",
    held="float32",
    refuses=_XGBOOST_REFUSES,
)
_CAT = Library(
    "catboost",
    "catboost",
    "1.2.10",
    "conformed",
    _CATBOOST,
    "Linear gain by default, unlike LightGBM and XGBoost; score() once ignored the "
    "parameters of the metric.",
    "catboost #2230",
    "https://github.com/catboost/catboost/issues/2230",
    UNSEEN,
    "weighted mean over the groups",
    "float64, grades in float32",
    held="float32",
)

BOOSTING = (
    Library(
        "lightgbm",
        "lightgbm",
        "4.7.0",
        "conformed",
        _LIGHTGBM,
        "Exponential gain, and 1 for a query with nothing relevant: "
        "scikit-learn's number on the same predictions is another.",
        "LightGBM #6814",
        "https://github.com/lightgbm-org/LightGBM/issues/6814",
        UNSEEN,
        "mean over the queries; an empty one adds 1.0, whatever its weight",
        "float64, grades in float32",
        held="float32",
        refuses=_LIGHTGBM_REFUSES,
    ),
    _XGB,
    replace(
        _XGB,
        id="xgboost-minus",
        call=_XGBOOST.replace("$metric", "ndcg@$k-"),
        trap="The minus behind the metric's name is all that turns an empty query from 1 to 0.",
    ),
    replace(
        _XGB,
        id="xgboost-bare",
        call=_XGBOOST.replace("$metric", "ndcg"),
        trap="Without @k it is ndcg@32: lists longer than 32 are cut without a word.",
    ),
    replace(
        _XGB,
        id="xgboost-linear",
        call=_XGB.call.replace('@$k"', '@$k", "ndcg_exp_gain": False'),
        trap="In releases before the fix of June 2025 (#11534) ndcg_exp_gain=False was read and "
        "had no effect on the metric.",
        thread="xgboost #11517",
        url="https://github.com/dmlc/xgboost/issues/11517",
        refuses=(),
    ),
    _CAT,
    replace(
        _CAT,
        id="catboost-position",
        call=_CATBOOST.replace("LogPosition", "Position"),
        trap="denominator=Position divides by the rank itself; score() once ignored the parameter.",
    ),
    replace(
        _CAT,
        id="catboost-exp",
        call=_CATBOOST.replace("Base", "Exp"),
        trap="Equal scores count as if the worst document came first; score() once ignored "
        "type=Exp.",
    ),
    replace(
        _CAT,
        id="catboost-exp-position",
        call=_CATBOOST.replace("Base", "Exp").replace("LogPosition", "Position"),
        trap="Two parameters away from the default, and score() once ignored both.",
    ),
)


def _script(highest: int) -> dict[str, Any]:
    """What the perl scripts of a benchmark take: whole labels of its own scale, and k up to 10."""
    unread = "Error to parse features.txt at line …"  # a label is digits alone
    return {
        "refuses": (Limit("negative", unread), Limit("fraction", unread)),
        "open": (
            Limit(
                "grade above",
                f"Its table of gains ends at grade {highest}; a {{grade}} would earn nothing.",
                highest,
            ),
            Limit("k above", "It prints NDCG at 1 to 10, and nothing at {grade}.", 10),
        ),
    }


RANKERS = (
    Library(
        "tensorflow-ranking",
        "tensorflow-ranking",
        "0.5 (5b1d1338)",
        "read",
        "import tensorflow_ranking as tfr\n"
        "print(tfr.keras.metrics.NDCGMetric(topn=$k)([$grades], [$scores]))",
        "The same evaluation was reported to print another number at each run.",
        "tensorflow/ranking #204",
        "https://github.com/tensorflow/ranking/issues/204",
        UNSEEN,
        "weighted mean; an empty list counts as 0 with the average weight",
        "float32",
        "float32",
        open=(
            Limit("ties above", "Equal scores are shuffled: each run may print another number."),
            Limit("negative", "A grade below 0 marks padding, and its document is left out."),
        ),
    ),
    Library(
        "allrank",
        "allRank",
        "1.4.3",
        "ran",
        "import torch\nfrom allrank.models.metrics import ndcg\n"
        "print(ndcg(torch.tensor([$scores]), torch.tensor([$grades]), ats=[$k]))",
        "A query with nothing relevant scores 1 (filler_value), as in the boosting libraries.",
        "allRank #25",
        "https://github.com/allegro/allRank/pull/25",
        UNSEEN,
        precision="float32",
        sums="float32",
        open=(
            Limit("ties above", "Equal scores in lists of more than 16 come in any order.", 16),
            Limit("negative", "A grade of −1 marks padding, and its document is left out."),
        ),
    ),
    Library(
        "ranklib",
        "RankLib",
        "codelibs/ranklib e43f605",
        "ran",
        "new NDCGScorer($k).score(rankList)",
        "The ideal is remembered by query id: a second list with the same id is divided by "
        "the first one's.",
        unjudged=UNSEEN,
        averaging="mean over the lists",
        refuses=(Limit("negative", "RankLibError: Relevance label cannot be negative."),),
    ),
    Library(
        "letor",
        "Eval-Score-4.0.pl",
        "LETOR 4.0",
        "ran",
        "perl Eval-Score-4.0.pl features.txt predictions.txt out.txt 1",
        "A query with fewer than k documents scores 0.0000 at k, and that enters the mean.",
        unjudged=UNSEEN,
        averaging="mean over all queries, the zeros included",
        precision="prints 4 decimals",
        decimals=4,
        **_script(2),
    ),
    Library(
        "mslr",
        "eval-score-mslr.pl",
        "2010",
        "ran",
        "perl eval-score-mslr.pl features.txt predictions.txt out.txt 1",
        "Ranks 1 and 2 share the divisor 1, and NDCG@10 of a query with 3 documents is 0.",
        unjudged=UNSEEN,
        averaging="mean over all queries, the zeros included",
        precision="prints 4 decimals",
        decimals=4,
        **_script(4),
    ),
    Library(
        "mlnet",
        "Microsoft.ML",
        "3247bdef",
        "read",
        "mlContext.Ranking.Evaluate(scored, new RankingEvaluatorOptions "
        "{ DcgTruncationLevel = $k });",
        "It looks at the first 3 ranks only, unless DcgTruncationLevel says otherwise; "
        "and a grade of 1 earns 3.",
        "ML.NET #5425",
        "https://github.com/dotnet/machinelearning/issues/5425",
        UNSEEN,
        precision="the value inside is a hundred times as large",
        open=(
            Limit("fraction", "Its gains are a table of whole grades; {grade} is not in it."),
            Limit("grade above", "Its table of gains ends at grade 4, unless it is told more.", 4),
        ),
    ),
)
