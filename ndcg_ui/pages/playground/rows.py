"""Actions on the playground's board, and all parts that show its ranking.

Nothing is stored between two actions. An action may be repeated after any failure, requested during
a drag, and answered by any process.
"""

from collections.abc import Callable, Container, Mapping
from typing import Any

import ndcg_core as nc
from ndcg_ui.components import figure as figures
from ndcg_ui.components.board.changes import apply_action
from ndcg_ui.components.board.downloads import PICTURE_FILE, build_file_href, render_file_link
from ndcg_ui.components.board.link import BoardState
from ndcg_ui.components.board.remarks import CHART_TITLE, compute_swap_changes, list_remarks
from ndcg_ui.components.controls.controls import make_controls
from ndcg_ui.components.figure import Figure
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import describe_board, make_chart, make_markup
from ndcg_ui.components.share.code import build_program
from ndcg_ui.components.share.share import make_share_panel
from ndcg_ui.exhibit.parts import LATER_DATA, Answer, Kind, Part, Row

GROUP = "playground"
CUTOFFS_TITLE = "NDCG at every cutoff"
SWAPS_TITLE = "What each swap would change"
SUMS = "DCG and IDCG, rank by rank"
CHARTS = (CHART_TITLE, CUTOFFS_TITLE, SWAPS_TITLE, SUMS)
PartMakers = dict[str, tuple[Kind, Callable[[], Part]]]
"""The parts of a column by name: the kind of each, and a function that makes it."""
HEADING = h.render_title(
    "Playground",
    "Drag a document, and watch the numbers change.",
)


def answer_playground_action(
    link: Mapping[str, str], action: Mapping[str, Any], unseen: Container[str] = ()
) -> Answer:
    """Apply an action to the playground. Return the new link and the page's rows.

    action: a command of `apply_command`, "set" with the name of a control and its text, or empty.
    An action that cannot be applied changes nothing, and the page gives the reason. A document's id
    in the answer is its position in `link`, or a higher number if the action added the document.

    unseen: the names of off-screen parts, whose data are sent later.

    >>> answer_playground_action({"r": "3,0,2"}, {"do": "arrange", "order": [2, 1, 0]}).link
    {'r': 'C:2,B:0,A:3'}
    """
    state = apply_action(link, action)
    return Answer(state.link, build_playground_rows(state, unseen))


def build_playground_rows(state: BoardState, unseen: Container[str] = ()) -> list[Row]:
    """Return the rows of the playground for a ranking with settings.

    unseen: the names of off-screen parts, which get no data yet.
    """
    hidden = state.settings.hide
    trace = state.trace
    swap_changes = compute_swap_changes(state.trace)
    heading = h.div(HEADING, css="for-screen-readers" if "title" in hidden else "")
    right: PartMakers = {
        "fraction": (
            "markup",
            lambda: make_markup("fraction", tables.render_fraction(trace), GROUP),
        )
    }
    steps: PartMakers = {"steps": ("markup", lambda: _make_steps_part(state))}
    left = {} if set(STEP_TABLES).issubset(hidden) else steps
    beside = PartMakers()
    if "charts" not in hidden:
        beside = _build_chart_makers(state, swap_changes)
        right[CHART_TITLE] = beside.pop(CHART_TITLE)
        left[CUTOFFS_TITLE] = beside.pop(CUTOFFS_TITLE)

    def make_parts(column: PartMakers) -> list[Part]:
        return [
            Part(kind, name, LATER_DATA) if name in unseen else make()
            for name, (kind, make) in column.items()
        ]

    below = [make_parts(column) for column in (left, beside) if column]
    title = [make_markup("title", heading, GROUP)]
    rows: list[Row] = [[title] if "downloads" in hidden else [title, [_make_share_part(state)]]]
    if "controls" not in hidden:
        rows.append([[make_controls(state)]])
    rows.append(
        [[make_markup("problems", h.join_pieces(map(h.render_problem, state.problems)), GROUP)]]
    )
    rows.append([[_make_board_part(state, swap_changes)], make_parts(right)])
    if below:
        rows.append(below)
    return rows


def _make_board_part(state: BoardState, swap_changes: list[list[float]]) -> Part:
    """Return the part of the board, with remarks on the ranking unless the link hides them."""
    hidden = state.settings.hide
    data = describe_board(
        state.board,
        state.trace,
        group=GROUP,
        mode="move" if "tools" in hidden else "edit",
        remarks=()
        if "words" in hidden
        else list_remarks(state.trace, state.settings, swap_changes),
    )
    return Part("board", "board", data | {"link": state.link})


def _make_share_part(state: BoardState) -> Part:
    """Return the sharing panel: the ranking's link, images, Python code and data."""
    board = state.board
    settings = state.settings
    shown = board, state.trace, state.link
    return make_share_panel(
        GROUP,
        state.link,
        "Opens this ranking with these settings.",
        picture=build_file_href(PICTURE_FILE, *shown),
        charts=() if "charts" in settings.hide else CHARTS,
        code=build_program(board.grades, settings.k, settings.convention, board.judged_grades),
        about_code=f"Calculates the same {nc.number(state.trace.ndcg)}.",
        files={
            "about": h.html("Every step as CSV, or the ranking as JSON."),
            "steps": render_file_link("ndcg-steps.csv", "CSV", *shown),
            "ranking": render_file_link("ranking.json", "JSON", *shown),
        },
    )


STEP_TABLES: Mapping[str, Callable[[BoardState], Html]] = {
    "formulas": lambda state: tables.render_formulas(state.trace),
    "steps": lambda state: tables.render_steps(state.trace),
    "ideal": lambda state: tables.render_ideal(state.trace),
}
"""The sections of the part “steps”."""


def _make_steps_part(state: BoardState) -> Part:
    """Return the part with the formulas and both orders' tables, without hidden sections."""
    shown = (make(state) for name, make in STEP_TABLES.items() if name not in state.settings.hide)
    return make_markup("steps", h.join_pieces(map(h.section, shown)), GROUP)


def _build_chart_makers(state: BoardState, swap_changes: list[list[float]]) -> PartMakers:
    """Map the title of each chart to its kind of part and a function that makes the part.

    A click in the heat map swaps two ranks.
    """
    trace = state.trace
    labels = state.board.labels

    def make_chart_maker(name: str, draw: Callable[[], Figure], **how: Any) -> PartMakers:
        return {name: ("figure", lambda: make_chart(name, draw(), GROUP, is_savable=False, **how))}

    makers = make_chart_maker(CHART_TITLE, lambda: figures.plot_terms(trace))
    makers |= make_chart_maker(CUTOFFS_TITLE, lambda: figures.plot_cutoffs(trace))
    makers |= make_chart_maker(
        SWAPS_TITLE, lambda: figures.plot_swaps(swap_changes, labels), height=420, is_clickable=True
    )
    makers |= make_chart_maker(SUMS, lambda: figures.plot_running_sums(trace))
    return makers
