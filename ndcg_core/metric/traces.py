"""The calculation of NDCG step by step: one `Term` per rank, and a `Trace` per ranking."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, nan
from operator import truediv
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, overload

from ndcg_core import notebook
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.checks import prepare_grades
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import choose_sort_key, list_gains
from ndcg_core.metric.notation import discount_formula, gain_formula
from ndcg_core.metric.numbers import is_iterable, number, short, short_repr
from ndcg_core.metric.pools import (
    count_actual_and_ideal_ranks,
    list_ideal_grades,
    remove_retrieved,
    resolve_cutoff,
)
from ndcg_core.metric.score import has_nothing_relevant, list_running_sums, normalize_dcg
from ndcg_core.metric.ties import rank_by_score

if TYPE_CHECKING:
    import pandas


class Term(NamedTuple):
    """The calculation at one rank.

    ::

        value = gain / discount = g(r_i) / d(i)

    Attributes
    ----------
    rank : int
        The rank i, counted from 1.
    label : str
        The name of the document.
    grade : float
        The grade r_i.
    gain : float
        The gain g(r_i). If the convention averages equal scores, the mean gain of the tied
        documents.
    discount : float
        The divisor d(i). If equal scores share a rank, the divisor of the shared rank. NaN below
        the cutoff if the convention has a list of divisors that ends before.
    value : float
        The gain divided by the discount.
    cumulative : float
        The running sum of the values down to this rank, without ranks below the cutoff.
    doc : int
        The number of the document, the same in both orders. Retrieved documents come first,
        from 0. Judged documents that were not retrieved follow.

    Notes
    -----
    A named tuple, because a trace of a thousand documents makes two thousand rows, and a frozen
    dataclass takes five times as long to create.

    Examples
    --------
    >>> row = trace([3, 0, 2]).actual[2]
    >>> row.rank, row.gain, row.discount, row.value, row.cumulative
    (3, 2.0, 2.0, 1.0, 4.0)
    """

    rank: int
    label: str
    grade: float
    gain: float
    discount: float
    value: float
    cumulative: float
    doc: int


class Terms(tuple[Term, ...]):
    """The rows of a ranking or an ideal order: a `Term` for each rank."""

    __slots__ = ()

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Term: ...
    @overload
    def __getitem__(self, index: slice, /) -> "Terms": ...
    def __getitem__(self, index: SupportsIndex | slice, /) -> "Term | Terms":
        """Return one row, or the rows of a slice as `Terms`."""
        rows = super().__getitem__(index)
        return rows if isinstance(rows, Term) else Terms(rows)

    def to_pandas(self) -> "pandas.DataFrame":
        """Return the rows as a pandas frame, without `doc`. Raise ImportError without pandas.

        `doc` only links a ranking and its ideal order. Streamlit's `st.dataframe` and other
        programs that show tables call a method of this name.
        """
        import pandas  # not above: everything else here needs no package

        return pandas.DataFrame(list(self), columns=Term._fields).drop(columns="doc")


@dataclass(frozen=True, slots=True)
class Trace:
    """The rows of a ranking and of its ideal order, one per rank, and the sums of both.

    ::

        dcg  = sum of the values of `actual`
        idcg = sum of the values of `ideal`
        ndcg = dcg / idcg

    Attributes
    ----------
    actual : tuple of Term
        The counted ranks of the ranking.
    ideal : tuple of Term
        The counted ranks of the ideal order. The ideal order can be longer than `actual`, because a
        pool may have more documents than a short ranking.
    beyond : tuple of Term
        The ranks of the ranking below the cutoff, which add nothing.
    ideal_beyond : tuple of Term
        The ranks of the ideal order below the cutoff.
    cg, dcg, idcg, ndcg : float
        The same values as the functions with these names return.
    k : int
        The cutoff, but never more than the length of the longer order. Without a cutoff, the
        length of the ranking.
    convention : Convention
        The convention of the calculation.
    judged : tuple of float or None
        The grades of the judged pool, if there is one.

    Notes
    -----
    A notebook shows a trace as two tables.
    """

    actual: Terms
    ideal: Terms
    beyond: Terms
    ideal_beyond: Terms
    cg: float
    dcg: float
    idcg: float
    ndcg: float
    k: int
    convention: Convention
    judged: tuple[float, ...] | None

    @property
    def by_convention(self) -> bool:
        """True if IDCG is or counts as 0, so that the convention sets the value of NDCG."""
        return has_nothing_relevant(self.idcg, self.convention)

    def at(self, name: str) -> str:
        """Return a measure's name with "@" and `k`, unless `k` is 0 or has no effect.

        `k` has no effect under a convention without a cutoff, such as "trec_eval-ndcg".

        Examples
        --------
        >>> trace([3, 2], 1).at("NDCG"), trace([3, 2], None, "trec_eval-ndcg").at("NDCG")
        ('NDCG@1', 'NDCG')
        """
        return f"{name}@{self.k}" if self.k and self.convention.cutoff != "none" else name

    def rows(self) -> list[dict[str, str | float]]:
        """Return the rows of the ranking and of its ideal order as records for a data frame.

        Returns
        -------
        list of dict
            Each record has the fields of `Term`. In addition, `order` is "actual" or "ideal", and
            `counted` is False below the cutoff.

        Examples
        --------
        >>> [(row["order"], row["rank"], row["value"]) for row in trace([0, 2]).rows()][2:]
        [('ideal', 1, 2.0), ('ideal', 2, 0.0)]
        """
        parts = (
            ("actual", True, self.actual),
            ("actual", False, self.beyond),
            ("ideal", True, self.ideal),
            ("ideal", False, self.ideal_beyond),
        )
        return [
            {"order": order, "counted": counted, **row._asdict()}
            for order, counted, rows in parts
            for row in rows
        ]

    def html(self) -> str:
        """Return the ranking and its ideal order as HTML tables, with NDCG and the convention.

        The text colour and the background are those of the surrounding page.

        Returns
        -------
        str
            HTML without a script, for a notebook, a report or a page.

        Examples
        --------
        >>> trace([3, 0, 2]).html()[:24]
        '<div class="ndcg-shown">'
        """
        rules = self.convention
        by_rule = ", by convention" if self.by_convention else ""
        return notebook.render_tables(
            [
                _make_table("The ranking", self.at("DCG"), self.actual, self.beyond),
                _make_table("Its ideal order", self.at("IDCG"), self.ideal, ()),
            ],
            f"{self.at('NDCG')} = DCG / IDCG = {number(self.dcg)} / {number(self.idcg)} = "
            f"{number(self.ndcg, 6)}{by_rule}",
            f"{gain_formula(rules).text}; {discount_formula(rules).text}. "
            f"Convention {rules.name}{f': {rules.title}' if rules.title else ''}.",
        )

    def _repr_html_(self) -> str:
        return self.html()


COLUMN_HEADS = ("rank", "document", "grade", "gain", "discount", "term")


def _make_table(
    caption: str, sum_name: str, counted: Sequence[Term], beyond: Sequence[Term]
) -> notebook.Table:
    """Return an order's rows as a notebook table, with rows below the cutoff in italics."""
    rows = [_list_cells(row, number(row.value), number(row.cumulative)) for row in counted]
    rows += [_list_cells(row, "not counted", "") for row in beyond]
    uncounted = frozenset(range(len(counted), len(rows)))
    return notebook.Table(caption, [*COLUMN_HEADS, sum_name], rows, uncounted)


