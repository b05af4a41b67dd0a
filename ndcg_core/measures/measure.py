"""The type of a measure: a sum over ranks, divided by a number, with choices and mistakes.

    M(ranking) = (s(1) + s(2) + ... + s(k)) / over        s(i) / over is the term of rank i

The steps between a grade and s(i) are the measure's columns. Average precision has two: the number
of relevant documents so far, and the precision.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import fsum, inf
from typing import Any, NamedTuple

from ndcg_core import notebook
from ndcg_core.content import load_toml
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.checks import MAX_RANK, convert_to_list, count_ranks, prepare_grades
from ndcg_core.metric.numbers import number, read_finite, short, short_repr


@dataclass(frozen=True)
class Ranked:
    """A checked ranking and its judged pool, the input of a measure.

    Attributes
    ----------
    grades : tuple of float or None
        The grade at each rank. None for an unjudged document.
    pool : tuple of float
        The grades of all judged documents of the query.
    cut : int or None
        The cutoff k. None for the whole ranking.
    rel : float
        The lowest grade of a relevant document.
    """

    grades: tuple[float | None, ...]
    pool: tuple[float, ...]
    cut: int | None = None
    rel: float = 1

    @property
    def k(self) -> int:
        """The cutoff. Without a cutoff, the number of retrieved documents."""
        return len(self.grades) if self.cut is None else self.cut

    @property
    def top(self) -> tuple[float | None, ...]:
        """The grades of the ranks that count."""
        return self.grades[: self.k]

    @cached_property
    def hits(self) -> tuple[int, ...]:
        """A number for each rank that counts: 1 if its document is relevant, else 0."""
        return tuple(map(self.calculate_relevance, self.top))

    def calculate_relevance(self, grade: float | None) -> int:
        """Return 1 for a grade of `rel` or more, else 0. None, for an unjudged document, is 0."""
        return int(grade is not None and grade >= self.rel)

    @cached_property
    def relevant_count(self) -> int:
        """R, the number of relevant documents in the pool, retrieved or not."""
        return sum(map(self.calculate_relevance, self.pool))


class Amount(NamedTuple):
    """A numeric choice of a measure, with its default and its bounds."""

    default: float | None
    lowest: float = -inf
    highest: float = inf


MEASURE_TEXTS = load_toml(__file__, "names.toml")
Choice = tuple[str, ...] | Amount
"""The allowed values of a choice: words with the default first, or an `Amount`."""
Steps = Callable[..., Iterable[Sequence[float]]]
"""A function of a ranking and the choices. It yields the values at each rank, s(i) last."""
Divisor = Callable[..., float]
"""A function of a ranking and the choices. It returns the divisor of the sum."""
WrongMeasure = Callable[["Measure", Ranked], float]
"""A known mistake: a function that returns the wrong number for a measure and a ranking."""


class MeasureRow(NamedTuple):
    """The intermediate values and the term of a measure at one rank.

    Attributes
    ----------
    rank : int
        The rank, from 1.
    grade : float or None
        The grade. None for an unjudged document.
    steps : tuple of float
        The numbers between grade and term, one for each column of the measure.
    term : float
        The contribution of this rank to the value.
    """

    rank: int
    grade: float | None
    steps: tuple[float, ...]
    term: float


@dataclass(frozen=True)
class Traced:
    """The value of a measure, with the steps and the term of each rank.

    The sum of the terms is the value, unless nothing is relevant and a choice sets the value.

    Attributes
    ----------
    name : str
        The name of the measure with its choices and its cutoff, such as "AP@10".
    value : float
        The value.
    columns : tuple of str
        The names of the steps in each row.
    rows : tuple of MeasureRow
        One row per rank.
    over : float
        The divisor of the sum.
    is_by_rule : bool
        True if nothing is relevant, so that a choice sets the value.
    """

    name: str
    value: float
    columns: tuple[str, ...]
    rows: tuple[MeasureRow, ...]
    over: float = 1.0
    is_by_rule: bool = False

    def _repr_html_(self) -> str:
        rows: list[list[object]] = []
        for row in self.rows:
            grade = "–" if row.grade is None else short(row.grade)
            cells = (row.rank, grade, *map(number, (*row.steps, row.term)))
            rows.append([notebook.Number(cell) for cell in cells])
        table = notebook.Table(self.name, ["rank", "grade", *self.columns, "term"], rows)
        return notebook.render_tables([table], f"{self.name} = {number(self.value, 6)}", "")


@dataclass(frozen=True)
class Measure:
    """A measure of a ranking. A call returns the value, and `trace` returns every step.

    ::

        M(ranking) = (s(1) + s(2) + ... + s(k)) / over

    Attributes
    ----------
    symbol : str
        The symbol, such as "AP".
    steps : callable
        A function that yields the intermediate values at each rank. The last value is s(i).
    over : callable or None
        A function that returns the divisor. With None, the sum is not divided.
    choices : mapping
        The values of each choice, the default first.
    is_binary : bool
        True if the measure only distinguishes relevant from irrelevant documents.
    has_cutoff : bool
        True if the measure has a cutoff.
    needs_relevant : bool
        True if the value is undefined without a relevant document. The choice `empty` sets the
        value of such a query.
    negative_value : float or None
        The value that replaces a grade below 0. None treats the document as unjudged.
    mistakes : mapping
        The known mistakes by id, the likeliest first.
    chosen : mapping
        The choices that differ from the defaults.
    cut : int or None
        The cutoff.
    """

    symbol: str
    steps: Steps
    over: Divisor | None = None
    choices: Mapping[str, Choice] = field(default_factory=dict)
    is_binary: bool = True
    has_cutoff: bool = True
    needs_relevant: bool = False
    negative_value: float | None = 0.0
    mistakes: Mapping[str, WrongMeasure] = field(default_factory=dict)
    chosen: Mapping[str, Any] = field(default_factory=dict)
    cut: int | None = None

    def __repr__(self) -> str:
        return f"<measure {self.name}: {self.title}>"

    def _repr_html_(self) -> str:
        settings = self.settings
        rows = [
            (key, str(settings[key]), _describe_choice(choice))
            for key, choice in self.all_choices.items()
            if key in settings
        ]
        rows.append(("cutoff", "none" if self.cut is None else str(self.cut), "1 or more"))
        caption = f"{self.name}: {self.title}"
        return notebook.render_tables(
            [notebook.Table(caption, ["choice", "value", "may be"], rows)]
        )

    @property
    def title(self) -> str:
        """The name of the measure in words."""
        return str(MEASURE_TEXTS[self.symbol]["title"])

    @property
    def columns(self) -> tuple[str, ...]:
        """The headings of the columns between grade and term, such as "gain"."""
        return tuple(MEASURE_TEXTS[self.symbol]["columns"])

    @property
    def dependence_reason(self) -> str:
        """The reason why a document's term depends on other documents, or ""."""
        return str(MEASURE_TEXTS[self.symbol].get("together", ""))

    @property
    def all_choices(self) -> dict[str, Choice]:
        """All choices by name, including `rel` and `empty` if they apply."""
        every: dict[str, Choice] = {}
        if self.is_binary:
            every["rel"] = Amount(1, 1e-9)
        if self.needs_relevant:
            every["empty"] = Amount(0.0)
        return {**every, **self.choices}

    @property
    def settings(self) -> dict[str, Any]:
        """The value of each choice: the chosen value or the default."""
        defaults = {
            name: choice.default if isinstance(choice, Amount) else choice[0]
            for name, choice in self.all_choices.items()
        }
        return {**defaults, **self.chosen}

    @property
    def name(self) -> str:
        """The notation with the choices that are not defaults, such as "RBP(p=0.5)@10"."""
        choices = ", ".join(
            f"{key}={value if isinstance(value, str) else short(value)}"
            for key, value in self.chosen.items()
        )
        bracketed = f"({choices})" if choices else ""
        return f"{self.symbol}{bracketed}{f'@{self.cut}' if self.cut else ''}"

    @explain_bad_calls
    def with_choices(self, k: int | None = None, **choices: Any) -> "Measure":
        """Return a copy of the measure with another cutoff or other choices.

        Parameters
        ----------
        k : int, optional
            The cutoff. By default, the cutoff of this measure, if it has one.
        **choices
            Choices of the measure, such as rel=2.

        Returns
        -------
        Measure
            The new measure.

        Raises
        ------
        ValueError
            If `k` or a value is not valid, or the measure has no cutoff or no such choice.

        Examples
        --------
        >>> from ndcg_core.measures import AP
        >>> AP.with_choices(10, rel=2).name
        'AP(rel=2)@10'
        """
        if k is not None:
            if count_ranks(k, MAX_RANK + 1) > MAX_RANK:
                raise ValueError(
                    f"The cutoff k is {short_repr(k)}, which is longer than any ranking."
                )
            if not self.has_cutoff:
                raise ValueError(f"{self.symbol} takes no cutoff. It reads the whole list.")
        chosen = {**self.chosen}
        for key, value in choices.items():
            chosen[key] = self._read_choice(key, value)
        defaults = replace(self, chosen={}).settings
        chosen = {key: value for key, value in chosen.items() if value != defaults[key]}
        return replace(self, chosen=chosen, cut=self.cut if k is None else int(k))

    def _read_choice(self, key: str, value: Any) -> Any:
        """Return the value of a choice, a number as float. Raise ValueError for a bad choice."""
        if key not in self.all_choices:
            choices = ", ".join(self.all_choices) or "nothing"
            raise ValueError(
                f"The measure {self.symbol} has no choice {short_repr(key)}. "
                f"Its choices are {choices}."
            )
        choice = self.all_choices[key]
        if not isinstance(choice, Amount):
            if value not in choice:
                raise ValueError(f"The {key} of {self.symbol} must be one of {', '.join(choice)}.")
            return value
        amount = read_finite(value)
        if amount is None or not choice.lowest <= amount <= choice.highest:
            bounds = f" from {short(choice.lowest)}" if choice.lowest > -inf else ""
            bounds += f" to {short(choice.highest)}" if choice.highest < inf else ""
            here = f"The {key} of {self.symbol} is {short_repr(value)}"
            raise ValueError(f"{here}. It must be a number{bounds}.")
        return amount

    def __call__(
        self,
        grades: Iterable[float | None],
        k: int | None = None,
        judged: Iterable[float] | None = None,
        **choices: Any,
    ) -> float:
        """Return the value of the measure for a ranking.

        Parameters
        ----------
        grades : iterable of float or None
            The grade at each rank. None for an unjudged document.
        k : int, optional
            The cutoff.
        judged : iterable of float, optional
            The grades of all judged documents. By default, the judged grades of the ranking.
        **choices
            Choices of the measure, such as rel=2.

        Returns
        -------
        float
            The value.

        Raises
        ------
        ValueError
            If a grade, `k` or a choice is not valid.

        Examples
        --------
        >>> from ndcg_core.measures import AP
        >>> AP([3, 0, 1, 0])  # (1/1 + 2/3) / 2
        0.8333333333333333
        """
        return self.trace(grades, k, judged, **choices).value

    @explain_bad_calls
    def trace(
        self,
        grades: Iterable[float | None],
        k: int | None = None,
        judged: Iterable[float] | None = None,
        **choices: Any,
    ) -> Traced:
        """Return the value of the measure for a ranking, with the term of every rank.

        The parameters are the same as in a call.

        Returns
        -------
        Traced
            The rows and the value.

        Raises
        ------
        ValueError
            If a grade, `k` or a choice is not valid.

        Examples
        --------
        >>> from ndcg_core.measures import AP
        >>> [row.term for row in AP.trace([1, 0, 1]).rows]  # (1/1) / 2, 0 and (2/3) / 2
        [0.5, 0.0, 0.3333333333333333]
        """
        measure = self.with_choices(k, **choices)
        return measure.trace_ranked(
            rank_grades(grades, judged, measure.cut, measure.settings.get("rel", 1))
        )

    @explain_bad_calls
    def trace_ranked(self, ranking: Ranked) -> Traced:
        """Trace a checked ranking. Its cutoff and `rel` are used instead of the measure's.

        A measure without a cutoff ignores that of the ranking. Unlike `trace`, this method accepts
        grades below 0, see `negative_value`. If the choice
        `empty` sets the value because nothing is relevant, the result has no rows.
        """
        ranking = self._replace_negative_grades(ranking)
        if not self.has_cutoff and ranking.cut:
            ranking = replace(ranking, cut=None)
        if self.needs_relevant and not ranking.relevant_count:
            return Traced(self.name, self.settings["empty"], self.columns, (), is_by_rule=True)
        found = [*self.steps(ranking, **self.own_settings)]
        over = self.over(ranking, **self.own_settings) if self.over else 1.0
        over = over or 1.0  # the sum is 0 too
        rows = tuple(
            MeasureRow(rank, grade, tuple(numbers[:-1]), numbers[-1] / over)
            for rank, (grade, numbers) in enumerate(zip(ranking.top, found, strict=False), 1)
        )
        value = fsum(numbers[-1] for numbers in found) / over
        return Traced(self.name, value, self.columns, rows, over)

    def _replace_negative_grades(self, ranking: Ranked) -> Ranked:
        """Return the ranking with `negative_value` instead of each grade below 0.

        If that is None, the document becomes unjudged and is removed from the pool.
        """
        if all(grade is None or grade >= 0 for grade in (*ranking.grades, *ranking.pool)):
            return ranking
        grades = tuple(map(self._replace_if_negative, ranking.grades))
        pool = map(self._replace_if_negative, ranking.pool)
        return replace(
            ranking, grades=grades, pool=tuple(grade for grade in pool if grade is not None)
        )

    def _replace_if_negative(self, grade: float | None) -> float | None:
        """Return `negative_value` for a grade below 0, and any other grade unchanged."""
        return self.negative_value if grade is not None and grade < 0 else grade

    @property
    def own_settings(self) -> dict[str, Any]:
        """The settings without `rel` and `empty`, which many measures share."""
        return {key: self.settings[key] for key in self.choices}


