"""A measure other than NDCG: a sum over ranks, divided by a number. Its choices and mistakes.

    M(ranking) = (s(1) + s(2) + ... + s(k)) / over        s(i) / over is what rank i adds

The numbers between a grade and its contribution to the sum are the measure's columns. For average
precision these are the relevant documents so far, and the precision.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import fsum, inf
from typing import Any, NamedTuple

from ndcg_core import notebook
from ndcg_core.content import load_toml
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.checks import MAX_RANK, check_grades, count_ranks, list_values
from ndcg_core.metric.numbers import number, read_finite, short, short_repr


@dataclass(frozen=True)
class Ranked:
    """A checked ranking, as a measure reads it.

    Attributes
    ----------
    grades : tuple of float or None
        The grade at each rank. None for an unjudged document.
    pool : tuple of float
        The grades of all judged documents of the query.
    cut : int or None
        The cutoff k. None for the whole ranking.
    rel : float
        A document is relevant if its grade is at least this.
    """

    grades: tuple[float | None, ...]
    pool: tuple[float, ...]
    cut: int | None = None
    rel: float = 1

    @property
    def k(self) -> int:
        """Return the cutoff, or the number of retrieved documents without one."""
        return len(self.grades) if self.cut is None else self.cut

    @property
    def top(self) -> tuple[float | None, ...]:
        """Return the grades of the ranks that count."""
        return self.grades[: self.k]

    @cached_property
    def hits(self) -> tuple[int, ...]:
        """Return 1 for each counted rank with a relevant document, else 0."""
        return tuple(map(self.is_relevant, self.top))

    def is_relevant(self, grade: float | None) -> int:
        """Return 1 for a grade of `rel` or more, else 0. An unjudged document is not relevant."""
        return int(grade is not None and grade >= self.rel)

    @cached_property
    def relevant(self) -> int:
        """Return R, the number of relevant documents in the pool, retrieved or not."""
        return sum(map(self.is_relevant, self.pool))


class Amount(NamedTuple):
    """A numeric choice: its default and its bounds."""

    usual: float | None
    least: float = -inf
    most: float = inf


MEASURE_TEXTS = load_toml(__file__, "names.toml")
Choice = tuple[str, ...] | Amount
"""The possible values of a choice: words with the default first, or a number."""
Steps = Callable[..., Iterable[Sequence[float]]]
"""Returns the numbers of each rank from a ranking and the choices: the columns, then s(i)."""
Divisor = Callable[..., float]
"""Returns the divisor of the sum from a ranking and the choices."""


WrongMeasure = Callable[["Measure", Ranked], float]
"""A known mistake as a function that returns its author's number."""


class MeasureRow(NamedTuple):
    """One rank of a traced measure: its columns and its term.

    Attributes
    ----------
    rank : int
        The rank, from 1.
    grade : float or None
        The grade. None for an unjudged document.
    steps : tuple of float
        The numbers in the columns of the measure.
    term : float
        The contribution of this rank to the value.
    """

    rank: int
    grade: float | None
    steps: tuple[float, ...]
    term: float


