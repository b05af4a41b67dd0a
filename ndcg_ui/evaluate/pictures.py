"""A figure of bars and dots as an SVG of its own, for a report that needs no script. Pure.

Only what the figures of many queries hold: upright bars, lying bars with a base, dots, lines.
"""

from collections.abc import Iterator
from typing import Any

from ndcg_ui.parts.figure import Figure
from ndcg_ui.parts.markup.builder import Html, every, tag

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 720, 150, 16, 12, 28
LINES = 5


def picture(figure: Figure, height: int = 260) -> Html:
    """Return the figure, with its sentence as what it is called."""
    frame = _Frame(figure.spec["layout"], height)
    drawn = [
        *frame.grid(),
        *(shape for part in figure.spec["data"] for shape in _part(part, frame)),
    ]
    return tag(
        "svg",
        tag("title", figure.text),
        every(drawn),
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        width="100%",
    )


class _Frame:
    """Where values lie on the picture."""

    def __init__(self, layout: dict[str, Any], height: int) -> None:
        self.x_axis, self.y_axis, self.height = layout["xaxis"], layout["yaxis"], height

    def x(self, value: float) -> float:
        low, high = map(float, self.x_axis["range"])
        return round(LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT), 2)

    def y(self, value: float) -> float:
        low, high = map(float, self.y_axis["range"])
        tall = self.height - TOP - BOTTOM
        return round(self.height - BOTTOM - (value - low) / (high - low) * tall, 2)

    def grid(self) -> Iterator[Html]:
        """Lines with their values, or names, on both axes."""
        for at, said in _ticks(self.y_axis):
            ends = {"x1": LEFT, "x2": WIDTH - RIGHT, "y1": self.y(at), "y2": self.y(at)}
            yield tag("line", css="grid", **ends)
            yield tag("text", said, x=LEFT - 8, y=self.y(at) + 4, text_anchor="end")
        for at, said in _ticks(self.x_axis):
            yield tag("text", said, x=self.x(at), y=self.height - 8, text_anchor="middle")


def _ticks(axis: dict[str, Any]) -> list[tuple[float, str]]:
    if "tickvals" in axis:
        names = axis.get("ticktext", [f"{at:g}" for at in axis["tickvals"]])
        return [(at, Html(str(name))) for at, name in zip(axis["tickvals"], names, strict=True)]
    low, high = axis["range"]
    if low < 0 < high:
        return [(at, f"{at:.2f}".replace("-", "−")) for at in (low, 0.0, high)]
    steps = [low + (high - low) * n / (LINES - 1) for n in range(LINES)]
    return [(at, f"{at:.2f}") for at in steps]


def _part(part: dict[str, Any], frame: _Frame) -> Iterator[Html]:
    if part["type"] == "bar":
        yield from _bars(part, frame)
    elif part["mode"] == "lines":
        points = zip(part["x"], part["y"], strict=True)
        at = " ".join(f"{frame.x(x)},{frame.y(y)}" for x, y in points)
        yield tag("polyline", points=at, css="even")
    else:
        for x, y in zip(part["x"], part["y"], strict=True):
            yield _filled("circle", part["marker"]["color"], cx=frame.x(x), cy=frame.y(y), r=4)


def _bars(part: dict[str, Any], frame: _Frame) -> Iterator[Html]:
    """Bars that lie, each from its base, or that stand on 0."""
    bars = zip(part["x"], part["y"], part.get("base", part["x"]), strict=True)
    for (x, y, base), colour in zip(bars, part["marker"]["color"], strict=True):
        ends = (base, base + x, y - 0.4, y + 0.4) if "base" in part else (x - 0.42, x + 0.42, 0, y)
        left, right = sorted(map(frame.x, ends[:2]))
        top, low = sorted(map(frame.y, ends[2:]))
        box = {"x": left, "y": top, "width": round(right - left, 2), "height": round(low - top, 2)}
        yield _filled("rect", colour, **box)


def _filled(name: str, colour: str, **where: float) -> Html:
    attributes: dict[str, Any] = dict(where)
    return tag(name, style=f"fill:{colour}", **attributes)
