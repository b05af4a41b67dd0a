"""For the tests of somebody's own NDCG: `nc.testing.assert_convention(my_ndcg, "standard")`."""

from collections.abc import Callable
from typing import Any

from ndcg_core.checking import check


def assert_convention(
    function: Callable[..., Any],
    convention: str,
    signature: str | None = None,
    k: int | None = None,
) -> None:
    """Raise AssertionError where a function is not a convention: a message fit for an issue.

    >>> assert_convention(lambda r, k: sum(r[:k]) / sum(sorted(r)[::-1][:k]), "standard")
    Traceback (most recent call last):
        ...
    AssertionError: Called as <lambda>(ranked grades, k)...
    """
    found = check(function, convention, signature, k)
    if not found.agrees:
        raise AssertionError(str(found))
