"""Small examples of charts, pictures and HTML, as lines that a person can read and check.

`drawn.txt` has the lines that each example should have. After a wanted change, write them again
with `python -m tests.ui.drawn` and read the difference.
"""

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import ndcg_core as nc
from ndcg_core import evaluation
from ndcg_core.evaluation.comparing.comparison import compare
from ndcg_core.evaluation.comparing.sign_flips import run_exact_flip_test
from ndcg_core.evaluation.scoring.intervals import Interval
from ndcg_core.evaluation.scoring.queries import Query, evaluate
from ndcg_ui import figures
from ndcg_ui.components import figure as charts
from ndcg_ui.components.board.changes import apply_action
from ndcg_ui.components.board.downloads import (
    FILES,
    build_file_href,
    format_ranking_json,
    format_steps_csv,
)
from ndcg_ui.components.board.link import read_state
from ndcg_ui.components.board.remarks import compute_swap_changes, list_remarks
from ndcg_ui.components.controls import controls
from ndcg_ui.components.figure.base import CONSTANTS, render_bars
from ndcg_ui.components.figure.systems import (
    plot_by_unjudged,
    plot_differences,
    plot_ranges,
    plot_waterfall,
)
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.program import render_program
from ndcg_ui.components.parts import describe_board
from ndcg_ui.components.picture.picture import describe_picture
from ndcg_ui.components.share.picture import render_picture
from ndcg_ui.components.share.share import make_share_panel
from ndcg_ui.pages.playground import PAGE
from ndcg_ui.pages.playground.rows import answer_playground_action

EXPECTED = Path(__file__).with_suffix(".txt")
TRACE = nc.trace([1, 3, 0], 2, judged=[1, 3, 0, 2], labels=["A", "R&D", "<C>", "E"])
LONG = nc.trace([at % 3 for at in range(14)], 4)
NAMES = ("Old", "New & better")
BLOCKS = ("div", "li", "p", "rect", "section", "td", "text", "th", "tr", "ul", "button", "label")
"""The elements that begin a line."""
_LONG_NUMBER = re.compile(r"\d+\.\d{12,}")
"""A number whose last digits depend on the computer."""


class Outline(HTMLParser):
    """HTML as lines: an element is its name, its classes, its attributes and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines = [""]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        css = "".join(f".{name}" for name in (values.pop("class", "") or "").split())
        more = "".join(f" {name}={value}" for name, value in values.items() if value is not None)
        more += "".join(f" {name}" for name, value in values.items() if value is None)
        if tag in BLOCKS:
            self.lines.append("")
        self.lines[-1] += f"<{tag}{css}{more}>".replace("\n", " ")

    def handle_data(self, data: str) -> None:
        self.lines[-1] += " ".join(data.split("\n"))


def list_html_lines(*pieces: str) -> Iterator[str]:
    """Yield the lines of pieces of HTML or SVG."""
    for piece in pieces:
        yield from filter(None, Outline(str(piece)).lines)


def list_chart_lines(chart: charts.Figure | None) -> Iterator[str]:
    """Yield what a chart adds to the constants of `pieces.toml`, and what it says."""
    assert chart is not None
    layout = chart.spec["layout"]
    for part in (*chart.spec["data"], layout["xaxis"], layout["yaxis"], *layout["annotations"]):
        yield _write(_drop_constants(part))
    others = {name: part for name, part in layout.items() if "axis" not in name}
    yield _write(_drop_constants({**others, "annotations": len(layout["annotations"])}))
    yield f"without {[name for name in CONSTANTS['frame'] if name not in layout]}"
    yield from (part for part in [str(render_bars(chart.spec))] if part)
    yield chart.text


def _drop_constants(part: dict[str, Any]) -> dict[str, Any]:
    known = [*CONSTANTS.values(), CONSTANTS["frame"]["xaxis"], CONSTANTS["frame"]["yaxis"]]
    return {
        name: value
        for name, value in part.items()
        if not any(name in constant and constant[name] == value for constant in known)
    }


def list_figure_lines(figure: Any) -> Iterator[str]:
    """Yield the traces and the layout of a public figure, without the constants of its pieces."""
    drawn = json.loads(figure.to_json())
    for part in drawn["data"]:
        yield _write(_drop_constants(part))
    for name, part in drawn["layout"].items():
        if name == "template":  # Plotly's own
            continue
        yield f"{name}: {_write(_drop_constants(part) if isinstance(part, dict) else part)}"


def _write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def list_picture_lines(stage: Any) -> Iterator[str]:
    """Yield the parts of a board's picture at a stage."""
    reasons = ("Old.", "Fresh.", "Off.") if stage == "gain" else ()
    parts = describe_picture(TRACE, stage, reasons)
    numbers = {name: parts[name] for name in ("stage", "ideals", "tallest", "most")}
    yield _write(numbers)
    yield from list_html_lines(parts["heads"], *parts["worked"])
    for doc, beside in parts["rows"].items():
        yield from (f"{doc}: {line}" for line in list_html_lines(beside))
    yield from list_html_lines(parts["below"])


