"""Plotly figures of a ranking and of two compared systems, in the colours of the app.

Each function returns a `plotly.graph_objects.Figure` for `st.plotly_chart`, a notebook,
`write_html` or `write_image`. The numbers come from the functions that draw the app's own charts.
`theme` is "light" or "dark". The colours, also of the background, come from the app's style sheet.
By default, a figure has the theme of the Streamlit page that is being drawn, or is light outside
Streamlit. `figure.layout.meta["alt"]` describes the figure in words.

    import ndcg_core as nc
    from ndcg_ui import figures

    figures.terms(nc.trace([3, 2, 3, 0, 1])).show()
"""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from ndcg_core.metric import Trace
from ndcg_core.metric.numbers import clip_text, short_repr
from ndcg_ui.components import figure as specs
from ndcg_ui.components.board.remarks import CHART_TITLE, compute_swap_changes
from ndcg_ui.components.figure.base import LONGEST_NAME_BESIDE, ORDER_KEY, Part, escape_label
from ndcg_ui.components.figure.comparisons import list_unjudged_counts
from ndcg_ui.components.figure.ranking import SWAP_KEY
from ndcg_ui.components.figure.systems import LOST_COLOUR, SYSTEM_COLOURS, WON_AND_LOST, WON_COLOUR
from ndcg_ui.style.tokens import THEMES, mix_colours, read_tokens, resolve_tokens

if TYPE_CHECKING:
    from ndcg_core.evaluation.comparing.explanation import Explanation
    from ndcg_core.evaluation.comparing.paired import Pair
    from ndcg_core.evaluation.comparing.pairs import PairComparisons
    from ndcg_core.evaluation.scoring.results import Results

__all__ = ["by_unjudged", "cutoffs", "differences", "ranges", "running", "swaps", "terms"]
__all__ += ["waterfall"]

COLOUR_NOTES = (ORDER_KEY, SWAP_KEY, WON_AND_LOST)
"""The colour keys that the app's charts have as text. Here a legend replaces them."""
ORDER_NAMES = {"actual": "actual order", "ideal": "ideal order"}
TOP_MARGIN = 76
BOTTOM_MARGIN = 64
ROW_HEIGHT = 26
MIN_VALUE_SIZE = 9
"""Values above bars are hidden if they would be smaller than this."""
COLOUR_BAR: Part = {
    "orientation": "h",
    "thickness": 10,
    "y": 0,
    "yanchor": "top",
    "ypad": 12,
    "xpad": 0,
    "len": 1,
    "outlinewidth": 0,
    "tickformat": ".2~f",
    "nticks": 6,
}


def terms(trace: Trace, *, theme: str | None = None) -> go.Figure:
    """Draw the term at each rank, gain / divisor, for the actual and the ideal order.

    Blue bars are the actual order, amber bars the ideal order. Ranks below the cutoff are faint.

    Parameters
    ----------
    trace : Trace
        The calculation to draw, from `ndcg_core.trace`.
    theme : {"light", "dark"}, optional
        The colours. By default, those of the Streamlit page, or light outside Streamlit.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure.

    Raises
    ------
    ValueError
        If `trace` is not a trace, or `theme` is neither "light" nor "dark".

    Examples
    --------
    >>> import ndcg_core as nc
    >>> figure = terms(nc.trace([3, 0, 2]))
    >>> [bars.name for bars in figure.data if bars.type == "bar"]
    ['actual order', 'ideal order']
    >>> figure.data[0].y
    (3.0, 0.0, 1.0)
    """
    drawn = specs.plot_terms(_require_trace(trace))
    # Unlike the app, Python does not know how wide a bar will be: Plotly hides values that do not
    # fit, so the scale is always drawn.
    drawn.spec["layout"]["yaxis"] |= {"showgrid": True, "showticklabels": True}
    drawn.spec["layout"]["uniformtext"] = {"mode": "hide", "minsize": MIN_VALUE_SIZE}
    return _build_figure(drawn, CHART_TITLE, theme, names=ORDER_NAMES, height=360)


