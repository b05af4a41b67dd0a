"""A convention: every choice on which two honest calculations of NDCG can differ, as data.

The discount d(i) is the divisor that makes rank i count less than the ranks above it:

log2(i+1)  d(i) = log2(i + 1)          1, 1.585, 2, 2.322, ...
logb(i)    d(i) = max(1, log_b(i))     no discount down to rank b, then the logarithm
i          d(i) = i                    1, 2, 3, 4, ...
none       d(i) = 1                    every rank counts in full
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf, log, log2, nan
from types import MappingProxyType

from ndcg_core.metric.gains import Gain, normalized
from ndcg_core.metric.numbers import shown


def log_from_rank_b(i: int, base: float = 2.0) -> float:
    """d(i) = max(1, log_b(i)): ranks above b are not discounted (Järvelin & Kekäläinen 2002).

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


def _divisors(discount: str, base: float, n: int) -> tuple[float, ...]:
    d = DISCOUNTS[discount]
    return tuple(d(i, base) for i in range(1, n + 1))


@lru_cache(maxsize=64)
def _table(discount: str, base: float) -> tuple[float, ...]:
    return _divisors(discount, base, TABLED)


IDEALS = ("judged", "grades", "top-k")
"""Where the ideal order comes from; see `Convention.ideal_from`."""
TIES = ("input", "reversed", "averaged", "id-descending", "id-ascending", "worst", "shared")
NEGATIVE = ("refuse", "as-zero", "as-is", "as-is-above-zero")
FRACTIONS = ("kept", "dropped")


CHOICES: Mapping[str, Iterable[str]] = MappingProxyType(
    {
        "discount": DISCOUNTS,
        "ideal_from": IDEALS,
        "ideal_cut": ("k", "pool", "list", "none"),
        "cutoff": ("k", "32", "none"),
        "beyond": ("whole", "zero"),
        "ties": TIES,
        "scores": ("float64", "float32"),
        "negative": NEGATIVE,
        "fractions": FRACTIONS,
    }
)
"""What each field of a convention may say; `Convention` explains them."""


@dataclass(frozen=True)
class Convention:
    """How grades become gains, ranks become divisors, and what 1.0 is measured against.

    gain        "linear": g(r) = r; "exponential": g(r) = 2^r - 1; "binary": 1 where r > 0;
                "shifted": 2^(r + 1) - 1 where r > 0; or a function of the grade; or a table: the
                gains of grades 0, 1, 2, ... in a list, or {grade: gain}. It may fall as the grade
                rises; every gain must be 0 or more, and a grade without one is refused
    discount    "log2(i+1)": d(i) = log2(i + 1); "logb(i)": d(i) = max(1, log_b(i)), the
                discount of Järvelin & Kekäläinen; "i": d(i) = i; "none": d(i) = 1
    ideal_from  "judged": the best order of all judged documents where a pool is passed, and of the
                grades given otherwise; "grades": always the best order of the grades given;
                "top-k": the best order of the top k of the grades given
    ideal_cut   "k": the ideal ends at k, or without one at the ranking's length; "pool": at k, or
                without one with the pool; "list": at k, and never beyond the ranking; "none": it
                is never cut
    empty       NDCG when nothing is relevant (IDCG = 0): 0.0, 1.0 or nan
    cutoff      "k": the k that is asked for; "32": always 32; "none": k is ignored
    beyond      a ranking shorter than k is scored as a "whole", or "zero": not at all
    ties        the order of equal scores, where scores are passed: "input", or that "reversed"; by
                document id, "id-descending" or "id-ascending"; "worst": the lowest grade first;
                "averaged": the mean over all orders; "shared": all at their mean rank, rounded down
    scores      "float64", or "float32": scores that differ by less are equal
    negative    a grade below 0: "refuse"; "as-zero": read as 0; "as-is": its gain is taken away;
                "as-is-above-zero": likewise, and where the ideal is not above 0 there is `empty`
    fractions   of a grade: "kept"; "dropped": 2.7 is read as 2, and 0.5 as 0
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
    discount: str = "log2(i+1)"
    ideal_from: str = "judged"
    ideal_cut: str = "k"
    empty: float = 0.0
    cutoff: str = "k"
    beyond: str = "whole"
    ties: str = "input"
    scores: str = "float64"
    negative: str = "refuse"
    fractions: str = "kept"
    base: float = 2.0
    title: str = ""
    cite: str = ""

    def __post_init__(self) -> None:
        for field in ("name", "title", "cite"):
            if not isinstance(value := getattr(self, field), str):
                raise ValueError(
                    f"The {field} of a convention is {shown(value)}; it must be a text."
                )
        for field, choices in CHOICES.items():
            _require_one_of(field, getattr(self, field), choices)
        object.__setattr__(self, "gain", normalized(self.gain))
        object.__setattr__(self, "empty", _empty(self.empty))
        object.__setattr__(self, "base", _base(self.base))

    @cached_property
    def table(self) -> tuple[float, ...]:
        """d(1), d(2), ... for as many ranks as are kept at hand."""
        return _table(self.discount, self.base)

    @cached_property
    def plain(self) -> bool:
        """Whether, without a pool, both orders are the same grades cut at the same k."""
        usual = (self.cutoff, self.beyond) == ("k", "whole")
        return usual and self.ideal_cut != "none" and self.ideal_from != "top-k"

    @cached_property
    def steady(self) -> bool:
        """Whether an order of the same documents changes DCG alone: each has the same ideal.

        An ideal from the top k changes with them, and a ranking that is not scored has no DCG.
        """
        return self.ideal_from != "top-k" and self.beyond != "zero"

    @cached_property
    def reads(self) -> tuple[str, str] | None:
        """What becomes of negative grades and of fractions; None where it is as in `STANDARD`."""
        reads = self.negative, self.fractions
        return None if reads == ("refuse", "kept") else reads

    def divisors(self, n: int) -> tuple[float, ...]:
        """d(1), ..., d(n), and possibly further."""
        return self.table if n <= TABLED else _divisors(self.discount, self.base, n)


def _require_one_of(field: str, value: object, choices: Iterable[str]) -> None:
    if not isinstance(value, str) or value not in choices:
        names = ", ".join(f'"{choice}"' for choice in choices)
        subject = f"The {field} of a convention is {shown(value)}"
        raise ValueError(f"{subject}; it must be one of {names}.")


def _empty(value: object) -> float:
    """0.0, 1.0 or the one `math.nan`, so that equal conventions compare equal."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value in (0, 1):
            return float(value)
        if value != value:
            return nan
    raise ValueError(
        f"The empty of a convention is {shown(value)}; the NDCG of a query with nothing relevant "
        "must be 0.0, 1.0 or nan."
    )


def _base(value: object) -> float:
    try:
        if not isinstance(value, (str, bytes)) and 2 <= float(value) < inf:  # type: ignore[arg-type]
            return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(
        f"The base of a convention is {shown(value)}; it must be a finite number, 2 or more."
    )


STANDARD = Convention(
    "standard",
    title="Linear gain, log2(i+1)",
    cite="Gain and divisor of scikit-learn's ndcg_score and trec_eval's ndcg_cut",
)
EXPONENTIAL = Convention(
    "exponential",
    gain="exponential",
    title="Exponential gain, log2(i+1)",
    cite="Burges et al. 2005, Learning to rank using gradient descent",
)
TEXTBOOK = Convention(
    "textbook",
    discount="logb(i)",
    title="Linear gain, log2(i), rank 1 not discounted",
    cite="Järvelin & Kekäläinen 2002, Cumulated gain-based evaluation of IR techniques, b = 2",
)
