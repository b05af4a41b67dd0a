"""NDCG itself: gains, discounts, conventions, scores, traces, swaps and notation."""

from ndcg_core.metric.catalogue import CONVENTIONS
from ndcg_core.metric.conventions import DISCOUNTS, IDEALS, STANDARD, Convention
from ndcg_core.metric.gains import GAINS
from ndcg_core.metric.notation import (
    Formula,
    cg_formula,
    dcg_formula,
    discount_formula,
    gain_formula,
    ndcg_formula,
)
from ndcg_core.metric.numbers import exact, number, short
from ndcg_core.metric.score import cg, dcg, idcg, ndcg, ndcg_at_k
from ndcg_core.metric.swaps import delta_ndcg, ndcg_curve
from ndcg_core.metric.traces import Term, Trace, trace
from ndcg_core.metric.worked import (
    divisor_at,
    gain_at,
    gains_formula,
    ratio_formula,
    sum_formula,
    term_formula,
)

__all__ = [  # noqa: RUF022 (plain `sorted` order)
    "CONVENTIONS",
    "Convention",
    "DISCOUNTS",
    "Formula",
    "GAINS",
    "IDEALS",
    "STANDARD",
    "Term",
    "Trace",
    "cg",
    "cg_formula",
    "dcg",
    "dcg_formula",
    "delta_ndcg",
    "discount_formula",
    "divisor_at",
    "exact",
    "gain_at",
    "gain_formula",
    "gains_formula",
    "idcg",
    "ndcg",
    "ndcg_at_k",
    "ndcg_curve",
    "ndcg_formula",
    "number",
    "ratio_formula",
    "short",
    "sum_formula",
    "term_formula",
    "trace",
]
