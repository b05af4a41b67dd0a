"""Everything that the playground shows of one ranking."""

from typing import Any

from ndcg_ui.parts import figure as figures
from ndcg_ui.parts.board.downloads import link_to_file
from ndcg_ui.parts.board.link import State
from ndcg_ui.parts.controls.controls import controls
from ndcg_ui.parts.exhibit.parts import Row, chart, markup
from ndcg_ui.parts.exhibit.stage import advised_swaps, remarks, stage
from ndcg_ui.parts.markup import builder as h
from ndcg_ui.parts.markup import tables
from ndcg_ui.parts.markup.builder import Html

HEADING = h.title(
    "Playground",
    "Drag a document. Everything on this page is one calculation, seen from different sides.",
)


def show_playground(state: State) -> list[Row]:
    group, hidden, trace = "playground", state.settings.hide, state.trace
    heading = h.div(HEADING, css="for-screen-readers" if "title" in hidden else "")
    swaps = advised_swaps(trace)
    sentences = remarks(trace, state.settings, swaps)
    first: list[Row] = [] if "controls" in hidden else [[[controls(state)]]]
    saved = "downloads" not in hidden
    last: list[Row] = [] if "charts" in hidden else [_charts(state, swaps, saved)]
    return [
        [[markup("title", heading, group)]],
        *first,
        [[markup("problems", h.every(map(h.problem, state.problems)), group)]],
        stage(
            state,
            group,
            () if "words" in hidden else sentences,
            None if "charts" in hidden else saved,
            mode="move" if "tools" in hidden else "edit",
        ),
        [[markup("steps", _steps(state), group)]],
        *last,
    ]


def _steps(state: State) -> Html:
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


def _charts(state: State, swaps: list[list[float]], saved: bool) -> Row:
    group, trace, drawn = "playground", state.trace, figures.swaps(swaps, state.board.labels)
    large: dict[str, Any] = {"height": 420, "clickable": True}
    return [
        [
            chart("DCG catching up with IDCG", figures.running(trace), group, saved=saved),
            chart("NDCG at every cutoff", figures.cutoffs(trace), group, saved=saved),
        ],
        [chart("What each swap would change", drawn, group, saved=saved, **large)],
    ]
