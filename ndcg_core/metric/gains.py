"""Gain: the value of a document of grade r for the reader who finds it.

A user's own gain is a function of the grade, or a table with a gain for each grade.

A list has the gains of grades 0, 1, 2, ... (LightGBM's `label_gain`). A mapping names the grades
(the gain maps of trec_eval and ir_measures). A gain need not rise with the grade. The ideal order
puts the highest gain first, as in trec_eval and ir_measures. LightGBM puts the highest grade first,
so LightGBM prints more than 1 for a falling table. A grade that a mapping leaves out is refused,
except grade 0, which gains nothing. In trec_eval and ir_measures such a grade is its own gain.

Every gain must be a finite number of 0 or more. trec_eval also accepts negative gains and leaves
their documents out of the ideal order. We refuse negative gains, because the sum would fall as
documents are found, and NDCG would not be a share. If a convention accepts grades below 0, they
have no gain, even if grade 0 has one. In trec_eval and ir_measures such a grade means that the
document is unjudged.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from math import pow
from types import MappingProxyType
from typing import Any

from ndcg_core.metric.numbers import is_iterable, read_finite, short, short_repr


def calculate_linear_gain(r: float) -> float:
    """Return g(r) = r: grade 3 is worth three times grade 1 (Järvelin & Kekäläinen 2002).

    >>> calculate_linear_gain(3)
    3.0
    """
    return float(r)


def calculate_exponential_gain(r: float) -> float:
    """Return g(r) = 2^r - 1, which more than doubles with each grade (Burges et al. 2005).

    >>> [calculate_exponential_gain(r) for r in (0, 1, 2, 3)]
    [0.0, 1.0, 3.0, 7.0]
    """
    return pow(2.0, r) - 1.0


def calculate_binary_gain(r: float) -> float:
    """Return 1 if r > 0, else 0: the gain of recommender libraries.

    >>> [calculate_binary_gain(r) for r in (0, 0.5, 3)]
    [0.0, 1.0, 1.0]
    """
    return 1.0 if r > 0 else 0.0


def calculate_shifted_gain(r: float) -> float:
    """Return 2^(r + 1) - 1 if r > 0, else 0: ML.NET's table of label gains.

    >>> [calculate_shifted_gain(r) for r in (0, 1, 2, 3, 4)]
    [0.0, 3.0, 7.0, 15.0, 31.0]
    """
    return pow(2.0, r + 1) - 1.0 if r > 0 else 0.0


GAINS: Mapping[str, Callable[[float], float]] = MappingProxyType(
    {
        "linear": calculate_linear_gain,
        "exponential": calculate_exponential_gain,
        "binary": calculate_binary_gain,
        "shifted": calculate_shifted_gain,
    }
)
"""The gains by name. Each is a function g(r) that never falls as r grows, and g(0) is 0."""


Gain = str | Callable[[float], float] | Iterable[float] | Mapping[float, float]
"""The types of a convention's gain: a name in GAINS, a function, a list or a mapping."""

MAX_SHOWN_GAINS = 6


@dataclass(frozen=True)
class GainTable:
    """A table of grades and their gains, lowest grade first, callable as a gain function.

    A grade that is not in the table raises ValueError. Only grade 0 may be missing in a
    mapping. Its gain is then 0.

    >>> table = GainTable.from_table([0, 1, 3, 7])
    >>> table(2), str(table)
    (3.0, 'g(0) = 0, g(1) = 1, g(2) = 3, g(3) = 7')
    """

    entries: tuple[tuple[float, float], ...]

    @staticmethod
    def from_table(table: Iterable[float] | Mapping[float, float]) -> "GainTable":
        """Make a gain table from a list, an array, a mapping or a Series indexed by grade.

        Raises ValueError for an empty table, or for a bad grade or gain.
        """
        pairs = _list_grade_gain_pairs(table)
        if not pairs:
            raise ValueError(
                "The gain table of a convention is empty. It must have a gain for each grade."
            )
        is_mapping = isinstance(table, Mapping) or hasattr(table, "to_dict")
        gains: dict[float, float] = {0.0: 0.0} if is_mapping else {}
        gains |= dict(_read_entry(grade, gain) for grade, gain in pairs)
        return GainTable(tuple(sorted(gains.items())))

    @cached_property
    def _gain_by_grade(self) -> Mapping[float, float]:
        return dict(self.entries)

    def __call__(self, r: float) -> float:
        """Return the gain of a grade. Raise ValueError for a grade that is not in the table."""
        try:
            return self._gain_by_grade[r]
        except KeyError:
            grades = [short(grade, 6) for grade, _ in self.entries]
            has = ", ".join(
                grades if len(grades) <= MAX_SHOWN_GAINS else [*grades[:3], "...", grades[-1]]
            )
            raise ValueError(f"the table of gains has no such grade, only {has}") from None

    def __str__(self) -> str:
        written = [
            f"g({short(r, 6)}) = {short(gain, 6)}" for r, gain in self.entries[:MAX_SHOWN_GAINS]
        ]
        return ", ".join([*written, "..."] if len(self.entries) > MAX_SHOWN_GAINS else written)


