"""Measures beside NDCG, as other people's programs have them: random rankings, and the odd ones."""

from math import isnan, nan
from random import Random

import pytest

from ndcg_core import measures
from ndcg_core.content import beside
from ndcg_core.measures.said import SAID
from ndcg_core.metric.numbers import short
from tests.conformance.cases import needs
from tests.selection import some

CALLS = beside(__file__, "measures.toml")
PROGRAMS = {
    program.name: (said.measure, program)
    for said in SAID.values()
    for program in said.programs
    if program.how == "conformed"
}
ROWS = [(name, ours) for name, row in CALLS.items() for ours in row["calls"]]
RANKINGS = some((500, 10_000), (500).__eq__, "more random rankings")
ODD = {"nothing": ([0, 0], [0, 0]), "empty": ([], [1]), "missed": ([None, 0], [0, 1])}
ODD |= {"all": ([1], [1])}
"""Rankings on which programs part, by the names of `Program.edges`: grades, and the judged pool."""


def kind(grades, pool):
    """Which of these a ranking is; "" for an ordinary one."""
    kinds = {"empty": not grades, "nothing": not any(pool), "missed": not any(grades)}
    kinds |= {"all": all(pool)}
    return next((name for name, it_is in kinds.items() if it_is), "")


def drawn(count):
    """Rankings by query, some empty, with unjudged documents and judged ones that they miss."""
    random = Random(count)
    for query in range(10_000, 10_000 + count):  # ranx compiles for each length of a name anew
        grades = random.choices([None, 0, 0, 1, 2, 3], k=random.randint(0, 12))
        missed = random.choices([0, 1, 2, 3], k=random.randint(1, 4))
        pool = [grade for grade in grades if grade is not None] + missed
        yield str(query), (grades, pool)


def printed(name, ours, cases, level=1, **tables):
    """What a program prints for each of these queries."""
    needs(CALLS[name]["needs"])
    qrels, run = {}, {}
    for query, (grades, pool) in cases.items():
        known = {f"d{place:02}": g for place, g in enumerate(grades) if g is not None}
        qrels[query] = known | {f"x{place:02}": g for place, g in enumerate(pool[len(known) :])}
        run[query] = {f"d{place:02}": 100.0 - place for place in range(len(grades))}
    names = {
        "lists": {query: [grade or 0 for grade in grades] for query, (grades, _) in cases.items()},
        "counts": {query: [pool.count(n) for n in range(4)] for query, (_, pool) in cases.items()},
        **{"qrels": qrels, "run": run, "rel": level},
        **tables,
    }
    exec(CALLS[name]["calls"][ours], names)
    found = names["found"].items()
    return {q: float(*v.values()) if isinstance(v, dict) else float(v) for q, v in found}


@pytest.mark.parametrize(("name", "ours"), ROWS)
@pytest.mark.parametrize("count", RANKINGS)
def test_a_program_prints_the_same(count, name, ours):
    edges = PROGRAMS[name][1].edges if name in PROGRAMS else ODD
    rankings = list(drawn(count))[: CALLS[name].get("most")]
    cases = {query: case for query, case in rankings if kind(*case) not in edges}
    measure, near = measures.named(ours), CALLS[name].get("within", 1e-12)
    for level in (1, 2) if "rel)" in CALLS[name]["calls"][ours] else (1,):
        found = printed(name, ours, cases, level)
        numbers = {query: value for query, value in found.items() if not isnan(value)}
        assert len(numbers) > 0.8 * len(cases) > 0.6 * len(rankings)
        choices = {"rel": level} if measure.binary else {}
        for query, value in numbers.items():
            grades, pool = cases[query]
            expected = measure(grades, judged=pool, **choices)
            assert value == pytest.approx(expected, abs=near), (grades, pool)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_said_of_odd_rankings_is_what_a_program_does(name):
    measure, program = PROGRAMS[name]
    assert set(program.edges) >= {"nothing", "empty"}
    for ours in CALLS[name]["calls"]:
        assert measures.named(ours).symbol == measure.symbol
        for edge, said in program.edges.items():
            if edge == "tied":
                assert said == tie(name, ours)
            else:
                begins, cut, _ = said.partition("…")
                found = answer(name, ours, ODD[edge])
                assert begins == found[: len(begins) if cut else None], (ours, edge)


def answer(name, ours, case):
    try:
        found = printed(name, ours, {"10000": case}).get("10000")
    except (ArithmeticError, LookupError, ValueError) as error:
        return f"refused: {error}"
    return "left out" if found is None else "nan" if isnan(found) else short(found)


def tie(name, ours):
    """How three equal scores are ordered, of which only the document c is relevant."""
    tables = {"qrels": {"10000": {"b": 0, "c": 1, "a": 0}}}
    tables |= {"run": {"10000": dict.fromkeys("bca", 1.0)}}
    found = printed(name, ours, {"10000": ([0, 1, 0], [0, 1, 0])}, **tables).get("10000", nan)
    orders = {"the last name first": 0, "as they come": 1, "the first name first": 2}
    values = {
        order: measures.named(ours)([int(place == at) for place in range(3)])
        for order, at in orders.items()
    }
    values["averaged"] = sum(values.values()) / 3
    fits = [order for order, value in values.items() if value == pytest.approx(found, abs=1e-5)]
    return fits[0] if len(fits) == 1 else ""
