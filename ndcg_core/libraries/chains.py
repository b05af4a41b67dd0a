"""From one library's number to another's, one change at a time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import nan

from ndcg_core.libraries.differences import first_difference, value_at
from ndcg_core.libraries.ranking import Group, Ranking, same
from ndcg_core.libraries.words import changed
from ndcg_core.metric import CONVENTIONS, Convention

FIELDS = (
    "negative",
    "fractions",
    "gain",
    "discount",
    "cutoff",
    "ideal_from",
    "ideal_cut",
    "scores",
    "ties",
    "beyond",
    "empty",
)
"""The choices in the order in which a chain changes them.

Negative grades come first, or last where the end refuses them: only a library that sees the list
alone can refuse them and still print a number, and then there are some in the pool.
"""


@dataclass(frozen=True)
class ChainStep:
    """One change of one choice.

    field  which choice
    words  what it becomes
    value  the NDCG with this change and all before it
    cell   the first cell of the steps that it changes: "actual.gain.1", "ideal.grade.6", "ndcg"
    was    what stood in that cell, and `now` stands in it; None where there is no such row
    """

    field: str
    words: str
    value: float
    cell: str
    was: float | None
    now: float | None


@dataclass(frozen=True)
class Chain:
    """The steps that change the number, and how many further choices differ without doing so."""

    start: float
    steps: tuple[ChainStep, ...]
    silent: int

    @property
    def end(self) -> float:
        """The number that the last step leads to."""
        return self.steps[-1].value if self.steps else self.start

    def _repr_html_(self) -> str:
        from ndcg_core.notebook.chains import html  # shown in a notebook, and imported there

        return html(self)


def chain(ranking: Ranking, first: str, second: str) -> Chain:
    """How the number of one library becomes that of another, for this ranking.

    >>> steps = chain(Ranking((3, 2, 3, 0, 1)), "scikit-learn", "lenskit-rating").steps
    >>> [(step.words, round(step.value, 3), step.cell) for step in steps]
    [('divisor log₂(i) from rank 2 on instead of log₂(i + 1)', 0.944, 'actual.discount.2')]
    """
    found = _walked(ranking, path(first, second), _known(ranking))
    return replace(found, start=ranking.ndcg(first))


@dataclass(frozen=True)
class Change:
    """One choice of a convention taken over from another."""

    field: str
    before: Convention
    after: Convention


@cache
def path(first: str, second: str) -> tuple[Change, ...]:
    """The single changes from one library's convention to another's, whatever the ranking.

    >>> [change.field for change in path("scikit-learn", "xgboost-minus")]
    ['gain', 'scores', 'ties']
    """
    here, there = rules(first), rules(second)
    changes = []
    for field in FIELDS if there.negative != "refuse" else (*FIELDS[1:], FIELDS[0]):
        values = {field: getattr(there, field)}
        if field == "discount":
            values["base"] = there.base
        after = replace(here, **values)
        if after != here:
            changes.append(Change(field, here, after))
        here = after
    return tuple(changes)


@cache
def rules(name: str) -> Convention:
    """The choices of a library without its name: equal ones are equal."""
    return replace(CONVENTIONS[name], name="", title="", cite="")


def between(ranking: Ranking, upper: Group, lower: Group) -> Chain:
    """The shortest chain from a library of one group to a library of another."""
    known = _known(ranking)
    paths = (path(one, other) for one in _distinct(upper.ids) for other in _distinct(lower.ids))

    def length(changes: Sequence[Change]) -> tuple[int, int]:
        loud = sum(_is_loud(ranking, change, known) for change in changes)
        return loud, len(changes)

    return _walked(ranking, min(paths, key=length), known)


def _distinct(ids: Iterable[str]) -> Iterable[str]:
    """One library for each set of choices, the first that makes it."""
    return {rules(name): name for name in reversed(tuple(ids))}.values()


Numbers = dict[Convention, float]
"""The NDCG of one ranking under conventions met before."""


@lru_cache(maxsize=4)
def _known(ranking: Ranking) -> Numbers:
    """What is known of a ranking: the gaps of one page ask about the same conventions."""
    return {}


def _number(ranking: Ranking, convention: Convention, known: Numbers) -> float:
    if convention not in known:
        known[convention] = ranking.ndcg(convention)
    return known[convention]


def _is_loud(ranking: Ranking, change: Change, known: Numbers) -> bool:
    """Whether a change changes the number."""
    before, after = (_number(ranking, c, known) for c in (change.before, change.after))
    return not same(before, after)


def _walked(ranking: Ranking, changes: Sequence[Change], known: Numbers) -> Chain:
    loud = [change for change in changes if _is_loud(ranking, change, known)]
    start = _number(ranking, changes[0].before, known) if changes else nan
    steps = tuple(_step(ranking, change, known) for change in loud)
    return Chain(start, steps, len(changes) - len(loud))


def _step(ranking: Ranking, change: Change, known: Numbers) -> ChainStep:
    words = changed(change.before, change.after, change.field, ranking.k)
    before, after = ranking.trace(change.before), ranking.trace(change.after)
    cell = first_difference(before, after)
    value = _number(ranking, change.after, known)
    return ChainStep(
        change.field, words, value, cell, value_at(before, cell), value_at(after, cell)
    )
