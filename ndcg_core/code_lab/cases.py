"""The calls that a learner's functions are checked with, and what each must return.

visible    shown from the start, worked out by hand where that is possible
generated  from a fixed seed; shown when they differ
edge       one awkward input each; the first that fails gives the message, so that a case comes
           before those which fail with it
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ndcg_core.metric import dcg, ndcg_at_k

TOLERANCE = 5e-10
"""How far a value may be off and still be right to nine decimals; the order of adding is free."""

Number = int | float


@dataclass(frozen=True)
class Case:
    """One call: function(*arguments) must return expected.

    >>> Case("ndcg_at_k", ([3, 0, 2], 2), 0.7).shown
    'ndcg_at_k([3, 0, 2], 2)'
    """

    function: str
    arguments: tuple[list[Number] | int, ...]
    expected: float
    kind: str = "visible"
    note: str = ""
    edge: str = ""

    @property
    def shown(self) -> str:
        """The call as Python is written."""
        return f"{self.function}({', '.join(map(repr, self.arguments))})"


def _dcg(rels: list[Number], kind: str = "visible", note: str = "", edge: str = "") -> Case:
    expected = dcg(rels) if rels else 0.0
    return Case("dcg", (rels,), expected, kind, note, edge)


def _ndcg(
    rels: list[Number], k: int, kind: str = "visible", note: str = "", edge: str = ""
) -> Case:
    expected = ndcg_at_k(rels, k) if rels else 0.0
    return Case("ndcg_at_k", (rels, k), expected, kind, note, edge)


def _generated_dcg(count: int) -> Iterator[Case]:
    random = Random(4)
    for _ in range(count):
        yield _dcg([*random.choices((0, 1, 2, 3, 4), k=random.randint(4, 7)), 2, 0, 3], "generated")


def _generated_ndcg(count: int) -> Iterator[Case]:
    """Lists whose top k is not all there is: a 3 or a 4 stands below it."""
    random = Random(11)
    for _ in range(count):
        top = [*random.choices((0, 1, 2, 3), k=random.randint(2, 5)), 1]
        random.shuffle(top)
        yield _ndcg([*top, 0, random.choice((3, 4)), 2], len(top), "generated")


LONG: list[Number] = [2, 0, 1, 3, 1, 2, 1, 3, 0, 1, 3, 1, 2, 1, 2, 3, 1, 2, 1, 1, 2, 3, 0, 3, 1]
"""Longer than any fixed end that a program is likely to have, with something to gain below it."""

DCG_CASES = (
    _dcg([3, 0, 2], note="3/1 + 0/1.585 + 2/2"),
    _dcg([3, 2, 3, 0, 1], note="the ranking of the lessons"),
    _dcg([0, 0, 3], note="a good document, late"),
    *_generated_dcg(6),
    _dcg([0, 0, 0], "edge", edge="zeros"),
    _dcg([], "edge", edge="empty"),
    _dcg([2, 2, 2], "edge", edge="equal"),
    _dcg([3], "edge", edge="one"),
    _dcg(LONG, "edge", edge="long"),
    _dcg([10, 7, 30], "edge", edge="high"),
    _dcg([1.5, 0.5, 1.75], "edge", edge="fractions"),
)

NDCG_CASES = (
    _ndcg([3, 3, 2, 1, 0], 5, note="the perfect order"),
    _ndcg([0, 1, 2, 3, 3], 5, note="the same, reversed"),
    _ndcg([3, 2, 3, 0, 1], 2, note="a 3 waits below k"),
    *_generated_ndcg(6),
    _ndcg([0, 0, 0], 3, "edge", edge="zeros"),
    _ndcg([0, 1], 2, "edge", edge="last"),
    _ndcg([3, 0], 2, "edge", edge="first"),
    _ndcg([0, 0, 3], 2, "edge", edge="below"),
    _ndcg([2, 3], 10, "edge", edge="beyond"),
    _ndcg([1, 3, 2], 1, "edge", edge="one"),
    _ndcg([0], 1, "edge", edge="zero"),
    _ndcg([2, 2, 2], 3, "edge", edge="equal"),
    _ndcg([], 3, "edge", edge="empty"),
    _ndcg(LONG, 22, "edge", edge="long"),
    _ndcg([7, 10, 30], 2, "edge", edge="high"),
    _ndcg([0.5, 1.5, 1.75], 2, "edge", edge="fractions"),
)

CASES = {"dcg": DCG_CASES, "ndcg_at_k": NDCG_CASES}
"""Every case by the function it calls."""


def telling(function: str) -> tuple[Case, ...]:
    """The cases that tell one mistake from another: all but the edges."""
    return tuple(case for case in CASES[function] if case.kind != "edge")