def _list_cells(row: Term, term_text: str, sum_text: str) -> list[object]:
    """Return a row's cells for a notebook, with the given texts as term and running sum."""
    numbers = (short(row.grade), short(row.gain), number(row.discount), term_text, sum_text)
    return [notebook.Number(row.rank), row.label, *map(notebook.Number, numbers)]


class _TracedDocuments(NamedTuple):
    """The labels and grades of all documents, indexed by document number.

    The retrieved documents come first, then the other judged documents. An ideal order of ones adds
    further documents at the end.
    """

    labels: list[str]
    grades: list[float]


@explain_bad_calls
def trace(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention | str = "standard",
    judged: Iterable[float] | None = None,
    labels: Iterable[str] | None = None,
    scores: Iterable[float] | None = None,
) -> Trace:
    """Return every step of NDCG@k: one row per rank of the ranking and of its ideal order.

    ::

        value at rank i = g(r_i) / d(i)

    Parameters
    ----------
    grades : iterable of float
        The grade at each rank, rank 1 first. Grades are finite numbers. Only some conventions
        accept grades below 0, see `Convention.negative`.
    k : int, optional
        The number of ranks that count. Without `k`, or if the ranking is shorter, every rank
        counts.
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`, such as "lightgbm".
    judged : iterable of float, optional
        The grades of all judged documents of the query, including the retrieved documents.
        The ideal order is built from `judged`, or from `grades` if `judged` is missing.
    labels : iterable of str, optional
        The names of the documents, in the order of `grades`. By default D1, D2 and so on. The
        names of judged documents that were not retrieved may follow, in the order of `judged`
        without the retrieved ones. With `scores`, some conventions order equal scores by name.
    scores : iterable of float, optional
        The score that a system gave each document.

    Returns
    -------
    Trace
        The rows and the sums.

    Raises
    ------
    ValueError
        If a grade, `k` or the convention is not valid. The message names the position and the
        values that are allowed. Labels are not valid if they are not text, or if
        there are too few or too many of them.

    Examples
    --------
    >>> t = trace([3, 0, 2])
    >>> [row.value for row in t.actual], t.dcg
    ([3.0, 0.0, 1.0], 4.0)
    >>> [row.label for row in t.ideal]
    ['D1', 'D3', 'D2']
    """
    convention = find_convention(convention)
    gain = convention.gain
    grade_rules = convention.grade_rules
    fewest = convention.fewest if judged is None else 0
    values, best = prepare_grades(grades, gain, grade_rules=grade_rules, fewest=fewest)
    pool = None if judged is None else prepare_grades(judged, gain, "judged grade", grade_rules)[0]
    rest = [] if pool is None else remove_retrieved(values, pool)
    every = list(map(float, (*values, *rest)))
    documents = _TracedDocuments(_complete_labels(labels, len(values), len(every)), every)
    ids = None if labels is None else documents.labels[: len(values)]
    order = rank_by_score(values, scores, convention, ids)
    n = len(order.positions)
    counted, ideal_length = cut = count_actual_and_ideal_ranks(k, n, convention)
    # Raises ValueError for an incomplete pool.
    list_ideal_grades(values, best, ideal_length, pool, convention)
    earned = order.list_earned_gains(list_gains(every[: len(values)], gain))
    actual, beyond = _make_rows(
        documents, order.positions, earned, order.ranks, counted, convention
    )
    ideal, ideal_beyond = _make_ideal_rows(
        documents, order.positions, range(len(values), len(every)), cut, convention
    )
    dcg = _read_total(actual)
    idcg = _read_total(ideal)
    k = resolve_cutoff(k, convention)
    return Trace(
        actual=actual,
        ideal=ideal,
        beyond=beyond,
        ideal_beyond=ideal_beyond,
        cg=fsum(row.gain for row in actual),
        dcg=dcg,
        idcg=idcg,
        ndcg=normalize_dcg(dcg, idcg, convention, is_answered=bool(n) or pool is None),
        k=n if k is None else min(int(k), max(n, len(ideal) + len(ideal_beyond))),
        convention=convention,
        judged=None if pool is None else tuple(map(float, pool)),
    )


