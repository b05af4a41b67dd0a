"""NDCG, step by step: the calculation and its teaching, without a page.

The letters, the same in code, lessons and tables:

    i       rank, from 1
    r_i     grade (relevance) of the document at rank i
    g(r)    gain: what a document of grade r is worth
    d(i)    discount: the divisor of rank i
    k       cutoff: how many ranks count
    judged  the grades of all judged documents of the query, retrieved or not
"""

from ndcg_core import libraries
from ndcg_core.examples.published import load_examples
from ndcg_core.marking.marks import diagnose, mark
from ndcg_core.marking.summaries import summary
from ndcg_core.metric import (
    CONVENTIONS,
    DISCOUNTS,
    GAINS,
    IDEALS,
    STANDARD,
    Convention,
    Formula,
    Term,
    Trace,
    cg,
    cg_formula,
    dcg,
    dcg_formula,
    delta_ndcg,
    discount_formula,
    divisor_at,
    exact,
    gain_at,
    gain_formula,
    gains_formula,
    idcg,
    ndcg,
    ndcg_at_k,
    ndcg_curve,
    ndcg_formula,
    number,
    ratio_formula,
    short,
    sum_formula,
    term_formula,
    trace,
)
from ndcg_core.sheets.sheet import Sheet
from ndcg_core.version import __version__ as __version__
from ndcg_core.who import Printers, who_prints

__all__ = [  # noqa: RUF022 (plain `sorted` order)
    "CONVENTIONS",
    "Convention",
    "DISCOUNTS",
    "Formula",
    "GAINS",
    "IDEALS",
    "Printers",
    "STANDARD",
    "Sheet",
    "Term",
    "Trace",
    "cg",
    "cg_formula",
    "dcg",
    "dcg_formula",
    "delta_ndcg",
    "diagnose",
    "discount_formula",
    "divisor_at",
    "exact",
    "gain_at",
    "gain_formula",
    "gains_formula",
    "idcg",
    "libraries",
    "load_examples",
    "mark",
    "ndcg",
    "ndcg_at_k",
    "ndcg_curve",
    "ndcg_formula",
    "number",
    "ratio_formula",
    "short",
    "sum_formula",
    "summary",
    "term_formula",
    "trace",
    "who_prints",
]
