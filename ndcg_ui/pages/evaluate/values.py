"""Numbers, ranks and names as the evaluation page writes them. Pure functions."""

from collections.abc import Iterable
from functools import partial

import ndcg_core as nc
from ndcg_core.evaluation.scoring import pipeline
from ndcg_core.evaluation.scoring.intervals import Interval
from ndcg_core.metric.numbers import MINUS
from ndcg_ui.components.markup.builder import Html, html, table, td
from ndcg_ui.components.markup.tables import draw_data, draw_value

at = partial(pipeline.name_column, "NDCG")
"""NDCG at a cutoff, as the field writes it."""


def format_difference(number: float, digits: int = 3) -> str:
    """Return a difference with its sign. A negative one has a true minus sign.

    >>> format_difference(0.25), format_difference(-0.25), format_difference(0.00001)
    ('+0.250', '−0.250', '0.000')
    """
    text = nc.number(number, digits)
    return text if not text.strip("0.") or text[:1] in MINUS or number != number else f"+{text}"


def draw_difference(number: float, digits: int = 3) -> Html:
    """Return a difference: signed on screen, exact on hover and in `data-value`."""
    return draw_data(number, format_difference(number, digits))


def draw_bounds(found: Interval) -> Html:
    """Return the bounds of a mean.

    >>> draw_bounds(Interval(float("nan"), float("nan")))
    'no interval: too few queries'
    """
    low, high = found
    if low != low:
        return html("no interval: too few queries")
    return html(draw_value(low), " to ", draw_value(high))


def draw_cell(number: float | None, digits: int = 3, *, css: str = "") -> Html:
    """Return a table cell with the number, or with a dash for None."""
    return td("–" if number is None else draw_value(number, digits), css=css)


def describe_cutoff(k: int | None) -> str:
    """Return the words for a cutoff.

    >>> describe_cutoff(10), describe_cutoff(None)
    ('down to rank 10', 'in the whole ranking')
    """
    return "in the whole ranking" if k is None else f"down to rank {k}"


def draw_comparison_table(
    name: str, title: str, heads: Iterable[Html], rows: Iterable[Html], foot: Html | None = None
) -> Html:
    """Return a table of the evaluation page.

    name: its name for styles and tests. title: its caption.
    """
    css = f"compared {name}-table"
    return table(heads, rows, foot, css=css, data_testid=name, aria_label=title)
