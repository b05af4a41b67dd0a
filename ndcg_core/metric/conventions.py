"""A convention: every choice on which two honest calculations of NDCG can differ, as data.

The discount d(i) is the divisor that makes rank i count less than the ranks above it.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from json import dumps
from math import inf, log, log2, nan
from types import MappingProxyType
from typing import Literal, get_args

from ndcg_core.metric.gains import Gain, amount, normalize_gain
from ndcg_core.metric.numbers import short_repr


def log_from_rank_b(i: int, base: float = 2.0) -> float:
    """Return d(i) = max(1, log_b(i)): no discount up to rank b (Järvelin & Kekäläinen 2002).

    A rank that is a power of a whole b gets its exact logarithm: log5(125) is 3.

    >>> [log_from_rank_b(i, base=2) for i in (1, 2, 4, 8)]
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
        "logb(i)": log_from_rank_b,
        "i": lambda i, base: float(i),
        "none": lambda i, base: 1.0,
    }
)
"""Every discount by its name, a function of rank and base. A divisor is at least 1 and never falls
as the rank grows.

>>> [DISCOUNTS[name](8, 2.0) for name in DISCOUNTS]
[3.169925001442312, 3.0, 8.0, 1.0]
"""

TABLED = 1024
"""Ranks whose divisors each convention keeps at hand."""


@lru_cache(maxsize=64)
def _table(discount: str, base: float) -> tuple[float, ...]:
    d = DISCOUNTS[discount]
    return tuple(d(i, base) for i in range(1, TABLED + 1))


Discount = str | Callable[[int], float] | Iterable[float]
"""What a convention's discount may be: a name of DISCOUNTS, a function, or a list."""


def normalized_discount(discount: object) -> str | Callable[[int], float] | tuple[float, ...]:
    """Return a discount as a name, a function or a tuple. Raise ValueError for anything else."""
    if callable(discount) or (isinstance(discount, str) and discount in DISCOUNTS):
        return discount
    unordered_or_text = isinstance(discount, (str, bytes, bytearray, Mapping, Set))
    divisors = _rising(discount) if isinstance(discount, Iterable) and not unordered_or_text else ()
    if divisors:
        return divisors
    raise ValueError(
        f"The discount of a convention is {short_repr(discount)}; it must be one of "
        f"{', '.join(map(dumps, DISCOUNTS))}, a function of the rank, or a list of the divisors "
        "from rank 1 on, such as [1, 1.585, 2]."
    )


def _rising(values: Iterable[object]) -> tuple[float, ...]:
    """Check that the divisors of ranks 1, 2, ... never fall, and return them.

    If they fell, an order could score higher than the ideal.
    """
    divisors: list[float] = []
    for rank, value in enumerate(values, 1):
        divisor = amount(value)
        if not divisor or divisor < (divisors or [0.0])[-1]:
            raise ValueError(
                f"The discount of a convention is {short_repr(value)} at rank {rank}; a divisor "
                "(of a "
                "weight of 0.63 it is 1/0.63) must be a finite number above 0, and not less than "
                "that of the rank above."
            )
        divisors.append(divisor)
    return tuple(divisors)


IDEALS = ("judged", "grades", "top-k", "ones")
Ties = Literal["input", "reversed", "averaged", "id-descending", "id-ascending", "worst", "shared"]
Negative = Literal["refuse", "as-zero", "as-is", "as-is-above-zero", "left-out"]
Fractions = Literal["kept", "dropped"]
Missing = Literal["zero", "left-out"]
Self = Literal["kept", "left-out"]


