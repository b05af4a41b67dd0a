"""The playground and the home page's board: one ranking, every side of its calculation."""

from typing import Any
from urllib.parse import urlencode

from ndcg_ui import figures
from ndcg_ui.boards import remarks
from ndcg_ui.boards.downloads import link_to_file
from ndcg_ui.boards.link import State
from ndcg_ui.exhibits.controls import controls
from ndcg_ui.exhibits.parts import Part, Row, board_data, chart, markup
from ndcg_ui.html import tables
from ndcg_ui.html.builder import Html, button, div, every, p, problem, section, span, tag, title

HEADING = title(
    "Playground",
    "Drag a document. Everything on this page is one calculation, seen from different sides.",
)
CHART = "What each rank is worth"


def playground(state: State) -> list[Row]:
    """Return everything that the playground shows of a state."""
    group, hidden, trace = "playground", state.settings.hide, state.trace
    swaps = remarks.advised_swaps(trace)
    sentences = remarks.remarks(trace, state.settings, swaps)
    first: list[Row] = [] if "controls" in hidden else [[[controls(state)]]]
    last: list[Row] = [] if "charts" in hidden else [_charts(state, swaps)]
    return [
        [[markup("title", _title(hidden), group)]],
        *first,
        [[markup("problems", every(map(problem, state.problems)), group)]],
        stage(
            state,
            group,
            () if "words" in hidden else sentences,
            mode="move" if "tools" in hidden else "edit",
        ),
        [[markup("steps", _steps(state), group)]],
        *last,
    ]


def _title(hidden: tuple[str, ...]) -> Html:
    return div(HEADING, css="for-screen-readers" if "title" in hidden else "")


def home(state: State) -> list[Row]:
    """Return the home page's board, and the way from there to the playground."""
    group = "learn"
    swaps = remarks.advised_swaps(state.trace)
    onward = tag(
        "a",
        "See every step in the playground",
        css="plain-button",
        href=f"./playground?{urlencode(state.link)}",
    )
    return [
        stage(state, group, remarks.remarks(state.trace, state.settings, swaps)),
        [[markup("onward", p(onward, css="acts"), group)]],
    ]


def stage(state: State, group: str, sentences: tuple[str, ...] | list[str], **how: Any) -> Row:
    """Return board, fraction and first chart, side by side."""
    drawn = board_data(state.board, state.trace, group=group, remarks=sentences, **how) | {
        "link": state.link
    }
    right = [
        markup("fraction", tables.fraction(state.trace), group),
        chart(CHART, figures.terms(state.trace), group),
    ]
    return [[Part("board", "board", drawn)], right]


def _steps(state: State) -> Html:
    """Formulas, both tables and the downloads."""
    trace = state.trace
    parts = {
        "formulas": tables.formulas(trace),
        "steps": tables.steps(trace),
        "ideal": tables.ideal(trace),
        "downloads": _downloads(state),
    }
    return every(section(part) for name, part in parts.items() if name not in state.settings.hide)


def _downloads(state: State) -> Html:
    state_shown = state.board, state.trace, state.link
    parts = (
        button("Copy link", data_copy_link=True),
        link_to_file("ndcg-steps.csv", "Steps as CSV", *state_shown),
        link_to_file("ranking.json", "Ranking as JSON", *state_shown),
        span(role="status", css="say"),
    )
    return p(every(parts, " "), css="take-along")


def _charts(state: State, swaps: list[list[float]]) -> Row:
    group, trace = "playground", state.trace
    return [
        [
            chart("DCG catching up with IDCG", figures.running(trace), group),
            chart("NDCG at every cutoff", figures.cutoffs(trace), group),
        ],
        [
            chart(
                "What each swap would change",
                figures.swaps(swaps, state.board.labels),
                group,
                height=420,
                clickable=True,
            )
        ],
    ]
