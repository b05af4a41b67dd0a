"""What a calculation leaves behind: one `Term` per rank, and the `Trace` of them all."""

from dataclasses import dataclass
from typing import NamedTuple

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.score import nothing_relevant


class Term(NamedTuple):
    """One row: value = gain / discount = g(r_i) / d(i) at rank i.

    rank        i, from 1
    label       the document's name
    grade       r_i
    gain        g(r_i); where tied scores are averaged, the mean gain of the tied documents
    discount    d(i), the divisor; where tied scores share a rank, that rank's
    value       gain / discount
    cumulative  the running sum: the values of the ranks down to this one that count
    doc         which document it is, the same number in both orders: 0 for the one retrieved
                first, and so on; judged but unretrieved ones follow the last retrieved one

    A named tuple: a trace of a thousand documents makes two thousand rows, and a frozen dataclass
    takes five times as long to make. `row._replace(value=0.0)` makes a variant.
    """

    rank: int
    label: str
    grade: float
    gain: float
    discount: float
    value: float
    cumulative: float
    doc: int


FIELDS = ("rank", "label", "grade", "gain", "discount", "value", "cumulative", "doc")
"""The fields of a term, in the order of a table's columns."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A ranking beside its ideal order, row by row, and the sums.

    actual        the ranks of the ranking that count; their values add up to dcg
    ideal         the ranks of the ideal order that count; their values add up to idcg. There may
                  be more than in `actual`: a ranking shorter than k misses what a pool would give
    beyond        the ranks of the ranking below the cutoff, which add nothing
    ideal_beyond  the ranks of the ideal order below the cutoff
    cg, dcg, idcg, ndcg  as the functions of these names return them, to the last bit
    k             the cutoff: as asked, but no further than the longer of the two orders; without
                  one, the length of the ranking
    convention    the choices it was calculated under
    judged        the grades of the judged pool as passed, or None
    """

    actual: tuple[Term, ...]
    ideal: tuple[Term, ...]
    beyond: tuple[Term, ...]
    ideal_beyond: tuple[Term, ...]
    cg: float
    dcg: float
    idcg: float
    ndcg: float
    k: int
    convention: Convention
    judged: tuple[float, ...] | None

    @property
    def by_convention(self) -> bool:
        """Whether ndcg is no ratio: nothing is relevant, and the convention says what it is."""
        return nothing_relevant(self.idcg, self.convention)

    def rows(self) -> list[dict[str, str | float]]:
        """One record a row of both orders, for any data frame: `pandas.DataFrame(trace.rows())`.

        Each has the fields of its `Term`, before them `order`, "actual" or "ideal", and `counted`,
        False below the cutoff.
        """
        parts = (
            ("actual", True, self.actual),
            ("actual", False, self.beyond),
            ("ideal", True, self.ideal),
            ("ideal", False, self.ideal_beyond),
        )
        return [
            {"order": order, "counted": counted, **{name: getattr(row, name) for name in FIELDS}}
            for order, counted, rows in parts
            for row in rows
        ]

    def _repr_html_(self) -> str:
        from ndcg_core.notebook.traces import html  # shown in a notebook, and imported there

        return html(self)
