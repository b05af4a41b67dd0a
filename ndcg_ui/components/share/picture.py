"""A picture of a ranking as SVG: cards, NDCG over DCG and IDCG, and values by rank.

Colours are our CSS variables, with the light theme's values as fallbacks. The browser replaces them
with the colours of the page before it saves the picture.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import ndcg_core as nc
from ndcg_core.metric.numbers import clip_text
from ndcg_ui import PRODUCT
from ndcg_ui.components.board.board import compute_grade_level
from ndcg_ui.components.markup.builder import Html, join_pieces, tag
from ndcg_ui.style.tokens import read_tokens

WIDTH = 1000
MARGIN = 32
CARD_WIDTH = 440
"""The width of the cards."""
CARD_DISTANCE = 52
CARD_HEIGHT = 46
MOST_CARDS = 40
MOST_LABELLED = 12
"""The largest number of ranks at which each bar has its value and its rank."""
LABEL_LENGTH = 26
CHART_LEFT = MARGIN + CARD_WIDTH + 48
"""The left edge of the numbers and of the chart."""
CHART_RIGHT = WIDTH - MARGIN
BARS_TOP = 210
BARS_BOTTOM = 380
LEAST_HEIGHT = 440


def render_picture(trace: nc.Trace) -> str:
    """Return a picture of a ranking and its NDCG as SVG.

    Only the first `MOST_CARDS` documents have cards, and the others are counted.
    """
    ranks = sorted((*trace.actual, *trace.beyond), key=lambda row: row.rank)
    shown = ranks[:MOST_CARDS]
    below = MARGIN + len(shown) * CARD_DISTANCE
    parts = [*_render_cards(trace, shown), *_render_numbers(trace), *_render_bars(trace)]
    if len(ranks) > len(shown):
        parts.append(
            _render_text(MARGIN + 16, below + 20, f"and {len(ranks) - len(shown)} more", "mute")
        )
        below += 30
    height = max(LEAST_HEIGHT, below + 60)
    parts.append(_render_text(MARGIN, height - 24, _build_caption(trace), "mute", 14))
    title = f"{trace.at('NDCG')} = {nc.number(trace.ndcg)}"
    return tag(
        "svg",
        tag("title", title),
        tag("rect", width=WIDTH, height=height, fill=_format_colour("paper")),
        join_pieces(parts),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=height,
        viewBox=f"0 0 {WIDTH} {height}",
        font_family="Source Sans, system-ui, sans-serif",
        font_size=16,
    )


def _build_caption(trace: nc.Trace) -> str:
    convention = trace.convention
    return f"{convention.title}. {PRODUCT}." if convention.title else f"{PRODUCT}."


def _render_cards(trace: nc.Trace, rows: list[nc.Term]) -> Iterator[Html]:
    grades = (row.grade for row in chain(trace.ideal, trace.ideal_beyond, rows))
    highest = max(grades, default=0.0)
    longest = max((row.value for row in trace.actual), default=0.0)
    for row in rows:
        counts = row.rank <= len(trace.actual)
        top = MARGIN + (row.rank - 1) * CARD_DISTANCE
        base = top + 29
        right = MARGIN + CARD_WIDTH
        level = compute_grade_level(row.grade, highest)
        yield _render_box(MARGIN, top, CARD_WIDTH, CARD_HEIGHT, "card", stroke="line")
        yield _render_text(MARGIN + 16, base, str(row.rank), "mute")
        yield _render_text(MARGIN + 52, base, clip_text(row.label, LABEL_LENGTH))
        if counts:
            yield _render_text(right - 70, base, nc.number(row.value), anchor="end")
        yield _render_box(right - 56, top + 8, 46, CARD_HEIGHT - 16, f"g{level}")
        grade = clip_text(nc.short(row.grade), 6)
        yield _render_text(right - 33, base, grade, f"g{level}t", anchor="middle", weight=600)
        width = round(CARD_WIDTH * row.value / longest, 1) if counts and longest > 0 else 0
        if width > 0:
            yield _render_rectangle(MARGIN, top + CARD_HEIGHT - 3, width, 3, "actual")


def _render_numbers(trace: nc.Trace) -> Iterator[Html]:
    middle = CHART_LEFT + 330
    yield _render_text(CHART_LEFT, MARGIN + 16, trace.at("NDCG"), "mute")
    yield _render_text(
        CHART_LEFT, MARGIN + 86, nc.number(trace.ndcg), size=68, weight=600, serif=True
    )
    actual = f"{trace.at('DCG')} = {nc.number(trace.dcg)}"
    ideal = f"{trace.at('IDCG')} = {nc.number(trace.idcg)}"
    yield _render_text(middle, MARGIN + 50, actual, "actual", 18, anchor="middle")
    yield _render_rectangle(middle - 100, MARGIN + 62, 200, 1, "edge")
    yield _render_text(middle, MARGIN + 86, ideal, "ideal", 18, anchor="middle")


def _render_bars(trace: nc.Trace) -> Iterator[Html]:
    """Yield the elements of a bar chart of the values at the counted ranks, in both orders.

    The chart has a title, a key to the colours, and the first `MOST_CARDS` ranks at most.
    """
    orders = (("actual", trace.actual), ("ideal", trace.ideal))
    count = min(MOST_CARDS, max(len(rows) for _, rows in orders))
    highest = max((row.value for _, rows in orders for row in rows), default=0.0)
    yield _render_text(
        CHART_LEFT, BARS_TOP - 44, "The value of each rank", size=18, weight=600, serif=True
    )
    yield _render_box(CHART_RIGHT - 132, BARS_TOP - 56, 11, 11, "actual")
    yield _render_text(CHART_RIGHT - 116, BARS_TOP - 45, "actual", "mute", 14)
    yield _render_box(CHART_RIGHT - 58, BARS_TOP - 56, 11, 11, "ideal")
    yield _render_text(CHART_RIGHT - 42, BARS_TOP - 45, "ideal", "mute", 14)
    yield _render_rectangle(CHART_LEFT, BARS_BOTTOM, CHART_RIGHT - CHART_LEFT, 1, "edge")
    if not count:
        return
    step = (CHART_RIGHT - CHART_LEFT) / max(count, 5)
    bar = step * 0.36
    for side, (name, rows) in enumerate(orders):
        for row in rows[:count]:
            left = CHART_LEFT + (row.rank - 1) * step + step * 0.12 + side * (bar + step * 0.04)
            height = (BARS_BOTTOM - BARS_TOP) * max(row.value, 0) / highest if highest > 0 else 0
            yield _render_rectangle(
                round(left, 1), round(BARS_BOTTOM - height, 1), round(bar, 1), height, name
            )
            if count <= MOST_LABELLED:
                over = round(BARS_BOTTOM - height - 6, 1)
                said = nc.number(row.value, 2)
                yield _render_text(round(left + bar / 2, 1), over, said, name, 12, anchor="middle")
    for rank in range(1, count + 1) if count <= MOST_LABELLED else (1, count):
        middle = round(CHART_LEFT + (rank - 0.5) * step, 1)
        said = f"rank {rank}" if rank == 1 else str(rank)
        yield _render_text(middle, BARS_BOTTOM + 20, said, "mute", 14, anchor="middle")


# --- Elements ------------------------------------------------------------------------------------


def _format_colour(name: str) -> str:
    return f"var(--{name}, {read_tokens('light')[name]})"


def _render_rectangle(x: float, y: float, width: float, height: float, colour: str) -> Html:
    return tag("rect", x=x, y=y, width=width, height=round(height, 1), fill=_format_colour(colour))


def _render_box(x: int, y: int, width: int, height: int, colour: str, stroke: str = "") -> Html:
    """Return a rectangle with round corners, and an outline if `stroke` names a colour."""
    line = _format_colour(stroke) if stroke else None
    more: dict[str, Any] = {"fill": _format_colour(colour), "stroke": line}
    return tag("rect", x=x, y=y, width=width, height=height, rx=min(8, height // 3), **more)


def _render_text(
    x: float,
    y: float,
    text: str,
    colour: str = "ink",
    size: int = 16,
    *,
    anchor: str | None = None,
    weight: int | None = None,
    serif: bool = False,
) -> Html:
    family = "Source Serif, Georgia, serif" if serif else None
    style: dict[str, Any] = {"text_anchor": anchor, "font_weight": weight, "font_family": family}
    return tag("text", text, x=x, y=y, fill=_format_colour(colour), font_size=size, **style)