def plot_swaps(trace: nc.Trace) -> charts.Figure:
    rows = (*trace.actual, *trace.beyond)
    return charts.plot_swaps(compute_swap_changes(trace), [row.label for row in rows])


def compare_runs() -> evaluation.Results:
    """Return the results of two systems on three queries, with unjudged documents."""
    qrels = {"q": {"a": 3, "b": 0}, "r": {"a": 1, "c": 2}, "s": {"a": 1}}
    runs = {
        NAMES[0]: {"q": ["b", "a"], "r": ["x", "y", "a"], "s": ["a"]},
        NAMES[1]: {"q": ["a", "b"], "r": ["a", "c"], "s": ["z", "a"]},
    }
    return evaluation.evaluate(qrels, runs, ks=2)


def list_public_lines() -> Iterator[str]:
    """Yield the public figures of two systems."""
    results = compare_runs()
    yield from list_figure_lines(figures.differences(results))
    yield from list_figure_lines(figures.ranges(results))
    yield from list_figure_lines(figures.by_unjudged(results, results))
    yield from list_figure_lines(figures.waterfall(evaluation.explain_difference(results)))


LINKS: dict[str, dict[str, str]] = {
    "first": {},
    "nothing relevant": {"r": "0,0"},
    "one": {"r": "2"},
    "one of two": {"r": "2", "judged": "2,3"},
    "one without a gain": {"r": "0"},
    "short": {"r": "2,1", "judged": "2,1,3", "k": "5"},
    "short and equal": {"r": "2,2", "k": "5"},
    "ties": {"r": "1,3,0,1"},
    "best": {"r": "3,2,0"},
    "thirteen": {"r": ",".join("3210321032103"), "k": "4"},
    "own convention": {"r": "A:3,B:0", "gain": "exponential", "discount": "none"},
    "bad fields": {"r": "3,1", "k": "0", "gain": "x", "base": "1", "hide": "words,nothing"},
    "bad ranking": {"r": "3,x", "judged": "3,2"},
    "bad pool": {"r": "3,1", "judged": "3,y"},
    "without a score": {"r": "2000", "gain": "exponential"},
    "renamed": {"r": "3,0", "judged": "A:3,B:1,C:0"},
}


def list_link_lines(link: dict[str, str]) -> Iterator[str]:
    """Yield the title of a link, its board with the settings, its problems and its remarks."""
    state = read_state(link)
    yield " | ".join(PAGE.describe(link))
    yield _write([state.link, state.board.labels, state.board.grades, state.settings.k])
    yield f"convention: {state.settings.convention.name}; refused: {state.refused}"
    yield from state.problems
    yield from list_remarks(state.trace, state.settings, compute_swap_changes(state.trace))


ACTS: list[dict[str, Any]] = [
    {"do": "arrange", "order": [1, 0]},
    {"do": "arrange", "order": [1, 1]},
    {"do": "arrange", "order": [0]},
    {"do": "type", "text": "B:2 A:1 C:0 B:3"},
    {"do": "type", "text": "x"},
    {"do": "grade", "at": 2, "grade": 4.0},
    {"do": "grade", "at": 0, "grade": 0.5},
    {"do": "grade", "at": 3, "grade": 1},
    {"do": "grade", "at": True, "grade": 1},
    {"do": "grade", "at": 0, "grade": -1},
    {"do": "rename", "at": 1, "label": "  "},
    {"do": "rename", "at": 2, "label": "C"},
    {"do": "add", "to": "ranking"},
    {"do": "add", "to": "judged"},
    {"do": "remove", "at": 0},
    {"do": "remove", "at": 2},
    {"do": "set", "name": "k", "value": "1"},
    {"do": "set", "name": "k", "value": ""},
    {"do": "set", "name": "k", "value": "-1"},
    {"do": "set", "name": "hide", "value": "words"},
    {},
]
"""Actions on A:3, B:0 with the unretrieved X:2 and the cutoff 2."""


