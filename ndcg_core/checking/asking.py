"""Calls of a function: the argument for each input, and the returned number.

A function of DCG and IDCG is combined with the functions next to it that compute them.
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
    contains_piece,
)
from ndcg_core.code_lab.wrong_programs import Outcome
from ndcg_core.libraries import Ranking

ENDING_ERRORS = {
    "SystemExit": "ends the program",
    "GeneratorExit": "ends the program",
    "KeyboardInterrupt": "ends the program",
    "MemoryError": "needs more memory than it may use",
}
"""Outcomes that allow no verdict, and a clause about the function for each."""


@dataclass(frozen=True)
class Reply:
    """The result of one call.

    outcome  the number, or the name of a result that is not a number
    places   the positions of several numbers in the result
    altered  the change of a list that was passed: "", "sorted" or "changed"
    """

    outcome: Outcome
    places: tuple[str, ...] = ()
    altered: str = ""


class Asker(Protocol):
    """A function to call, in this process or in another.

    arguments  the parameters, or none if they are unknown
    kinds      the modules whose arrays the function may need
    shape      the call as text, with {} for its arguments
    """

    name: str
    arguments: tuple[Argument, ...]
    kinds: tuple[str, ...]
    shape: str

    def ask(self, form: Form, ranking: Ranking) -> Reply:
        """Call the function once."""


class LocalAsker:
    """A function in this process. Side effects on the process are the caller's risk."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = getattr(function, "__name__", type(function).__name__)
        self.shape = f"{self.name}({{}})"
        if found := _compose_from_sums(function):
            function, self.shape = found
        self.function = function
        self.arguments = _read_parameters(function)
        self.kinds = tuple(kind for kind in ARRAY_FUNCTIONS if kind in sys.modules)

    def ask(self, form: Form, ranking: Ranking) -> Reply:
        given = form.list_arguments(ranking)
        before = form.list_arguments(ranking)
        bound = choose_keywords(self.arguments, form.parts)
        try:
            if bound is None:
                return Reply("TypeError")
            keyword = {name: given[at] for at, name in enumerate(bound) if name}
            value = self.function(
                *(one for one, name in zip(given, bound, strict=True) if not name), **keyword
            )
            numbers = find_numbers(value)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return Reply(type(error).__name__)
        altered = "" if form.kind != "list" else _describe_change(given, before)
        if isinstance(numbers, str):
            return Reply(numbers, (), altered)
        places = (*numbers,)
        instead = type(value).__name__
        outcome = numbers.get(form.place, instead) if form.place or "" in numbers else instead
        return Reply(outcome, places if places != ("",) else (), altered)


def _describe_change(now: Sequence[Any], before: Sequence[Any]) -> str:
    """Describe the change that a call made to its first argument."""
    for one, was in zip(now, before, strict=True):
        with suppress(Exception):  # what a caller's own object does when it is compared
            if one != was:
                is_list = isinstance(one, list) and isinstance(was, list)
                in_order = is_list and one in (sorted(was), sorted(was, reverse=True))
                return "sorted" if in_order else "changed"
    return ""


def _read_parameters(function: Callable[..., Any]) -> tuple[Argument, ...]:
    """Return a function's parameters, or () if they are unknown or it takes anything."""
    try:
        parameters = list(signature(function).parameters.values())
    except (TypeError, ValueError):  # one written in C says nothing
        return ()
    if any(one.kind is Parameter.VAR_POSITIONAL for one in parameters):
        return ()
    return tuple(
        Argument(
            one.name,
            one.default is Parameter.empty,
            isinstance(one.default, (str, bool, float)) or _has_function_default(one),
            one.kind is Parameter.KEYWORD_ONLY,
            one.kind is Parameter.POSITIONAL_ONLY,
        )
        for one in parameters
        if one.kind is not Parameter.VAR_KEYWORD
    )


def _has_function_default(one: Parameter) -> bool:
    return one.default is not Parameter.empty and callable(one.default)


# --- Three functions --------------------------------------------------------------------------


def _compose_from_sums(function: Callable[..., Any]) -> tuple[Callable[..., Any], str] | None:
    """Return ndcg(dcg(grades, k), idcg(ideal, k)) for a function that takes the two sums."""
    names = [one.name.casefold() for one in _read_parameters(function) if one.is_needed]
    is_ideal = [contains_piece(name, ("idcg", "ideal", "best", "max")) for name in names]
    if len(names) != 2 or sum(is_ideal) != 1 or "dcg" not in "".join(names):
        return None
    inner = function.__func__ if isinstance(function, MethodType) else function
    beside = inner.__globals__ if isinstance(inner, FunctionType) else {}
    sums = {
        name: one
        for name, one in beside.items()
        if isinstance(one, FunctionType) and one is not inner and "dcg" in name.casefold()
    }
    ideals = [name for name in sums if "idcg" in name.casefold() or "ideal" in name.casefold()]
    plain = [name for name in sums if name not in ideals and "ndcg" not in name.casefold()]
    if not plain:
        return None
    dcg = plain[0]
    idcg = (ideals or plain)[0]
    own_name = getattr(function, "__name__", "ndcg")
    call = _ComposedFunction(function, sums[dcg], sums[idcg], is_ideal[0])
    order = "ranked" if call.sorts_itself else "sorted"
    pair = [f"{dcg}(ranked grades, k)", f"{idcg}({order} grades, k)"]
    if is_ideal[0]:
        pair.reverse()
    return call.as_plain_function(), f"{own_name}({', '.join(pair)})"


class _ComposedFunction:
    """The functions of DCG, of IDCG, and of both, as one function of grades and k."""

    def __init__(
        self,
        ratio: Callable[..., Any],
        dcg: Callable[..., Any],
        idcg: Callable[..., Any],
        ideal_first: bool,
    ) -> None:
        self.ratio = ratio
        self.dcg = dcg
        self.idcg = idcg
        self.ideal_first = ideal_first
        self.takes_k = [sum(one.is_needed for one in _read_parameters(f)) > 1 for f in (dcg, idcg)]
        self.sorts_itself = self._sorts_ideal()

    def _sorts_ideal(self) -> bool:
        """Return True if the ideal sum is the same for a list and for the sorted list."""
        with suppress(Exception):
            orders: tuple[list[float], ...] = ([0, 3], [3, 0])
            worst, best = (self._call_sum(self.idcg, one, 2, self.takes_k[1]) for one in orders)
            return bool(worst == best)
        return False

    @staticmethod
    def _call_sum(function: Callable[..., Any], grades: list[float], k: int, takes_k: bool) -> Any:
        return function(grades, k) if takes_k else function(grades[:k])

    def __call__(self, grades: list[float], k: int) -> Any:
        ideal = list(grades) if self.sorts_itself else sorted(grades, reverse=True)
        best = self._call_sum(self.idcg, ideal, k, self.takes_k[1])
        total = self._call_sum(self.dcg, grades, k, self.takes_k[0])
        return self.ratio(best, total) if self.ideal_first else self.ratio(total, best)

    def as_plain_function(self) -> Callable[[list[float], int], Any]:
        """Return a plain function with inspectable parameters."""
        return lambda grades, k: self(grades, k)


def find_unrepeatable_answer(
    asker: Asker, form: Form, rankings: Sequence[Ranking]
) -> tuple[Ranking, Outcome, Outcome] | None:
    """Return the first ranking that gives two different numbers if asked twice."""
    for one in rankings:
        first, second = (asker.ask(form, one).outcome for _ in range(2))
        if isinstance(first, float) and isinstance(second, float) and abs(first - second) > 0:
            return one, first, second
    return None
