"""The playground and the home page's board: one ranking, every side of its calculation."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.content import beside
from ndcg_core.metric.swaps import swaps_of
from ndcg_ui import figures
from ndcg_ui.boards.downloads import link_to_file
from ndcg_ui.boards.link import Settings, State
from ndcg_ui.exhibits.controls import controls
from ndcg_ui.exhibits.parts import Part, Row, board_data, chart, markup
from ndcg_ui.html import tables
from ndcg_ui.html.builder import Html, button, div, every, p, problem, section, span, tag, title

WORDS: dict[str, str] = beside(__file__, "playground.toml")
ADVISED = 40
"""Swaps are compared up to this rank: further down they change little and cost much."""


def remarks(trace: nc.Trace, settings: Settings, swaps: list[list[float]]) -> list[str]:
    """Return the sentences, the most unusual first."""
    return list(_remarks((*trace.actual, *trace.beyond), trace, settings.k, swaps))


def _remarks(
    rows: tuple[nc.Term, ...], trace: nc.Trace, k: int | None, swaps: list[list[float]]
) -> Iterator[str]:
    last, ideal, grades = len(rows), len(trace.ideal), [row.grade for row in rows]
    if not trace.idcg:
        yield WORDS["nothing_relevant"].format(ndcg=nc.number(trace.ndcg, 1))
    if last == 1:
        best = "one_document_ideal" if trace.ndcg == 1 else "better_elsewhere"
        yield WORDS["one_document"].format(best=WORDS[best])
    if k is not None and k > last:
        costs = "short_list_costs" if ideal > last else "short_list"
        yield WORDS[costs].format(k=k, last=last, ideal=ideal)
    if last > 1 and len(set(grades)) == 1 and grades[0] > 0:
        best = "all_tied_ideal" if trace.ndcg == 1 else "better_elsewhere"
        yield WORDS["all_tied"].format(best=WORDS[best])
    elif 1 < len(set(grades)) < last:
        at = next(n for n, grade in enumerate(grades) if grade in grades[:n])
        first, second = rows[grades.index(grades[at])], rows[at]
        yield WORDS["tied"].format(first=first.label, second=second.label)
    pairs = [(gain, -i, -j) for i, line in enumerate(swaps) for j, gain in enumerate(line) if i < j]
    if trace.idcg and pairs:
        gain, i, j = max(pairs)
        first, second = rows[-i], rows[-j]
        if gain >= 5e-4:
            more = {"first": first.label, "second": second.label, "gain": nc.number(gain)}
            yield WORDS["best_swap"].format(i=1 - i, j=1 - j, **more)
        elif trace.ndcg >= 1:
            yield WORDS["no_swap"]


def advised_swaps(trace: nc.Trace) -> list[list[float]]:
    """Return what each swap among the first ranks would add to NDCG."""
    return [list(line) for line in swaps_of(trace, ADVISED)]


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
    sentences = remarks(state.trace, state.settings, advised_swaps(state.trace))
    link, text = f"./playground?{urlencode(state.link)}", "See every step in the playground"
    onward = p(tag("a", text, css="plain-button", href=link), css="acts")
    return [stage(state, group, sentences), [[markup("onward", onward, group)]]]


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
    trace, shown = state.trace, (state.board, state.trace, state.link)
    saving = (
        button("Copy link", data_copy_link=True),
        link_to_file("ndcg-steps.csv", "Steps as CSV", *shown),
        link_to_file("ranking.json", "Ranking as JSON", *shown),
        span(role="status", css="say"),
    )
    parts = {
        "formulas": tables.formulas(trace),
        "steps": tables.steps(trace),
        "ideal": tables.ideal(trace),
        "downloads": p(every(saving, " "), css="take-along"),
    }
    return every(section(part) for name, part in parts.items() if name not in state.settings.hide)


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
