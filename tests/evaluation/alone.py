"""Each query by itself, with the pure core and nothing of the many."""

from __future__ import annotations

import ndcg_core as nc
from tests.evaluation.many import Data

KS = (1, 3, 10, 40, None)


def alone(found: Data, k, convention) -> dict[str, float]:
    """NDCG@k of each judged query; 0 for one that the run leaves out."""
    values = {}
    for query, pool in found.qrels.items():
        docs = found.run.get(query, {})
        grades = [pool.get(doc, 0.0) for doc in docs]
        values[query] = (
            nc.ndcg(grades, k, convention, list(pool.values()), list(docs.values()), list(docs))
            if docs
            else 0.0
        )
    return values
