"""What the page of a link shows, from nothing but the link."""

from __future__ import annotations

from collections.abc import Mapping

from ndcg_ui.boards.history import History
from ndcg_ui.boards.link_text import read_link
from ndcg_ui.boards.session import LAST
from ndcg_ui.boards.settings import Settings
from ndcg_ui.boards.state import Played
from ndcg_ui.components.events import NONE_YET


def played_from(query: Mapping[str, str]) -> Played:
    """Return what a link's page shows; what cannot be calculated is, with the usual settings.

    >>> played_from({"r": "3,0,2"}).trace.dcg
    4.0
    """
    board, settings, problems = read_link(query)
    first = read_link({})[0]
    for shown, chosen in ((board, settings), (board, Settings()), (first, Settings())):
        try:
            trace = shown.trace(chosen.k, chosen.convention)
        except ValueError as error:
            problems.append(f"{error} {LAST}")
        else:
            return Played(History.of(shown), chosen, trace, NONE_YET, tuple(problems))
    raise AssertionError("The first ranking can always be scored.")
