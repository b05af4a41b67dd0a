"""What the ballots of a vote come to: groups, a crowd's ranking, the flow between two votes."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ndcg_core.classroom.question import UNKNOWN, UNREADABLE, ClassQuestion, Verdict
from ndcg_core.classroom.room import Ballot
from ndcg_core.classroom.sheets_and_orders import Ordering
from ndcg_core.html_builder import html
from ndcg_core.misconceptions import MISCONCEPTIONS

Judge = Callable[[str], Verdict]
"""What a kept answer is; a judge that remembers is asked once for each different answer."""
MOST_COMMON = 5
LAST = (UNKNOWN, UNREADABLE)
MISSING = "missing"


@dataclass(frozen=True)
class Group:
    """Answers that one thing produces.

    count    how many gave it; sure, of how many that were sure of it
    outcome  "right", "wrong" or "invalid"
    """

    key: str
    label: str
    outcome: str
    count: int
    sure: int = 0
    unsure: int = 0


@dataclass(frozen=True)
class Tally:
    """All ballots of one vote."""

    groups: tuple[Group, ...]

    @property
    def of(self) -> int:
        """How many answered."""
        return sum(group.count for group in self.groups)

    @property
    def right(self) -> int:
        """How many of them are right."""
        return sum(group.count for group in self.groups if group.outcome == "right")


def judge_of(asked: ClassQuestion) -> Judge:
    """What judges kept answers to a question; one that cannot be read any more is invalid."""

    def judge(answer: str) -> Verdict:
        try:
            return asked.judge(asked.read(json.loads(answer)))
        except ValueError as error:
            return Verdict("invalid", UNREADABLE, html(str(error)))

    return judge


def tally(asked: ClassQuestion, ballots: Iterable[Ballot], judge: Judge) -> Tally:
    """The groups, right ones first, then by size; what is not known stands last.

    >>> from ndcg_core.classroom.references import find
    >>> asked = find("own?ask=dcg&r=3,2,3,0,1")
    >>> given = [Ballot(0, 1, '{"dcg":"9.00"}', "sure"), Ballot(0, 1, '{"dcg":"6.15"}')]
    >>> [(g.key, g.count, g.sure) for g in tally(asked, given, judge_of(asked)).groups]
    [('right', 1, 0), ('no-discount', 1, 1)]
    """
    verdicts: dict[str, str] = {}
    counts: Counter[str] = Counter()
    sure: Counter[tuple[str, str]] = Counter()
    for ballot in ballots:
        verdict = judge(ballot.answer)
        verdicts[verdict.group] = verdict.outcome
        counts[verdict.group] += 1
        sure[verdict.group, ballot.sure] += 1
    groups = [
        Group(
            key,
            _label(asked, key),
            verdicts[key],
            count,
            sure[key, "sure"],
            sure[key, "not sure"],
        )
        for key, count in counts.items()
    ]
    return Tally(tuple(sorted(groups, key=_order)))


def _label(asked: ClassQuestion, key: str) -> str:
    return "not readable" if key == UNREADABLE else asked.label(key)


def _order(group: Group) -> tuple[bool, bool, int, str]:
    return group.outcome != "right", group.key in LAST, -group.count, group.key


# --- Orders ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Common:
    """An order that many gave: its places, what it scores, and how many gave it."""

    order: tuple[int, ...]
    ndcg: float
    count: int


@dataclass(frozen=True)
class Crowd:
    """A class's ranking: the documents by their mean place, and the most common orders.

    order  the documents' places in the first order, the crowd's first one first
    mean   the mean rank of each, in the same order
    """

    order: tuple[int, ...]
    mean: tuple[float, ...]
    ndcg: float
    common: tuple[Common, ...]


def crowd(asked: Ordering, ballots: Iterable[Ballot]) -> Crowd | None:
    """The crowd's ranking; None where nobody answered.

    >>> from ndcg_core.classroom.references import find
    >>> asked = find("own?ask=order&r=1,3,2")
    >>> given = [Ballot(0, 1, text) for text in ("[1,2,0]", "[1,2,0]", "[2,1,0]")]
    >>> found = crowd(asked, given)
    >>> found.order, found.ndcg, [(c.order, c.count) for c in found.common]
    ((1, 2, 0), 1.0, [((1, 2, 0), 2), ((2, 1, 0), 1)])
    """
    counts = Counter(tuple(asked.read(json.loads(ballot.answer))) for ballot in ballots)
    if not counts:
        return None
    total, documents = counts.total(), range(len(asked.sheet.grades))
    mean = {
        doc: sum((order.index(doc) + 1) * count for order, count in counts.items()) / total
        for doc in documents
    }
    order = tuple(sorted(documents, key=lambda doc: (mean[doc], doc)))
    common = sorted(counts.items(), key=lambda found: (-found[1], found[0]))[:MOST_COMMON]
    return Crowd(
        order,
        tuple(mean[doc] for doc in order),
        asked.score(order),
        tuple(Common(places, asked.score(places), count) for places, count in common),
    )


# --- Two votes ---------------------------------------------------------------------------------


def flow(
    first: Mapping[int, Ballot], second: Mapping[int, Ballot], judge: Judge
) -> Mapping[tuple[str, str], int]:
    """How many went from which outcome to which, by learner; "missing" where one vote is.

    >>> from ndcg_core.classroom.references import find
    >>> wrong, right = Ballot(0, 1, '{"dcg":"9.00"}'), Ballot(0, 2, '{"dcg":"6.15"}')
    >>> dict(flow({7: wrong, 8: right}, {7: right}, judge_of(find("own?ask=dcg&r=3,2,3,0,1"))))
    {('wrong', 'right'): 1, ('right', 'missing'): 1}
    """

    def outcome(ballots: Mapping[int, Ballot], learner: int) -> str:
        return judge(ballots[learner].answer).outcome if learner in ballots else MISSING

    everybody = sorted({*first, *second})
    return Counter((outcome(first, learner), outcome(second, learner)) for learner in everybody)


def mistakes(tallies: Sequence[Tally]) -> list[tuple[str, int]]:
    """The known mistakes of a whole session, the most frequent first, each with its number."""
    counts: Counter[str] = Counter()
    for found in tallies:
        counts.update({g.key: g.count for g in found.groups if g.key in MISCONCEPTIONS})
    return counts.most_common()
