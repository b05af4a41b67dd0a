"""Where a library stops with an error, or its number is not determined."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType

from ndcg_core.libraries.ranking import Ranking
from ndcg_core.metric import CONVENTIONS, Convention, number, short
from ndcg_core.metric.cutoffs import reach
from ndcg_core.metric.ties import ranked


@dataclass(frozen=True)
class Limit:
    """A kind of ranking, and what a library makes of it instead of a number.

    when    one of CONDITIONS
    words   the library's error, or why its number is not determined; "{grade}" is the first grade
            that is to blame
    beyond  the number in the condition, where it has one: the highest grade, the most documents
    """

    when: str
    words: str
    beyond: float = inf

    def applies(self, ranking: Ranking, convention: Convention) -> bool:
        """Whether this ranking is of the kind."""
        return bool(CONDITIONS[self.when](ranking, convention, self.beyond))

    def said(self, ranking: Ranking, convention: Convention) -> str:
        """The words for this ranking."""
        if "{grade" not in self.words:
            return self.words
        found = CONDITIONS[self.when](ranking, convention, self.beyond)
        grade = next(iter(found))
        return self.words.format(grade=short(grade), grade6=number(grade, 6).replace("−", "-"))


def seen(ranking: Ranking, convention: Convention) -> Sequence[float]:
    """The grades that a library is told: those of the pool where it takes one."""
    judged = convention.ideal_from == "judged" and ranking.judged is not None
    return [*ranking.grades, *ranking.unretrieved] if judged else ranking.grades


Culprits = Sequence[float]
"""The grades that are to blame; any other non-empty list where no grade is."""


def _fraction(ranking: Ranking, convention: Convention, _: float) -> Culprits:
    return [grade for grade in seen(ranking, convention) if grade != int(grade)]


def _negative(ranking: Ranking, convention: Convention, _: float) -> Culprits:
    return [grade for grade in seen(ranking, convention) if grade < 0]


def _negative_among_whole(ranking: Ranking, convention: Convention, beyond: float) -> Culprits:
    some = _fraction(ranking, convention, beyond)
    return [] if some else _negative(ranking, convention, beyond)


def _all_negative(ranking: Ranking, convention: Convention, _: float) -> Culprits:
    grades = seen(ranking, convention)
    return grades if max(grades) < 0 else []


def _grade_above(ranking: Ranking, convention: Convention, beyond: float) -> Culprits:
    return [grade for grade in seen(ranking, convention) if grade > beyond]


def _nothing_relevant(ranking: Ranking, convention: Convention, _: float) -> Culprits:
    grades = seen(ranking, convention)
    return grades if max(grades) <= 0 else []


def _cutoff_above(ranking: Ranking, convention: Convention, beyond: float) -> Culprits:
    k = ranking.k or len(ranking.grades)
    return [k] if k > beyond else []


def _one_document(ranking: Ranking, convention: Convention, _: float) -> Culprits:
    return ranking.grades if len(ranking.grades) == 1 else []


def _ties_above(ranking: Ranking, convention: Convention, beyond: float) -> Culprits:
    """Ties that change the number, among more documents than `beyond`."""
    return (
        ranking.grades if len(ranking.grades) > beyond and _unsettled(ranking, convention) else []
    )


def _numpy_ties(ranking: Ranking, convention: Convention, beyond: float) -> Culprits:
    """Ties that numpy's argsort orders as the processor has it.

    Its vector instructions leave equal scores in their order where all are equal, or where there
    are at most three; without them the same holds for lists of at most 16, whatever is tied.
    """
    n, scores = len(ranking.grades), ranking.scores or ()
    alike = n <= 3 or (n <= beyond and len(set(scores)) == 1)
    return ranking.grades if not alike and _unsettled(ranking, convention) else []


def _unsettled(ranking: Ranking, convention: Convention) -> bool:
    """Whether documents with different grades are tied above the cutoff."""
    if ranking.scores is None:
        return False
    counted, _ = reach(ranking.k, len(ranking.grades), convention)
    first = 0
    for group in ranked(ranking.grades, ranking.scores, convention).groups:
        if first < counted and len({ranking.grades[place] for place in group}) > 1:
            return True
        first += len(group)
    return False


CONDITIONS: Mapping[str, Callable[[Ranking, Convention, float], Culprits]] = MappingProxyType(
    {
        "fraction": _fraction,
        "negative": _negative,
        "negative among whole": _negative_among_whole,
        "all negative": _all_negative,
        "grade above": _grade_above,
        "nothing relevant": _nothing_relevant,
        "k above": _cutoff_above,
        "one document": _one_document,
        "ties above": _ties_above,
        "numpy ties": _numpy_ties,
    }
)
"""What a limit may look at; each gives the grades to blame, or none where it does not apply."""


def first(limits: Sequence[Limit], ranking: Ranking, name: str) -> str:
    """The words of the first limit that applies to a ranking, or nothing."""
    rules = CONVENTIONS[name]
    return next(
        (limit.said(ranking, rules) for limit in limits if limit.applies(ranking, rules)), ""
    )


def overflow(grade: int) -> Limit:
    """Whole numbers of 64 bits end before 2^r does, from this grade on."""
    words = (
        f"From grade {grade} on 2^r overflows whole numbers of 64 bits, and any number may come."
    )
    return Limit("grade above", words, grade - 1)