def running(trace: Trace, *, theme: str | None = None) -> go.Figure:
    """Draw the running sums: DCG and IDCG down to each rank.

    Parameters
    ----------
    trace : Trace
        The calculation to draw, from `ndcg_core.trace`.
    theme : {"light", "dark"}, optional
        The colours. By default, those of the Streamlit page, or light outside Streamlit.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure.

    Raises
    ------
    ValueError
        If `trace` is not a trace, or `theme` is neither "light" nor "dark".

    Examples
    --------
    >>> import ndcg_core as nc
    >>> figure = running(nc.trace([3, 0, 2]))
    >>> {line.name: line.y[-1] for line in figure.data if line.name}["DCG, actual order"]
    4.0
    """
    names = {"actual": "DCG, actual order", "ideal": "IDCG, ideal order"}
    drawn = specs.plot_running_sums(_require_trace(trace))
    return _build_figure(drawn, "DCG and IDCG, rank by rank", theme, names=names, height=360)


def cutoffs(trace: Trace, *, theme: str | None = None) -> go.Figure:
    """Draw NDCG@k for k = 1, 2, …. The large point is the cutoff of the trace.

    Parameters
    ----------
    trace : Trace
        The calculation to draw, from `ndcg_core.trace`.
    theme : {"light", "dark"}, optional
        The colours. By default, those of the Streamlit page, or light outside Streamlit.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure.

    Raises
    ------
    ValueError
        If `trace` is not a trace, or `theme` is neither "light" nor "dark".

    Examples
    --------
    >>> import ndcg_core as nc
    >>> [round(ndcg, 3) for ndcg in cutoffs(nc.trace([3, 0, 2])).data[0].y]
    [1.0, 0.704, 0.939]
    """
    drawn = specs.plot_cutoffs(_require_trace(trace))
    return _build_figure(drawn, "NDCG at every cutoff", theme, height=320)


def swaps(trace: Trace, *, theme: str | None = None) -> go.Figure:
    """Draw a heat map of the change in NDCG when the documents at two ranks are swapped.

    A long ranking is drawn down to rank 30. `ndcg_core.delta_ndcg` returns the numbers.

    Parameters
    ----------
    trace : Trace
        The calculation to draw, from `ndcg_core.trace`.
    theme : {"light", "dark"}, optional
        The colours. By default, those of the Streamlit page, or light outside Streamlit.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure.

    Raises
    ------
    ValueError
        If `trace` is not a trace, or `theme` is neither "light" nor "dark".

    Examples
    --------
    >>> import ndcg_core as nc
    >>> figure = swaps(nc.trace([0, 1], k=1))
    >>> figure.data[0].z[0][0]
    1.0
    """
    rows = (*_require_trace(trace).actual, *trace.beyond)
    drawn = specs.plot_swaps(compute_swap_changes(trace), [row.label for row in rows])
    return _build_figure(drawn, "Change in NDCG for each swap", theme, height=480)


def differences(
    comparison: "PairComparisons | Pair | Results", *, theme: str | None = None
) -> go.Figure:
    """Draw the second system's score minus the first's for each query, the largest first.

    An evenly spaced selection is drawn if there are more than 300 queries.

    Parameters
    ----------
    comparison : Pair, PairComparisons or Results
        A pair of systems, or a comparison or results of `ndcg_core.evaluation` with one pair.
    theme : {"light", "dark"}, optional
        The colours. By default, those of the Streamlit page, or light outside Streamlit.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure.

    Raises
    ------
    ValueError
        If `comparison` is not a single pair, or `theme` is neither "light" nor "dark".

    Examples
    --------
    >>> from ndcg_core.evaluation import compare, evaluate
    >>> runs = {"A": {"q": ["b", "a"]}, "B": {"q": ["a", "b"]}}
    >>> figure = differences(compare(evaluate({"q": {"a": 1}}, runs)))
    >>> [bars.name for bars in figure.data]
    ['↑ B ahead']
    >>> figure == differences(evaluate({"q": {"a": 1}}, runs))
    True
    """
    pair = _require_pair(comparison)
    first, second = (
        escape_label(clip_text(name, LONGEST_NAME_BESIDE)) for name in (pair.first, pair.second)
    )
    names = {SYSTEM_COLOURS[1]: f"↑ {second} ahead", SYSTEM_COLOURS[0]: f"↓ {first} ahead"}
    drawn = specs.plot_differences(pair.differences, (pair.first, pair.second))
    drawn.spec["layout"]["annotations"] = []  # the legend says the same
    return _build_figure(drawn, "Difference by query", theme, names=names, height=340)


