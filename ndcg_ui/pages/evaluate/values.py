"""Numbers, cutoffs and tables as the evaluation page shows them. Pure functions."""

from collections.abc import Iterable
from functools import partial

import ndcg_core as nc
from ndcg_core.evaluation.scoring import pipeline
from ndcg_core.evaluation.scoring.intervals import Interval
from ndcg_core.metric.numbers import MINUS
from ndcg_ui.components.markup.builder import Html, html, table, td
from ndcg_ui.components.markup.tables import render_data_element, render_value

name_ndcg = partial(pipeline.name_column, "NDCG")
"""Return the usual name of NDCG at a cutoff, such as NDCG@10."""


def format_difference(number: float, digits: int = 3) -> str:
    """Format a difference with a plus or a true minus sign, or with no sign if it rounds to 0.

    >>> format_difference(0.25), format_difference(-0.25), format_difference(0.00001)
    ('+0.250', '−0.250', '0.000')
    """
    text = nc.number(number, digits)
    return text if not text.strip("0.") or text[:1] in MINUS or number != number else f"+{text}"


def render_difference(number: float, digits: int = 3) -> Html:
    """Return the HTML of a signed difference, with the exact value on hover."""
    return render_data_element(number, format_difference(number, digits))


def render_bounds(interval: Interval) -> Html:
    """Return the HTML of an interval's bounds, or an explanation if there are no bounds.

    >>> render_bounds(Interval(float("nan"), float("nan")))
    'no interval: too few queries'
    """
    low, high = interval
    if low != low:
        return html("no interval: too few queries")
    return html(render_value(low), " to ", render_value(high))


def render_cell(number: float | None, digits: int = 3, *, css: str = "") -> Html:
    """Return a table cell with a number, or with a dash for None."""
    return td("–" if number is None else render_value(number, digits), css=css)


def describe_cutoff(k: int | None) -> str:
    """Describe a cutoff in words.

    >>> describe_cutoff(10), describe_cutoff(None)
    ('down to rank 10', 'in the whole ranking')
    """
    return "in the whole ranking" if k is None else f"down to rank {k}"


def render_evaluation_table(
    name: str, title: str, heads: Iterable[Html], rows: Iterable[Html], foot: Html | None = None
) -> Html:
    """Return a table as HTML, styled and labelled for the evaluation page.

    name: the name of the table for styles and tests
    title: the label for screen readers
    """
    css = f"compared {name}-table"
    return table(heads, rows, foot, css=css, data_testid=name, aria_label=title)
