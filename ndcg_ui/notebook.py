"""Elements for Jupyter, marimo and other notebooks that show widgets.

    import ndcg_ui.notebook as ndcg

    mine = ndcg.board([3, 2, 3, 0, 1])
    mine

    mine.ranking.trace  # in another cell, after a card was dragged

The kernel answers the actions on an element, and nothing is loaded from another host. Colours and
font follow the notebook, light or dark. The elements need the extra `notebook`, but not Streamlit.
"""

from ndcg_ui.components.board.alone import Ranking
from ndcg_ui.hosts.notebook.elements import (
    board,
    compare,
    lesson,
    page,
    playground,
    practice,
    replay,
)
from ndcg_ui.hosts.notebook.exhibits import Board, Exhibit, Playground

__all__ = [
    "Board",
    "Exhibit",
    "Playground",
    "Ranking",
    "board",
    "compare",
    "lesson",
    "page",
    "playground",
    "practice",
    "replay",
]