def list_act_lines() -> Iterator[str]:
    """Yield each action with the documents and their ids after it, or with its refusal."""
    query = {"r": "A:3,B:0", "judged": "A:3,B:0,X:2", "k": "2"}
    for act in ACTS:
        state = apply_action(query, act)
        sides = (state.board.ranking, state.board.unretrieved)
        board = [[f"{one.id} {one.label}:{one.exact_grade}" for one in side] for side in sides]
        yield f"{_write(act)} -> {_write([board, state.settings.k, state.refused])}"
        yield from state.problems


def list_file_lines() -> Iterator[str]:
    """Yield the lines of the files of a calculation, and the links to them."""
    board = read_state({"r": "A:1,R&D:3,<C>:0", "judged": "A:1,R&D:3,<C>:0,E:2"}).board
    yield from format_steps_csv(TRACE).splitlines()
    yield from format_ranking_json(board, TRACE).splitlines()
    for name, kind in FILES.items():
        yield f"{name}: {kind.media_type}, {build_file_href(name, board, TRACE, {'r': '3,0'})}"
    yield build_file_href("ranking.json", board, TRACE, {"r": "3" * 9000})[:60]


def list_panel_lines() -> Iterator[str]:
    """Yield the panel “Share or export” of a link."""
    panel = answer_playground_action({"r": "3,0", "k": "1", "hide": "charts"}, {}).rows[0][1][0]
    yield from list_html_lines(panel.data["html"])
    more = make_share_panel("learn", {}, "", charts=["One", "Two"])
    yield from list_html_lines(more.data["html"])


def list_message_lines() -> Iterator[str]:
    """Yield what the browser gets first of the playground, without the content of its parts."""
    message, rows = PAGE.build_first_screen({"r": "3,0"})
    yield _write({name: part for name, part in message.items() if name != "rows"})
    for row in rows:
        yield " | ".join(", ".join(f"{part.kind} {part.name}" for part in column) for column in row)
        for part in (part for column in row for part in column if part.kind == "figure"):
            names = ("name", "group", "height", "clickable", "saved")
            yield _write({name: part.data[name] for name in names})
    state = read_state({"r": "3,0.5,1", "judged": "3,0.5,1,2", "k": "2", "gain": "exponential"})
    board = describe_board(state.board, state.trace, current_doc=1)
    yield from (f"{name}: {_write(part)}" for name, part in board.items())


def compare_systems() -> charts.Figure:
    queries = [Query("q<1", (3.0, 0.0)), Query("q2", (0.0, 1.0)), Query("q3", (1.0,))]
    others = [Query("q<1", (0.0, 3.0)), Query("q2", (1.0, 0.0)), Query("q3", (1.0,))]
    return charts.plot_dumbbell(compare(evaluate(queries), evaluate(others)), NAMES)