def _describe_choice(choice: Choice) -> str:
    """Describe the allowed values of a choice, such as "a number from 0 to 1"."""
    if not isinstance(choice, Amount):
        return ", ".join(choice)
    lowest = f"from {choice.lowest:g}" if choice.lowest > -inf else ""
    highest = f"to {choice.highest:g}" if choice.highest < inf else ""
    return " ".join(filter(None, ("a number", lowest, highest)))


def rank_grades(
    grades: Iterable[float | None],
    judged: Iterable[float] | None = None,
    k: int | None = None,
    rel: float = 1,
) -> Ranked:
    """Return a ranking with checked grades, a cutoff, and the grades of judged documents.

    Parameters
    ----------
    grades : iterable of float or None
        The grade at each rank. None for an unjudged document.
    judged : iterable of float, optional
        The grades of all judged documents. By default, the judged grades of the ranking.
    k : int, optional
        The cutoff.
    rel : float, default 1
        The lowest grade of a relevant document.

    Returns
    -------
    Ranked
        The ranking.

    Raises
    ------
    ValueError
        If a grade is not valid.

    Examples
    --------
    >>> rank_grades([3, None, 0], k=2).top
    (3, None)
    """
    values = convert_to_list(grades, "grade")
    known = [grade for grade in values if grade is not None]
    plain = iter(prepare_grades(known, fewest=0)[0])
    read = tuple(None if grade is None else next(plain) for grade in values)
    pool = known if judged is None else prepare_grades(judged, noun="judged grade", fewest=0)[0]
    return Ranked(read, tuple(pool), k, rel)
