"""Programs that learn to rank, and the scripts of their benchmarks."""

from typing import Any

from ndcg_core.libraries.limits import Limit
from ndcg_core.libraries.record import UNSEEN, Library


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
