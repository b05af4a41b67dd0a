"""Figures of one ranking: terms, running sums, NDCG by cutoff, and swaps."""

from collections.abc import Sequence
from itertools import combinations, repeat, zip_longest
from math import isnan

from ndcg_core.metric import Term, Trace, number
from ndcg_core.metric.numbers import clip_text
from ndcg_core.metric.swaps import calculate_curve
from ndcg_ui.components.figure import base
from ndcg_ui.components.figure.base import list_rows

CLOSE_SHARE = 1e-9
"""Terms closer than this share of IDCG differ only by rounding."""
MIN_VALUE_WITHOUT_DECIMALS = 1000
"""From this value on, a label has four digits instead of two decimals."""


def plot_terms(trace: Trace) -> base.Figure:
    """Return a bar chart of the terms by rank: blue for the actual order, amber for the ideal."""
    actual, ideal = list_rows(trace)
    count = max(len(actual), len(ideal))
    top = max(row.value for row in actual + ideal) * 1.14 or 1.0
    few = count <= base.MOST_LABELLED_BARS
    # Plotly animates a bar by its id. Actual bars have the ids of their documents, so they glide to
    # their new ranks. Ideal bars have no ids and stay at their ranks.
    bars = [
        _make_bars(
            "actual",
            actual,
            trace.k,
            top,
            ids=base.make_labels_unique([row.label for row in actual]),
        ),
        _make_bars(
            "ideal", ideal, trace.k, top, hovertext=[base.escape_label(row.label) for row in ideal]
        ),
    ]
    y = {"range": [0, top], "nticks": 4, "showgrid": not few, "showticklabels": not few}
    frame = base.make_layout(
        base.make_rank_axis(count), y, base.make_annotation("gain / discount"), base.ORDER_KEY
    )
    text = _describe_terms(trace)
    if trace.beyond:
        first = trace.beyond[0].rank
        last = trace.beyond[-1].rank
        between = "and" if last == first + 1 else "to"
        ranks = f"Rank {first} does" if first == last else f"Ranks {first} {between} {last} do"
        text += f" {ranks} not count, because k is {trace.k}."
    frame |= {"bargap": 0.28 if few else 0.1, "bargroupgap": 0.1 if few else 0}
    return base.Figure(
        {"data": [*bars, base.make_cutoff_line(trace.k, count, top)], "layout": frame}, text
    )


def _make_bars(
    name: str, order: Sequence[Term], k: int, top: float, **naming: list[str]
) -> base.Part:
    label = "%{y:.2f}" if top < MIN_VALUE_WITHOUT_DECIMALS else "%{y:.4~g}"
    said = f"{name} rank %{{x}}: %{{{'id' if 'ids' in naming else 'hovertext'}}}"
    bars = base.copy_constant(
        "bars",
        uid=name,
        y=base.round_numbers(row.value for row in order),
        customdata=[row.doc for row in order],
        marker={"color": f"var(--{name})", "opacity": base.list_opacities(k, len(order))},
        hovertemplate=f"{said}<br>gain / discount = %{{y:.12~g}}<extra></extra>",
        **naming,
    )
    if len(order) <= base.MOST_LABELLED_BARS:
        texts = [label if row.rank <= k else "" for row in order]
        font = {"color": f"var(--{name})", "size": 12}
        bars |= base.copy_constant("bar-values", texttemplate=texts, textfont=font)
    return bars


def _describe_terms(trace: Trace) -> str:
    """Return sentences about the ranks where the actual order loses and gains most."""
    if not trace.idcg:
        return "No document has a gain, so every bar is 0."
    earned = ([row.value for row in order] for order in (trace.actual, trace.ideal))
    pairs = zip_longest(*earned, fillvalue=0.0)
    gaps = [(actual - ideal, rank) for rank, (actual, ideal) in enumerate(pairs, 1)]
    lost = [gap for gap in gaps if gap[0] < -CLOSE_SHARE * trace.idcg]
    won = [gap for gap in gaps if gap[0] > CLOSE_SHARE * trace.idcg]
    if not lost and trace.k == 1:
        return f"Rank 1 earns as much as in the ideal order, {number(trace.dcg, 2)}."
    if not lost:
        counted = "that counts " if trace.beyond else ""
        total = number(trace.dcg, 2)
        return f"Every rank {counted}earns as much as in the ideal order, {total} in total."
    (loss, worst) = min(lost)
    (gain, best) = max(won, default=(0.0, 0))
    sentence = f"Rank {worst} loses {base.format_amount(loss)} compared with the ideal order"
    if len(lost) > 1:
        sentence = (
            f"Rank {worst} loses most compared with the ideal order, {base.format_amount(loss)}"
        )
    return f"{sentence}. Rank {best} gains {base.format_amount(gain)}." if won else f"{sentence}."


