"""The pitfalls of NDCG, each with the numbers that result for a small example."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import nan
from typing import NamedTuple

import ndcg_core as nc
from ndcg_core.evaluation.scoring.queries import Query, evaluate
from ndcg_core.metric.notation import build_gain, build_symbol
from ndcg_ui.components.markup.builder import Html, html

EXAMPLE = (3, 2, 3, 0, 1)
MISSED_GRADE = 3
"""The grade of a document that was judged but not retrieved."""
SECOND_QUERY = (0, 1)
EQUAL_GRADES = (2, 2, 2)
EXPONENTIAL = nc.CONVENTIONS["exponential"]
LOG_OF_RANK = nc.CONVENTIONS["textbook"]
LOG_2 = Html("log<sub>2</sub>")


class Pitfall(NamedTuple):
    """A pitfall: its name, its explanation, and numbers with their labels."""

    name: str | Html
    text: str | Html
    numbers: Sequence[tuple[float, str | Html]]


@cache
def list_pitfalls() -> tuple[Pitfall, ...]:
    """Return the pitfalls with their calculated numbers.

    >>> [round(number, 3) for number, _ in list_pitfalls()[0].numbers]
    [0.972, 0.957]
    """
    return tuple(_iterate_pitfalls())


def _iterate_pitfalls() -> Iterator[Pitfall]:
    """Yield each pitfall with its text and its calculated numbers."""
    plain = nc.ndcg(EXAMPLE)
    power = build_gain(build_symbol("r"), EXPONENTIAL).mathml
    yield Pitfall(
        html("The gain: r or ", power),
        "Libraries use different gains. Report your gain, and never compare scores that use "
        "different gains.",
        [(plain, "gain r"), (nc.ndcg(EXAMPLE, None, EXPONENTIAL), html("gain ", power))],
    )
    yield Pitfall(
        html("The discount: ", LOG_2, "(i + 1) or ", LOG_2, "(i)"),
        html(
            "At rank 1, ",
            LOG_2,
            "(i) is 0, so nothing is divided there. At rank 2 it is 1, so "
            "rank 2 isn’t discounted either.",
        ),
        [
            (plain, html(LOG_2, "(i + 1)")),
            (nc.ndcg(EXAMPLE, None, LOG_OF_RANK), html(LOG_2, "(i)")),
        ],
    )
    yield Pitfall(
        "The ideal order: retrieved or all judged documents",
        f"Suppose one more grade-{MISSED_GRADE} document was judged, but not retrieved. "
        "It belongs to the ideal order.",
        [
            (plain, "retrieved only"),
            (nc.ndcg(EXAMPLE, judged=(*EXAMPLE, MISSED_GRADE)), "all judged"),
        ],
    )
    yield Pitfall(
        "Nothing relevant",
        "IDCG is 0, so the score is 0/0. Take three queries like our example and one with nothing "
        "relevant. The mean depends on how you count the last query.",
        [
            (_compute_mean_with_empty_query(0.0), "as 0"),
            (_compute_mean_with_empty_query(1.0), "as 1"),
            (_compute_mean_with_empty_query(nan), "left out"),
        ],
    )
    yield Pitfall(
        "The reversed order",
        "The reverse of the best order scores below 1, unless all grades are equal. If all grades "
        "are equal, every order is ideal.",
        [
            (nc.ndcg(sorted(EXAMPLE)), _join_grades(sorted(EXAMPLE))),
            (nc.ndcg(EQUAL_GRADES), _join_grades(EQUAL_GRADES)),
        ],
    )
    yield Pitfall(
        "The cutoff",
        "The numbers are for our example at k = 1 to 5. A larger k can lower the score. Never "
        "compare scores at different cutoffs.",
        [(nc.ndcg(EXAMPLE, k), f"@{k}") for k in range(1, len(EXAMPLE) + 1)],
    )
    both = evaluate([Query("our example", EXAMPLE), Query("second", SECOND_QUERY)])
    yield Pitfall(
        "The mean over queries",
        "Calculate NDCG for each query, then average. If you add up DCG first, queries with many "
        "relevant documents decide. Here: our example, and a second query with the grades "
        f"{_join_grades(SECOND_QUERY)}.",
        [(both.mean, "mean of NDCG"), (both.pooled_ndcg, "sum of DCG / sum of IDCG")],
    )


def _compute_mean_with_empty_query(empty_ndcg: float) -> float:
    """Return the mean NDCG of three example queries and a query with nothing relevant.

    empty_ndcg: the NDCG of the query with nothing relevant, or nan to leave out the query.
    """
    queries = [Query(f"query {n}", EXAMPLE) for n in (1, 2, 3)]
    nothing = Query("nothing relevant", (0,) * len(EXAMPLE))
    return evaluate([*queries, nothing], None, replace(nc.STANDARD, empty=empty_ndcg)).mean


def _join_grades(grades: Sequence[float]) -> str:
    return ", ".join(map(nc.short, grades))
