"""Acts on the playground's board, and everything that the playground shows of one ranking.

Nothing is remembered between two acts. An act may be repeated after any failure, asked for while a
card is still in the air, and answered by any process.
"""

from collections.abc import Mapping
from typing import Any

from ndcg_ui.parts import figure as figures
from ndcg_ui.parts.board.changes import state_after
from ndcg_ui.parts.board.downloads import link_to_file
from ndcg_ui.parts.board.link import State
from ndcg_ui.parts.controls.controls import controls
from ndcg_ui.parts.exhibit.parts import Answer, Part, Row, board_data, chart, markup
from ndcg_ui.parts.exhibit.stage import CHART, advised_swaps, remarks
from ndcg_ui.parts.markup import builder as h
from ndcg_ui.parts.markup import tables
from ndcg_ui.parts.markup.builder import Html

HEADING = h.title(
    "Playground",
    "Drag a document. Everything on this page is one calculation, seen from different sides.",
)


def answer_playground(link: Mapping[str, str], act: Mapping[str, Any]) -> Answer:
    """Return the link after an act, and the exhibit that shows it.

    act: a command of `obey_command`; "set" with the name of a control and its text; or none, for
    the link as it is. A document's id in the answer is its place in `link`, or a higher number
    where the act has added it. An act that cannot be obeyed changes nothing, and the exhibit says
    why.

    >>> answer_playground({"r": "3,0,2"}, {"do": "arrange", "order": [2, 1, 0]}).link
    {'r': 'C:2,B:0,A:3'}
    """
    state = state_after(link, act)
    return Answer(state.link, show_playground(state))


def show_playground(state: State) -> list[Row]:
    """Return everything that the playground shows of a state."""
    group, hidden, trace = "playground", state.settings.hide, state.trace
    heading = h.div(HEADING, css="for-screen-readers" if "title" in hidden else "")
    swaps = advised_swaps(trace)
    sentences = remarks(trace, state.settings, swaps)
    first: list[Row] = [] if "controls" in hidden else [[[controls(state)]]]
    saved = "downloads" not in hidden
    steps = _steps(state)
    left, beside = [markup("steps", steps, group)] if steps else [], list[Part]()
    if "charts" not in hidden:
        cutoffs, *beside = _charts(state, swaps, saved)
        left.append(cutoffs)
    below = [column for column in (left, beside) if column]
    board = board_data(
        state.board,
        trace,
        group=group,
        mode="move" if "tools" in hidden else "edit",
        remarks=() if "words" in hidden else sentences,
    )
    right = [markup("fraction", tables.fraction(trace), group)]
    if "charts" not in hidden:
        right.append(chart(CHART, figures.terms(trace), group, saved=saved))
    return [
        [[markup("title", heading, group)]],
        *first,
        [[markup("problems", h.every(map(h.problem, state.problems)), group)]],
        [[Part("board", "board", board | {"link": state.link})], right],
        *([below] if below else []),
    ]


def _steps(state: State) -> Html:
    """Formulas, both tables and the downloads."""
    trace, shown = state.trace, (state.board, state.trace, state.link)
    saving = (
        h.button("Copy link", data_copy_link=True),
        link_to_file("ndcg-steps.csv", "Steps as CSV", *shown),
        link_to_file("ranking.json", "Ranking as JSON", *shown),
        h.span(role="status", css="say"),
    )
    parts = {
        "formulas": tables.formulas(trace),
        "steps": tables.steps(trace),
        "ideal": tables.ideal(trace),
        "downloads": h.p(h.every(saving, " "), css="take-along"),
    }
    return h.every(
        h.section(part) for name, part in parts.items() if name not in state.settings.hide
    )


def _charts(state: State, swaps: list[list[float]], saved: bool) -> list[Part]:
    """Return the charts below: the one that stands under the tables, and those beside them."""
    group, trace, drawn = "playground", state.trace, figures.swaps(swaps, state.board.labels)
    large: dict[str, Any] = {"height": 420, "clickable": True}
    return [
        chart("NDCG at every cutoff", figures.cutoffs(trace), group, saved=saved),
        chart("What each swap would change", drawn, group, saved=saved, **large),
        chart("DCG catching up with IDCG", figures.running(trace), group, saved=saved),
    ]