def ranges(
    comparison: "PairComparisons | Pair | Results", *, theme: str | None = None
) -> go.Figure:
    """Draw the confidence interval of the mean difference, and its range over unjudged grades.

    A range that is not known is left out.

    Parameters
    ----------
    comparison : Pair, PairComparisons or Results
        A pair of systems, or a comparison or results of `ndcg_core.evaluation` with one pair.
    theme : {"light", "dark"}, optional
        The colours. By default, those of the Streamlit page, or light outside Streamlit.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure.

    Raises
    ------
    ValueError
        If `comparison` is not a single pair, if neither range is known, or if `theme` is neither
        "light" nor "dark".

    Examples
    --------
    >>> from ndcg_core.evaluation import compare, evaluate
    >>> runs = {"A": {"q": ["x", "a"]}, "B": {"q": ["a", "x"]}}
    >>> figure = ranges(compare(evaluate({"q": {"a": 1}}, runs)))
    >>> figure.layout.yaxis.ticktext
    ('unjudged: 0.000 to 0.369',)
    """
    pair = _require_pair(comparison)
    drawn = specs.plot_pair_ranges(pair)
    if drawn is None:
        raise ValueError(
            f"No range is known for {short_repr(pair.first)} and {short_repr(pair.second)}: there "
            "are too "
            "few queries for a confidence interval, and no unjudged documents to vary."
        )
    names = {"ranges": "possible range", "difference": "observed difference"}
    count = len(drawn.spec["layout"]["yaxis"]["ticktext"])
    first = clip_text(pair.first, LONGEST_NAME_BESIDE)
    title = f"{clip_text(pair.second, LONGEST_NAME_BESIDE)} minus {first}"
    return _build_figure(drawn, title, theme, names=names, height=170 + 44 * count)


def by_unjudged(
    comparison: "PairComparisons | Pair | Results",
    results: "Results",
    *,
    k: int | str | None = "first",
    theme: str | None = None,
) -> go.Figure:
    """Draw the difference on each query against the number of unjudged documents.

    Only the unjudged documents of the system with more unjudged documents are counted. A lead only
    on queries with many unjudged documents may come from the pool. An evenly spaced selection is
    drawn if there are more than 1,500 queries.

    Parameters
    ----------
    comparison : Pair, PairComparisons or Results
        A pair of systems, or a comparison or results of `ndcg_core.evaluation` with one pair.
    results : Results
        The compared results, from `ndcg_core.evaluation.evaluate`.
    k : int, optional
        The cutoff of the comparison. By default, the first cutoff of the results.
    theme : {"light", "dark"}, optional
        The colours. By default, those of the Streamlit page, or light outside Streamlit.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure.

    Raises
    ------
    ValueError
        If `comparison` is not a single pair, if `results` are not the results of the comparison,
        if all queries have equally many unjudged documents, or if `theme` is neither "light" nor
        "dark".

    Examples
    --------
    >>> from ndcg_core.evaluation import compare, evaluate
    >>> qrels = {"q": {"a": 1}, "r": {"a": 1, "b": 0}}
    >>> runs = {"A": {"q": ["x", "a"], "r": ["a", "b"]}, "B": {"q": ["a"], "r": ["a", "b"]}}
    >>> results = evaluate(qrels, runs)
    >>> by_unjudged(compare(results), results).data[0].x
    (1.0, 0.0)
    """
    from ndcg_core.evaluation.comparing.judging import count_unjudged_by_query
    from ndcg_core.evaluation.scoring.results import Results

    pair = _require_pair(comparison)
    if not isinstance(results, Results):
        raise ValueError(
            f"The results are {short_repr(results)}. Pass the results of "
            "ndcg_core.evaluation.evaluate."
        )
    rows = list_unjudged_counts(
        pair.differences, count_unjudged_by_query(results, pair.less_judged, results.cutoff(k))
    )
    drawn = specs.plot_pair_by_unjudged(pair, rows)
    if drawn is None:
        raise ValueError(
            f"All queries have equally many unjudged documents in {short_repr(pair.less_judged)}, "
            "so "
            "there is nothing to compare. Draw figures.differences(pair) instead."
        )
    return _build_figure(drawn, "Difference by number of unjudged documents", theme, height=420)


