"""Misconceptions: known mistakes as changed calculations, the likeliest first."""

from collections.abc import Mapping
from types import MappingProxyType

from ndcg_core.content import load_toml
from ndcg_core.misconceptions import discounts, gains, orders, ratios, rows, slips
from ndcg_core.misconceptions.misconception import Change, Misconception

CHANGES: Mapping[str, Change] = {
    id: change
    for family in (discounts, gains, orders, ratios, rows, slips)
    for id, change in family.CHANGES.items()
}
"""The change of the right calculation by each misconception, by id."""


MISCONCEPTIONS: Mapping[str, Misconception] = MappingProxyType(
    {
        id: Misconception(id, change=CHANGES[id], **row)
        for id, row in load_toml(__file__, "misconceptions.toml").items()
    }
)
"""The misconceptions by id, the likeliest first."""

__all__ = ["CHANGES", "MISCONCEPTIONS", "Misconception"]
