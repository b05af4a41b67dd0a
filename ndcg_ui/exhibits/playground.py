"""The playground and the home page's board: one ranking, every side of its calculation."""

from typing import Any
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.metric.swaps import swaps_of
from ndcg_ui import figures
from ndcg_ui.boards.downloads import link_to_file
from ndcg_ui.boards.link import Settings, State
from ndcg_ui.exhibits.controls import controls
from ndcg_ui.exhibits.parts import Part, Row, board_data, chart, markup
from ndcg_ui.html import tables
from ndcg_ui.html.builder import Html, button, div, every, p, problem, section, span, tag, title

ADVISED = 40
"""Swaps are compared up to this rank: further down they change little and cost much."""


def remarks(trace: nc.Trace, settings: Settings, swaps: list[list[float]]) -> list[str]:
    """Return the sentences, the most unusual first."""
    rows = (*trace.actual, *trace.beyond)
    sentences = [
        _nothing_relevant(trace),
        _one_document(rows, trace),
        _short_list(rows, trace, settings),
        _ties(rows, trace),
        _best_swap(rows, trace, swaps),
    ]
    return [sentence for sentence in sentences if sentence]


def advised_swaps(trace: nc.Trace) -> list[list[float]]:
    """Return what each swap among the first ranks would add to NDCG."""
    return [list(line) for line in swaps_of(trace, ADVISED)]


def _nothing_relevant(trace: nc.Trace) -> str:
    if trace.idcg:
        return ""
    return (
        "Nothing here is relevant: the ideal DCG is 0, and a division by 0 has no value. "
        f"By convention NDCG is then {nc.number(trace.ndcg, 1)}; some libraries say 1."
    )


def _one_document(rows: tuple[nc.Term, ...], trace: nc.Trace) -> str:
    if len(rows) > 1:
        return ""
    return f"One document has only one order, {_as_good_as_it_gets(trace, 'which is ideal')}."


def _as_good_as_it_gets(trace: nc.Trace, ideal: str) -> str:
    """Whether an order that cannot be bettered is ideal, or the pool holds something better."""
    return ideal if trace.ndcg == 1 else "but better documents were judged and not retrieved"


def _short_list(rows: tuple[nc.Term, ...], trace: nc.Trace, settings: Settings) -> str:
    if settings.k is None or settings.k <= len(rows):
        return ""
    if len(trace.ideal) > len(rows):
        return (
            f"k is {settings.k}, and the ranking ends at rank {len(rows)}. DCG has nothing more to "
            f"add, but the ideal order fills {len(trace.ideal)} ranks from the judged documents: a "
            "list that is too short costs NDCG."
        )
    return (
        f"k is {settings.k}, and the ranking ends at rank {len(rows)}. Ranks that are not there "
        f"add nothing, so @{settings.k} is the same as @{len(rows)}."
    )


def _ties(rows: tuple[nc.Term, ...], trace: nc.Trace) -> str:
    grades = {row.grade for row in rows}
    if len(rows) > 1 and len(grades) == 1 and rows[0].grade > 0:
        same = "All documents have the same grade, so every order scores the same"
        return f"{same}, {_as_good_as_it_gets(trace, 'and is ideal')}."
    if 1 < len(grades) < len(rows):
        first, second = _tied(rows)
        return (
            f"{first.label} and {second.label} have the same grade: swapping the two changes "
            "nothing, and either may come first in the ideal order."
        )
    return ""


def _tied(rows: tuple[nc.Term, ...]) -> tuple[nc.Term, nc.Term]:
    by_grade: dict[float, nc.Term] = {}
    for row in rows:
        if row.grade in by_grade:
            return by_grade[row.grade], row
        by_grade[row.grade] = row
    raise ValueError("No two documents have the same grade.")


def _best_swap(rows: tuple[nc.Term, ...], trace: nc.Trace, swaps: list[list[float]]) -> str:
    pairs = [(gain, i, j) for i, line in enumerate(swaps) for j, gain in enumerate(line) if i < j]
    if not trace.idcg or not pairs:
        return ""
    gain, i, j = max(pairs, key=lambda pair: (pair[0], -pair[1], -pair[2]))
    if gain < 5e-4:
        return "" if trace.ndcg < 1 else "No swap can raise NDCG: this order is ideal."
    return (
        f"The one swap that helps most: ranks {i + 1} and {j + 1} "
        f"({rows[i].label} and {rows[j].label}) would add {nc.number(gain)} to NDCG."
    )


HEADING = title(
    "Playground",
    "Drag a document. Everything on this page is one calculation, seen from different sides.",
)
CHART = "What each rank is worth"


def playground(state: State) -> list[Row]:
    """Return everything that the playground shows of a state."""
    group, hidden, trace = "playground", state.settings.hide, state.trace
    heading = div(HEADING, css="for-screen-readers" if "title" in hidden else "")
    swaps = advised_swaps(trace)
    sentences = remarks(trace, state.settings, swaps)
    first: list[Row] = [] if "controls" in hidden else [[[controls(state)]]]
    saved = "downloads" not in hidden
    last: list[Row] = [] if "charts" in hidden else [_charts(state, swaps, saved)]
    return [
        [[markup("title", heading, group)]],
        *first,
        [[markup("problems", every(map(problem, state.problems)), group)]],
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


def home(state: State) -> list[Row]:
    """Return the home page's board, and the way from there to the playground."""
    group = "learn"
    swaps = advised_swaps(state.trace)
    onward = tag(
        "a",
        "See every step in the playground",
        css="plain-button",
        href=f"./playground?{urlencode(state.link)}",
    )
    return [
        stage(state, group, remarks(state.trace, state.settings, swaps)),
        [[markup("onward", p(onward, css="acts"), group)]],
    ]


def stage(
    state: State,
    group: str,
    sentences: tuple[str, ...] | list[str],
    saved: bool | None = True,
    **how: Any,
) -> Row:
    """Return board, fraction and first chart, side by side; saved: None for no chart."""
    drawn = board_data(state.board, state.trace, group=group, remarks=sentences, **how) | {
        "link": state.link
    }
    right = [markup("fraction", tables.fraction(state.trace), group)]
    if saved is not None:
        right.append(chart(CHART, figures.terms(state.trace), group, saved=saved))
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


def _charts(state: State, swaps: list[list[float]], saved: bool) -> Row:
    group, trace = "playground", state.trace
    return [
        [
            chart("DCG catching up with IDCG", figures.running(trace), group, saved=saved),
            chart("NDCG at every cutoff", figures.cutoffs(trace), group, saved=saved),
        ],
        [
            chart(
                "What each swap would change",
                figures.swaps(swaps, state.board.labels),
                group,
                height=420,
                clickable=True,
                saved=saved,
            )
        ],
    ]
