"""NDCG, step by step: the calculation and its teaching, without pages.

Code, lessons and tables use the same letters:

    i       rank, from 1
    r_i     grade (relevance) of the document at rank i
    g(r)    gain of a document of grade r
    d(i)    discount: the divisor of rank i
    k       cutoff: the number of ranks that count
    judged  the grades of all judged documents of the query, retrieved or not
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if sys.version_info < (3, 11):  # noqa: UP036 (a clone needs no installer that would say it)
    sys.exit(f"NDCG, step by step, needs Python 3.11 or newer. This is {sys.version.split()[0]}.")

from ndcg_core import metric
from ndcg_core.metric import *  # noqa: F403
from ndcg_core.version import __version__ as __version__

if TYPE_CHECKING:
    from ndcg_core import libraries as libraries
    from ndcg_core import measures as measures
    from ndcg_core import testing as testing
    from ndcg_core.checking import check as check
    from ndcg_core.examples.published import load_examples as load_examples
    from ndcg_core.marking.marks import diagnose as diagnose
    from ndcg_core.marking.marks import mark as mark
    from ndcg_core.marking.summaries import summary as summary
    from ndcg_core.metric.many import ndcg_many as ndcg_many
    from ndcg_core.sheets.sheet import Sheet as Sheet
    from ndcg_core.who import Printers as Printers
    from ndcg_core.who import who_prints as who_prints
    from ndcg_core.who import who_prints_all as who_prints_all

LAZY_MODULES = {
    "Printers": "who",
    "Sheet": "sheets.sheet",
    "check": "checking",
    "diagnose": "marking.marks",
    "libraries": "libraries",
    "load_examples": "examples.published",
    "mark": "marking.marks",
    "measures": "measures",
    "ndcg_many": "metric.many",
    "summary": "marking.summaries",
    "testing": "testing",
    "who_prints": "who",
    "who_prints_all": "who",
}
"""The public names that are imported on first use, with their modules."""
__all__ = [*LAZY_MODULES, *metric.__all__]


def __getattr__(name: str) -> Any:
    """Import and return a public name on its first use. Raise AttributeError for other names."""
    if name not in LAZY_MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{LAZY_MODULES[name]}")
    globals()[name] = value = getattr(module, name, module)
    return value


def __dir__() -> list[str]:
    """Return the names of this module, including those that are imported on first use."""
    return sorted({*globals(), *LAZY_MODULES})
