"""A sentence for an argument that a function does not have, but another library's does."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import clipped, shown

P = ParamSpec("P")
R = TypeVar("R")
MEANT = {
    **dict.fromkeys(("cutoff", "at", "at_k", "top_k", "topk", "p", "n"), "k"),
    **dict.fromkeys(("y_score", "y_pred", "score"), "scores"),
    **dict.fromkeys(("y_true", "relevance", "relevances", "rels"), "grades"),
}
"""What our argument is called, by the names that others have for it."""


def explained(function: Callable[P, R]) -> Callable[P, R]:
    """The function itself; its TypeError says what would work instead of an unknown argument.

    >>> explained(lambda grades, k=None, convention="standard": 0.0)([3], gain=[0, 1])
    Traceback (most recent call last):
    TypeError: There is no argument gain=; it is a choice of the convention: \
convention=Convention("mine", gain=[0, 1]).
    """
    parameters = signature(function).parameters

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            if name not in parameters:
                raise TypeError(_sentence(name, kwargs[name], list(parameters)))
        return function(*args, **kwargs)

    return call


def _sentence(name: str, value: object, parameters: list[str]) -> str:
    ours = MEANT.get(name, "")
    if ours in parameters:
        instead = f"it is {ours} here: {ours}={shown(value)}"
    elif "convention" in parameters and name in {field.name for field in fields(Convention)}:
        instead = "it is a choice of the convention: "
        instead += f'convention=Convention("mine", {name}={shown(value)})'
    else:
        instead = f"there are {', '.join(parameters)}"
    return f"There is no argument {clipped(name)}=; {instead}."
