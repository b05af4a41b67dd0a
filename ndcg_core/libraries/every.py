"""Every library there is a record of."""

from collections.abc import Mapping
from types import MappingProxyType

from ndcg_core.libraries.boosting import BOOSTING
from ndcg_core.libraries.programs import PROGRAMS
from ndcg_core.libraries.rankers import RANKERS
from ndcg_core.libraries.recommending import RECOMMENDING
from ndcg_core.libraries.record import Library
from ndcg_core.libraries.retrieval import RETRIEVAL
from ndcg_core.libraries.search import SEARCH

LIBRARIES: Mapping[str, Library] = MappingProxyType(
    {
        library.id: library
        for library in (*PROGRAMS, *BOOSTING, *RANKERS, *RETRIEVAL, *SEARCH, *RECOMMENDING)
    }
)
"""Every library by the name of its convention."""
