"""Small drawings in a lesson: a sum, block by block, and the doublings behind log2."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ndcg_core.lessons.blocks.kinds import Sketch, SketchKind
from ndcg_core.metric import number, short
from ndcg_ui.components.markup.builder import Html, b, join_pieces, span, tag
from ndcg_ui.components.parts import make_markup
from ndcg_ui.exhibit.parts import Part
from ndcg_ui.lesson_blocks.scene import Scene

DOUBLINGS = 3


@dataclass(frozen=True)
class Bar:
    """A row of blocks with a text on its left and a text on its right."""

    label: str
    start: float
    length: float
    text: str
    is_total: bool = False


def make_sketch_parts(scene: Scene, block: Sketch) -> list[Part]:
    """Return a list of one part: a drawing with a description for screen readers."""
    bars = list(BARS[block.draws](block))
    longest = max(bar.start + bar.length for bar in bars)
    drawn = tag(
        "figure",
        join_pieces(map(_render_bar, bars)),
        css="sketch",
        role="img",
        aria_label=_describe_sketch(block),
        style=f"--longest: {number(longest)}",
        data_draws=block.draws,
    )
    return [make_markup(block.name, drawn, scene.name_block(block.name))]


def _iterate_sum_bars(block: Sketch) -> Iterator[Bar]:
    """Yield a bar for each gain, from the end of the previous bar, and a bar for the sum."""
    total = 0.0
    for i, gain in enumerate(block.gains, 1):
        yield Bar(f"i = {i}", total, gain, short(gain))
        total += gain
    yield Bar("sum", 0.0, total, short(total), is_total=True)


def _iterate_doubling_bars(block: Sketch) -> Iterator[Bar]:
    """Yield a bar for each of 1, 2, 4 and 8, with the number of doublings as its text."""
    for doublings in range(DOUBLINGS + 1):
        times = "doubling" if doublings == 1 else "doublings"
        yield Bar(str(2**doublings), 0.0, 2**doublings, f"{doublings} {times}")


BARS: Mapping[SketchKind, Callable[[Sketch], Iterator[Bar]]] = {
    "sum": _iterate_sum_bars,
    "doublings": _iterate_doubling_bars,
}


def _render_bar(bar: Bar) -> Html:
    """Return the HTML of a bar, with its start, length and end as CSS variables."""
    lengths = f"--start: {number(bar.start)}; --length: {number(bar.length)}"
    blocks = tag("i", css="blocks", style=lengths)
    value = b(bar.text, style=f"--end: {number(bar.start + bar.length)}")
    return span(span(bar.label), span(blocks, value), css="total" if bar.is_total else "")


def _describe_sketch(block: Sketch) -> str:
    """Return a description of a drawing for screen readers.

    >>> _describe_sketch(Sketch("s", "sum", (0.0, 1.0, 2.0)))
    'The gains are laid end to end: 0, 1, 2. Together they are 3 blocks long.'
    >>> _describe_sketch(Sketch("s", "doublings", ()))
    '1 doubled 3 times: 1, 2, 4, 8 blocks.'
    """
    if block.draws == "doublings":
        amounts = ", ".join(str(2**doublings) for doublings in range(DOUBLINGS + 1))
        return f"1 doubled {DOUBLINGS} times: {amounts} blocks."
    gains = ", ".join(map(short, block.gains))
    total = short(sum(block.gains))
    return f"The gains are laid end to end: {gains}. Together they are {total} blocks long."
