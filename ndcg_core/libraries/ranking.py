"""One ranking as input for every library, and its NDCG under the libraries' conventions."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from ndcg_core.metric import Convention, Trace, ndcg, trace
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.checks import prepare_grades
from ndcg_core.metric.pools import remove_retrieved, resolve_cutoff


@dataclass(frozen=True)
class Ranking:
    """A ranking with all inputs that a library may need.

    grades  the grade of each document, in the order of the input
    k       the requested cutoff, or None; libraries without a cutoff ignore k
    judged  the grades of all judged documents, or None; see `ndcg_core.ndcg`
    scores  the system's score for each document, or None if the order is the ranking
    labels  the names of the documents, and then optionally of other judged documents

    >>> Ranking((3, 2, 3, 0, 1)).calculate_ndcg("lightgbm")
    0.9574784666412693
    """

    grades: tuple[float, ...]
    k: int | None = None
    judged: tuple[float, ...] | None = None
    scores: tuple[float, ...] | None = None
    labels: tuple[str, ...] | None = None

    def calculate_ndcg(self, convention: Convention | str) -> float:
        """Return NDCG under a convention.

        The value is cached, unless the convention's gain or discount is the user's.
        """
        rules = find_convention(convention)
        if not isinstance(rules.gain, str) or callable(rules.discount):
            # A user's function may return another number at the next call.
            return self._calculate_uncached_ndcg(rules)
        choices = self._make_cache_key(rules)
        if choices not in self._ndcg_cache:
            self._ndcg_cache[choices] = self._calculate_uncached_ndcg(rules)
        return self._ndcg_cache[choices]

    def _calculate_uncached_ndcg(self, rules: Convention) -> float:
        """Return NDCG under a convention, calculated without the cache."""
        ids = self.names[: len(self.grades)] if self.scores else None
        k = resolve_cutoff(self.k, rules)
        return ndcg(self.grades, k, rules, self._choose_pool(rules), self.scores, ids)

    def trace_ndcg(self, convention: Convention | str) -> Trace:
        """Return every step of NDCG under a convention."""
        rules = find_convention(convention)
        names = self.names[: self._count_documents(rules)]
        k = resolve_cutoff(self.k, rules)
        return trace(self.grades, k, rules, self._choose_pool(rules), names, self.scores)

    def _choose_pool(self, rules: Convention) -> tuple[float, ...] | None:
        """Return the judged grades, or None if the convention does not use the judged pool."""
        return self.judged if rules.ideal_from == "judged" else None

    def _count_documents(self, rules: Convention) -> int:
        """Return the number of documents that are retrieved or in the convention's pool.

        The number is smaller than that of `names` if the convention converts different grades to
        the same grade. For example, a 0 of the pool may count as a retrieved document of grade 0.5.
        """
        pool = self._choose_pool(rules)
        if pool is None:
            return len(self.grades)
        if rules.grade_rules is None:
            return len(self.names)
        read = (
            prepare_grades(grades, rules.gain, grade_rules=rules.grade_rules)[0]
            for grades in (self.grades, pool)
        )
        return len(self.grades) + len(remove_retrieved(*read))

    @cached_property
    def _ndcg_cache(self) -> dict[tuple[object, ...], float]:
        """The calculated NDCG values by cache key. Many libraries share a key."""
        return {}

    def _make_cache_key(self, rules: Convention) -> tuple[object, ...]:
        """Return the choices of a convention that can change NDCG for this ranking."""
        order = None if self.scores is None else (rules.scores, rules.ties)
        ideal = rules.ideal_from, rules.ideal_cut, rules.empty
        cut = rules.cutoff, rules.beyond
        grade_rules = rules.grade_rules if self._has_unusual_grade else None
        return rules.gain, rules.discount, rules.base, grade_rules, cut, ideal, order

    @cached_property
    def _has_unusual_grade(self) -> bool:
        """True if a grade is negative or not a whole number. Conventions differ on such grades."""
        return any(grade < 0 or grade % 1 for grade in (*self.grades, *(self.judged or ())))

    @cached_property
    def unretrieved_grades(self) -> tuple[float, ...]:
        """The grades of judged documents that were not retrieved, or () without a pool."""
        return () if self.judged is None else tuple(remove_retrieved(self.grades, self.judged))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A distinct id without spaces for each retrieved or judged document.

        An id is made from the label or the number of the document.

        >>> Ranking((3, 2, 1), labels=("Doc 1", "x", "x")).names
        ('Doc_1', 'x', 'x_3')
        """
        count = len(self.grades) + len(self.unretrieved_grades)
        width = len(str(count))
        names: dict[str, None] = {}  # a dictionary, for order and fast lookup
        for document in range(1, count + 1):
            label = self.labels[document - 1 : document] if self.labels else ()
            name = "_".join(label[0].split()) if label else f"D{document:0{width}}"
            while name in names:
                name = f"{name}_{document}"
            names[name] = None
        return tuple(names)


@explain_bad_calls
def are_numbers_equal(first: float, second: float) -> bool:
    """Return True if two numbers differ by less than 1e-9, or if both are NaN.

    >>> are_numbers_equal(0.1 + 0.2, 0.3), are_numbers_equal(float("nan"), float("nan"))
    (True, True)
    """
    if first != first or second != second:
        return first != first and second != second
    return abs(first - second) < 1e-9


@dataclass(frozen=True)
class LibraryGroup:
    """A number, and the ids of the libraries that print this number."""

    value: float
    ids: tuple[str, ...]


def group_equal_numbers(numbers: Iterable[tuple[float, str]]) -> list[LibraryGroup]:
    """Group libraries by equal numbers, the highest number first and NaN last.

    numbers: the number and the id of each library.
    """
    values = list(numbers)
    values.sort(key=lambda pair: (pair[0] != pair[0], -pair[0] if pair[0] == pair[0] else 0.0))
    groups: list[LibraryGroup] = []
    for value, name in values:
        if groups and are_numbers_equal(groups[-1].value, value):
            groups[-1] = replace(groups[-1], ids=(*groups[-1].ids, name))
        else:
            groups.append(LibraryGroup(value, (name,)))
    return groups
