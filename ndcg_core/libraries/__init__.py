"""What other people's libraries print for a ranking, and why they differ."""

from ndcg_core.libraries.chains import Chain, ChainStep, between, chain, changed
from ndcg_core.libraries.outcomes import (
    LIBRARIES,
    Outcome,
    Outcomes,
    check,
    groups,
    outcome,
    outcomes,
    prints,
    read_number,
    who_prints,
)
from ndcg_core.libraries.ranking import Group, Ranking, same
from ndcg_core.libraries.record import CHECKED, Library, Limit, write

__all__ = [  # noqa: RUF022 (plain `sorted` order)
    "CHECKED",
    "Chain",
    "Group",
    "LIBRARIES",
    "Library",
    "Limit",
    "Outcome",
    "Outcomes",
    "Ranking",
    "ChainStep",
    "between",
    "chain",
    "changed",
    "check",
    "groups",
    "outcome",
    "outcomes",
    "prints",
    "read_number",
    "same",
    "who_prints",
    "write",
]
