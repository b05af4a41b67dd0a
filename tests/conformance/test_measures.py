"""Measures beside NDCG, as other people's programs have them: random rankings, and the odd ones."""

from math import isnan
from random import Random
from statistics import fmean

import pytest

from ndcg_core import measures
from ndcg_core.content import load_toml
from ndcg_core.measures.descriptions import DESCRIPTIONS
from ndcg_core.metric.numbers import short
from tests.conformance.cases import require_module
from tests.selection import select_rows

CALLS = load_toml(__file__, "measures.toml")
PROGRAMS = {
    program.name: (said.measure, program)
    for said in DESCRIPTIONS.values()
    for program in said.programs
    if program.how == "conformed"
}
ROWS = [(name, ours) for name, row in CALLS.items() for ours in row["calls"]]
RANKINGS = select_rows((200, 10_000), (200).__eq__, "more random rankings")
ODD = load_toml(__file__, "odd_rankings.toml")


def name_odd_case(grades, pool):
    """Return the name of a ranking's odd case, or "" for an ordinary ranking."""
    if not grades:
        return "empty"
    if not any(pool):
        return "nothing"
    if not any(grades):
        return "missed"
    return "all" if all(pool) else ""


def draw_queries(count):
    """Yield random rankings by query, with unjudged documents and unretrieved judgments."""
    random = Random(count)
    for query in range(10_000, 10_000 + count):  # ranx compiles again for each length of a name
        grades = random.choices([None, 0, 0, 1, 2, 3], k=random.randint(0, 12))
        missed = random.choices([0, 1, 2, 3], k=random.randint(1, 4))
        pool = [grade for grade in grades if grade is not None] + missed
        yield str(query), (grades, pool)


def run_program(name, ours, cases, level=1, **tables):
    """Return the numbers that a program prints for these queries."""
    require_module(CALLS[name]["needs"])
    qrels, run = {}, {}
    for query, (grades, pool) in cases.items():
        known = {f"d{place:02}": g for place, g in enumerate(grades) if g is not None}
        qrels[query] = known | {f"x{place:02}": g for place, g in enumerate(pool[len(known) :])}
        run[query] = {f"d{place:02}": 100.0 - place for place in range(len(grades))}
    names = {"qrels": qrels, "run": run, "rel": level, **tables}
    names["lists"] = {q: [grade or 0 for grade in grades] for q, (grades, _) in cases.items()}
    names["counts"] = {q: [pool.count(n) for n in range(4)] for q, (_, pool) in cases.items()}
    exec(CALLS[name]["calls"][ours], names)
    found = names["found"].items()
    return {q: float(*v.values()) if isinstance(v, dict) else float(v) for q, v in found}


@pytest.mark.parametrize(("name", "ours"), ROWS)
@pytest.mark.parametrize("count", RANKINGS)
def test_a_program_prints_our_value(count, name, ours):
    edges = PROGRAMS[name][1].edges if name in PROGRAMS else ODD["rankings"]
    rankings = list(draw_queries(count))[: CALLS[name].get("most")]
    cases = {query: case for query, case in rankings if name_odd_case(*case) not in edges}
    measure, near = measures.find_measure(ours), CALLS[name].get("within", 1e-12)
    for level in (1, 2) if "rel)" in CALLS[name]["calls"][ours] else (1,):
        found = run_program(name, ours, cases, level)
        numbers = {query: value for query, value in found.items() if not isnan(value)}
        assert len(numbers) > 0.8 * len(cases) > 0.6 * len(rankings)
        choices = {"rel": level} if measure.is_binary else {}
        for query, value in numbers.items():
            grades, pool = cases[query]
            expected = measure(grades, judged=pool, **choices)
            assert value == pytest.approx(expected, abs=near), (grades, pool)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_description_of_odd_rankings_matches_the_programs(name):
    measure, program = PROGRAMS[name]
    assert set(program.edges) >= {"nothing", "empty"}
    for ours in CALLS[name]["calls"]:
        assert measures.find_measure(ours).symbol == measure.symbol
        for edge, said in program.edges.items():
            begins, cut, _ = said.partition("…")
            if edge == "tied":
                begins = short(fmean(map(measures.find_measure(ours), ODD["orders"][said])))
            found = describe_output(name, ours, edge)
            assert begins == found[: len(begins) if cut else None], (ours, edge)


def describe_output(name, ours, edge):
    cases = {"10000": ODD["rankings"][edge]}
    try:
        found = run_program(name, ours, cases, **ODD.get(edge, {})).get("10000")
    except (ArithmeticError, LookupError, ValueError) as error:
        return f"refused: {error}"
    if found is None:
        return "left out"
    return "nan" if isnan(found) else short(found)
