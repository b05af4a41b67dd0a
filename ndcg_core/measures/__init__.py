"""Measures beside NDCG, on the same ranking: each a sum of terms by rank, with every step.

>>> from ndcg_core import measures
>>> measures.AP([3, 0, 1, 0]), measures.find_measure("RBP(p=0.5)@10")([1, 0, 1])
(0.8333333333333333, 0.625)
"""

import copyreg
import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from ndcg_core.measures.average_precision import AP as AP
from ndcg_core.measures.bpref import Bpref as Bpref
from ndcg_core.measures.cumulated_gain import CG as CG
from ndcg_core.measures.cumulated_gain import DCG as DCG
from ndcg_core.measures.cumulated_gain import NDCG as NDCG
from ndcg_core.measures.expected_reciprocal_rank import ERR as ERR
from ndcg_core.measures.expected_reciprocal_rank import nERR as nERR
from ndcg_core.measures.kendall import Tau as Tau
from ndcg_core.measures.measure import NAMES
from ndcg_core.measures.measure import Measure as Measure
from ndcg_core.measures.measure import Ranked as Ranked
from ndcg_core.measures.measure import Traced as Traced
from ndcg_core.measures.measure import rank_grades as rank_grades
from ndcg_core.measures.mistakes import Named as Named
from ndcg_core.measures.mistakes import explain_number as explain_number
from ndcg_core.measures.mistakes import say_of as say_of
from ndcg_core.measures.mistakes import wrong_numbers as wrong_numbers
from ndcg_core.measures.q_measure import Q as Q
from ndcg_core.measures.rank_biased_precision import RBP as RBP
from ndcg_core.measures.reciprocal_rank import RR as RR
from ndcg_core.measures.shares import Hit as Hit
from ndcg_core.measures.shares import Judged as Judged
from ndcg_core.measures.shares import P as P
from ndcg_core.measures.shares import Recall as Recall
from ndcg_core.measures.shares import Rprec as Rprec
from ndcg_core.metric.numbers import short_repr
from ndcg_core.notebook import Catalogue as _Catalogue

MEASURES: Mapping[str, Measure] = _Catalogue(
    {
        measure.symbol: measure
        for measure in (
            *(NDCG, DCG, CG, ERR, nERR, Tau),
            *(AP, Q, RBP, P, Recall, Rprec, RR, Hit, Bpref, Judged),
        )
    },
    "Measures",
    ("title", "choices", "reads"),
    lambda measure: (
        measure.title,
        ", ".join(measure.may),
        "relevant or not" if measure.binary else "grades",
    ),
)
"""Every measure by its symbol: those that read grades, then those that read relevant or not."""
NAME = re.compile(r"([A-Za-z][\w.-]*?)(?:\((.*)\))?(?:(?:@|_at_|[_.])(\d+))?")


def _plain(name: str) -> str:
    return re.sub(r"[_.-]", "", name.casefold())


SPELLINGS: Mapping[str, str] = MappingProxyType(
    {
        _plain(spelling): symbol
        for symbol in MEASURES
        for spelling in (symbol, *NAMES[symbol].get("also", ()))
    }
)
"""The symbol of each way to write a measure."""
GDEVAL: Mapping[str, tuple[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "gdevalndcg": ("NDCG", {"gain": "exponential"}),
        "gdevalerr": ("ERR", {"largest": 4}),
    }
)
"""The two measures of TREC's gdeval.pl, whose highest grade is 4: a symbol and its choices."""
__all__ = [
    *("MEASURES", "Measure", "Named", "Ranked", "Traced", "explained", "named", "ranked"),
    *("wrong_numbers", *MEASURES),
]


def find_measure(name: str) -> Measure:
    """Return the measure of a name: a symbol, choices in brackets, and a cutoff after an @.

    The names that trec_eval and people write do too: ndcg_cut_10, MAP, recip_rank, R@5, and those
    of gdeval.pl: gdeval_ndcg@20, gdeval_err@20. ValueError: there is no such measure or no such
    choice; it says which is nearest.

    >>> find_measure("AP(rel=2, of=capped)@10").name, find_measure("success_5").name
    ('AP(rel=2, of=capped)@10', 'Hit@5')
    """
    found = NAME.fullmatch(name.replace(" ", "")) if isinstance(name, str) else None
    plain = _plain(found[1]) if found else ""
    if not found or (plain not in SPELLINGS and plain not in GDEVAL):
        near = get_close_matches(_plain(found[1]), SPELLINGS, 1) if found else ()
        there = f"the nearest is {SPELLINGS[near[0]]}. There" if near else "there"
        raise ValueError(
            f"There is no measure {short_repr(name)}; {there} is {', '.join(MEASURES)}, with "
            "choices "
            "and a cutoff where you like: RBP(p=0.5)@10."
        )
    _, told, cut = found.groups()
    symbol, preset = GDEVAL.get(plain) or (SPELLINGS[plain], {})
    choices: dict[str, str | float] = {**preset}
    for pair in told.split(",") if told else ():
        key, _, value = pair.partition("=")
        choices[key] = float(value) if re.fullmatch(r"-?\d+\.?\d*", value) else value
    return MEASURES[symbol].with_choices(int(cut) if cut else None, **choices)


def _again(symbol: str, cut: int | None, chosen: Mapping[str, Any]) -> Measure:
    return replace(MEASURES[symbol], cut=cut, chosen=dict(chosen))


def _pickle_measure(measure: Measure) -> tuple[Any, ...]:
    return _again, (measure.symbol, measure.cut, measure.chosen)


copyreg.pickle(
    Measure, _pickle_measure
)  # by its symbol: functions without a name cannot be written down