@dataclass(frozen=True)
class Traced:
    """The value of a measure with every step. The terms of the rows add up to the value.

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
    by_rule : bool
        True if nothing is relevant, so that a choice sets the value.
    """

    name: str
    value: float
    columns: tuple[str, ...]
    rows: tuple[MeasureRow, ...]
    over: float = 1.0
    by_rule: bool = False

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
    """A measure. Call it with a ranking to get a value, or use `trace` to get every step.

    ::

        M(ranking) = (s(1) + s(2) + ... + s(k)) / over

    Attributes
    ----------
    symbol : str
        The symbol, such as "AP".
    steps : callable
        A function that yields the numbers of each rank. The last one is s(i).
    over : callable or None
        A function that returns the divisor. Without it, the sum is not divided.
    choices : mapping
        The values of each choice, the default first.
    binary : bool
        True if documents are relevant or not. Otherwise the measure reads the grades.
    cuts : bool
        True if the measure takes a cutoff.
    needs : bool
        True if the value is undefined without a relevant document. The choice `empty` then sets
        it.
    below : float or None
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
    binary: bool = True
    cuts: bool = True
    needs: bool = False
    below: float | None = 0.0
    mistakes: Mapping[str, WrongMeasure] = field(default_factory=dict)
    chosen: Mapping[str, Any] = field(default_factory=dict)
    cut: int | None = None

    def __repr__(self) -> str:
        return f"<measure {self.name}: {self.title}>"

    def _repr_html_(self) -> str:
        settings = self.settings
        rows = [
            (key, str(settings[key]), _describe_range(choice))
            for key, choice in self.may.items()
            if key in settings
        ]
        rows.append(("cutoff", "none" if self.cut is None else str(self.cut), "1 or more"))
        caption = f"{self.name}: {self.title}"
        return notebook.render_tables(
            [notebook.Table(caption, ["choice", "value", "may be"], rows)]
        )

    @property
    def title(self) -> str:
        """Return the name of the measure in words."""
        return str(MEASURE_TEXTS[self.symbol]["title"])

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the headings of the columns between grade and term, such as "gain"."""
        return tuple(MEASURE_TEXTS[self.symbol]["columns"])

    @property
    def together(self) -> str:
        """Explain why a document's contribution depends on the others. "" for a plain sum."""
        return str(MEASURE_TEXTS[self.symbol].get("together", ""))

    @property
    def may(self) -> dict[str, Choice]:
        """Return all choices by name, including those that all measures of its kind have."""
        every: dict[str, Choice] = {}
        if self.binary:
            every["rel"] = Amount(1, 1e-9)
        if self.needs:
            every["empty"] = Amount(0.0)
        return {**every, **self.choices}

    @property
    def settings(self) -> dict[str, Any]:
        """Return all settings: the chosen values and the defaults."""
        usual = {
            name: choice.usual if isinstance(choice, Amount) else choice[0]
            for name, choice in self.may.items()
        }
        return {**usual, **self.chosen}

    @property
    def name(self) -> str:
        """Return the usual notation, with the choices that are not defaults: "RBP(p=0.5)@10"."""
        told = ", ".join(
            f"{key}={value if isinstance(value, str) else short(value)}"
            for key, value in self.chosen.items()
        )
        bracketed = f"({told})" if told else ""
        return f"{self.symbol}{bracketed}{f'@{self.cut}' if self.cut else ''}"

    @explain_bad_calls
    def with_choices(self, k: int | None = None, **choices: Any) -> "Measure":
        """Return the measure with a cutoff and with other choices.

        Parameters
        ----------
        k : int, optional
            The cutoff.
        **choices
            Choices of the measure, such as rel=2.

        Returns
        -------
        Measure
            The new measure.

        Raises
        ------
        ValueError
            If the measure takes no cutoff, or has no such choice.

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
            if not self.cuts:
                raise ValueError(f"{self.symbol} takes no cutoff. It reads the whole list.")
        chosen = {**self.chosen}
        for key, value in choices.items():
            chosen[key] = self._check_choice(key, value)
        usual = replace(self, chosen={}).settings
        chosen = {key: value for key, value in chosen.items() if value != usual[key]}
        return replace(self, chosen=chosen, cut=self.cut if k is None else int(k))

    def _check_choice(self, key: str, value: Any) -> Any:
        if key not in self.may:
            choices = ", ".join(self.may) or "nothing"
            raise ValueError(
                f"The measure {self.symbol} has no choice {short_repr(key)}. "
                f"Its choices are {choices}."
            )
        choice = self.may[key]
        if not isinstance(choice, Amount):
            if value not in choice:
                raise ValueError(f"The {key} of {self.symbol} must be one of {', '.join(choice)}.")
            return value
        amount = read_finite(value)
        if amount is None or not choice.least <= amount <= choice.most:
            bounds = f" from {short(choice.least)}" * (choice.least > -inf)
            bounds += f" to {short(choice.most)}" * (choice.most < inf)
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
        """Return the value of a ranking.

        Parameters
        ----------
        grades : iterable of float or None
            The grade at each rank. None for an unjudged document.
        k : int, optional
            The cutoff.
        judged : iterable of float, optional
            The grades of all judged documents. Without them, those of the ranking.
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
        """Return the value of a ranking with the contribution of every rank.

        The parameters are those of a call.

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
        return measure.of(rank_grades(grades, judged, measure.cut, measure.settings.get("rel", 1)))

    @explain_bad_calls
    def of(self, ranking: Ranked) -> Traced:
        """Trace a checked ranking with its cutoff and this measure's choices.

        The grades of the ranking may be below 0.
        """
        ranking = self._read_negative_grades(ranking)
        if not self.cuts and ranking.cut:
            ranking = replace(ranking, cut=None)
        if self.needs and not ranking.relevant:
            return Traced(self.name, self.settings["empty"], self.columns, (), by_rule=True)
        found = [*self.steps(ranking, **self.own)]
        over = self.over(ranking, **self.own) if self.over else 1.0
        over = over or 1.0  # of a sum that is 0 itself
        rows = tuple(
            MeasureRow(rank, grade, tuple(numbers[:-1]), numbers[-1] / over)
            for rank, (grade, numbers) in enumerate(zip(ranking.top, found, strict=False), 1)
        )
        value = fsum(numbers[-1] for numbers in found) / over
        return Traced(self.name, value, self.columns, rows, over)

    def _read_negative_grades(self, ranking: Ranked) -> Ranked:
        """Replace grades below 0 by the values that this measure uses for them."""
        if all(grade is None or grade >= 0 for grade in (*ranking.grades, *ranking.pool)):
            return ranking
        grades, pool = (
            [self.below if grade is not None and grade < 0 else grade for grade in part]
            for part in (ranking.grades, ranking.pool)
        )
        pool_read = tuple(grade for grade in pool if grade is not None)
        return replace(ranking, grades=tuple(grades), pool=pool_read)

    @property
    def own(self) -> dict[str, Any]:
        """The measure's own choices with their values, without `rel` and `empty`."""
        return {key: self.settings[key] for key in self.choices}


def _describe_range(choice: Choice) -> str:
    """Describe the values of a choice for a reader."""
    if not isinstance(choice, Amount):
        return ", ".join(choice)
    least = f"from {choice.least:g}" if choice.least > -inf else ""
    most = f"to {choice.most:g}" if choice.most < inf else ""
    return " ".join(filter(None, ("a number", least, most)))


def rank_grades(
    grades: Iterable[float | None],
    judged: Iterable[float] | None = None,
    k: int | None = None,
    rel: float = 1,
) -> Ranked:
    """Check a ranking, and combine it with its judged documents.

    Parameters
    ----------
    grades : iterable of float or None
        The grade at each rank. None for an unjudged document.
    judged : iterable of float, optional
        The grades of all judged documents. Without them, those of the ranking.
    k : int, optional
        The cutoff.
    rel : float, default 1
        A document is relevant if its grade is at least this.

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
    values = list_values(grades, "grade")
    known = [grade for grade in values if grade is not None]
    plain = iter(check_grades(known, fewest=0)[0])
    read = tuple(None if grade is None else next(plain) for grade in values)
    pool = known if judged is None else check_grades(judged, noun="judged grade", fewest=0)[0]
    return Ranked(read, tuple(pool), k, rel)
