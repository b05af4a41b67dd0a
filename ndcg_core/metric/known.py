"""Every convention by name: three to teach with, then what libraries, scripts and papers do.

One row each, saying only where it departs from the standard. `ndcg_core.libraries` holds what a
convention cannot say: how to call a library, its version, its traps, whether it was run.
"""

from collections.abc import Mapping
from types import MappingProxyType

from ndcg_core.metric import known_ranking, known_retrieval
from ndcg_core.metric.conventions import EXPONENTIAL, STANDARD, TEXTBOOK, Convention

TAUGHT = (STANDARD, EXPONENTIAL, TEXTBOOK)
CONVENTIONS: Mapping[str, Convention] = MappingProxyType(
    {convention.name: convention for convention in TAUGHT}
    | {
        name: Convention(name, title=title, cite=cite, **choices)
        for name, title, choices, cite in (*known_retrieval.ROWS, *known_ranking.ROWS)
    }
)
"""Every convention by its name: those to teach with first, then the libraries'."""
