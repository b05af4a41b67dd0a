"""A convention: every choice on which two valid calculations of NDCG can differ, as data.

The discount d(i) is the divisor that reduces the gain at rank i.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from json import dumps
from math import inf, log, log2, nan
from types import MappingProxyType
from typing import Literal, get_args

from ndcg_core.metric.gains import Gain, normalize_gain, read_nonnegative
from ndcg_core.metric.numbers import is_iterable, short_repr


def calculate_log_discount(i: int, base: float = 2.0) -> float:
    """Return d(i) = max(1, log_b(i)): no discount up to rank b (Järvelin & Kekäläinen 2002).

    A rank that is a power of a whole b gets its exact logarithm: log5(125) is 3.

    >>> [calculate_log_discount(i, base=2) for i in (1, 2, 4, 8)]
    [1.0, 1.0, 2.0, 3.0]
    """
    if i <= base:
        return 1.0
    exponent = log2(i) if base == 2.0 else log(i) / log(base)
    whole = round(exponent)
    return float(whole) if base**whole == i else exponent


DISCOUNTS: Mapping[str, Callable[[int, float], float]] = MappingProxyType(
    {
        "log2(i+1)": lambda i, base: log2(i + 1),
        "logb(i)": calculate_log_discount,
        "i": lambda i, base: float(i),
        "none": lambda i, base: 1.0,
    }
)
"""The discounts by name. Each is a function d(i, base) that returns the divisor of rank i.

A divisor is at least 1 and never falls as the rank grows.

>>> [DISCOUNTS[name](8, 2.0) for name in DISCOUNTS]
[3.169925001442312, 3.0, 8.0, 1.0]
"""

PRECOMPUTED_RANKS = 1024
"""The number of ranks with precomputed divisors."""


@lru_cache(maxsize=64)
def _tabulate_discount(discount: str, base: float) -> tuple[float, ...]:
    """Return the divisors of the first `PRECOMPUTED_RANKS` ranks under a named discount."""
    d = DISCOUNTS[discount]
    return tuple(d(i, base) for i in range(1, PRECOMPUTED_RANKS + 1))


Discount = str | Callable[[int], float] | Iterable[float]
"""The types of a convention's discount: a name in DISCOUNTS, a function or a list."""


def normalize_discount(discount: object) -> str | Callable[[int], float] | tuple[float, ...]:
    """Convert a discount to a name, a function or a tuple of divisors.

    Raises ValueError for a bad discount.
    """
    if callable(discount) or (isinstance(discount, str) and discount in DISCOUNTS):
        return discount
    unordered_or_text = isinstance(discount, (str, bytes, bytearray, Mapping, Set))
    divisors = _read_divisors(discount) if is_iterable(discount) and not unordered_or_text else ()
    if divisors:
        return divisors
    raise ValueError(
        f"The discount of a convention is {short_repr(discount)}. It must be one of "
        f"{', '.join(map(dumps, DISCOUNTS))}, a function of the rank, or a list of the divisors "
        "from rank 1 on, such as [1, 1.585, 2]."
    )


def _read_divisors(values: Iterable[object]) -> tuple[float, ...]:
    """Convert the divisors of ranks 1, 2, ... to a tuple of floats.

    Raises ValueError for a divisor that is not above 0, or smaller than the divisor before. With
    falling divisors, an order could score higher than the ideal order.
    """
    divisors: list[float] = []
    for rank, value in enumerate(values, 1):
        divisor = read_nonnegative(value)
        if not divisor or divisor < (divisors or [0.0])[-1]:
            raise ValueError(
                f"The discount of a convention is {short_repr(value)} at rank {rank}. A divisor "
                "(of a weight of 0.63 it is 1/0.63) must be a finite number above 0, and not less "
                "than that of the rank above."
            )
        divisors.append(divisor)
    return tuple(divisors)


IDEALS = ("judged", "grades", "top-k", "ones")
"""The values of `Convention.ideal_from`: the documents that the ideal order is built from."""
Ties = Literal["input", "reversed", "averaged", "id-descending", "id-ascending", "worst", "shared"]
Negative = Literal["refuse", "as-zero", "as-is", "as-is-above-zero", "left-out"]
Fractions = Literal["kept", "dropped"]
Missing = Literal["zero", "left-out"]
Self = Literal["kept", "left-out"]


FIELD_CHOICES: Mapping[str, tuple[object, ...]] = {
    "ideal_from": IDEALS,
    "ideal_cut": ("k", "pool", "list", "none"),
    "cutoff": ("k", "32", "none"),
    "beyond": ("whole", "zero"),
    "ties": get_args(Ties),
    "scores": ("float64", "float32"),
    "negative": get_args(Negative),
    "fractions": get_args(Fractions),
    "fewest": (0, 1, 2),
    "self": get_args(Self),
    "missing": get_args(Missing),
    "mean": ("all", "relevant", "varied", "run"),
}
"""The allowed values of each field of a convention. `Convention` explains the values."""


