"""The public figures: real colours, the numbers of the pages, and files that work offline."""

import json
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
import streamlit

import ndcg_core as nc
from ndcg_core.evaluation import (
    compare,
    evaluate,
    evaluate_measure,
    explain_difference,
    load_bundled,
)
from ndcg_core.evaluation.comparing.judging import count_unjudged_by_query
from ndcg_ui import figures
from ndcg_ui.components import figure as specs
from ndcg_ui.components.board.remarks import compute_swap_changes
from ndcg_ui.components.figure.comparisons import list_unjudged_counts
from ndcg_ui.style.tokens import THEMES, mix_colours, read_tokens

TRACE = nc.trace([3, 2, 3, 0, 1, 2], k=4, labels=["<b>A", "R&D", "var(--ink)", "D", "E", "F"])
LONG = nc.trace([7 * i % 4 for i in range(40)], k=10)
NOTHING = nc.trace([0])
EXAMPLE = load_bundled()
RESULTS = evaluate(EXAMPLE.qrels, list(EXAMPLE.runs[:2]), ks=10)
COMPARED = compare(RESULTS, times=200)
PAIR = COMPARED.pairs[0]
NAMES = PAIR.first, PAIR.second
WHY = explain_difference(RESULTS)
QUERY = WHY.queries["query"][0]
UNJUDGED = list_unjudged_counts(
    PAIR.differences, count_unjudged_by_query(RESULTS, PAIR.less_judged, 10)
)


def make_swaps_spec(trace):
    rows = (*trace.actual, *trace.beyond)
    return specs.plot_swaps(compute_swap_changes(trace), [row.label for row in rows])


DRAWN = {
    f"{name} of {kind}": (lambda theme, draw=draw, t=trace: draw(t, theme=theme), spec(trace))
    for kind, trace in {"six": TRACE, "forty": LONG, "one of grade 0": NOTHING}.items()
    for name, draw, spec in (
        ("terms", figures.terms, specs.plot_terms),
        ("running", figures.running, specs.plot_running_sums),
        ("cutoffs", figures.cutoffs, specs.plot_cutoffs),
        ("swaps", figures.swaps, make_swaps_spec),
    )
} | {
    "differences": (
        lambda theme: figures.differences(PAIR, theme=theme),
        specs.plot_differences(PAIR.differences, NAMES),
    ),
    "ranges": (lambda theme: figures.ranges(COMPARED, theme=theme), specs.plot_pair_ranges(PAIR)),
    "by unjudged": (
        lambda theme: figures.by_unjudged(COMPARED, RESULTS, theme=theme),
        specs.plot_pair_by_unjudged(PAIR, UNJUDGED),
    ),
    "waterfall": (
        lambda theme: figures.waterfall(WHY, QUERY, theme=theme),
        specs.plot_query_waterfall(WHY.query(QUERY), NAMES),
    ),
}
"""Each public figure, and what a page draws of the same."""
EACH = pytest.mark.parametrize(("draw", "page"), DRAWN.values(), ids=DRAWN)
BOTH = pytest.mark.parametrize("theme", THEMES)