def waterfall(
    explanation: "Explanation", query: str | None = None, *, theme: str | None = None
) -> go.Figure:
    """Draw the difference on one query as a waterfall of single documents' moves.

    Parameters
    ----------
    explanation : Explanation
        The difference between two systems, from `ndcg_core.evaluation.explain_difference`.
    query : str, optional
        The query to draw. By default, the query with the largest difference.
    theme : {"light", "dark"}, optional
        The colours. By default, those of the Streamlit page, or light outside Streamlit.

    Returns
    -------
    plotly.graph_objects.Figure
        The figure.

    Raises
    ------
    ValueError
        If `explanation` is not an explanation, if the query was not compared, or if `theme` is
        neither "light" nor "dark".

    Examples
    --------
    >>> from ndcg_core.evaluation import evaluate, explain_difference
    >>> runs = {"A": {"q": ["b", "a"]}, "B": {"q": ["a", "b"]}}
    >>> figure = waterfall(explain_difference(evaluate({"q": {"a": 1}}, runs)))
    >>> [bars.name for bars in figure.data]
    ['A', 'won', 'B']
    """
    from ndcg_core.evaluation.comparing.explanation import Explanation

    if not isinstance(explanation, Explanation):
        raise ValueError(
            f"The explanation is {short_repr(explanation)}; "
            "pass ndcg_core.evaluation.explain_difference(results)."
        )
    systems = explanation.first, explanation.second
    explained = explanation.query(
        _find_query_with_largest_difference(explanation) if query is None else query
    )
    drawn = specs.plot_query_waterfall(explained, systems, explanation.measure)
    first, second = (escape_label(clip_text(name, LONGEST_NAME_BESIDE)) for name in systems)
    names = {
        SYSTEM_COLOURS[0]: first,
        WON_COLOUR: "won",
        LOST_COLOUR: "lost",
        SYSTEM_COLOURS[1]: second,
    }
    count = len(drawn.spec["data"][0]["y"])
    title = f"Difference on “{clip_text(explained.query, LONGEST_NAME_BESIDE)}”"
    height = TOP_MARGIN + BOTTOM_MARGIN + ROW_HEIGHT * max(count, 4)
    return _build_figure(drawn, title, theme, names=names, height=height)


def _find_page_theme() -> str:
    """Return the theme of the Streamlit page that is being drawn, or "light"."""
    # Figures do not need Streamlit, so only a script that has imported Streamlit has a page.
    streamlit = sys.modules.get("streamlit")
    return (streamlit and streamlit.context.theme.type) or "light"


def _find_query_with_largest_difference(explanation: "Explanation") -> str:
    """Return the query on which two systems differ most. Raise ValueError without queries."""
    queries = explanation.queries
    if queries.is_empty():
        raise ValueError(
            f"{short_repr(explanation.first)} and {short_repr(explanation.second)} have no query "
            "in common that has a value."
        )
    sizes = (queries["ndcg_second"] - queries["ndcg"]).abs()
    largest: str = queries["query"][sizes.arg_max() or 0]
    return largest


def _require_trace(trace: object) -> Trace:
    """Return the argument if it is a trace, or raise ValueError with advice."""
    if not isinstance(trace, Trace):
        value = short_repr(trace)
        raise ValueError(
            f"The trace is {value}. Pass the result of ndcg_core.trace, as in nc.trace([3, 2, 0])."
        )
    return trace


def _require_pair(comparison: object) -> "Pair":
    """Return the given pair, or the only pair of a comparison or of results.

    Raises ValueError for anything else, and for more pairs than one.
    """
    from ndcg_core.evaluation.comparing.paired import Pair
    from ndcg_core.evaluation.comparing.pairs import PairComparisons, compare
    from ndcg_core.evaluation.scoring.results import Results

    if isinstance(comparison, Pair):
        return comparison
    if isinstance(comparison, Results):
        comparison = compare(comparison)
    if not isinstance(comparison, PairComparisons):
        raise ValueError(
            f"The comparison is {short_repr(comparison)}; "
            "pass ndcg_core.evaluation.compare(results).pairs[0]."
        )
    if len(comparison.pairs) != 1:
        raise ValueError(
            f"The comparison has {len(comparison.pairs)} pairs of systems. Pass one of them, "
            'such as comparison.pair("A", "B").'
        )
    return comparison.pairs[0]


