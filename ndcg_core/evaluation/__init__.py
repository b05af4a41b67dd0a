"""Many queries: per-query NDCG of a system, its mean, and two systems compared."""

from ndcg_core.evaluation.comparison import Comparison, Difference, compare
from ndcg_core.evaluation.queries import Evaluation, Query, evaluate, judged_queries

__all__ = [
    "Comparison",
    "Difference",
    "Evaluation",
    "Query",
    "compare",
    "evaluate",
    "judged_queries",
]
