"""Gradient boosting that learns to rank."""

from ndcg_core.libraries.limits import Limit
from ndcg_core.libraries.record import UNSEEN, Library

_LIGHTGBM = """import lightgbm, numpy
data = lightgbm.Dataset(numpy.zeros(($n, 1)), label=$grades, group=[$n], init_score=$scores)
params = {"objective": "lambdarank", "metric": "ndcg", "eval_at": [$k], "verbose": -1}
print(lightgbm.Booster(params, data).eval_train()[0][2])"""
_XGBOOST = """import numpy, xgboost
data = xgboost.DMatrix(numpy.zeros(($n, 1)), label=$grades)
data.set_group([$n])
data.set_base_margin($scores)
params = {"objective": "rank:pairwise", "eval_metric": "$metric"$extra}
print(xgboost.train(params, data, num_boost_round=0).eval(data))"""
_CATBOOST = """from catboost.utils import eval_metric
metric = "NDCG:type=$type;denominator=$denominator;top=$top"
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


def _with(template: str, **choices: str) -> str:
    for name, text in choices.items():
        template = template.replace(f"${name}", text)
    return template


def _xgboost(
    id: str,
    metric: str,
    trap: str,
    thread: int,
    extra: str = "",
    refuses: tuple[Limit, ...] = _XGBOOST_REFUSES,
) -> Library:
    return Library(
        id,
        "xgboost",
        "3.2.0",
        "conformed",
        _with(_XGBOOST, metric=metric, extra=extra),
        trap,
        f"xgboost #{thread}",
        f"https://github.com/dmlc/xgboost/issues/{thread}",
        UNSEEN,
        "weighted mean over the groups; the 1.0 of an empty group is not weighted",
        "float64 sums, scores and grades in float32",
        held="float32",
        refuses=refuses,
    )


def _catboost(id: str, type: str, denominator: str, trap: str) -> Library:
    return Library(
        id,
        "catboost",
        "1.2.10",
        "conformed",
        _with(_CATBOOST, type=type, denominator=denominator),
        trap,
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
    _xgboost(
        "xgboost",
        "ndcg@$k",
        "Exponential gain, and 1 for a query with nothing relevant: worked out by hand with the "
        "grades themselves, the number is another.",
        11235,
    ),
    _xgboost(
        "xgboost-minus",
        "ndcg@$k-",
        "The minus behind the metric's name is all that turns an empty query from 1 to 0.",
        11235,
    ),
    _xgboost(
        "xgboost-bare",
        "ndcg",
        "Without @k it is ndcg@32: lists longer than 32 are cut without a word.",
        11235,
    ),
    _xgboost(
        "xgboost-linear",
        "ndcg@$k",
        "In releases before the fix of June 2025 (#11534) ndcg_exp_gain=False was read and had no "
        "effect on the metric.",
        11517,
        ', "ndcg_exp_gain": False',
        (),
    ),
    _catboost(
        "catboost",
        "Base",
        "LogPosition",
        "Linear gain by default, unlike LightGBM and XGBoost; score() once ignored the "
        "parameters of the metric.",
    ),
    _catboost(
        "catboost-position",
        "Base",
        "Position",
        "denominator=Position divides by the rank itself; score() once ignored the parameter.",
    ),
    _catboost(
        "catboost-exp",
        "Exp",
        "LogPosition",
        "Equal scores count as if the worst document came first; score() once ignored type=Exp.",
    ),
    _catboost(
        "catboost-exp-position",
        "Exp",
        "Position",
        "Two parameters away from the default, and score() once ignored both.",
    ),
)