def list_colours(value, key=""):
    """Return the texts in a figure at the places where Plotly expects a colour."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from list_colours(inner, name)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from list_colours(inner, key)
    elif isinstance(value, str) and ("color" in key):
        yield value


@BOTH
@EACH
def test_every_colour_is_a_real_colour_of_the_theme(draw, page, theme):
    figure = draw(theme).to_plotly_json()
    tokens = read_tokens(theme)
    soft = {mix_colours(tokens[name], tokens["paper"], 0.35) for name in ("card", "edge", "ink")}
    wanted = {*tokens.values(), *soft}
    colours = set(list_colours([figure["data"], figure["layout"]]))
    assert tokens["paper"] in colours
    assert colours <= wanted
    for part in (*figure["data"], figure["layout"]):
        for name in ("hovertext", "x", "y", "ids"):  # a typed label stays
            part.pop(name, None)
    assert "var(--" not in json.dumps([figure["data"], figure["layout"]], default=list)


def list_points(parts, axis):
    """Return the numbers of all traces on an axis. Bars of several colours can be split."""
    values = [part.get(axis) for part in parts]
    numbers = [one for value in values if value is not None for one in value]
    return sorted(one for one in numbers if not isinstance(one, str))


@EACH
def test_public_figures_have_the_pages_numbers_and_ranges(draw, page):
    figure = draw("light")
    drawn = [part.to_plotly_json() for part in figure.data]
    for axis in ("x", "y", "base"):
        assert list_points(drawn, axis) == list_points(page.spec["data"], axis)
    cells = [[list(row) for row in part["z"]] for part in drawn if "z" in part]
    assert cells == [part["z"] for part in page.spec["data"] if "z" in part]
    for axis in ("xaxis", "yaxis"):
        wanted = page.spec["layout"][axis].get("range")
        assert figure.layout[axis].range == (tuple(wanted) if wanted else None)
    assert figure.layout.meta["alt"] == f"{figure.layout.title.text}. {page.text}"


@BOTH
def test_blue_is_the_actual_order_and_amber_the_ideal(theme):
    tokens = read_tokens(theme)
    for figure, mark in (
        (figures.terms(TRACE, theme=theme), "marker"),
        (figures.running(TRACE, theme=theme), "line"),
    ):
        for part in figure.data:
            if part.uid in ("actual", "ideal"):
                assert part[mark].color == tokens[part.uid]
                assert part.uid in part.name


@EACH
def test_the_legend_has_one_colour_for_each_entry(draw, page):
    figure = draw("light")
    entries = [part for part in figure.data if part.showlegend is not False and part.name]
    assert bool(entries) == figure.layout.showlegend
    assert len({part.name for part in entries}) == len(entries)
    assert [note.text for note in figure.layout.annotations if "■" in note.text] == []
    for part in entries:
        colour = (
            part.line.color if part.type == "scatter" and part.line.color else part.marker.color
        )
        assert isinstance(colour, str) or len(set(colour)) == 1


def test_a_systems_bars_have_the_colour_next_to_its_name():
    ups, downs = figures.differences(PAIR).data
    assert (min(ups.y) > 0, max(downs.y) <= 0) == (True, True)
    assert (ups.name, downs.name) == (f"↑ {NAMES[1]} ahead", f"↓ {NAMES[0]} ahead")
    assert ups.marker.color != downs.marker.color
    bars = {bar.name: bar for bar in figures.waterfall(WHY).data}
    assert max(bars["lost"].x) < 0
    assert bars[NAMES[0]].x[0] - abs(sum(bars["lost"].x)) + sum(
        bars["won"].x if "won" in bars else [0]
    ) == pytest.approx(bars[NAMES[1]].x[0])


def test_a_waterfall_names_its_measure():
    for results, name in ((RESULTS, "NDCG"), (evaluate_measure(RESULTS, "CG"), "CG")):
        figure = figures.waterfall(explain_difference(results))
        assert name in [note.text for note in figure.layout.annotations]


def test_the_colours_of_swaps_match_their_scale():
    drawn = figures.swaps(TRACE).data[0]
    assert drawn.showscale
    assert drawn.opacity is None  # which a scale would not have
    tokens = read_tokens("light")
    wanted = [mix_colours(tokens[name], tokens["paper"], 0.35) for name in ("card", "edge", "ink")]
    assert [colour for _, colour in drawn.colorscale] == wanted  # none is that of a verdict


def test_a_figure_without_a_query_shows_the_largest_difference():
    sizes = {q: abs(WHY.query(q).difference) for q in WHY.queries["query"]}
    assert max(sizes, key=sizes.__getitem__) in figures.waterfall(WHY).layout.title.text


THREE = compare(evaluate(EXAMPLE.qrels, list(EXAMPLE.runs), ks=10), times=10)
ALONE = compare(evaluate({"q": {"a": 1}}, {"A": {"q": ["a"]}, "B": {"q": ["a"]}}), times=10)
REFUSED = {
    "theme": (lambda: figures.terms(TRACE, theme="blue"), r'It must be "light" or "dark"\.'),
    "a list": (lambda: figures.terms([3, 2]), r"Pass the result of ndcg_core\.trace"),
    "a number": (lambda: figures.swaps(3), r"Pass the result of ndcg_core\.trace"),
    "runs": (lambda: figures.differences({"A": 1}), r"compare\(results\)\.pairs\[0\]\."),
    "pairs": (lambda: figures.ranges(THREE), "has 3 pairs of systems. Pass one of them"),
    "no range": (lambda: figures.ranges(ALONE), "No range is known"),
    "no results": (lambda: figures.by_unjudged(PAIR, PAIR), "ndcg_core.evaluation.evaluate"),
    "alike": (
        lambda: figures.by_unjudged(
            ALONE, evaluate({"q": {"a": 1}}, {"A": {"q": ["a"]}, "B": {"q": ["a"]}})
        ),
        "equally many unjudged documents",
    ),
    "a pair": (lambda: figures.waterfall(PAIR), r"explain_difference\(results\)\."),
    "query": (lambda: figures.waterfall(WHY, "nowhere"), "is not among those compared"),
    "cutoff": (lambda: figures.by_unjudged(PAIR, RESULTS, k=3), "cutoff 3"),
}


@pytest.mark.parametrize(("call", "sentence"), REFUSED.values(), ids=REFUSED)
def test_an_argument_that_cannot_be_drawn_is_refused_with_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence) as refused:
        call()
    assert str(refused.value).endswith(".")


def test_results_of_two_systems_are_drawn_as_their_comparison():
    assert figures.differences(RESULTS) == figures.differences(compare(RESULTS))


@BOTH
def test_a_figure_follows_the_theme_of_the_streamlit_page_that_draws_it(monkeypatch, theme):
    context = SimpleNamespace(theme=SimpleNamespace(type=theme))
    monkeypatch.setattr(streamlit, "context", context)
    assert figures.terms(TRACE) == figures.terms(TRACE, theme=theme)


def test_the_module_needs_neither_streamlit_nor_a_server():
    script = (
        "import sys\n"
        "for name in ('streamlit', 'starlette', 'uvicorn', 'anyio', 'msgspec'):\n"
        "    sys.modules[name] = None\n"
        "import ndcg_core as nc\n"
        "from ndcg_ui import figures\n"
        "print(figures.swaps(nc.trace([0, 1], k=1)).data[0].z[0][0])\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout.strip() == "1.0", run.stderr


FILLS = """() => [".legend .legendsymbols path", ".bars .point path"].map((which) =>
    [...document.querySelectorAll(which)].map((one) => getComputedStyle(one).fill))"""


@pytest.mark.thorough("a browser opens each written file")
@BOTH
def test_a_written_file_works_offline_and_its_legend_has_the_colours_of_its_bars(
    chromium, tmp_path, theme
):
    file = tmp_path / "figure.html"
    figures.terms(nc.trace([3, 2, 3]), theme=theme).write_html(file, include_plotlyjs=True)
    context = chromium.new_context(offline=True)
    page = context.new_page()
    requests, errors = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(file.as_uri())
    page.wait_for_selector(".legend .traces")
    legend, bars = page.evaluate(FILLS)
    context.close()
    assert [url for url in requests if not re.match("(file|data|blob):", url)] == []
    assert errors == []
    assert len(bars) == 6
    assert {colour for colour in legend if colour != "none"} == set(bars)
    assert len(set(bars)) == 2


def test_the_text_of_the_swaps_counts_every_rank_of_a_long_ranking():
    text = figures.swaps(nc.trace([0, 3, *[1] * 59])).layout.meta["alt"]
    assert "Among the first 30 of 61 ranks, swapping ranks 1 and 2" in text
