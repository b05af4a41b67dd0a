"""Recommenders, and the two papers everything goes back to."""

from dataclasses import replace

from ndcg_core.libraries.record import UNSEEN, Library, Limit, overflow

_LENSKIT = """from lenskit.data import ItemList
from lenskit.metrics import NDCG
ranking = ItemList(item_ids=$ranked, ordered=True)
print(NDCG(n=$cut).measure_list(ranking, ItemList(item_ids=$relevant)))"""
_RECOMMENDERS = """import pandas
from recommenders.evaluation.python_evaluation import ndcg_at_k
true = pandas.DataFrame([(1, doc, grade) for doc, grade in $qrels.items()],
                        columns=["userID", "itemID", "rating"])
pred = pandas.DataFrame({"userID": 1, "itemID": $ranked, "prediction": $falling})
print(ndcg_at_k(true[true.rating > 0], pred, k=$k, col_prediction="prediction"))"""
_IMPLICIT = """import numpy, scipy.sparse
from implicit.evaluation import ranking_metrics_at_k
class Ranking:
    def recommend(self, users, user_items, N, **rest):
        items = ($ranked_numbers + [-1] * N)[:N]
        return numpy.array([items] * len(users), dtype="int32"), None
test = scipy.sparse.csr_matrix([$relevance_row + [0.0]])
print(ranking_metrics_at_k(Ranking(), test * 0, test, K=$k, show_progress=False)["ndcg"])"""

_GITHUB = "https://github.com"


_LENS = Library(
    "lenskit",
    "lenskit",
    "2025.8.1",
    "conformed",
    _LENSKIT,
    "Ranks 1 and 2 are not discounted, as in the paper of 2002; most others begin at rank 2.",
    "lkpy #417",
    f"{_GITHUB}/lenskit/lkpy/issues/417",
)
_RATING = replace(
    _LENS,
    id="lenskit-rating",
    call=_LENSKIT.replace("n=$cut", "n=$cut, gain='rating'").replace(
        "item_ids=$relevant", "item_ids=list($qrels), rating=list($qrels.values())"
    ),
    trap="Without gain='rating' every test item counts 1, whatever its rating.",
)


def _offset(library: Library) -> Library:
    call = library.call.replace("NDCG\n", "NDCG, LogRankWeight\n")
    return replace(
        library,
        id=f"{library.id}-offset",
        call=call.replace(").measure", ", weight=LogRankWeight(offset=1)).measure"),
        trap="It discounts from rank 2 on, as most others do; that is not LensKit's default.",
    )


_MICROSOFT = Library(
    "recommenders",
    "recommenders",
    "1.2.1",
    "conformed",
    _RECOMMENDERS,
    "An item counts 1 because it is in rating_true, even with a rating of 0; take those out first.",
    "recommenders #1749",
    f"{_GITHUB}/recommenders-team/recommenders/issues/1749",
    averaging="mean over the users with ratings; a user without a hit counts as 0",
)


def _score_type(name: str, number: int, trap: str) -> Library:
    call = _RECOMMENDERS.replace("true[true.rating > 0]", "true")
    return replace(
        _MICROSOFT,
        id=f"recommenders-{name}",
        call=call.replace('="prediction")', f'="prediction", score_type="{name}")'),
        trap=trap,
        thread=f"recommenders #{number}",
        url=f"{_GITHUB}/recommenders-team/recommenders/issues/{number}",
    )


RECOMMENDING = (
    _LENS,
    _RATING,
    _offset(_LENS),
    _offset(_RATING),
    Library(
        "implicit",
        "implicit",
        "0.7.3",
        "conformed",
        _IMPLICIT,
        "It takes the order in which recommend() returns the items, sorted or not, and reads past "
        "the end of fewer than K of them: the call fills them up with −1.",
        "implicit #624",
        f"{_GITHUB}/benfred/implicit/issues/624",
        averaging="mean over the users who have test items",
        refuses=(Limit("nothing relevant", "ZeroDivisionError: float division"),),
    ),
    Library(
        "recbole",
        "recbole",
        "1.2.1",
        "ran",
        "from recbole.quick_start import run_recbole\n"
        'run_recbole(config_dict={"metrics": ["NDCG"], "topk": [$k], "metric_decimal_place": 4})',
        "As released it stops with an AttributeError on NumPy 1.24 and later (np.float).",
        "RecBole #1714",
        f"{_GITHUB}/RUCAIBox/RecBole/issues/1714",
        precision="rounded to metric_decimal_place",
    ),
    _MICROSOFT,
    _score_type(
        "raw",
        1962,
        "Equal ratings take one place each in the ideal; a user with only zeros has no number.",
    ),
    replace(
        _score_type(
            "exp",
            1961,
            "In older releases ndcg_at_k has no argument score_type and stops with a TypeError.",
        ),
        refuses=(
            Limit(
                "negative among whole",
                "ValueError: Integers to negative integer powers are not allowed.",
            ),
        ),
        open=(overflow(64),),
    ),
    Library(
        "spark",
        "Spark MLlib",
        "3.4 (075aa42e)",
        "read",
        "new RankingMetrics(sc.parallelize(Seq((ranked, relevant)))).ndcgAt($k)",
        "With relevance values the ideal keeps the given order: unsorted truth can give more "
        "than 1.",
        "Spark #36843",
        f"{_GITHUB}/apache/spark/pull/36843",
        averaging="mean over the rows; empty truth counts as 0",
    ),
    Library(
        "evidently",
        "evidently",
        "0.7.23",
        "ran",
        "from evidently.legacy.metrics import NDCGKMetric\n"
        "from evidently.legacy.report import Report\n"
        "Report([NDCGKMetric(k=$k)]).run(reference_data=None, current_data=data, "
        "column_mapping=mapping)",
        "Documents with equal scores share a rank, and two 3s at one rank score 2.0; "
        "a shape mismatch was reported as well.",
        "evidently #1006",
        f"{_GITHUB}/evidentlyai/evidently/issues/1006",
        UNSEEN,
        "users without feedback are left out, unless no_feedback_users=True",
    ),
    Library(
        "jarvelin-2002",
        "paper",
        "TOIS 20(4), eq. 2",
        "read",
        "DCG[i] = CG[i] if i < b, else DCG[i-1] + G[i] / log_b(i); b = 2",
        "The vectors quoted everywhere print 10.52 and 11.21 where 10.53 and 11.22 are right; "
        "the paper itself was not opened.",
    ),
    Library(
        "burges-2005",
        "paper",
        "ICML 2005",
        "read",
        "sum of (2^r(i) - 1) / log(1 + i) up to L, times a constant that makes the best order 1",
        "It writes log without a base, which cancels in NDCG; the paper itself was not opened.",
        unjudged=UNSEEN,
    ),
)
