"""The bars of a chart of terms without Plotly, which is large and comes late."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from ndcg_ui.parts.markup.builder import Html

ORDERS = ("actual", "ideal")


def bars(spec: Mapping[str, Any]) -> Html:
    """Return the terms of each rank as bars; nothing for another chart."""
    orders = []
    for part in spec["data"]:
        if part["type"] == "bar" and part.get("uid") in ORDERS:
            name, percent = part["uid"], 100 / spec["layout"]["yaxis"]["range"][1]
            values = zip(part["y"], part["marker"]["opacity"], strict=True)
            style = "height:{:.1f}%;opacity:{}".format
            orders.append(
                [f'<i class="{name}" style="{style(percent * y, o)}"></i>' for y, o in values]
            )
    ranks = zip_longest(*orders, fillvalue="")
    return Html("".join([f"<span>{''.join(rank)}</span>" for rank in ranks]))
