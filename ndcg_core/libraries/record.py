"""A library: a convention, and what a convention cannot say."""

from dataclasses import dataclass

from ndcg_core.metric import CONVENTIONS, Convention

CHECKED = {
    "conformed": "a test runs it beside ours",
    "ran": "run by hand, compared with its source",
    "read": "only read, not run",
}
"""How we know what a library does."""

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
    unstable   where its number is not determined, or differs between machines
    """

    id: str
    package: str
    version: str
    checked: str
    call: str
    trap: str
    thread: str = ""
    url: str = ""
    unjudged: str = ZERO
    averaging: str = "mean over the queries"
    precision: str = "float64"
    unstable: str = ""

    @property
    def convention(self) -> Convention:
        """Its choices."""
        return CONVENTIONS[self.id]

    @property
    def title(self) -> str:
        """What to call it on a page."""
        return self.convention.title
