"""Assertions for the tests of a project with its own NDCG function."""

from collections.abc import Callable
from typing import Any

from ndcg_core.checking import check


def assert_convention(
    function: Callable[..., Any],
    convention: str,
    signature: str | None = None,
    k: int | None = None,
) -> None:
    """Raise AssertionError if a function does not implement a convention.

    Parameters
    ----------
    function : callable
        A function that returns NDCG.
    convention : str
        The name of the convention.
    signature : str, optional
        The arguments of the function, such as "grades,k".
    k : int, optional
        The cutoff of a function without a parameter for it.

    Raises
    ------
    AssertionError
        If the function differs from the convention. The message describes each difference and can
        be pasted into an issue.
    ValueError
        As in `ndcg_core.check`.

    Examples
    --------
    >>> assert_convention(lambda r, k: sum(r[:k]) / sum(sorted(r)[::-1][:k]), "standard")
    Traceback (most recent call last):
        ...
    AssertionError: Called as <lambda>(ranked grades, k)...
    """
    found = check(function, convention, signature, k)
    if not found.agrees:
        raise AssertionError(str(found))