def plot_running_sums(trace: Trace) -> base.Figure:
    """Return a chart of the running sums of both orders as step lines."""
    actual, ideal = list_rows(trace)
    count = max(len(actual), len(ideal))
    top = trace.idcg * 1.15 or 1.0
    lines = [_make_stair("ideal", ideal, trace.k), _make_stair("actual", actual, trace.k)]
    notes = [base.make_annotation("running sum of the terms"), base.ORDER_KEY]
    text = _describe_running_sums(trace)
    frame = base.make_layout(base.make_rank_axis(count), {"range": [0, top], "nticks": 4}, *notes)
    return base.Figure(
        {"data": [*lines, base.make_cutoff_line(trace.k, count, top)], "layout": frame}, text
    )


def _make_stair(name: str, order: Sequence[Term], k: int) -> base.Part:
    few = len(order) <= base.MOST_LABELLED_BARS
    total = "DCG" if name == "actual" else "IDCG"
    return base.copy_constant(
        "stair",
        uid=name,
        mode="lines+markers" if few else "lines",
        y=base.round_numbers(row.cumulative for row in order),
        customdata=[row.doc for row in order],
        line={"color": f"var(--{name})", "width": 2, "shape": "hv"},
        marker={"size": 7, "opacity": base.list_opacities(k, len(order)) if few else 1},
        hovertemplate=f"{total}@%{{x}} = %{{y:.12~g}}<extra></extra>",
    )


def _describe_running_sums(trace: Trace) -> str:
    if not trace.idcg:
        return f"Both sums stay at 0: {_format_score(trace)}."
    summed = ([row.cumulative for row in order] for order in (trace.actual, trace.ideal))
    pairs = zip_longest(*summed, fillvalue=trace.dcg)
    gaps = [(ideal - actual, rank) for rank, (actual, ideal) in enumerate(pairs, 1)]
    gap, rank = max(gaps, key=lambda pair: pair[0])
    sums = f"At rank {trace.k} DCG is {number(trace.dcg, 2)}, IDCG {number(trace.idcg, 2)}"
    if gap < 1e-9 * trace.idcg:
        return f"DCG equals IDCG at every rank. {sums}."
    behind = base.format_amount(gap)
    return f"{sums}: {_format_score(trace)}. DCG is furthest behind at rank {rank}, by {behind}."


def _format_score(trace: Trace) -> str:
    return f"NDCG is {number(trace.ndcg)}" + (" by convention" if trace.by_convention else "")


def plot_cutoffs(trace: Trace) -> base.Figure:
    """Return a chart of NDCG@k for k = 1, 2, ... with a large point at the trace's k."""
    curve = calculate_curve(trace)
    y = {"range": [0, 1.2], "tickvals": [0, 0.5, 1]}
    frame = base.make_layout(
        base.make_rank_axis(len(curve), "k = "), y, base.make_annotation("NDCG@k")
    )
    mode = "lines+markers" if len(curve) <= base.MOST_LABELLED_BARS else "lines"
    here = base.round_numbers([curve[trace.k - 1]])
    place = _find_label_position(curve, trace.k)
    data = [
        base.copy_constant("curve", mode=mode, y=base.round_numbers(curve)),
        base.copy_constant("current", x=[trace.k], y=here, textposition=place),
    ]
    return base.Figure({"data": data, "layout": frame}, _describe_cutoffs(curve, trace.k))


def _find_label_position(curve: Sequence[float], k: int) -> str:
    """Return the position of the label at k: below a dip, else above, and inside the frame."""
    neighbours = [*curve[max(k - 2, 0) : k - 1], *curve[k : k + 1]]
    dip = sum(value - curve[k - 1] for value in neighbours) > 0
    if len(curve) <= base.MOST_LABELLED_BARS:
        side = "center"
    elif 2 * k > len(curve):
        side = "left"
    else:
        side = "right"
    return f"{'bottom' if dip else 'top'} {side}"


def _describe_cutoffs(curve: Sequence[float], k: int) -> str:
    if isnan(curve[0]):
        return "NDCG is undefined at every k, because nothing is relevant."
    here = f"NDCG@{k} is {number(curve[k - 1])}"
    if len(curve) == 1:
        return f"{here}. A list of one document has no other k."
    low = min(curve)
    high = max(curve)
    if number(low) == number(high):
        return f"{here}, and the same at every other k."
    sentence = (
        f"{here}. Over all k it is lowest at k = {curve.index(low) + 1} with {number(low)} "
        f"and highest at k = {curve.index(high) + 1} with {number(high)}."
    )
    return sentence.replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")


MOST_SWAP_RANKS = 30
"""The number of ranks that fit. With more, the cells would be too small to hit."""
MOST_NUMBERED_RANKS = 7
"""The largest number of ranks at which each cell shows its number."""
LONGEST_HOVER_LABEL = 24
"""Longer labels are shortened in the hover text."""
ROUNDING_ERROR = 1e-12
"""A change smaller than this is rounding."""
WEAKER_SIDE_SHARE = 1 / 3
"""The least range of one colour as a share of the other's, so that small gains stay visible and
tiny ones do not stand out."""

Matrix = Sequence[Sequence[float]]
Cells = list[list[float | None]]