CHOICES: Mapping[str, tuple[object, ...]] = {
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
"""What each field of a convention may say; `Convention` explains them."""


@dataclass(frozen=True)
class Convention:
    """The rules of one NDCG: gain, discount, the pool of the ideal and the empty case.

    gain        "linear": g(r) = r; "exponential": g(r) = 2^r - 1; "binary": 1 where r > 0;
                "shifted": 2^(r + 1) - 1 where r > 0; or a function of the grade; or a table: the
                gains of grades 0, 1, 2, ... in a list, or {grade: gain}. It may fall as the grade
                rises; every gain must be 0 or more, and a grade without one is refused
    discount    "log2(i+1)": d(i) = log2(i + 1); "logb(i)": d(i) = max(1, log_b(i)), the
                discount of Järvelin & Kekäläinen; "i": d(i) = i; "none": d(i) = 1; or a function
                of the rank; or a list of d(1), d(2), ...: a rank that counts and has none is
                refused. No divisor may be 0, or less than that of the rank above
    ideal_from  "judged": the best order of all judged documents where a pool is passed, and of the
                grades given otherwise; "grades": always the best order of the grades given;
                "top-k": the best order of the top k of the grades given; "ones": k documents
                of grade 1, however many there are
    ideal_cut   "k": the ideal ends at k, or without one at the ranking's length; "pool": at k, or
                without one with the pool; "list": at k, and never beyond the ranking; "none": it
                is never cut
    empty       NDCG when nothing is relevant (IDCG = 0): 0.0, 1.0 or nan
    cutoff      "k": the k that is asked for; "32": always 32; "none": every rank counts. With
                the last two another k is refused
    beyond      a ranking shorter than k is scored as a "whole", or "zero": not at all
    ties        the order of equal scores, where scores are passed: "input", or that "reversed"; by
                document id, "id-descending" or "id-ascending"; "worst": the lowest grade first;
                "averaged": the mean over all orders; "shared": all at their mean rank, rounded down
    scores      "float64", or "float32": scores that differ by less are equal
    negative    a grade below 0: "refuse"; "as-zero": read as 0; "left-out": its document is no
                part of the ranking; "as-is": its gain is taken away; "as-is-above-zero":
                likewise, and where the ideal is not above 0 there is `empty`. A gain of one's
                own gives it nothing, even where grade 0 earns something
    fractions   of a grade: "kept"; "dropped": 2.7 is read as 2, and 0.5 as 0
    fewest      how many documents a ranking must have: 1; 0: one of none has `empty`; 2: a single
                one with a score is refused. `evaluate` scores every query
    self        a document with the id of its query: "kept", or "left-out" of the ranking
    missing     a judged query without a ranking: "zero", or "left-out" of the mean
    mean        is over "all" judged queries; or those with something "relevant"; or whose grades
                are "varied"; or all that are in the "run", judged or not. These three matter to
                `evaluate` alone
    base        b of "logb(i)", 2 or more, whole or not; the other discounts ignore it
    title, cite what to call it on a page, and who uses it

    `dataclasses.replace(STANDARD, gain="exponential")` makes a variant. A value that is not one
    of these raises ValueError.

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
                    f"The {field} of a convention is {short_repr(value)}; it must be a text."
                )
        for field, choices in CHOICES.items():
            if type(value := getattr(self, field)) not in (str, int) or value not in choices:
                subject = f"The {field} of a convention is {short_repr(value)}"
                raise ValueError(f"{subject}; it must be one of {', '.join(map(dumps, choices))}.")
        object.__setattr__(self, "gain", normalize_gain(self.gain))
        object.__setattr__(self, "discount", normalized_discount(self.discount))
        object.__setattr__(self, "empty", _empty(self.empty))
        object.__setattr__(self, "base", _base(self.base))

    def _repr_html_(self) -> str:
        from ndcg_core.metric.notation import discount_formula, gain_formula
        from ndcg_core.notebook import Table, render_tables

        rows = [("gain", gain_formula(self).text), ("discount", discount_formula(self).text)]
        rows += [(field, str(getattr(self, field))) for field in ("empty", *CHOICES)]
        if self.discount == "logb(i)":
            rows.append(("base", f"{self.base:g}"))
        title = f"{self.name}: {self.title}" if self.title else self.name
        return render_tables([Table(f"Convention {title}", ["choice", "value"], rows)], self.cite)

    @cached_property
    def table(self) -> tuple[float, ...]:
        """d(1), d(2), ... for as many ranks as are kept at hand."""
        if isinstance(self.discount, str):
            return _table(self.discount, self.base)
        return self.discount if isinstance(self.discount, tuple) else ()

    @cached_property
    def plain(self) -> bool:
        """Return True if, without a pool, both orders hold the same grades cut at the same k."""
        usual = (self.cutoff, self.beyond) == ("k", "whole")
        return usual and self.ideal_cut != "none" and self.ideal_from not in ("top-k", "ones")

    @cached_property
    def steady(self) -> bool:
        """Return True if all orders of the same documents have the same IDCG.

        An ideal from the top k changes with them, and a ranking that is not scored has no DCG.
        """
        return self.ideal_from != "top-k" and self.beyond != "zero"

    @cached_property
    def reads(self) -> tuple[str, str] | None:
        """Return the treatment of negative and of fractional grades, or None for that of
        `STANDARD`.
        """
        reads = self.negative, self.fractions
        return None if reads == ("refuse", "kept") else reads

    def divisors(self, n: int) -> tuple[float, ...]:
        """Return d(1), ..., d(n), possibly further. Raise ValueError if a list of divisors is
        shorter.
        """
        if n <= len(self.table):
            return self.table
        if isinstance(self.discount, tuple):
            raise ValueError(
                f"The discount of a convention is a list of {len(self.discount)}, and {n} ranks "
                "count; give each its divisor, or choose a smaller k."
            )
        divisors = map(self.divisor, range(1, n + 1))
        return tuple(divisors) if isinstance(self.discount, str) else _rising(divisors)

    def divisor(self, rank: int) -> float:
        """Return d(i) of one rank."""
        if callable(self.discount):
            return self.discount(rank)
        if isinstance(self.discount, str):
            return DISCOUNTS[self.discount](rank, self.base)
        return self.divisors(rank)[rank - 1]


def _empty(value: object) -> float:
    """Return 0.0, 1.0, or the one `math.nan`, so that equal conventions compare equal."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value in (0, 1):
            return float(value)
        if value != value:
            return nan
    raise ValueError(
        f"The empty of a convention is {short_repr(value)}; the NDCG of a query with nothing "
        "relevant "
        "must be 0.0, 1.0 or nan."
    )


def _base(value: object) -> float:
    try:
        if not isinstance(value, (str, bytes)) and 2 <= float(value) < inf:  # type: ignore[arg-type]
            return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(
        f"The base of a convention is {short_repr(value)}; it must be a finite number, 2 or more."
    )


STANDARD = Convention(
    "standard",
    title="Linear gain, log2(i+1)",
    cite="Gain and divisor of scikit-learn's ndcg_score and trec_eval's ndcg_cut",
)
