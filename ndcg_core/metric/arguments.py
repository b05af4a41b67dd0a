"""Error messages for calls with bad arguments, each with a correction."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import wraps
from inspect import signature
from math import inf
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import clip_text, read_finite, short_repr

P = ParamSpec("P")
R = TypeVar("R")
OTHER_LIBRARY_ARGUMENTS = {
    "cutoff": "k",
    "at": "k",
    "top_k": "k",
    "y_score": "scores",
    "y_true": "grades",
}
"""The name of our argument for each name that other libraries use."""
NUMBER_TYPES: Mapping[object, type] = {float: Real, int: Integral}
TYPE_NOUNS = {float: "a number", int: "a whole number", str: "a text", NoneType: "None"}


def explain_bad_calls(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function so that a call with bad arguments raises an error with a correction.

    The error is a TypeError, or a ValueError for an unknown name. A ValueError whose message is a
    sentence, and an error that no argument explains, are raised unchanged.
    """

    @wraps(function)
    def call_or_explain(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
            if isinstance(error, ValueError) and str(error).endswith((".", "”")):
                raise
            sentence = _explain_failure(function, args, kwargs)
            if sentence:
                raise TypeError(sentence) from None
            if isinstance(error, KeyError):
                key = short_repr(*error.args)
                raise ValueError(
                    f"The name {key} is unknown here. Use a name that {function.__name__} knows."
                ) from None
            raise

    return call_or_explain


def _explain_failure(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> str:
    """Return a sentence about the first bad argument of a call, or "" if none is found."""
    called = signature(function)
    names = called.parameters
    anything = {name for name, value in names.items() if value.kind is value.VAR_KEYWORD}
    for name in () if anything else kwargs.keys() - names.keys():
        ours = ", ".join(names)
        if OTHER_LIBRARY_ARGUMENTS.get(name) in names:
            ours = f"{OTHER_LIBRARY_ARGUMENTS[name]}={short_repr(kwargs[name])}"
        elif name in Convention.__dataclass_fields__:
            ours = f'convention=Convention("mine", {name}={short_repr(kwargs[name])})'
        return f"There is no argument {clip_text(name)}=. Write {ours} instead."
    hints: dict[str, Any] = {}
    try:
        given = called.bind(*args, **kwargs).arguments
    except TypeError:  # too few or too many arguments, which Python's own message explains
        return ""
    with suppress(NameError):  # a type that is only imported for the type checker
        hints.update(get_type_hints(function))
    for name, value in given.items():
        if name in hints and name not in anything and not _matches_hint(value, hints[name]):
            must = _describe_hint(hints[name])
            return f"The argument {name} is {short_repr(value)}. It must be {must}."
    return ""


def _matches_hint(value: Any, hint: Any) -> bool:
    """Return True if a value and its contents match a type hint, or if the hint is not a type.

    An iterator with typed items never matches, because the call that failed has consumed it.
    """
    origin = get_origin(hint)
    inner = get_args(hint)
    if origin in (Union, UnionType):
        return any(_matches_hint(value, option) for option in inner)
    if origin is Literal:
        return isinstance(value, str) and value in inner
    kind = NUMBER_TYPES.get(hint, origin or hint)
    if hint is Any or not isinstance(kind, type):  # or a type variable
        return True
    is_consumed = bool(inner) and isinstance(value, Iterator)  # by the call that failed
    if not isinstance(value, kind) or is_consumed:
        return False
    if kind is Real and read_finite(value) is None:
        return value != value or value in (inf, -inf)
    if not inner or not isinstance(value, Collection) or callable(value):
        return True
    if isinstance(value, Mapping) and len(inner) == 2:
        return all(
            _matches_hint(k, inner[0]) and _matches_hint(v, inner[1]) for k, v in value.items()
        )
    return all(_matches_hint(item, inner[0]) for item in value) or inner[-1] not in (inner[0], ...)


def _describe_hint(hint: Any) -> str:
    """Describe in words the values that a type hint accepts.

    >>> _describe_hint(Mapping[str, float] | None), _describe_hint(tuple[int, ...])
    ('a Mapping of texts and numbers, or None', 'a tuple of whole numbers')
    """
    origin = get_origin(hint)
    inner = get_args(hint)
    if origin in (Union, UnionType):
        return ", or ".join(dict.fromkeys(map(_describe_hint, inner)))
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if hint in TYPE_NOUNS:
        return TYPE_NOUNS[hint]
    name = getattr(origin or hint, "__name__", "another value")
    kinds = [kind for kind in inner if isinstance(kind, type)]
    items = [f"{_describe_hint(kind).split(' ', 1)[-1]}s" for kind in kinds]
    of_items = f" of {' and '.join(items)}" if items else ""
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}{of_items}"
