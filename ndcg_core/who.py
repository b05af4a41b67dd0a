"""Find the libraries that print a number for a list of grades."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import fsum, isnan, nan
from typing import Any, NamedTuple

from ndcg_core import libraries
from ndcg_core.libraries import (
    CHECK_METHODS,
    LIBRARIES,
    PossibleWrongCall,
    Ranking,
    find_outcome,
    find_wrong_calls,
    find_wrong_calls_by_error,
    group_outcomes,
    list_possible_outcomes,
    rounds_to,
)
from ndcg_core.marking.origins import MIN_DECIMALS, Origin, explain_number
from ndcg_core.marking.readings import is_truncation_of
from ndcg_core.measures import Ranked, rank_grades
from ndcg_core.measures.descriptions import find_equal_measures
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import TAUGHT_CONVENTIONS
from ndcg_core.metric.numbers import format_all_digits, number, short_repr
from ndcg_core.notebook import Number, Table, render_tables
from ndcg_core.numerals.numerals import WrittenNumber, read_printed_number

MAX_ORIGINS = 3
MAX_NAMED = 4
MAX_DOCUMENTS = 50
"""The longest ranking for other measures, because comparing pairs of documents takes time."""
MAX_CELLS = 50
"""The largest number of cells in a table, because each is compared with every library."""
CUT_DECIMALS = 6
PERSISTENCE_VALUES = (0.5, 0.8, 0.95)
"""The usual values of p in RBP."""
COLUMN_HEADS = ("library", "NDCG", "name here", "version", "how we know")


MEASURE_PHRASES = {"AP(of=found)": "AP divided by the number of relevant documents that were found"}
"""Descriptions of measures whose names are not clear enough."""


class OtherMeasure(NamedTuple):
    """A measure other than NDCG that gives the printed number, with a description."""

    name: str
    message: str


class Printers(list[str]):
    """The libraries that print a number, as a list of their names.

    The order is that of `libraries.LIBRARIES`. A notebook shows the list as a table.

    Attributes
    ----------
    ranking : libraries.Ranking
        The ranking.
    printed : str or float
        The number that was passed.
    undetermined : list
        The libraries without a single number for this ranking, which may have printed the number.
    """

    def __init__(self, names: Iterable[str], ranking: Ranking, printed: str | float) -> None:
        super().__init__(names)
        self.ranking = ranking
        self.printed = printed
        self.is_error = isinstance(printed, str) and bool(find_wrong_calls_by_error(printed))
        maybe = [] if self.is_error else list_possible_outcomes(ranking, printed)
        self.undetermined = [outcome for outcome in maybe if outcome.instead or not self]

    @cached_property
    def nearest(self) -> tuple[float, str] | None:
        """The nearest number and its source, or None if there is nothing to compare.

        The source is a library's NDCG, or a sum under a convention that a lesson teaches. The
        result is also None if a library prints the number, or if it is an error message.
        """
        if self or self.is_error:
            return None
        wanted = read_printed_number(self.printed).value
        candidates = [
            (group.value, LIBRARIES[group.ids[0]].title) for group in group_outcomes(self.ranking)
        ]
        for rules in TAUGHT_CONVENTIONS:
            with suppress(ValueError):  # the convention refuses a grade
                trace = self.ranking.trace_ndcg(rules)
                candidates += [(trace.dcg, f"{trace.at('DCG')}: {rules.title}")]
                candidates += [(trace.idcg, f"{trace.at('IDCG')}: {rules.title}")]
        numbers = [pair for pair in candidates if not isnan(pair[0] - wanted)]
        return min(numbers, key=lambda pair: abs(pair[0] - wanted), default=None)

    @cached_property
    def cut_off(self) -> str:
        """A sentence that names libraries whose number begins with these digits, or "".

        Only a number passed as text can be truncated, and it needs three significant digits.
        """
        if self or self.is_error or not isinstance(self.printed, str):
            return ""
        written = read_printed_number(self.printed)
        if written.digits < MIN_DECIMALS:
            return ""
        for group in group_outcomes(self.ranking):
            if is_truncation_of(written, group.value):
                titles = "; ".join(LIBRARIES[id].title for id in group.ids[:MAX_NAMED])
                have = "has" if len(group.ids) == 1 else "have"
                value = f"{group.value:.{CUT_DECIMALS}f}"
                return f"{self.printed} is cut off, not rounded: {titles} {have} {value}."
        return ""

    @cached_property
    def other_measures(self) -> list[OtherMeasure]:
        """Other measures that give the number, or [] if a library prints it as NDCG.

        The list is also empty for an error message, a grade that a measure refuses, and a ranking
        of more than `MAX_DOCUMENTS` documents.
        """
        ranking = self.ranking
        if self or self.is_error or len(ranking.grades) > MAX_DOCUMENTS:
            return []
        try:
            pool = rank_grades(ranking.grades, ranking.judged, ranking.k)
            written = read_printed_number(self.printed)
            found = [
                OtherMeasure(name, MEASURE_PHRASES.get(name, name))
                for name in find_equal_measures(pool, written)
            ]
        except ValueError:  # a grade that a measure does not take
            return []
        return [*found, *_find_graded_rbp(pool, written)]

    @cached_property
    def origins(self) -> list[Origin]:
        """Up to three origins of the number, or [] if a library prints it.

        An origin is another total of a convention, or a known mistake. The list is also empty for
        an error message, a truncated number, too many documents, and a grade that is refused.
        """
        ranking = self.ranking
        if self or self.is_error or self.cut_off:
            return []
        try:
            found = explain_number(ranking.grades, self.printed, ranking.k, ranking.judged)
        except ValueError:  # too many documents, or a grade that not every convention takes
            return []
        return found[:MAX_ORIGINS]

    @cached_property
    def could_be(self) -> list[PossibleWrongCall]:
        """The known wrong calls that print the number or raise the error.

        The list is empty if a library prints the number.
        """
        text = self.printed if isinstance(self.printed, str) else repr(self.printed)
        return [] if self else find_wrong_calls(text, self.ranking)

    @property
    def sentence(self) -> str:
        """The statement that no library prints the number, or that it is an error message.

        It is true only if the list of libraries is empty. For a float, a further sentence explains
        the exact comparison.
        """
        if self.is_error:
            return "That is an error message, not a number."
        those = "libraries whose number is determined" if self.undetermined else "libraries"
        none = f"None of the {those} prints {self.printed} for this ranking."
        if isinstance(self.printed, str):
            return none
        text = (
            " A float means exactly this value. For a rounded number, pass the text "
            f"“{self.printed}”."
        )
        return none + text

    @property
    def others(self) -> list[str]:
        """Sentences about other possible sources of the number.

        The sentences name undetermined libraries. If no library prints the number, they also name
        origins, other measures, wrong calls, and the truncated number or else the nearest one.
        """
        sentences = [
            f"It may come from {LIBRARIES[outcome.library].title}: {outcome.reason}"
            for outcome in self.undetermined
        ]
        if self.cut_off:
            sentences.append(self.cut_off)
        elif self.nearest:
            sentences.append(f"The nearest is {number(self.nearest[0], 6)}, {self.nearest[1]}.")
        sentences += [f"It may be {origin.message}" for origin in self.origins]
        sentences += [f"As another measure it is {other.message}." for other in self.other_measures]
        calls = [call for call in self.could_be if call.how or not self.origins]
        return sentences + [f"It may be a wrong call. {call.message_with_source}" for call in calls]

    def rows(self) -> list[dict[str, str | float]]:
        """Return a record for each library that prints the number, with unrounded NDCG."""
        return [
            {
                "library": name,
                "title": LIBRARIES[name].title,
                "ndcg": self.ranking.calculate_ndcg(name),
                "package": LIBRARIES[name].package,
                "version": LIBRARIES[name].version,
                "checked": LIBRARIES[name].checked,
            }
            for name in self
        ]

    def _repr_html_(self) -> str:
        rows = []
        for row in self.rows():
            value = Number(number(float(row["ndcg"]), 9))
            known = CHECK_METHODS[str(row["checked"])]
            rows.append([row["title"], value, row["library"], row["version"], known])
        if not rows:
            return render_tables([], self.sentence, *self.others)
        return render_tables(
            [Table(f"Libraries that print {self.printed}", COLUMN_HEADS, rows)], *self.others
        )


def _find_graded_rbp(ranking: Ranked, written: WrittenNumber) -> list[OtherMeasure]:
    """Return RBP with grades as a measure for each usual p at which it gives the number.

    Returns [] if no grade is above 1.
    """
    grades = [grade or 0.0 for grade in ranking.grades]
    found = []
    for p in PERSISTENCE_VALUES if max(grades, default=0.0) > 1 else ():
        graded = (1 - p) * fsum(grade * p**before for before, grade in enumerate(grades))
        if written.is_rounding_of(graded):
            message = f"RBP with p = {p} in ranx, which multiplies by the grade"
            found.append(OtherMeasure("RBP", message))
    return found


@explain_bad_calls
def who_prints(
    grades: Iterable[float],
    printed: str | float,
    k: int | None = None,
    judged: Iterable[float] | None = None,
    scores: Iterable[float] | None = None,
    labels: Iterable[str] | None = None,
) -> Printers:
    """Return the libraries that print a number as the NDCG of these grades.

    Each library applies its own convention. If no library prints the number, the attributes
    `nearest`, `origins`, `could_be` and `undetermined` of the result have other explanations.

    Parameters
    ----------
    grades : iterable of float
        The grade at each rank, rank 1 first.
    printed : str or float
        The number. A text is a number rounded to its digits, so "0.950" matches fewer numbers than
        "0.95". A float must match exactly. The error message of a library, "nan" and "None" are
        also accepted.
    k : int, optional
        The cutoff.
    judged : iterable of float, optional
        The grades of all judged documents.
    scores : iterable of float, optional
        The score that a system gave each document.
    labels : iterable of str, optional
        The names of the documents.

    Returns
    -------
    Printers
        The names of the libraries.

    Raises
    ------
    ValueError
        If `printed` is neither a number nor a known error, or a grade or `k` is not valid.

    Examples
    --------
    >>> "lightgbm" in who_prints([3, 2, 3, 0, 1], "0.957")
    True
    >>> who_prints([3, 2, 3, 0, 1], 0.957)
    []
    >>> who_prints([3, 2, 3, 0, 1], "0.957", k=5) == who_prints((3, 2, 3, 0, 1), "0.957")
    True
    """
    ranking = Ranking(
        _convert_to_tuple("grades", grades),
        k,
        None if judged is None else _convert_to_tuple("judged grades", judged),
        None if scores is None else _convert_to_tuple("scores", scores),
        None if labels is None else _convert_to_tuple("labels", labels),
    )
    given = printed if isinstance(printed, str) else float(format_all_digits(printed))
    is_error = find_wrong_calls_by_error(format_all_digits(printed))
    found = [] if is_error else libraries.list_matching_libraries(ranking, given, LIBRARIES)
    return Printers(found, ranking, given)


TABLE_CELL = re.compile(r"(?:n?dcg)?@?(\d+)\s*[=:]\s*([^\s,;=:]+)[\s,;]*", re.IGNORECASE)


def read_table(text: str) -> dict[int, str]:
    """Parse a printed table of numbers at 2 to 50 cutoffs. Return {} for any other text.

    >>> read_table("@1=0.50, @3 = 0.62"), read_table("NDCG@5=0.957")
    ({1: '0.50', 3: '0.62'}, {})
    """
    cells = {int(cut): value for cut, value in TABLE_CELL.findall(text)}
    is_table = 2 <= len(cells) <= MAX_CELLS and not TABLE_CELL.sub("", text).strip()
    return cells if is_table else {}


class TablePrinters(list[str]):
    """The libraries that print every number of a table, as a list of their names.

    Attributes
    ----------
    size : int
        The number of cells in the table.
    others : dict of str to list of str
        For each library, the cells in which the library prints another number, with this number.
    """

    def __init__(self, rankings: Sequence[Ranking], table: Mapping[int, str]) -> None:
        self.size = len(table)
        self.others = {name: list[str]() for name in LIBRARIES}
        for (k, printed), name in product(table.items(), LIBRARIES):
            value = _average_library_ndcg(name, rankings, k)
            if not rounds_to(value, printed, 1e-6 if LIBRARIES[name].sums == "float32" else 1e-12):
                self.others[name].append(f"@{k}: {number(value, 6)}")
        super().__init__(name for name in LIBRARIES if not self.others[name])

    @property
    def sentence(self) -> str:
        """A text that names the libraries that print the whole table, or else the closest one.

        If no library prints any number of the table, the text says so.
        """
        if self:
            titles = [LIBRARIES[name].title for name in self[:MAX_NAMED]]
            more = [f"{len(self) - MAX_NAMED} more"] if len(self) > MAX_NAMED else []
            return f"All {self.size} numbers are printed by {'; '.join([*titles, *more])}."
        name = min(LIBRARIES, key=lambda name: len(self.others[name]))
        equal = self.size - len(self.others[name])
        none = "No library prints any of them."
        has = f"{LIBRARIES[name].title} prints {equal}, and has {', '.join(self.others[name])}."
        return f"No library prints all {self.size} numbers. {has if equal else none}"


def _average_library_ndcg(name: str, rankings: Sequence[Ranking], k: int) -> float:
    """Return the mean of the NDCG that a library prints for each ranking at a cutoff.

    Rankings that the library leaves out or scores as NaN do not count. The mean is NaN if a number
    is undetermined, or if no ranking counts.
    """
    needs_relevant = LIBRARIES[name].convention.mean == "relevant"
    counted = [
        ranking
        for ranking in rankings
        if not needs_relevant or max(ranking.judged or ranking.grades) > 0
    ]
    values = [find_outcome(replace(ranking, k=k), name).value for ranking in counted]
    numbers = [value for value in values if value is not None and not isnan(value)]
    return fsum(numbers) / len(numbers) if None not in values and numbers else nan


@explain_bad_calls
def who_prints_all(
    rankings: Iterable[Iterable[float]],
    table: Mapping[int, str],
    judged: Iterable[float] | None = None,
) -> TablePrinters:
    """Return the libraries that print every number of a table of NDCG at several cutoffs.

    Parameters
    ----------
    rankings : iterable of iterables of float
        The grades of each ranking. For several rankings, the table has their mean.
    table : mapping of int to str
        The printed number at each cutoff.
    judged : iterable of float, optional
        The grades of all judged documents, for a single ranking.

    Returns
    -------
    TablePrinters
        The names of the libraries.

    Raises
    ------
    ValueError
        If a grade, a cutoff or a number is not valid.

    Examples
    --------
    >>> who_prints_all([[3, 2, 3, 0, 1]], {3: "0.96", 5: "0.957"})[:2]
    ['lightgbm', 'xgboost']
    """
    pool = None if judged is None else _convert_to_tuple("judged grades", judged)
    lists = _convert_to_tuple("rankings", rankings)
    every = [Ranking(_convert_to_tuple("grades", grades), None, pool) for grades in lists]
    for ranking in every:
        libraries.check_ranking(ranking)
    return TablePrinters(every, table)


def _convert_to_tuple(name: str, values: Any) -> tuple[Any, ...]:
    """Convert values to a tuple. Raise ValueError with `name` if that is impossible."""
    try:
        return tuple(values.tolist() if hasattr(values, "tolist") else values)
    except TypeError:
        sentence = f"The {name} are {short_repr(values)}. They must be a list, one for each rank."
        raise ValueError(sentence) from None