def _make_ideal_rows(
    documents: _TracedDocuments,
    retrieved: list[int],
    unretrieved: Iterable[int],
    counts: tuple[int, int],
    convention: Convention,
) -> tuple[Terms, Terms]:
    """Return the rows of the ideal order down to the cutoff, and the rows below the cutoff.

    counts: the numbers of counted ranks in the ranking and in the ideal order
    """
    counted, ideal_length = counts
    if convention.ideal_from == "ones":
        more = (
            [*documents.labels, *["grade 1"] * ideal_length],
            [*documents.grades, *[1.0] * ideal_length],
        )
        unretrieved = range(len(documents.grades), len(more[1]))
        documents = _TracedDocuments(*more)
    # A stable sort keeps equal grades in ranked order, and unretrieved documents last.
    grades = documents.grades
    value = choose_sort_key(convention.gain)
    if convention.negative == "left-out":
        unretrieved = [doc for doc in unretrieved if grades[doc] >= 0]
    candidates = {
        "judged": [*retrieved, *unretrieved],
        "grades": retrieved,
        "top-k": retrieved[:counted],
        "ones": [*unretrieved],
    }[convention.ideal_from]
    best = sorted(candidates, key=lambda doc: value(grades[doc]), reverse=True)
    earned = list_gains([grades[doc] for doc in best], convention.gain)
    return _make_rows(documents, best, earned, range(1, len(best) + 1), ideal_length, convention)