def plot_swaps(matrix: Matrix, labels: Sequence[str]) -> base.Figure:
    """Return a heat map of the change in NDCG when the documents at two ranks are swapped.

    Only the first `MOST_SWAP_RANKS` ranks are shown. The matrix is symmetric, so only the cells
    above its diagonal have a value. A click on cell [row][column] means the swap of the ranks
    meta["rows"][row] and meta["columns"][column].

    matrix: the result of `delta_ndcg`
    labels: the documents' names in ranked order
    """
    count = min(len(matrix), MOST_SWAP_RANKS)
    names = [base.escape_label(clip_text(label, LONGEST_HOVER_LABEL)) for label in labels[:count]]
    # Row i has the swaps of rank i with the ranks below it; one document has an empty cell.
    cells: Cells = [
        [*repeat(None, i), *base.round_numbers(matrix[i][i + 1 : count])] for i in range(count - 1)
    ]
    spec = {
        "data": [_make_heat_map(cells or [[None]], names)],
        "layout": _make_swaps_layout(count - 1),
    }
    return base.Figure(spec, _describe_swaps(matrix, count, len(labels)))


def _make_heat_map(cells: Cells, labels: list[str]) -> base.Part:
    size = len(cells)
    names = [f"rank {rank} ({label})" for rank, label in enumerate(labels, 1)]
    numbers = [cell for row in cells for cell in row if cell is not None]
    loss = -min(numbers, default=0)
    gain = max(numbers, default=0)
    loss, gain = max(loss, gain * WEAKER_SIDE_SHARE) or 1, max(gain, loss * WEAKER_SIDE_SHARE) or 1
    gap = 2 if size < MOST_NUMBERED_RANKS else 1
    drawn = base.copy_constant(
        "swaps",
        x=names[1:] or names,
        y=names[:-1] or names,
        z=cells,
        meta={"rows": [*range(1, size + 1)], "columns": [*range(2, size + 2)]},
        zmin=-loss,
        zmax=gain,
        colorscale=[[0, "var(--card)"], [loss / (loss + gain), "var(--edge)"], [1, "var(--ink)"]],
        xgap=gap,
        ygap=gap,
    )
    if size < MOST_NUMBERED_RANKS:
        drawn |= base.copy_constant(
            "swap-numbers", text=[list(map(_format_signed, row)) for row in cells]
        )
    return drawn


def _format_signed(value: float | None) -> str:
    if value is None or abs(value) < ROUNDING_ERROR:
        return "" if value is None else "0"
    return f"<b>+{number(value)}</b>" if value > 0 else number(value)


SWAP_KEY = base.make_annotation(
    '<span style="color:var(--ink)">■</span> raises NDCG  '
    '<span style="color:var(--edge)">■</span> changes nothing  □ lowers it'
) | {"y": 0, "yanchor": "top", "yshift": -6}


def _make_swaps_layout(size: int) -> base.Part:
    """Return the layout of the heat map: ranks 1, 2, ... by row, and 2, 3, ... by column.

    size: the number of rows, which is also the number of columns
    """
    if not size:
        return base.make_layout({"visible": False}, {"visible": False})
    rows = base.list_ticks(size)
    columns = sorted({max(tick, 2) for tick in base.list_ticks(size + 1)})
    x = {
        "side": "top",
        "range": [-0.5, size - 0.5],
        "tickvals": [rank - 2 for rank in columns],
        "ticktext": [f"with {columns[0]}", *map(str, columns[1:])],
    }
    y = {
        "showgrid": False,
        "range": [size - 0.5, -0.5],
        "tickvals": [rank - 1 for rank in rows],
        "ticktext": [f"rank {rows[0]}", *map(str, rows[1:])],
    }
    frame = base.make_layout(x, y, SWAP_KEY)
    frame["margin"] = frame["margin"] | {"l": 48}
    del frame["transition"]  # a heat map cannot glide: it changes at once
    return frame


def _describe_swaps(matrix: Matrix, count: int, length: int) -> str:
    """Describe the swaps of the first `count` ranks of a ranking with `length` ranks."""
    if count == 1:
        return "There is only one document, so nothing can be swapped."
    changes = [(matrix[i][j], -i, -j) for i, j in combinations(range(count), 2)]
    sentence = _describe_extremes(min(changes), max(changes))
    if count < length:
        return f"Among the first {count} of {length} ranks, {sentence}"
    return sentence[0].upper() + sentence[1:]


def _describe_extremes(worst: tuple[float, int, int], best: tuple[float, int, int]) -> str:
    raises = best[0] > ROUNDING_ERROR
    change, i, j = best if raises else worst
    swap = f"swapping ranks {1 - i} and {1 - j} would"
    if raises:
        return f"{swap} add most to NDCG: {_describe_change(change)}."
    if change < -ROUNDING_ERROR:
        return f"no swap would raise NDCG; {swap} cost most: {_describe_change(change)}."
    return "no swap would change NDCG."


def _describe_change(value: float) -> str:
    return number(abs(value)) if abs(value) >= 0.0005 else "less than 0.001"
