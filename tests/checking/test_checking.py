"""What is found of people's own functions: published, libraries', changed ones."""

import math

import pytest

from ndcg_core.checking import check
from ndcg_core.content import beside

PUBLISHED = beside(__file__, "published.toml")["program"]


def function(source):
    """The last function of a program."""
    space = {"log2": math.log2, "log": math.log}
    exec(source, space)
    return [value for value in space.values() if callable(value)][-1]


@pytest.mark.parametrize("program", PUBLISHED, ids=lambda one: one["project"])
def test_what_people_published_gets_its_convention_and_its_mistake(program):
    found = check(function(program["source"]))
    assert found.convention == program["finds"], found
    assert [one.id for one in found.differences] == program.get("leaves", []), found
    assert program.get("says", "") in str(found)
