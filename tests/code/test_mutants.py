"""The cases tell right programs from wrong ones that were made by a machine.

A mutant that passes every case must be right: on hundreds of other rankings it must return what a
formula written here returns. One that does not is a case that is missing.
"""

import itertools
import math
from random import Random

import pytest

from tests.code import programs
from tests.code.mutants import TURNS, Program, mutants, passes
from tests.selection import some


def dcg(rels):
    return math.fsum(rel / (math.log(rank + 1) / math.log(2)) for rank, rel in enumerate(rels, 1))


def ndcg(rels, k):
    ideal = dcg(sorted(rels)[::-1][:k])
    return dcg(rels[:k]) / ideal if ideal else 0.0


def drawn(seed, count):
    """Rankings of every kind: short, long, all zeros, equal, high grades, fractions."""
    random = Random(seed)
    scales = [(0, 1), (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 0, 0, 3), (2,), (0,), (0, 5, 10, 100)]
    scales.append((0, 0.5, 1, 1.25, 2.5, 3))
    for _ in range(count):
        rels = random.choices(random.choice(scales), k=random.choice((0, 1, 2, 3, 5, 8, 13, 30)))
        yield rels, random.randint(1, len(rels) + 3)


RANKINGS = list(drawn(7, 300))


@pytest.fixture(autouse=True)
def count_ends(monkeypatch):
    """A mutant may make a list of all numbers."""
    endless = itertools.count
    short = lambda *start: itertools.islice(endless(*start), TURNS)  # noqa: E731
    monkeypatch.setattr(itertools, "count", short)


def is_right(source, functions):
    program = Program(source)
    formulas = {
        "dcg": lambda rels, k: ([rels], dcg(rels)),
        "ndcg_at_k": lambda rels, k: ([rels, k], ndcg(rels, k)),
    }
    return all(
        program.is_right(name, *formulas[name](rels, k))
        for name in functions
        for rels, k in RANKINGS
    )


MUTATED = {**programs.DCG, **programs.NDCG}
VARIED = {"a loop with a total", "vectors without numpy"}


@pytest.mark.parametrize(
    "name", some(MUTATED, VARIED.__contains__, "hundreds of mutants of one more right program")
)
def test_every_wrong_mutant_of_a_right_program_is_caught(name):
    functions = ["dcg"] if name in programs.DCG else ["dcg", "ndcg_at_k"]
    made = list(mutants(MUTATED[name]))
    assert len(made) > 100
    survived = [one for one in made if passes(one, *functions) and not is_right(one, functions)]
    assert survived == [], survived[0]
