"""What swapping any two documents would do to NDCG."""

from collections.abc import Sequence
from itertools import combinations, repeat

from ndcg_core.metric import number
from ndcg_core.metric.quoting import clipped
from ndcg_ui.figures.base import Figure, Part, layout, note, plain, ticks, values

SHOWN = 30
"""So many ranks fit: more would be dots too small to hit."""
NUMBERED = 7
"""Up to so many ranks, each cell carries its number."""
LONGEST = 24
"""A longer label is cut where the pointer shows it."""
NOTHING = 1e-12
"""A change smaller than this is rounding."""
EDGE = 1 / 3
"""Neither colour spans less than this part of the other's range: small gains stay visible, and
a tiny one next to large losses does not shine."""

Matrix = Sequence[Sequence[float]]
Cells = list[list[float | None]]


def swaps(matrix: Matrix, labels: Sequence[str]) -> Figure:
    """A heat map, one cell per pair: the row's rank is swapped with the column's below it.

    `matrix` is what `delta_ndcg` returns, labels name its documents in ranked order. The matrix is
    symmetric, so only one half is drawn. `meta` holds the ranks of rows and columns: a click on
    cell [row][column] means the swap of meta["rows"][row] and meta["columns"][column].
    """
    count = min(len(matrix), SHOWN)
    names = [plain(clipped(label, LONGEST)) for label in labels[:count]]
    spec = {"data": [_map(_half(matrix, count), names)], "layout": _layout(count - 1)}
    return Figure(spec, _text(matrix, count))


def _half(matrix: Matrix, count: int) -> Cells:
    """Row i holds the swaps of rank i with the ranks below it; one document has an empty cell."""
    cells: Cells = [[*repeat(None, i), *values(matrix[i][i + 1 : count])] for i in range(count - 1)]
    return cells or [[None]]


def _map(cells: Cells, labels: list[str]) -> Part:
    size = len(cells)
    names = [f"rank {rank} ({label})" for rank, label in enumerate(labels, 1)]
    numbers = [cell for row in cells for cell in row if cell is not None]
    loss, gain = -min(numbers, default=0), max(numbers, default=0)
    loss, gain = max(loss, gain * EDGE) or 1, max(gain, loss * EDGE) or 1
    gap = 2 if size < NUMBERED else 1
    return {
        "type": "heatmap",
        "uid": "swaps",
        "x": names[1:] or names,
        "y": names[:-1] or names,
        "z": cells,
        "meta": {"rows": [*range(1, size + 1)], "columns": [*range(2, size + 2)]},
        "zmin": -loss,
        "zmax": gain,
        "colorscale": [[0, "var(--bad)"], [loss / (loss + gain), "var(--line)"], [1, "var(--ok)"]],
        "showscale": False,
        "hoverongaps": False,
        "zhoverformat": "+.6f",
        "hovertemplate": "swap %{y}<br>and %{x}:<br>NDCG %{z}<extra></extra>",
        "xgap": gap,
        "ygap": gap,
        **(_numbered(cells) if size < NUMBERED else {}),
    }


def _numbered(cells: Cells) -> Part:
    """The numbers in the cells, on paler colours so that they read on each."""
    return {
        "opacity": 0.45,
        "text": [["" if cell is None else _signed(cell) for cell in row] for row in cells],
        "texttemplate": "%{text}",
        "textfont": {"color": "var(--ink)", "size": 13},
    }


def _signed(value: float) -> str:
    if abs(value) < NOTHING:
        return "0"
    return ("+" if value > 0 else "") + number(value)


def _layout(size: int) -> Part:
    """Rows read "rank 1, 2, ..." downwards, columns "with 2, 3, ..."; the key stands below."""
    if not size:
        return layout({"visible": False}, {"visible": False})
    rows = ticks(size)
    columns = sorted({max(tick, 2) for tick in ticks(size + 1)})
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
    key = note(
        '<span style="color:var(--ok)">■</span> raises NDCG  '
        '<span style="color:var(--bad)">■</span> lowers it'
    )
    frame = layout(x, y, key | {"y": 0, "yanchor": "top", "yshift": -6})
    frame["margin"]["l"] = 48
    del frame["transition"]  # a heat map cannot glide: it changes at once
    return frame


def _text(matrix: Matrix, count: int) -> str:
    if count == 1:
        return "One document: there is nothing to swap."
    changes = [(matrix[i][j], -i, -j) for i, j in combinations(range(count), 2)]
    sentence = _extremes(min(changes), max(changes))
    if count < len(matrix):
        return f"Among the first {count} of {len(matrix)} ranks, {sentence}"
    return sentence[0].upper() + sentence[1:]


def _extremes(worst: tuple[float, int, int], best: tuple[float, int, int]) -> str:
    if best[0] > NOTHING:
        return f"swapping {_ranks(best)} would add most to NDCG: {_amount(best[0])}."
    if worst[0] < -NOTHING:
        return (
            "no swap would raise NDCG; "
            f"swapping {_ranks(worst)} would cost most: {_amount(worst[0])}."
        )
    return "no swap would change NDCG."


def _ranks(swap: tuple[float, int, int]) -> str:
    return f"ranks {1 - swap[1]} and {1 - swap[2]}"


def _amount(value: float) -> str:
    return number(abs(value)) if abs(value) >= 0.0005 else "less than 0.001"
