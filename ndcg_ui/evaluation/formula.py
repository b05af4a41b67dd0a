"""What a document adds to the difference of two systems on one query, in a sentence. Pure."""

from __future__ import annotations

import polars as pl

from ndcg_core.evaluation.explanation import QueryDifference
from ndcg_core.evaluation.results import Results
from ndcg_core.metric.pools import effective_k
from ndcg_ui.evaluation.values import down_to
from ndcg_ui.html.builder import Html, p

SHARING = {
    "averaged": "1/d is the mean over their ranks",
    "shared": "all stand at their mean rank, rounded down",
}
"""What conventions do that give equal scores no order."""


def formula(found: QueryDifference, names: tuple[str, str], results: Results) -> Html:
    """The sentence under the waterfall: what a document adds."""
    one, other = names
    rules = results.convention
    depth = effective_k(results.ks[0], rules)
    said = (
        f"A document adds g(grade) × (1/d(rank in {other}) − 1/d(rank in {one})) / IDCG; 1/d is 0 "
        f"where a system does not show it {down_to(depth)}."
    )
    if rules.ties in SHARING:
        said += f" Where scores are equal, {SHARING[rules.ties]}."
    if len(set(_ideals(results, names, found.query))) > 1:
        said += " The two have an IDCG each here, and each 1/d is divided by its own."
    rest = ", and what the convention says where nothing is relevant," * (abs(found.rest) > 1e-9)
    return p(f"{said} All of them{rest} together are the difference, exactly.", css="say")


def _ideals(results: Results, names: tuple[str, str], query: str) -> list[float]:
    """The IDCG of those that answer the query."""
    here = (pl.col("query") == query) & (pl.col("retrieved") > 0)
    return [idcg for name in names for idcg in results.at(name).filter(here)["idcg"]]
