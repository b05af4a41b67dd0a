"""Actions on the playground's board, and all parts that show its ranking.

Nothing is stored between two actions. An action may be repeated after any failure, requested during
a drag, and answered by any process.
"""

from collections.abc import Callable, Container, Mapping
from typing import Any

import ndcg_core as nc
from ndcg_ui.components import figure as figures
from ndcg_ui.components.board.changes import state_after
from ndcg_ui.components.board.downloads import PICTURE, href_of_file, link_to_file
from ndcg_ui.components.board.link import State
from ndcg_ui.components.board.remarks import CHART, advised_swaps, remarks
from ndcg_ui.components.controls.controls import controls
from ndcg_ui.components.figure import Figure
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import board_data, chart, markup
from ndcg_ui.components.share.code import write_code
from ndcg_ui.components.share.share import share
from ndcg_ui.exhibit.parts import LATER, Answer, Kind, Part, Row

GROUP = "playground"
CUTOFFS, SWAPS = "NDCG at every cutoff", "What each swap would change"
SUMS = "DCG and IDCG, rank by rank"
CHARTS = (CHART, CUTOFFS, SWAPS, SUMS)
Makers = dict[str, tuple[Kind, Callable[[], Part]]]
"""The parts of a column by name: the kind of each, and a function that makes it."""
HEADING = h.title(
    "Playground",
    "Drag a document. Every part of this page shows the same calculation.",
)


def answer_playground(
    link: Mapping[str, str], act: Mapping[str, Any], unseen: Container[str] = ()
) -> Answer:
    """Return the link after an action, and the exhibit that shows it.

    act: a command of `obey_command`, "set" with the name of a control and its text, or none for the
    link as it is. A document's id in the answer is its position in `link`, or a higher number if
    the action added it. An action that cannot be applied changes nothing, and the exhibit gives the
    reason. unseen: names of off-screen parts, which are sent later.

    >>> answer_playground({"r": "3,0,2"}, {"do": "arrange", "order": [2, 1, 0]}).link
    {'r': 'C:2,B:0,A:3'}
    """
    state = state_after(link, act)
    return Answer(state.link, show_playground(state, unseen))


def show_playground(state: State, unseen: Container[str] = ()) -> list[Row]:
    """Return all rows of the playground for a state."""
    hidden = state.settings.hide
    trace = state.trace
    swaps = advised_swaps(state.trace)
    heading = h.div(HEADING, css="for-screen-readers" if "title" in hidden else "")
    right: Makers = {
        "fraction": ("markup", lambda: markup("fraction", tables.fraction(trace), GROUP))
    }
    steps: Makers = {"steps": ("markup", lambda: _steps(state))}
    left = {} if set(STEPS).issubset(hidden) else steps
    beside = Makers()
    if "charts" not in hidden:
        beside = _charts(state, swaps)
        right[CHART] = beside.pop(CHART)
        left[CUTOFFS] = beside.pop(CUTOFFS)

    def make_parts(column: Makers) -> list[Part]:
        return [
            Part(kind, name, LATER) if name in unseen else make()
            for name, (kind, make) in column.items()
        ]

    below = [make_parts(column) for column in (left, beside) if column]
    title = [markup("title", heading, GROUP)]
    rows: list[Row] = [[title] if "downloads" in hidden else [title, [_share(state)]]]
    if "controls" not in hidden:
        rows.append([[controls(state)]])
    rows.append([[markup("problems", h.join_pieces(map(h.problem, state.problems)), GROUP)]])
    rows.append([[_board(state, swaps)], make_parts(right)])
    if below:
        rows.append(below)
    return rows


def _board(state: State, swaps: list[list[float]]) -> Part:
    hidden = state.settings.hide
    data = board_data(
        state.board,
        state.trace,
        group=GROUP,
        mode="move" if "tools" in hidden else "edit",
        remarks=() if "words" in hidden else remarks(state.trace, state.settings, swaps),
    )
    return Part("board", "board", data | {"link": state.link})


def _share(state: State) -> Part:
    """Return the panel with the ranking's link, images, Python code and data."""
    board, settings = state.board, state.settings
    shown = board, state.trace, state.link
    return share(
        GROUP,
        state.link,
        "Opens this ranking with these settings.",
        picture=href_of_file(PICTURE, *shown),
        charts=() if "charts" in settings.hide else CHARTS,
        code=write_code(board.grades, settings.k, settings.convention, board.judged_grades),
        calculates=f"Calculates the same {nc.number(state.trace.ndcg)}.",
        files={
            "about": h.html("Every step as a table, or the ranking for a program."),
            "steps": link_to_file("ndcg-steps.csv", "CSV", *shown),
            "ranking": link_to_file("ranking.json", "JSON", *shown),
        },
    )


STEPS: Mapping[str, Callable[[State], Html]] = {
    "formulas": lambda state: tables.formulas(state.trace),
    "steps": lambda state: tables.steps(state.trace),
    "ideal": lambda state: tables.ideal(state.trace),
}
"""The sections of the part “steps”."""


def _steps(state: State) -> Part:
    shown = (make(state) for name, make in STEPS.items() if name not in state.settings.hide)
    return markup("steps", h.join_pieces(map(h.section, shown)), GROUP)


def _charts(state: State, swaps: list[list[float]]) -> Makers:
    """Return functions that make the charts. A click in the heat map swaps two ranks."""
    trace = state.trace
    labels = state.board.labels

    def with_drawing(name: str, draw: Callable[[], Figure], **how: Any) -> Makers:
        return {name: ("figure", lambda: chart(name, draw(), GROUP, saved=False, **how))}

    makers = with_drawing(CHART, lambda: figures.terms(trace))
    makers |= with_drawing(CUTOFFS, lambda: figures.cutoffs(trace))
    makers |= with_drawing(SWAPS, lambda: figures.swaps(swaps, labels), height=420, clickable=True)
    makers |= with_drawing(SUMS, lambda: figures.running(trace))
    return makers