def _build_figure(
    chart: specs.Figure,
    title: str,
    theme: str | None,
    *,
    height: int,
    names: Mapping[str, str] | None = None,
) -> go.Figure:
    """Convert a chart of the app into a Plotly figure with a title, a legend and colours.

    Raises ValueError for an unknown theme.

    names: the entries of the legend, by the uid of a trace or by the colour of bars.
    """
    if theme is None:
        theme = _find_page_theme()
    if theme not in THEMES:
        raise ValueError(f'The theme is {short_repr(theme)}. It must be "light" or "dark".')
    tokens = read_tokens(theme)
    layout = {name: part for name, part in chart.spec["layout"].items() if name != "transition"}
    data = [
        piece for part in chart.spec["data"] for piece in _split_by_legend_entry(part, names or {})
    ]
    hover_font = layout["hoverlabel"]["font"] | {"family": "var(--sans)"}
    layout |= {
        "title": {
            "text": escape_label(title),
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 16, "l": 16},
            "font": {"color": "var(--ink)", "size": 16},
        },
        "meta": {"alt": f"{title}. {chart.text}"},
        "annotations": [note for note in layout["annotations"] if note not in COLOUR_NOTES],
        "font": layout["font"] | {"family": "var(--sans)"},
        "hoverlabel": layout["hoverlabel"] | {"font": hover_font},
        "paper_bgcolor": "var(--paper)",
        "plot_bgcolor": "var(--paper)",
        "margin": {"l": 48, "r": 20, "t": TOP_MARGIN, "b": BOTTOM_MARGIN if names else 36},
        "height": height,
        "yaxis": layout["yaxis"] | {"automargin": True},
        "template": {},  # Plotly's own would bring colours of its own
        "showlegend": bool(names),
        "legend": {
            "orientation": "h",
            "x": 0.02,
            "xref": "container",
            "xanchor": "left",
            "y": 0,
            "yref": "container",
            "yanchor": "bottom",
            "font": {"color": "var(--ink)"},
        },
    }
    spec = resolve_tokens({"data": data, "layout": layout}, theme)
    for part in spec["data"]:
        if part["type"] == "heatmap":
            _add_colour_bar(part, tokens["paper"])
            spec["layout"]["margin"]["b"] = BOTTOM_MARGIN
    return go.Figure(spec)


def _split_by_legend_entry(part: Part, names: Mapping[str, str]) -> list[Part]:
    """Split a trace by the colours in `names`, unless it has one colour or its own entry.

    Each trace gets its entry in the legend and loses its custom data. Bars of other colours are
    left out.
    """
    part = {name: value for name, value in part.items() if name != "customdata"}
    colours = part.get("marker", {}).get("color")
    if not isinstance(colours, list) or part["uid"] in names:
        return [part | _make_legend_entry(part["uid"], names)]
    present = [colour for colour in names if colour in colours]
    return [_select_points(part, colour) | _make_legend_entry(colour, names) for colour in present]


def _make_legend_entry(key: str, names: Mapping[str, str]) -> Part:
    """Return the attributes that name a trace in the legend, or that hide it there."""
    if key not in names:
        return {"showlegend": False}
    return {"name": names[key], "legendrank": [*names].index(key) + 1}


def _select_points(part: Part, colour: str) -> Part:
    """Return a copy of a trace with only the points of one colour."""
    colours = part["marker"]["color"]
    points = {
        key: [point for point, other in zip(value, colours, strict=True) if other == colour]
        for key, value in part.items()
        if isinstance(value, list)
    }
    marker = part["marker"] | {"color": colour}
    return part | points | {"uid": f"{part['uid']} {colour[6:-1]}", "marker": marker}


def _add_colour_bar(part: Part, background: str) -> None:
    """Add a colour bar to a heat map, and replace its translucent colours with opaque ones."""
    opacity = part.pop("opacity", 1)
    part["colorscale"] = [
        [at, mix_colours(colour, background, opacity)] for at, colour in part["colorscale"]
    ]
    part |= {"showscale": True, "colorbar": COLOUR_BAR}
