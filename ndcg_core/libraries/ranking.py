"""One ranking as input for every library, and the numbers that come back."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from ndcg_core.metric import Convention, Trace, ndcg, trace
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.checks import check_grades
from ndcg_core.metric.pools import apply_cutoff, remove_retrieved


@dataclass(frozen=True)
class Ranking:
    """The possible inputs of a library.

    grades  the grade of each document, in the order of the input
    k       the requested cutoff, or None; libraries without a cutoff do not get it
    judged  the grades of all judged documents, or None; see `ndcg_core.ndcg`
    scores  the system's score for each document, or None if the order is the ranking
    labels  the names of the documents; those of judged but unretrieved ones may follow

    >>> Ranking((3, 2, 3, 0, 1)).calculate_ndcg("lightgbm")
    0.9574784666412693
    """

    grades: tuple[float, ...]
    k: int | None = None
    judged: tuple[float, ...] | None = None
    scores: tuple[float, ...] | None = None
    labels: tuple[str, ...] | None = None

    def calculate_ndcg(self, convention: Convention | str) -> float:
        """Return NDCG under a convention or its name. The value is cached."""
        rules = find_convention(convention)
        if not isinstance(rules.gain, str) or callable(rules.discount):
            return self._calculate_ndcg(
                rules
            )  # a function of one's own may give another number next time
        choices = self._reduce_rules(rules)
        if choices not in self._numbers:
            self._numbers[choices] = self._calculate_ndcg(rules)
        return self._numbers[choices]

    def _calculate_ndcg(self, rules: Convention) -> float:
        ids = self.names[: len(self.grades)] if self.scores else None
        k = apply_cutoff(self.k, rules)
        return ndcg(self.grades, k, rules, self._choose_pool(rules), self.scores, ids)

    def trace_ndcg(self, convention: Convention | str) -> Trace:
        """Return every step of NDCG under a convention."""
        rules = find_convention(convention)
        names = self.names[: self._count_documents(rules)]
        k = apply_cutoff(self.k, rules)
        return trace(self.grades, k, rules, self._choose_pool(rules), names, self.scores)

    def _choose_pool(self, rules: Convention) -> tuple[float, ...] | None:
        """Return the judged documents if a library gets more than the retrieved ones."""
        return self.judged if rules.ideal_from == "judged" else None

    def _count_documents(self, rules: Convention) -> int:
        """Return the number of documents as a convention counts them.

        It is smaller than in `names` if different grades are read as equal. For example, a pool
        without the retrieved 0.5 has a 0 that counts as this document.
        """
        pool = self._choose_pool(rules)
        if pool is None:
            return len(self.grades)
        if rules.reads is None:
            return len(self.names)
        read = (
            check_grades(some, rules.gain, reads=rules.reads)[0] for some in (self.grades, pool)
        )
        return len(self.grades) + len(remove_retrieved(*read))

    @cached_property
    def _numbers(self) -> dict[tuple[object, ...], float]:
        """Return a cache of NDCG by choices, which many libraries share."""
        return {}

    def _reduce_rules(self, rules: Convention) -> tuple[object, ...]:
        """Return the choices that matter for this ranking. Without scores, ties do not matter."""
        order = None if self.scores is None else (rules.scores, rules.ties)
        ideal = rules.ideal_from, rules.ideal_cut, rules.empty
        cut = rules.cutoff, rules.beyond
        reads = rules.reads if self._has_unusual_grade else None
        return rules.gain, rules.discount, rules.base, reads, cut, ideal, order

    @cached_property
    def _has_unusual_grade(self) -> bool:
        """Return True if a grade is negative or a fraction, which conventions treat differently."""
        return any(grade < 0 or grade % 1 for grade in (*self.grades, *(self.judged or ())))

    @cached_property
    def unretrieved_grades(self) -> tuple[float, ...]:
        return () if self.judged is None else tuple(remove_retrieved(self.grades, self.judged))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return distinct document ids made from the labels, without spaces.

        >>> Ranking((3, 2, 1), labels=("Doc 1", "x", "x")).names
        ('Doc_1', 'x', 'x_3')
        """
        count = len(self.grades) + len(self.unretrieved_grades)
        width = len(str(count))
        names: dict[str, None] = {}  # in order, and looked through at once
        for place in range(1, count + 1):
            label = self.labels[place - 1 : place] if self.labels else ()
            name = "_".join(label[0].split()) if label else f"D{place:0{width}}"
            while name in names:
                name = f"{name}_{place}"
            names[name] = None
        return tuple(names)


@explain_bad_calls
def are_same(first: float, second: float) -> bool:
    """Return True if two libraries print the same number, or both print none.

    >>> are_same(0.1 + 0.2, 0.3), are_same(float("nan"), float("nan")), are_same(0.0, float("nan"))
    (True, True, False)
    """
    if first != first or second != second:
        return first != first and second != second
    return abs(first - second) < 1e-9


@dataclass(frozen=True)
class TieGroup:
    value: float
    ids: tuple[str, ...]


def group_equal_numbers(numbers: Iterable[tuple[float, str]]) -> list[TieGroup]:
    """Group equal numbers, the highest first and no value last."""
    values = list(numbers)
    values.sort(key=lambda pair: (pair[0] != pair[0], -pair[0] if pair[0] == pair[0] else 0.0))
    groups: list[TieGroup] = []
    for value, name in values:
        if groups and are_same(groups[-1].value, value):
            groups[-1] = replace(groups[-1], ids=(*groups[-1].ids, name))
        else:
            groups.append(TieGroup(value, (name,)))
    return groups
