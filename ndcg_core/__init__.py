"""NDCG, step by step: the calculation and its teaching, without a page.

The letters, the same in code, lessons and tables:

    i       rank, from 1
    r_i     grade (relevance) of the document at rank i
    g(r)    gain: what a document of grade r is worth
    d(i)    discount: the divisor of rank i
    k       cutoff: how many ranks count
    judged  the grades of all judged documents of the query, retrieved or not
"""

from ndcg_core import libraries, metric
from ndcg_core.examples.published import load_examples
from ndcg_core.marking.marks import diagnose, mark
from ndcg_core.marking.summaries import summary
from ndcg_core.metric import *  # noqa: F403
from ndcg_core.sheets.sheet import Sheet
from ndcg_core.version import __version__ as __version__
from ndcg_core.who import Printers, who_prints

__all__ = [
    "Printers",
    "Sheet",
    "diagnose",
    "libraries",
    "load_examples",
    "mark",
    "summary",
    "who_prints",
]
__all__ += metric.__all__
