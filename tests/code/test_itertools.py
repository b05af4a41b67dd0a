"""The sandbox's own itertools does what CPython's does."""

import itertools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from ndcg_ui.exhibits.lab import FILES

ours: Any = SimpleNamespace()
exec((FILES / "itertools.brython").read_text("utf-8"), ours.__dict__)

LISTS = [[], [0], [3], [0, 0, 3], [3, 2, 3, 0, 1], [1, 1, 2, 2, 1]]


def below_2(x: int) -> bool:
    """Whether a number lies below 2."""
    return x < 2


USES: dict[str, Callable[[Any, list[int]], Any]] = {
    "accumulate": lambda m, x: list(m.accumulate(x)),
    "accumulate, initial": lambda m, x: list(m.accumulate(x, initial=0)),
    "accumulate, a function": lambda m, x: list(m.accumulate(x, lambda a, b: a * b, initial=2)),
    "chain": lambda m, x: list(m.chain(x, "ab", x)),
    "chain.from_iterable": lambda m, x: list(m.chain.from_iterable([x, x])),
    "combinations": lambda m, x: list(m.combinations(x, 2)),
    "combinations of more than there are": lambda m, x: list(m.combinations(x, 6)),
    "combinations_with_replacement": lambda m, x: list(m.combinations_with_replacement(x, 2)),
    "compress": lambda m, x: list(m.compress(x, [1, 0, 1])),
    "count": lambda m, x: list(zip(x, m.count(2), m.count(1, 0.5), strict=False)),
    "cycle": lambda m, x: list(zip(range(7), m.cycle(x), strict=False)),
    "dropwhile": lambda m, x: list(m.dropwhile(below_2, x)),
    "filterfalse": lambda m, x: [list(m.filterfalse(f, x)) for f in (below_2, None)],
    "groupby": lambda m, x: [(k, list(g)) for k, g in m.groupby(x)],
    "groupby, a key": lambda m, x: [(k, list(g)) for k, g in m.groupby(x, below_2)],
    "groupby, groups not read": lambda m, x: [k for k, _ in m.groupby(x)],
    "groupby, groups read too late": lambda m, x: [list(g) for _, g in list(m.groupby(x))],
    "islice, stop": lambda m, x: [list(m.islice(x, k)) for k in (0, 1, 3, 9, None)],
    "islice, start": lambda m, x: [list(m.islice(x, i, k)) for i in (0, 2) for k in (1, 4, None)],
    "islice, step": lambda m, x: [list(m.islice(x, 0, None, k)) for k in (1, 2, 3)],
    "islice takes no more than it gives": lambda m, x: (
        lambda it: (list(m.islice(it, 2)), list(it))
    )(iter(x)),
    "pairwise": lambda m, x: list(m.pairwise(x)),
    "permutations": lambda m, x: list(m.permutations(x, 2)),
    "permutations of all": lambda m, x: list(m.permutations(x[:3])),
    "product": lambda m, x: list(m.product(x, "ab")),
    "product, repeat": lambda m, x: list(m.product(x[:2], repeat=3)),
    "repeat": lambda m, x: list(zip(x, m.repeat(7), m.repeat(8, 3), strict=False)),
    "starmap": lambda m, x: list(m.starmap(pow, zip(x, x, strict=True))),
    "takewhile": lambda m, x: list(m.takewhile(below_2, x)),
    "tee": lambda m, x: [list(copy) for copy in m.tee(x, 3)],
    "zip_longest": lambda m, x: list(m.zip_longest(x, "abc", fillvalue=0)),
}


@pytest.mark.parametrize("use", USES)
def test_it_gives_what_cpython_gives(use):
    for items in LISTS:
        assert USES[use](ours, list(items)) == USES[use](itertools, list(items))


def test_batched_which_came_with_python_3_12():
    assert list(ours.batched("ABCDE", 2)) == [("A", "B"), ("C", "D"), ("E",)]
    with pytest.raises(ValueError, match="incomplete"):
        list(ours.batched("ABCDE", 2, strict=True))


def test_every_name_of_cpythons_is_there_and_used_above():
    names = {name for name in dir(itertools) if not name.startswith("_")} - {"batched"}
    assert {name for name in names if not hasattr(ours, name)} == set()
    assert {name for name in names if not any(use.startswith(name) for use in USES)} == set()


@pytest.mark.parametrize("bounds", [(-1,), (0, -2), (0, 4, 0), ("2",), (1.5,)])
def test_islice_refuses_what_cpython_refuses(bounds):
    for module in (itertools, ours):
        with pytest.raises(ValueError, match="islice"):
            module.islice([1, 2, 3], *bounds)
