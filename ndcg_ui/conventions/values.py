"""A library's number, as the page of conventions writes it. Pure."""

from __future__ import annotations

import ndcg_core as nc
from ndcg_ui.html.builder import Html, tag


def value(number: float, digits: int = 4) -> Html:
    """A library's number: rounded on screen, exact on hover and in `data-value`."""
    exact = nc.exact(number)
    shown = "no value" if number != number else nc.number(number, digits)
    return tag("data", shown, value=exact, data_value=exact, title=exact)