def normalize_gain(gain: object) -> str | Callable[[float], float]:
    """Convert a gain to a name, a function or a GainTable. Raise ValueError for a bad gain."""
    if callable(gain) or (isinstance(gain, str) and gain in GAINS):
        return gain
    unordered_or_text = isinstance(gain, (str, bytes, bytearray, Set))
    if is_iterable(gain) and not unordered_or_text:
        return GainTable.from_table(gain)
    names = ", ".join(f'"{name}"' for name in GAINS)
    raise ValueError(
        f"The gain of a convention is {short_repr(gain)}. It must be one of {names}, a function "
        "of the grade, or a table such as [0, 1, 3, 7] or {1: 1, 2: 3, 3: 7}."
    )


def find_gain_function(gain: Gain) -> Callable[[float], float]:
    """Convert a gain (a name, a table or a user's function) to the function g(r).

    With a table or a user's function, grades below 0 have gain 0. Raises ValueError for a bad gain.
    """
    g = normalize_gain(gain)
    if isinstance(g, str):
        return GAINS[g]
    return lambda r: g(r) if r >= 0 else 0.0


def list_gains(grades: list[float], gain: Gain) -> list[float]:
    """Return g(r) for each grade, in the same order.

    For linear gain, this is the list itself and not a copy.
    """
    if gain == "linear":
        return grades
    g = find_gain_function(gain)
    return [float(g(r)) for r in grades]


def choose_sort_key(gain: Gain) -> Callable[[float], Any]:
    """Return a function that maps a grade to its sort key in the ideal order.

    The key is the grade, or (gain, grade) for a user's gain, which may fall as the grade rises.
    """
    if isinstance(gain, str):
        return float
    g = find_gain_function(gain)
    return lambda r: (g(r), r)


def call_gain_function(gain: Gain, grade: float) -> float:
    """Return the gain of a grade from a user's table or function, or 0 for a grade below 0.

    Raises ValueError if the table lacks the grade, or if the function fails or returns a bad gain.
    The message starts in lower case, because callers put a colon before it.
    """
    g = normalize_gain(gain)
    if grade < 0:
        return 0.0
    if isinstance(g, GainTable):
        return g(grade)
    assert not isinstance(g, str)
    try:
        result = g(grade)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise ValueError(f"{name_gain(g)} fails for it ({why})") from error
    value = read_nonnegative(result)
    if value is None:
        must = "A gain must be a finite number, 0 or more"
        raise ValueError(f"{name_gain(g)} gives it a gain of {short_repr(result)}. {must}")
    return value


def name_gain(gain: Gain) -> str:
    """Return "the table of gains", or words such as "the function f", for a user's gain."""
    g = normalize_gain(gain)
    return "the table of gains" if isinstance(g, GainTable) else name_function(g)


def name_function(function: object) -> str:
    """Return "the function f" for a callable named f, or "a function" for a lambda."""
    name = str(getattr(function, "__name__", type(function).__name__))
    return f"the function {name}" if name.isidentifier() else "a function"


def _list_grade_gain_pairs(table: Any) -> list[tuple[Any, Any]]:
    """Return the pairs of grade and gain in a mapping, a Series or a list of gains.

    The items of a list are the gains of grades 0, 1, 2 and so on.
    """
    if hasattr(table, "to_dict"):  # a Series: its index holds the grades
        table = table.to_dict()
    if isinstance(table, Mapping):
        return list(table.items())
    return list(enumerate(table.tolist() if hasattr(table, "tolist") else table))


def _read_entry(grade: object, gain: object) -> tuple[float, float]:
    """Convert a grade and its gain to floats. Raise ValueError if either is bad."""
    r = read_nonnegative(grade)
    g = read_nonnegative(gain)
    if r is None:
        raise ValueError(
            f"The gain of a convention is a table with the grade {short_repr(grade)}. Each grade "
            "must be a finite number, 0 or more."
        )
    if g is None:
        raise ValueError(
            f"The gain of a convention is a table with {short_repr(gain)} for grade {short(r, 6)}. "
            "Each gain must be a finite number, 0 or more."
        )
    return r, g


def read_nonnegative(value: object) -> float | None:
    """Return a value as a float, or None if it is not a finite number of 0 or more."""
    number = read_finite(value)
    return number if number is not None and number >= 0 else None
