"""Calls of a user's function: arguments for a ranking, and the number in the result.

A function that takes DCG and IDCG is combined with functions of its module that compute the two.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from inspect import Parameter, signature
from types import FunctionType, MethodType
from typing import Any, Protocol

from ndcg_core.checking.outcomes import find_numbers
from ndcg_core.checking.signatures import (
    ARRAY_FUNCTIONS,
    Argument,
    Form,
    choose_keywords,
    contains_fragment,
)
from ndcg_core.code_lab.wrong_programs import Outcome
from ndcg_core.libraries import Ranking
from ndcg_core.metric.numbers import clip_text

MAX_ERROR_LENGTH = 200
"""The largest number of characters of an error's name and message."""
ENDING_ERRORS = {
    "SystemExit": "ends the program",
    "GeneratorExit": "ends the program",
    "KeyboardInterrupt": "ends the program",
    "MemoryError": "needs more memory than it may use",
}
"""Errors after which no verdict is possible, each with a clause about the function."""


@dataclass(frozen=True)
class Reply:
    """The result of one call of a function.

    outcome  the number, or the name of a result that is not a number
    paths    the paths of several numbers in the result; () for a single number
    altered  the change of the list that was passed: "", "sorted" or "changed"
    raised   the error that the function raised, with its message, or ""
    """

    outcome: Outcome
    paths: tuple[str, ...] = ()
    altered: str = ""
    raised: str = ""


class Caller(Protocol):
    """An object that calls a function, in this process or in another one.

    name       the function's name
    arguments  the parameters, or () if they are unknown
    kinds      the modules whose arrays the function may need
    shape      the call as text, with {} for its arguments
    """

    name: str
    arguments: tuple[Argument, ...]
    kinds: tuple[str, ...]
    shape: str

    def call(self, form: Form, ranking: Ranking) -> Reply:
        """Call the function with the arguments for a ranking, and return the reply."""


class LocalCaller:
    """A caller that runs a function in this process, including its side effects."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = getattr(function, "__name__", type(function).__name__)
        self.shape = f"{self.name}({{}})"
        if found := _compose_from_sums(function):
            function, self.shape = found
        self.function = function
        self.arguments = _read_parameters(function)
        self.kinds = tuple(kind for kind in ARRAY_FUNCTIONS if kind in sys.modules)

    def call(self, form: Form, ranking: Ranking) -> Reply:
        """Call the function with the arguments for a ranking, and return the reply.

        The outcome is the name of the error if the function raises any error except Ctrl+C,
        and "TypeError" if its parameters do not fit the form.
        """
        arguments = form.list_arguments(ranking)
        before = form.list_arguments(ranking)
        bound = choose_keywords(self.arguments, form.parts)
        try:
            if bound is None:
                return Reply("TypeError", raised="TypeError: other arguments are expected")
            keyword = {name: arguments[n] for n, name in enumerate(bound) if name}
            value = self.function(
                *(value for value, name in zip(arguments, bound, strict=True) if not name),
                **keyword,
            )
            numbers = find_numbers(value)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return Reply(type(error).__name__, raised=_describe_error(error))
        altered = "" if form.kind != "list" else _describe_change(arguments, before)
        if isinstance(numbers, str):
            return Reply(numbers, (), altered)
        paths = (*numbers,)
        outcome: Outcome = type(value).__name__
        if form.place or "" in numbers:
            outcome = numbers.get(form.place, outcome)
        return Reply(outcome, paths if paths != ("",) else (), altered)


def _describe_error(error: BaseException) -> str:
    """Return an error's name and message without a period, or the name if the message fails."""
    name = type(error).__name__
    try:
        message = " ".join(str(error).split()).rstrip(".")
    except KeyboardInterrupt:
        raise
    except BaseException:  # the error's own method can raise anything
        return name
    return clip_text(f"{name}: {message}" if message else name, MAX_ERROR_LENGTH)


def _describe_change(after: Sequence[Any], before: Sequence[Any]) -> str:
    """Return "sorted" or "changed" for the first argument that a call changed, or "" if none."""
    for new, old in zip(after, before, strict=True):
        with suppress(Exception):  # comparing objects of the function can raise anything
            if new != old:
                are_lists = isinstance(new, list) and isinstance(old, list)
                is_sorted = are_lists and new in (sorted(old), sorted(old, reverse=True))
                return "sorted" if is_sorted else "changed"
    return ""


def _read_parameters(function: Callable[..., Any]) -> tuple[Argument, ...]:
    """Return a function's parameters except **kwargs, or () if they are unknown or have *args."""
    try:
        parameters = list(signature(function).parameters.values())
    except (TypeError, ValueError):  # many functions in C have no signature
        return ()
    if any(parameter.kind is Parameter.VAR_POSITIONAL for parameter in parameters):
        return ()
    return tuple(
        Argument(
            parameter.name,
            parameter.default is Parameter.empty,
            isinstance(parameter.default, (str, bool, float)) or _has_callable_default(parameter),
            parameter.kind is Parameter.KEYWORD_ONLY,
            parameter.kind is Parameter.POSITIONAL_ONLY,
        )
        for parameter in parameters
        if parameter.kind is not Parameter.VAR_KEYWORD
    )


