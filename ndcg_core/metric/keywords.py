"""A sentence for an argument that a function does not have, but another library's does."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import clipped, shown

P = ParamSpec("P")
R = TypeVar("R")
MEANT = {
    **dict.fromkeys(("cutoff", "at", "at_k", "top_k", "topk", "n"), "k"),
    **dict.fromkeys(("y_score", "y_pred", "predictions"), "scores"),
    **dict.fromkeys(("y_true", "relevance", "rels"), "grades"),
}
"""What our argument is called, by the names that others have for it."""


def explained(function: Callable[P, R]) -> Callable[P, R]:
    """The function itself; for an argument that it lacks, its TypeError says what would work.

    >>> explained(lambda grades, k: 0.0)([3], gain=[0, 1])
    Traceback (most recent call last):
    TypeError: There is no argument gain=; write convention=Convention("mine", gain=[0, 1]).
    """
    names = signature(function).parameters

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except TypeError:
            for name in kwargs.keys() - names.keys():
                ours = ", ".join(names)
                if MEANT.get(name) in names:
                    ours = f"{MEANT[name]}={shown(kwargs[name])}"
                elif name in Convention.__dataclass_fields__:
                    ours = f'convention=Convention("mine", {name}={shown(kwargs[name])})'
                raise TypeError(f"There is no argument {clipped(name)}=; write {ours}.") from None
            raise

    return call