@dataclass(frozen=True)
class Convention:
    """The rules of one variant of NDCG: gain, discount, ideal order and special cases.

    `dataclasses.replace(STANDARD, gain="exponential")` makes a variant. A convention is immutable.

    Parameters
    ----------
    name : str
        A short name.
    gain : str, callable, iterable or mapping, default "linear"
        The gain g(r) of a grade r. "linear" is r, "exponential" is 2^r - 1, "binary" is 1 if
        r > 0, and "shifted" is 2^(r + 1) - 1 if r > 0. The gain can also be a function of the
        grade, a list with the gains of grades 0, 1, 2 and so on, or a mapping from grades to
        gains. A gain is 0 or more. It may fall as the grade rises.
    discount : str, callable or iterable, default "log2(i+1)"
        The divisor d(i) of rank i: "log2(i+1)", "logb(i)", which is max(1, log_b(i)), "i", or
        "none", which is 1. The discount can also be a function of the rank, or a list of d(1), d(2)
        and so on. A divisor is above 0 and never smaller than the divisor of the rank above.
    ideal_from : {"judged", "grades", "top-k", "ones"}, default "judged"
        The documents in the ideal order. "judged": all judged documents if a pool is passed, else
        the grades. "grades": always the grades. "top-k": the grades of the first k ranks. "ones":
        k documents of grade 1.
    ideal_cut : {"k", "pool", "list", "none"}, default "k"
        The length of the ideal order. "k": k, or the length of the ranking without a k. "pool": k,
        or the size of the pool without a k. "list": k, but never more than the ranking. "none":
        all documents.
    empty : {0.0, 1.0, nan}, default 0.0
        NDCG if nothing is relevant, so that IDCG is 0.
    cutoff : {"k", "32", "none"}, default "k"
        "k": the cutoff that the caller passes. "32": always 32. "none": every rank counts. With
        "32" and "none", any other k raises `ValueError`.
    beyond : {"whole", "zero"}, default "whole"
        A ranking shorter than k is scored without its missing ranks, or has NDCG 0.
    ties : str, default "input"
        The order of documents with equal scores: "input", "reversed", "id-descending",
        "id-ascending", or "worst" (lowest grade first). "averaged" calculates the mean over
        all orders. With "shared", all tied documents have their mean rank, rounded down.
    scores : {"float64", "float32"}, default "float64"
        The precision at which two scores count as equal.
    negative : str, default "refuse"
        A grade below 0. "refuse" raises `ValueError`. "as-zero" replaces the grade by 0. "left-out"
        removes the document. "as-is" subtracts the gain of the document. "as-is-above-zero" does
        the same, but `empty` applies if IDCG is not above 0. With a gain function or table of your
        own, a grade below 0 has no gain.
    fractions : {"kept", "dropped"}, default "kept"
        "dropped" reads the grade 2.7 as 2.
    fewest : {0, 1, 2}, default 1
        The number of documents that a ranking needs. With 0, an empty ranking has the value
        `empty`. With 2, a single scored document raises `ValueError`. `evaluate` scores every
        query.
    self : {"kept", "left-out"}, default "kept"
        A document that has the id of its query.
    missing : {"zero", "left-out"}, default "zero"
        A judged query without a ranking. Only `evaluate` uses this field.
    mean : {"all", "relevant", "varied", "run"}, default "all"
        The queries in the mean: all judged queries; those with a relevant document; those whose
        grades differ; or all queries of the run. Only `evaluate` uses this field.
    base : float, default 2.0
        The base b of "logb(i)", 2 or more.
    title : str, optional
        The name that a page shows.
    cite : str, optional
        The library or paper that uses the convention.

    Raises
    ------
    ValueError
        If a field has a value that is not listed above.

    References
    ----------
    Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques: "logb(i)".
    Burges et al. (2005), Learning to rank using gradient descent: 2^r - 1 and log2(i + 1).

    Examples
    --------
    >>> Convention("mine", gain="exponential").discount
    'log2(i+1)'
    >>> Convention("label_gain", gain=[0, 1, 3, 7]).gain(2)
    3.0
    """

    name: str
    gain: Gain = "linear"
    discount: Discount = "log2(i+1)"
    ideal_from: str = "judged"
    ideal_cut: str = "k"
    empty: float = 0.0
    cutoff: str = "k"
    beyond: str = "whole"
    ties: str = "input"
    scores: str = "float64"
    negative: str = "refuse"
    fractions: str = "kept"
    fewest: int = 1
    self: str = "kept"
    missing: str = "zero"
    mean: str = "all"
    base: float = 2.0
    title: str = ""
    cite: str = ""

    def __post_init__(self) -> None:
        for field in ("name", "title", "cite"):
            if not isinstance(value := getattr(self, field), str):
                raise ValueError(
                    f"The {field} of a convention is {short_repr(value)}. It must be a string."
                )
        for field, choices in FIELD_CHOICES.items():
            if type(value := getattr(self, field)) not in (str, int) or value not in choices:
                subject = f"The {field} of a convention is {short_repr(value)}"
                raise ValueError(f"{subject}. It must be one of {', '.join(map(dumps, choices))}.")
        object.__setattr__(self, "gain", normalize_gain(self.gain))
        object.__setattr__(self, "discount", normalize_discount(self.discount))
        object.__setattr__(self, "empty", _normalize_empty(self.empty))
        object.__setattr__(self, "base", _normalize_base(self.base))

    def _repr_html_(self) -> str:
        from ndcg_core.metric.notation import discount_formula, gain_formula
        from ndcg_core.notebook import Table, render_tables

        rows = [("gain", gain_formula(self).text), ("discount", discount_formula(self).text)]
        rows += [(field, str(getattr(self, field))) for field in ("empty", *FIELD_CHOICES)]
        if self.discount == "logb(i)":
            rows.append(("base", f"{self.base:g}"))
        title = f"{self.name}: {self.title}" if self.title else self.name
        return render_tables([Table(f"Convention {title}", ["choice", "value"], rows)], self.cite)

    @cached_property
    def precomputed_divisors(self) -> tuple[float, ...]:
        """The divisors d(1), d(2), ... known in advance, or () for a user's function."""
        if isinstance(self.discount, str):
            return _tabulate_discount(self.discount, self.base)
        return self.discount if isinstance(self.discount, tuple) else ()

    @cached_property
    def has_matching_orders(self) -> bool:
        """True if, without a pool, the ideal order has the ranking's grades and cutoff."""
        usual = (self.cutoff, self.beyond) == ("k", "whole")
        return usual and self.ideal_cut != "none" and self.ideal_from not in ("top-k", "ones")

    @cached_property
    def has_fixed_idcg(self) -> bool:
        """True if IDCG certainly does not depend on the order of the documents.

        An ideal order from the top k depends on the order. A convention that scores short rankings
        0 does not count as fixed either.
        """
        return self.ideal_from != "top-k" and self.beyond != "zero"

    @cached_property
    def grade_rules(self) -> tuple[str, str] | None:
        """The fields `negative` and `fractions`, or None if both have the default."""
        rules = self.negative, self.fractions
        return None if rules == ("refuse", "kept") else rules

    def divisors(self, n: int) -> tuple[float, ...]:
        """Return the divisors of at least the first n ranks.

        Parameters
        ----------
        n : int
            The number of ranks.

        Returns
        -------
        tuple of float
            d(1), ..., d(n), and possibly further divisors.

        Raises
        ------
        ValueError
            If the discount is a list of fewer than n divisors, or a function whose values are not
            positive and finite, or drop from one rank to the next.
        """
        if n <= len(self.precomputed_divisors):
            return self.precomputed_divisors
        if isinstance(self.discount, tuple):
            raise ValueError(
                f"The discount of a convention is a list of {len(self.discount)}, and {n} ranks "
                "count. Give each its divisor, or choose a smaller k."
            )
        divisors = map(self.divisor, range(1, n + 1))
        return tuple(divisors) if isinstance(self.discount, str) else _read_divisors(divisors)

    def divisor(self, rank: int) -> float:
        """Return d(i), the divisor of the gain at a rank.

        Parameters
        ----------
        rank : int
            The rank i, from 1.

        Returns
        -------
        float
            The divisor. The result of a user's function is not checked.

        Raises
        ------
        ValueError
            If the discount is a list that ends above this rank.
        """
        if callable(self.discount):
            return self.discount(rank)
        if isinstance(self.discount, str):
            return DISCOUNTS[self.discount](rank, self.base)
        return self.divisors(rank)[rank - 1]


def _normalize_empty(value: object) -> float:
    """Return 0.0, 1.0 or `math.nan`. Raise ValueError for any other value.

    Every NaN becomes the object `math.nan`, so that equal conventions compare equal.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value in (0, 1):
            return float(value)
        if value != value:
            return nan
    raise ValueError(
        f"The empty of a convention is {short_repr(value)}. The NDCG of a query with nothing "
        "relevant must be 0.0, 1.0 or nan."
    )


def _normalize_base(value: object) -> float:
    """Return the base as a float. Raise ValueError if it is not a finite number of 2 or more."""
    try:
        if not isinstance(value, (str, bytes)) and 2 <= float(value) < inf:  # type: ignore[arg-type]
            return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(
        f"The base of a convention is {short_repr(value)}. It must be a finite number, 2 or more."
    )


STANDARD = Convention(
    "standard",
    title="Linear gain, log2(i+1)",
    cite="Gain and divisor of scikit-learn's ndcg_score and trec_eval's ndcg_cut",
)
"""The convention that every function uses by default.

Gain r, discount log2(i + 1), the ideal order from the judged pool if there is one, and 0.0 for a
query with nothing relevant.
"""