def _has_callable_default(parameter: Parameter) -> bool:
    """Return True if a parameter has a default that can be called, such as a function."""
    return parameter.default is not Parameter.empty and callable(parameter.default)


# --- Functions of DCG and IDCG ------------------------------------------------------------------


def _compose_from_sums(function: Callable[..., Any]) -> tuple[Callable[..., Any], str] | None:
    """Return an NDCG function made from a function of DCG and IDCG, and its call as text.

    The result is ndcg(dcg(grades, k), idcg(ideal, k)) as a function of grades and k. It is None for
    a function of other arguments, and if the function's module has no function for DCG.
    """
    needed = [parameter for parameter in _read_parameters(function) if parameter.is_needed]
    names = [parameter.name.casefold() for parameter in needed]
    is_ideal = [contains_fragment(name, ("idcg", "ideal", "best", "max")) for name in names]
    if len(names) != 2 or sum(is_ideal) != 1 or "dcg" not in "".join(names):
        return None
    plain_function = function.__func__ if isinstance(function, MethodType) else function
    has_globals = isinstance(plain_function, FunctionType)
    module_names = plain_function.__globals__ if has_globals else {}
    sums = {
        name: value
        for name, value in module_names.items()
        if isinstance(value, FunctionType)
        and value is not plain_function
        and "dcg" in name.casefold()
    }
    ideals = [name for name in sums if "idcg" in name.casefold() or "ideal" in name.casefold()]
    plain = [name for name in sums if name not in ideals and "ndcg" not in name.casefold()]
    if not plain:
        return None
    dcg = plain[0]
    idcg = (ideals or plain)[0]
    function_name = getattr(function, "__name__", "ndcg")
    call = _ComposedFunction(function, sums[dcg], sums[idcg], is_ideal[0])
    order = "ranked" if call.does_sort else "sorted"
    pair = [f"{dcg}(ranked grades, k)", f"{idcg}({order} grades, k)"]
    if is_ideal[0]:
        pair.reverse()
    return call.make_plain_function(), f"{function_name}({', '.join(pair)})"


class _ComposedFunction:
    """A function of grades and k that calls separate functions for DCG, IDCG and their ratio."""

    def __init__(
        self,
        ratio: Callable[..., Any],
        dcg: Callable[..., Any],
        idcg: Callable[..., Any],
        is_ideal_first: bool,
    ) -> None:
        self.ratio = ratio
        self.dcg = dcg
        self.idcg = idcg
        self.is_ideal_first = is_ideal_first
        self.takes_k = [
            sum(parameter.is_needed for parameter in _read_parameters(f)) > 1 for f in (dcg, idcg)
        ]
        self.does_sort = self._is_order_ignored()

    def _is_order_ignored(self) -> bool:
        """Return True if the function for IDCG returns the same for [0, 3] and [3, 0].

        Returns False if it raises an error.
        """
        with suppress(Exception):
            orders: tuple[list[float], ...] = ([0, 3], [3, 0])
            worst, best = (self._call_sum(self.idcg, order, 2, self.takes_k[1]) for order in orders)
            return bool(worst == best)
        return False

    @staticmethod
    def _call_sum(function: Callable[..., Any], grades: list[float], k: int, takes_k: bool) -> Any:
        """Call a function for DCG or IDCG with grades and k, or with only the first k grades."""
        return function(grades, k) if takes_k else function(grades[:k])

    def __call__(self, grades: list[float], k: int) -> Any:
        ideal = list(grades) if self.does_sort else sorted(grades, reverse=True)
        best = self._call_sum(self.idcg, ideal, k, self.takes_k[1])
        total = self._call_sum(self.dcg, grades, k, self.takes_k[0])
        return self.ratio(best, total) if self.is_ideal_first else self.ratio(total, best)

    def make_plain_function(self) -> Callable[[list[float], int], Any]:
        """Return a plain function that calls this object and has inspectable parameters."""
        return lambda grades, k: self(grades, k)


def find_unrepeatable_call(
    caller: Caller, form: Form, rankings: Sequence[Ranking]
) -> tuple[Ranking, Outcome, Outcome] | None:
    """Return the first ranking with different numbers in two calls, and the numbers, or None."""
    for ranking in rankings:
        first, second = (caller.call(form, ranking).outcome for _ in range(2))
        if isinstance(first, float) and isinstance(second, float) and abs(first - second) > 0:
            return ranking, first, second
    return None
