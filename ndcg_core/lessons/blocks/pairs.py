"""Blocks about two systems over the same queries: a comparison, and a sign-flip test."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ndcg_core.content import ContentTable
from ndcg_core.evaluation.comparing.comparison import Comparison, compare
from ndcg_core.evaluation.comparing.sign_flips import (
    SignFlips,
    run_exact_flip_test,
    run_random_flip_test,
)
from ndcg_core.evaluation.scoring.queries import Evaluation, Query, evaluate
from ndcg_core.lessons.blocks.reading import Reader
from ndcg_core.metric import Convention

MAX_QUERIES_BY_HAND = 6
"""The largest number of queries whose signs the learner flips by hand."""
RANDOM_FLIPS = 10_000


@dataclass(frozen=True)
class SystemPair:
    """Two systems with their rankings for the same queries."""

    name: str
    k: int
    convention: Convention
    queries: Mapping[str, tuple[Query, ...]]
    kind: str = "systems"

    @cached_property
    def evaluations(self) -> Mapping[str, Evaluation]:
        """The evaluation of each system, by the system's name."""
        return {
            system: evaluate(queries, self.k, self.convention)
            for system, queries in self.queries.items()
        }

    def calculate_named_number(self, text: str) -> float:
        """Calculate a number such as `mean A` or `ndcg A 3`. Raise ValueError for another name.

        Names: `mean A`, `pooled A`, `dcg A` and `idcg A` of a system; `ndcg A 3` of the third
        query; `wins A` for the number of queries in which A scores more.
        """
        name, system, *nth = text.split()
        evaluation = self.evaluations.get(system)
        if evaluation is None:
            raise ValueError(f"{{{{systems {text}}}}}: there is no system {system!r}.")
        if nth and name in ("dcg", "idcg", "ndcg"):
            traces = list(evaluation.traces.values())
            number = int(nth[0])
            if not 1 <= number <= len(traces):
                raise ValueError(f"{{{{systems {text}}}}}: there is no query {number}.")
            return float(getattr(traces[number - 1], name))
        if name == "wins":
            won = compare(*self.evaluations.values()).won
            return won["first" if system == next(iter(self.queries)) else "second"]
        if name not in ("mean", "pooled", "dcg", "idcg"):
            raise ValueError(f"{{{{systems {text}}}}}: there is no value {name!r}.")
        return float(getattr(evaluation, "pooled_ndcg" if name == "pooled" else name))


@dataclass(frozen=True)
class SignFlipBlock:
    """Two systems over several queries, with a sign-flip test of their difference.

    The learner flips the signs if all patterns can be tried. Otherwise, `RANDOM_FLIPS` patterns
    are drawn at random.
    """

    name: str
    systems: SystemPair
    kind: str = "flips"

    @cached_property
    def comparison(self) -> Comparison:
        """A comparison in which a positive difference favors the first system."""
        first, second = self.systems.evaluations.values()
        return compare(second, first)

    @property
    def differences(self) -> tuple[float, ...]:
        """The first system's score minus the second's for each query."""
        return tuple(row.value for row in self.comparison.differences)

    @cached_property
    def result(self) -> SignFlips:
        """The result of the sign-flip test over all patterns, or over random patterns."""
        if self.flip_mode == "hand":
            return run_exact_flip_test(self.differences)
        return run_random_flip_test(self.differences, RANDOM_FLIPS)

    @property
    def flip_mode(self) -> Literal["hand", "drawn"]:
        """The mode: "hand" if there are few enough queries for all patterns, else "drawn"."""
        return "hand" if len(self.differences) <= MAX_QUERIES_BY_HAND else "drawn"

    def calculate_named_number(self, text: str) -> float:
        """Calculate a number such as `p` or `mean A`. Raise ValueError for another name.

        Names: `p`, `observed`, `extreme`, `ways`, `queries`, and `mean A` and `wins A` of a system.
        """
        if " " in text:
            return self.systems.calculate_named_number(text)
        result = self.result
        values = {"p": result.p, "observed": result.observed, "extreme": float(result.extreme)}
        values |= {"ways": float(len(result.means)), "queries": float(len(self.differences))}
        if text not in values:
            raise ValueError(f"there is no {text!r} in flips. Its values are {', '.join(values)}.")
        return values[text]


GRADE_ROW = re.compile(r"([0-9]+) / ([0-9]+)")


def read_system_pair(table: ContentTable, name: str, reader: Reader) -> SystemPair:
    """Read a block with two systems and each system's grades for every query.

    The queries are below [[queries]]. Raises ValueError unless there are two systems and a query.
    """
    names = table.pop_texts("systems")
    queries: dict[str, list[Query]] = {system: [] for system in names}
    for query in table.pop_tables("queries", "query"):
        title = query.pop_text("name")
        judged = query.pop_numbers("judged", []) or None
        for system in names:
            queries[system].append(Query(title, query.pop_numbers(system), judged))
        query.refuse_unread()
    if len(names) != 2 or not all(queries.values()):
        table.refuse("there must be two systems and at least one of [[queries]].")
    return _make_system_pair(name, table, reader, queries)


def _make_system_pair(
    name: str, table: ContentTable, reader: Reader, queries: Mapping[str, list[Query]]
) -> SystemPair:
    """Make a pair of systems with the cutoff of the block and the lesson's convention."""
    frozen = {system: tuple(listed) for system, listed in queries.items()}
    return SystemPair(name, table.pop_whole_number("k"), reader.default.convention, frozen)


def read_sign_flip_block(table: ContentTable, name: str, reader: Reader) -> SignFlipBlock:
    """Read a sign-flip block with rows such as "30210 / 32010": one digit for each grade.

    Raises ValueError unless two systems are named and both sides of each row have the same grades.

    `times` is the number of repetitions of the rows.
    """
    names = table.pop_texts("systems")
    if len(set(names)) != 2:
        table.refuse("systems must name two.", "systems")
    queries: dict[str, list[Query]] = {system: [] for system in names}
    for nth, row in enumerate(table.pop_texts("rows") * table.pop_whole_number("times", 1), 1):
        pair = GRADE_ROW.fullmatch(row)
        if not pair:
            table.refuse(f'row {nth} is {row!r}. It must be like "30210 / 32010".', "rows")
        if sorted(pair[1]) != sorted(pair[2]):
            table.refuse(f"row {nth} does not have the same documents twice: {row!r}.", "rows")
        for system, digits in zip(queries, pair.groups(), strict=True):
            queries[system].append(Query(f"query {nth}", tuple(map(float, digits))))
    return SignFlipBlock(name, _make_system_pair(name, table, reader, queries))
