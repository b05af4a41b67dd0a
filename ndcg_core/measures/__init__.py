"""Measures beside NDCG, on the same ranking: each a sum of terms by rank, with every step.

>>> from ndcg_core import measures
>>> measures.AP([3, 0, 1, 0]), measures.named("RBP(p=0.5)@10")([1, 0, 1])
(0.8333333333333333, 0.625)
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from ndcg_core.measures.average_precision import AP as AP
from ndcg_core.measures.bpref import Bpref as Bpref
from ndcg_core.measures.cumulated_gain import CG as CG
from ndcg_core.measures.cumulated_gain import DCG as DCG
from ndcg_core.measures.cumulated_gain import NDCG as NDCG
from ndcg_core.measures.expected_reciprocal_rank import ERR as ERR
from ndcg_core.measures.expected_reciprocal_rank import nERR as nERR
from ndcg_core.measures.kendall import Tau as Tau
from ndcg_core.measures.measure import Measure as Measure
from ndcg_core.measures.measure import Ranked as Ranked
from ndcg_core.measures.measure import Traced as Traced
from ndcg_core.measures.measure import ranked as ranked
from ndcg_core.measures.mistakes import Named as Named
from ndcg_core.measures.mistakes import explained as explained
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
from ndcg_core.metric.numbers import shown

MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        measure.symbol: measure
        for measure in (
            *(NDCG, DCG, CG, ERR, nERR, Tau),
            *(AP, Q, RBP, P, Recall, Rprec, RR, Hit, Bpref, Judged),
        )
    }
)
"""Every measure by its symbol: those that read grades, then those that read relevant or not."""
NAME = re.compile(r"(\w+)(?:\(([^()]*)\))?(?:@(\d+))?")


def named(name: str) -> Measure:
    """The measure of a name: its symbol, choices in brackets, and the cutoff after an @.

    ValueError: there is no such measure or no such choice.

    >>> named("AP(rel=2, of=capped)@10").name
    'AP(rel=2, of=capped)@10'
    """
    found = NAME.fullmatch(name.replace(" ", "")) if isinstance(name, str) else None
    if not found or found[1] not in MEASURES:
        raise ValueError(
            f"There is no measure {shown(name)}; there is {', '.join(MEASURES)}, with choices and "
            "a cutoff where you like: RBP(p=0.5)@10."
        )
    symbol, told, cut = found.groups()
    choices: dict[str, str | float] = {}
    for pair in told.split(",") if told else ():
        key, _, value = pair.partition("=")
        choices[key] = float(value) if re.fullmatch(r"-?\d+\.?\d*", value) else value
    return MEASURES[symbol].having(int(cut) if cut else None, **choices)
