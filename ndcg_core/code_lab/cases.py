"""The calls that check a learner's functions, with their expected results.

visible    shown from the start, calculated by hand if possible
generated  drawn with a fixed seed, shown if the results differ
edge       one unusual input each
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from ndcg_core.content import load_toml
from ndcg_core.metric import dcg, ndcg_at_k

TOLERANCE = 5e-10
"""The allowed error, which does not depend on the order of additions."""

Number = int | float


@dataclass(frozen=True)
class ProgramCase:
    """A call of a learner's function, with the expected result.

    kind  "visible", "generated" or "edge"
    note  a remark, such as the calculation by hand, or ""
    edge  the id of the unusual input, or ""

    >>> ProgramCase("ndcg_at_k", ([3, 0, 2], 2), 0.7).display_text
    'ndcg_at_k([3, 0, 2], 2)'
    """

    function: str
    arguments: tuple[list[Number] | int, ...]
    expected: float
    kind: str = "visible"
    note: str = ""
    edge: str = ""

    @property
    def display_text(self) -> str:
        """The call as code."""
        return f"{self.function}({', '.join(map(repr, self.arguments))})"


TAUGHT_FUNCTIONS: dict[str, Callable[..., float]] = {"dcg": dcg, "ndcg_at_k": ndcg_at_k}


def _make_case(
    function: str, kind: str, *arguments: Any, note: str = "", edge: str = ""
) -> ProgramCase:
    """Make a case whose expected result is calculated by the taught function.

    The expected result for an empty list is 0.
    """
    expected = TAUGHT_FUNCTIONS[function](*arguments) if arguments[0] else 0.0
    return ProgramCase(function, arguments, expected, kind, note, edge)


def _draw_cases(function: str, count: int) -> Iterator[ProgramCase]:
    """Yield `count` cases that distinguish mistakes, drawn with a fixed seed.

    In each list, a document near the end has a gain. For NDCG, a grade of 3 or 4 is below rank k.
    """
    random = Random({"dcg": 4, "ndcg_at_k": 11}[function])
    for _ in range(count):
        if function == "dcg":
            middle = random.choices((0, 1, 2, 3, 4), k=random.randint(4, 7))
            yield _make_case(function, "generated", [*middle, 2, 0, 3])
            continue
        top = [*random.choices((0, 1, 2, 3), k=random.randint(2, 5)), 1]
        random.shuffle(top)
        yield _make_case(function, "generated", [*top, 0, random.choice((3, 4)), 2], len(top))


CASES = {
    function: (
        *(_make_case(function, "visible", *given, note=note) for given, note in rows["visible"]),
        *_draw_cases(function, 6),
        *(_make_case(function, "edge", *given, edge=edge) for given, edge in rows["edge"]),
    )
    for function, rows in load_toml(__file__, "cases.toml").items()
}


def list_diagnostic_cases(function: str) -> tuple[ProgramCase, ...]:
    """Return the cases that distinguish mistakes: all cases except edge cases."""
    return tuple(case for case in CASES[function] if case.kind != "edge")
