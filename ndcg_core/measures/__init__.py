"""Measures other than NDCG. Each measure is a sum over the ranks, with every step.

>>> from ndcg_core import measures
>>> measures.AP([3, 0, 1, 0]), measures.find_measure("RBP(p=0.5)@10")([1, 0, 1])
(0.8333333333333333, 0.625)
"""

import copyreg
import re
import warnings
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
from ndcg_core.measures.measure import MEASURE_TEXTS
from ndcg_core.measures.measure import Measure as Measure
from ndcg_core.measures.measure import Ranked as Ranked
from ndcg_core.measures.measure import Traced as Traced
from ndcg_core.measures.measure import rank_grades as rank_grades
from ndcg_core.measures.mistakes import NamedMistake as NamedMistake
from ndcg_core.measures.mistakes import describe_mistakes as describe_mistakes
from ndcg_core.measures.mistakes import explain_number as explain_number
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
            NDCG,
            DCG,
            CG,
            ERR,
            nERR,
            Tau,
            AP,
            Q,
            RBP,
            P,
            Recall,
            Rprec,
            RR,
            Hit,
            Bpref,
            Judged,
        )
    },
    "Measures",
    ("title", "choices", "reads"),
    lambda measure: (
        measure.title,
        ", ".join(measure.all_choices),
        "relevant or not" if measure.is_binary else "grades",
    ),
)
"""The measures by symbol."""
MEASURE_NAME = re.compile(r"([A-Za-z][\w.-]*?)(?:\((.*)\))?(?:(?:@|_at_|[_.])(\d+))?")


def _normalize_name(name: str) -> str:
    """Return a name in lower case, without underscores, dots and hyphens."""
    return re.sub(r"[_.-]", "", name.casefold())


MEASURE_SPELLINGS: Mapping[str, str] = MappingProxyType(
    {
        _normalize_name(spelling): symbol
        for symbol in MEASURES
        for spelling in (symbol, *MEASURE_TEXTS[symbol].get("also", ()))
    }
)
"""The symbol of a measure for each normalized spelling of its name."""
GDEVAL_MEASURES: Mapping[str, tuple[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "gdevalndcg": ("NDCG", {"gain": "exponential"}),
        "gdevalerr": ("ERR", {"largest": 4}),
    }
)
"""The symbol and the choices of the two measures of TREC's gdeval.pl, by normalized name."""
_FORMER_NAMES = {
    "Named": "NamedMistake",
    "explained": "explain_number",
    "named": "find_measure",
    "ranked": "rank_grades",
}
"""Former names, which still work with a warning."""
__all__ = [
    "MEASURES",
    "Measure",
    "NamedMistake",
    "Ranked",
    "Traced",
    "explain_number",
    "find_measure",
    "rank_grades",
    "wrong_numbers",
    *MEASURES,
]


def __getattr__(name: str) -> Any:
    """Return the object with a former name, and warn. Raise AttributeError for other names."""
    if name not in _FORMER_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    message = f"{__name__}.{name} is now called {_FORMER_NAMES[name]}"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    return globals()[_FORMER_NAMES[name]]


def find_measure(name: str) -> Measure:
    """Return the measure that a name describes, such as "RBP(p=0.5)@10".

    A name is a symbol, choices in brackets, and a cutoff after an @. The names of trec_eval
    (ndcg_cut_10, MAP, recip_rank, R@5) and of gdeval.pl (gdeval_ndcg@20, gdeval_err@20) work too.

    Parameters
    ----------
    name : str
        The name.

    Returns
    -------
    Measure
        The measure.

    Raises
    ------
    ValueError
        If there is no such measure or choice. The message names the most similar measure.

    Examples
    --------
    >>> find_measure("AP(rel=2, of=capped)@10").name, find_measure("success_5").name
    ('AP(rel=2, of=capped)@10', 'Hit@5')
    """
    found = MEASURE_NAME.fullmatch(name.replace(" ", "")) if isinstance(name, str) else None
    plain = _normalize_name(found[1]) if found else ""
    if not found or (plain not in MEASURE_SPELLINGS and plain not in GDEVAL_MEASURES):
        near = get_close_matches(_normalize_name(found[1]), MEASURE_SPELLINGS, 1) if found else ()
        similar = f"The most similar is {MEASURE_SPELLINGS[near[0]]}. " if near else ""
        raise ValueError(
            f"There is no measure {short_repr(name)}. {similar}The measures are "
            f"{', '.join(MEASURES)}, with choices and a cutoff if you like, as in RBP(p=0.5)@10."
        )
    _, choices_text, cut = found.groups()
    symbol, preset = GDEVAL_MEASURES.get(plain) or (MEASURE_SPELLINGS[plain], {})
    choices: dict[str, str | float] = {**preset}
    for pair in choices_text.split(",") if choices_text else ():
        key, _, value = pair.partition("=")
        choices[key] = float(value) if re.fullmatch(r"-?\d+\.?\d*", value) else value
    return MEASURES[symbol].with_choices(int(cut) if cut else None, **choices)


def _restore_measure(symbol: str, cut: int | None, chosen: Mapping[str, Any]) -> Measure:
    """Return the measure with the given symbol, cutoff and choices."""
    return replace(MEASURES[symbol], cut=cut, chosen=dict(chosen))


def _pickle_measure(measure: Measure) -> tuple[Any, ...]:
    """Return the function that restores a measure, and its arguments."""
    return _restore_measure, (measure.symbol, measure.cut, measure.chosen)


# A measure is pickled by its symbol, because its lambdas cannot be pickled.
copyreg.pickle(Measure, _pickle_measure)
