"""What other people's libraries print for a ranking, and why they differ."""

from collections.abc import Mapping
from types import MappingProxyType

from ndcg_core.libraries.boosting import BOOSTING
from ndcg_core.libraries.calls import write
from ndcg_core.libraries.chains import Chain, Step, between, chain
from ndcg_core.libraries.found import prints, read_number, who_prints
from ndcg_core.libraries.programs import PROGRAMS
from ndcg_core.libraries.rankers import RANKERS
from ndcg_core.libraries.ranking import Group, Ranking, groups, same
from ndcg_core.libraries.recommending import RECOMMENDING
from ndcg_core.libraries.record import CHECKED, Library
from ndcg_core.libraries.retrieval import RETRIEVAL
from ndcg_core.libraries.search import SEARCH
from ndcg_core.libraries.words import changed, said

LIBRARIES: Mapping[str, Library] = MappingProxyType(
    {
        library.id: library
        for library in (*PROGRAMS, *BOOSTING, *RANKERS, *RETRIEVAL, *SEARCH, *RECOMMENDING)
    }
)
"""Every library by the name of its convention."""

__all__ = [  # noqa: RUF022 (plain `sorted` order)
    "CHECKED",
    "Chain",
    "Group",
    "LIBRARIES",
    "Library",
    "Ranking",
    "Step",
    "between",
    "chain",
    "changed",
    "groups",
    "prints",
    "read_number",
    "said",
    "same",
    "who_prints",
    "write",
]
