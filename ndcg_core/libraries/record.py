"""A library: a convention, and what a convention cannot say."""

from dataclasses import dataclass
from typing import Literal

from ndcg_core.libraries.limits import Limit
from ndcg_core.libraries.ranking import Ranking
from ndcg_core.metric import CONVENTIONS, Convention
from ndcg_core.metric.ties import as_float32

CHECKED = {
    "conformed": "a test runs it beside ours",
    "ran": "run by hand, compared with its source",
    "read": "only read, not run",
}
"""How we know what a library does."""

WHOLE_GRADES = Limit("fraction", "TypeError: Expected relevance to be integer.")
"""pytrec_eval's error, and that of all that call it."""
UNSET_MEMORY = Limit(
    "all negative",
    "Where every grade is below 0 pytrec_eval reads memory that it has not set: it prints 0, or "
    "never returns.",
)
FLOAT64, FLOAT32 = 1e-12, 1e-6
"""How far apart two ways may be to add up the same few hundred terms."""

ZERO = "earns 0 and keeps its rank"
UNSEEN = "cannot be said: only the list is seen"


@dataclass(frozen=True)
class Library:
    """What somebody needs to know who got a number from a library.

    id         the name of its convention in CONVENTIONS
    package    what to install, or the product or paper
    version    the version that was run or read
    checked    one of CHECKED
    call       how to print the number; `calls.write` puts a ranking in
    trap       what is known to go wrong, in one sentence
    thread     where that was discussed: "scikit-learn #32049", and its address in `url`
    unjudged   what becomes of a retrieved document without a grade
    averaging  how several queries become one number
    precision  the numbers it computes in, and how many digits it prints
    sums       what its sums are kept in: "float64" or "float32"
    held       what its grades are kept in: "float64" or "float32"
    decimals   how many it prints, or None where it prints all it has
    refuses    the rankings at which it stops, with its error
    open       the rankings for which its number is not determined, or not known, and why
    """

    id: str
    package: str
    version: str
    checked: Literal["conformed", "ran", "read"]
    call: str
    trap: str
    thread: str = ""
    url: str = ""
    unjudged: str = ZERO
    averaging: str = "mean over the queries"
    precision: str = "float64"
    sums: str = "float64"
    held: str = "float64"
    decimals: int | None = None
    refuses: tuple[Limit, ...] = ()
    open: tuple[Limit, ...] = ()

    @property
    def convention(self) -> Convention:
        """Its choices."""
        return CONVENTIONS[self.id]

    def computes_within(self, ranking: Ranking) -> float:
        """How near our number is to what it works out, in the numbers that it computes in.

        >>> from ndcg_core.libraries import LIBRARIES
        >>> LIBRARIES["torchmetrics"].computes_within(Ranking((3, 2)))
        1e-06
        """
        cut = any(as_float32(grade) != grade for grade in ranking.grades)
        return FLOAT32 if self.sums == "float32" or (self.held == "float32" and cut) else FLOAT64

    def prints_within(self, ranking: Ranking) -> float:
        """How near our number is to what it prints, with as many decimals as it does."""
        printed = 0.0 if self.decimals is None else 0.5001 * 10.0**-self.decimals
        return max(printed, self.computes_within(ranking))

    @property
    def title(self) -> str:
        """What to call it on a page."""
        return self.convention.title