RANGES = {"chance:": Interval(-0.1, 0.5), "unjudged:": Interval(0.1, 0.3)}
MOVES = [("d1", 0.3), ("a document with a long name", -0.1)]
STATE = read_state({"r": "3,0", "discount": "logb(i)", "base": "2.5", "k": "1"})
DRAWN: dict[str, Callable[[], Iterator[str]]] = {
    "terms": lambda: list_chart_lines(charts.plot_terms(TRACE)),
    "terms of many ranks": lambda: list_chart_lines(charts.plot_terms(LONG)),
    "large terms": lambda: list_chart_lines(charts.plot_terms(nc.trace([2000, 3]))),
    "running sums": lambda: list_chart_lines(charts.plot_running_sums(TRACE)),
    "running sums of many ranks": lambda: list_chart_lines(charts.plot_running_sums(LONG)),
    "cutoffs": lambda: list_chart_lines(charts.plot_cutoffs(TRACE)),
    "cutoffs of many ranks": lambda: list_chart_lines(charts.plot_cutoffs(LONG)),
    "swaps": lambda: list_chart_lines(plot_swaps(TRACE)),
    "swaps of eight": lambda: list_chart_lines(plot_swaps(nc.trace([0, 1, 0, 2, 1, 0, 0, 3]))),
    "swaps of one": lambda: list_chart_lines(plot_swaps(nc.trace([1]))),
    "systems by query": lambda: list_chart_lines(compare_systems()),
    "differences": lambda: list_chart_lines(
        plot_differences({"a": 0.5, "<i>": -0.25, "c": 0.0}, NAMES)
    ),
    "by unjudged": lambda: list_chart_lines(
        plot_by_unjudged([("a", 1, 0.5), ("<i>", 3, -0.25)], NAMES, NAMES[1], "It leads.")
    ),
    "ranges": lambda: list_chart_lines(plot_ranges(0.2, RANGES, NAMES)),
    "waterfall": lambda: list_chart_lines(plot_waterfall(0.5, MOVES, 0.7, NAMES)),
    "waterfall below zero": lambda: list_chart_lines(plot_waterfall(-0.5, [], -0.5, NAMES)),
    "discounts": lambda: list_chart_lines(
        charts.plot_discount_curves({"1 / i": [1, 0.5], "R&D": [1, 0.25]}, "readers", [1, 0.6])
    ),
    "sign flips": lambda: list_chart_lines(
        charts.plot_sign_flips(run_exact_flip_test([0.3, 0.1, -0.1]))
    ),
    "public terms": lambda: list_figure_lines(figures.terms(TRACE, theme="dark")),
    "public figures of two systems": list_public_lines,
    "public swaps": lambda: list_figure_lines(figures.swaps(TRACE, theme="light")),
    **{
        f"picture: {stage}": (lambda stage=stage: list_picture_lines(stage))
        for stage in ("gain", "discount", "dcg", "ideal", "ndcg")
    },
    "picture of equal gains": lambda: list_html_lines(
        json.dumps(describe_picture(nc.trace([0, 1, 1, 1]), "gain", (), False)["most"]),
        describe_picture(nc.trace([0, 1, 1, 1]), "gain", (), False)["below"],
    ),
    "shared picture of half a grade": lambda: list_html_lines(render_picture(nc.trace([0, 0.5]))),
    "shared picture of no grade": lambda: list_html_lines(render_picture(nc.trace([0]))),
    "shared picture": lambda: list_html_lines(render_picture(TRACE)),
    **{f"link: {name}": (lambda link=link: list_link_lines(link)) for name, link in LINKS.items()},
    "actions": list_act_lines,
    "files": list_file_lines,
    "share or export": list_panel_lines,
    "first message": list_message_lines,
    "steps": lambda: list_html_lines(tables.render_steps(TRACE, 2)),
    "ideal order": lambda: list_html_lines(tables.render_ideal(TRACE, 3)),
    "gains": lambda: list_html_lines(tables.render_gains(TRACE, 1)),
    "fraction": lambda: list_html_lines(tables.render_fraction(TRACE)),
    "formulas": lambda: list_html_lines(tables.render_formulas(TRACE)),
    "program": lambda: list_html_lines(
        render_program('def f(x):  # one\n    return "a" + 2.5 < x', "Code")
    ),
    "controls": lambda: list_html_lines(
        controls.make_controls(STATE).data["html"],
        controls.render_pills("Show", {"a": "A", "b": "B"}, ["b"]),
        controls.render_switch("log", "Log <scale>", "on"),
        controls.render_segments("way", "Way", {"x": "X", "y": "Y"}, "y", is_label_hidden=True),
    ),
}


def list_lines(name: str) -> list[str]:
    """Return the lines of an example, with numbers of at most twelve digits."""
    return [
        _LONG_NUMBER.sub(lambda number: f"{float(number[0]):.12g}", line) for line in DRAWN[name]()
    ]


def read_expected() -> dict[str, list[str]]:
    """Return the lines that each example should have, by its name."""
    _, *blocks = EXPECTED.read_text("utf-8").split("\n== ")
    return {block.splitlines()[0]: block.splitlines()[1:] for block in blocks}


def format_file() -> str:
    """Return the content of the file with the lines of all examples."""
    head = "The lines of each example in drawn.py, written by `python -m tests.ui.drawn`.\n"
    blocks = ("\n".join([f"\n== {name}", *list_lines(name)]) for name in DRAWN)
    return head + "".join(blocks) + "\n"


if __name__ == "__main__":
    EXPECTED.write_text(format_file(), "utf-8")