def _complete_labels(
    labels: Iterable[str] | None, retrieved_count: int, document_count: int
) -> list[str]:
    """Return the labels, and "D4", "D5", ... for the documents without a label.

    A single string is one label. Raises ValueError for a label that is not a string, for fewer
    labels than retrieved documents, and for more labels than documents.
    """
    if labels is not None and not is_iterable(labels):
        raise ValueError(f"The labels are {short_repr(labels)}. They must be a list of strings.")
    names: list[str] = []
    if isinstance(labels, str):
        names = [labels]
    elif labels is not None:
        names = list(labels)
    for position, label in enumerate(names, 1):
        if not isinstance(label, str):
            raise ValueError(f"Label {position} is {short_repr(label)}. It must be a string.")
    if labels is not None and not retrieved_count <= len(names) <= document_count:
        size = f"{retrieved_count}"
        if retrieved_count != document_count:
            size += f" to {document_count}"
        raise ValueError(
            f"The number of labels is {len(names)}. It must be {size}, one for each "
            "retrieved document, and then, if you like, for other judged documents."
        )
    return [*names, *map("D{}".format, range(len(names) + 1, document_count + 1))]


def _make_rows(
    documents: _TracedDocuments,
    order: Sequence[int],
    earned: Sequence[float],
    ranks: Sequence[int],
    counted: int,
    convention: Convention,
) -> tuple[Terms, Terms]:
    """Return the rows of an order of documents down to the cutoff, and the rows below it.

    order: the numbers of the documents in ranked order. earned: their gains. ranks: their ranks.
    Ranks up to `counted` count.
    """
    n = len(order)
    if isinstance(convention.discount, tuple):  # ranks that do not count need no divisor
        d = (*convention.divisors(min(n, counted)), *[nan] * n)
    else:
        d = convention.divisors(n)
    divisors = [d[rank - 1] for rank in ranks]
    values = list(map(truediv, earned, divisors))
    k = bisect_right(ranks, counted)  # ranks never fall
    sums = list_running_sums(values[:k])
    sums += [sums[-1] if sums else 0.0] * (n - k)
    labels = [documents.labels[doc] for doc in order]
    grades = [documents.grades[doc] for doc in order]
    columns = zip(
        range(1, n + 1), labels, grades, earned, divisors, values, sums, order, strict=True
    )
    rows = Terms(map(Term._make, columns))
    return rows[:k], rows[k:]


def _read_total(rows: Sequence[Term]) -> float:
    """Return the last running sum, or 0 without rows."""
    return rows[-1].cumulative if rows else 0.0
