"""Each choice of a convention, in a few words."""

from collections.abc import Mapping

from ndcg_core.metric import Convention, number, short
from ndcg_core.metric.gain_tables import name

LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
GAINS = {
    "linear": "r",
    "exponential": "2^r − 1",
    "binary": "1 for every relevant document",
    "shifted": "2^(r + 1) − 1 (0 for a 0)",
}
SAID: Mapping[str, Mapping[object, str]] = {
    "ideal_from": {
        "judged": "the ideal from all judged documents",
        "grades": "the ideal from this list alone",
        "top-k": "the ideal from the top k of this list",
    },
    "cutoff": {
        "k": "the ranking cut at k",
        "32": "cut at 32, whatever k is",
        "none": "the ranking not cut, whatever k is",
    },
    "beyond": {
        "whole": "a ranking shorter than k scored as a whole",
        "zero": "0 for a ranking shorter than k",
    },
    "ties": {
        "input": "equal scores in the order of the input",
        "reversed": "equal scores in the input's order turned round",
        "averaged": "equal scores averaged",
        "id-descending": "equal scores by document id, the last first",
        "id-ascending": "equal scores by document id, the first first",
        "worst": "equal scores with the worst document first",
        "shared": "equal scores sharing a rank",
    },
    "scores": {"float64": "scores in float64", "float32": "scores in float32"},
    "negative": {
        "refuse": "negative grades refused",
        "as-zero": "negative grades read as 0",
        "as-is": "negative grades subtracted",
        "as-is-above-zero": "negative grades subtracted, and an ideal below 0 empty",
    },
    "fractions": {"kept": "fractions of a grade kept", "dropped": "fractions of a grade dropped"},
}


IDEAL_CUTS = {
    "k": ("the ideal cut where the ranking ends", "the ideal cut at k"),
    "pool": ("the ideal not cut, as there is no k", "the ideal cut at k"),
    "list": ("the ideal no longer than the ranking", "the ideal no longer than the ranking"),
    "none": ("the ideal not cut", "the ideal not cut"),
}
"""Where the ideal ends without a k, and with one."""


def said(convention: Convention, field: str, k: int | None = None) -> str:
    """One choice of a convention in words, for a ranking that is cut at k or not at all.

    >>> said(Convention("any", empty=1.0), "empty")
    '1 for a query with nothing relevant'
    >>> said(Convention("any", cutoff="32"), "ideal_cut", k=5)
    'the ideal cut at 32'
    """
    if field == "gain":
        return f"gain {_gain(convention)}"
    if field == "discount":
        return f"divisor {_divisor(convention)}"
    if field == "empty":
        value = convention.empty
        what = "no value" if value != value else number(value, 0)
        return f"{what} for a query with nothing relevant"
    if field == "ideal_cut":
        words = IDEAL_CUTS[convention.ideal_cut][k is not None or convention.cutoff == "32"]
        return words.replace("at k", "at 32") if convention.cutoff == "32" else words
    return SAID[field][getattr(convention, field)]


def changed(before: Convention, after: Convention, field: str, k: int | None = None) -> str:
    """What one choice becomes, and what it was where that says more.

    >>> changed(Convention("a"), Convention("b", gain="exponential"), "gain")
    'gain 2^r − 1 instead of r'
    """
    if field == "gain":
        return f"gain {_gain(after)} instead of {_gain(before)}"
    if field == "discount":
        return f"divisor {_divisor(after)} instead of {_divisor(before)}"
    return said(after, field, k)


def _gain(convention: Convention) -> str:
    if isinstance(convention.gain, str):
        return GAINS[convention.gain]
    return f"from {name(convention.gain)}"


def _divisor(convention: Convention) -> str:
    if convention.discount == "logb(i)":
        base = short(convention.base)
        return f"log{base.translate(LOWERED)}(i) from rank {base} on"
    return {"log2(i+1)": "log₂(i + 1)", "i": "i", "none": "1"}[convention.discount]
