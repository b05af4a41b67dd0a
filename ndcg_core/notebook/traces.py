"""A trace in a notebook: the ranking beside its ideal order, and the fraction."""

from collections.abc import Sequence

from ndcg_core.metric.notation import discount_formula, gain_formula
from ndcg_core.metric.numbers import number, short
from ndcg_core.metric.records import Term, Trace
from ndcg_core.notebook.html import Number, Table, shown

HEADS = ("rank", "document", "grade", "gain", "discount", "term")


def html(trace: Trace) -> str:
    """The two tables of a trace, NDCG as a fraction, and the convention."""
    rules = trace.convention
    by_rule = ", by convention" if trace.by_convention else ""
    return shown(
        [
            _table("The ranking", f"DCG@{trace.k}", trace.actual, trace.beyond),
            _table("Its ideal order", f"IDCG@{trace.k}", trace.ideal, ()),
        ],
        f"NDCG@{trace.k} = DCG / IDCG = {number(trace.dcg)} / {number(trace.idcg)} = "
        f"{number(trace.ndcg, 6)}{by_rule}",
        f"{gain_formula(rules).text}; {discount_formula(rules).text}. "
        f"Convention {rules.name}{f': {rules.title}' if rules.title else ''}.",
    )


def _table(caption: str, total: str, counted: Sequence[Term], beyond: Sequence[Term]) -> Table:
    rows = [_row(row, number(row.value), number(row.cumulative)) for row in counted]
    rows += [_row(row, "not counted", "") for row in beyond]
    off = frozenset(range(len(counted), len(rows)))
    return Table(caption, [*HEADS, total], rows, off)


def _row(row: Term, value: str, running: str) -> list[object]:
    numbers = (short(row.grade), short(row.gain), number(row.discount), value, running)
    return [Number(row.rank), row.label, *map(Number, numbers)]
