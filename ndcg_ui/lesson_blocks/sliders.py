"""Numbers from a slider: a prediction, and the readers' patience."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from ndcg_core.lessons.blocks.kinds import DiscountCurves, Prediction
from ndcg_core.lessons.placeholders.settings import Value
from ndcg_core.lessons.prose import typeset_text
from ndcg_core.metric import STANDARD, Convention, number
from ndcg_core.metric.patience import calculate_rank_weight, calculate_reader_share
from ndcg_ui.components import figure as figures
from ndcg_ui.components.controls.controls import make_settings_part
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import make_chart, make_form, make_markup
from ndcg_ui.exhibit.parts import Part, read_form_fields
from ndcg_ui.lesson_blocks.scene import Scene


def store_prediction(
    scene: Scene, block: Prediction, part_name: str, action: Mapping[str, Any]
) -> None:
    """Store the learner's first prediction. Ignore later predictions."""
    if action.get("act") == "commit" and scene.get_block_progress(block.name) == "open":
        scene.store_answer(block.name, _parse_prediction(action, block))


def make_prediction_parts(scene: Scene, block: Prediction) -> list[Part]:
    """Return a list of one part: a slider with a button, or the outcome of a prediction."""
    answer = scene.answers.get(block.name)
    outcome = (
        _render_outcome(scene, block, float(answer)) if isinstance(answer, (int, float)) else []
    )
    drawn = h.div(
        h.p(block.ask.fill_in(), css="asks"),
        *(outcome or [_render_prediction_slider(block)]),
        css="question predict",
        data_testid="predict",
        data_name=block.name,
        data_form=block.name,
        data_state="done" if outcome else "open",
        tabindex=-1,
    )
    return [make_form(f"{block.name}.prediction", drawn, scene.name_block(block.name))]


def _render_prediction_slider(block: Prediction) -> Html:
    """Return the slider for a prediction, and the button that submits it.

    The slider starts in the middle, or at its low end if the middle is close to the answer.
    """
    middle = (block.low + block.high) / 2
    width = block.high - block.low
    start = block.low if abs(middle - block.value) < width / 8 else middle
    number = f"{start:.{block.decimals}f}"
    field = render_range_field(
        "number", (block.low, block.high, block.step), number, block.decimals
    )
    return h.p(
        h.label("Your prediction ", field, css="slider"),
        " ",
        h.tag("output", number),
        h.button("Submit my prediction", css="plain-button strong", data_act="commit"),
        css="fields",
    )


def render_range_field(
    name: str, limits: tuple[float, float, float], value: str, digits: int
) -> Html:
    """Return the HTML of a slider without a label.

    limits: the slider's smallest value, largest value and step
    digits: the number of decimals to show
    """
    low, high, step = (f"{limit:g}" for limit in limits)
    slider = {"type": "range", "min": low, "max": high, "step": step}
    return h.tag("input", **slider, name=name, value=value, data_digits=digits)


def _render_outcome(scene: Scene, block: Prediction, prediction: float) -> list[Html]:
    """Return a line with dots for the prediction and the answer, and a comment."""
    answer = Value.from_number(block.value)
    guess = Value.from_number(prediction, block.decimals)
    line = h.div(
        _render_dot(block, prediction, "own", h.html(f"you {prediction:.{block.decimals}f}")),
        _render_dot(block, block.value, "exact", h.html("it is ", answer.html)),
        h.small(f"{block.low:g}", css="low"),
        h.small(f"{block.high:g}", css="high"),
        css="guessed",
        aria_hidden="true",
    )
    sentence = scene.fill_in_answers(block.reveal, {"you": guess, "answer": answer})
    return [line, h.p(sentence, " ", block.why.fill_in(), css="answer", role="status")]


def _render_dot(block: Prediction, value: float, css: str, text: Html) -> Html:
    """Return a labelled dot whose position on the line is the CSS variable `--at`."""
    at = (value - block.low) / (block.high - block.low)
    at = min(max(at, 0.0), 1.0)
    return h.span(h.tag("i"), h.b(text), css=css, style=f"--at:{at:.2%}")


def _parse_prediction(action: Mapping[str, Any], block: Prediction) -> float:
    """Return the number in a form, limited to the slider's range.

    Text that is not a finite number means the low end of the range.
    """
    try:
        number = float(read_form_fields(action).get("number", "")[:80])
    except ValueError:
        number = block.low
    if not isfinite(number):
        number = block.low
    return min(max(number, block.low), block.high)


DISCOUNT_NAMES = {
    "log2(i+1)": "dividing by log₂(i + 1)",
    "i": "dividing by i",
    "none": "no divisor",
    "logb(i)": "dividing by log₂(i) from rank 2 on",
}
LEAST_PATIENCE = 0.05
MOST_PATIENCE = 0.95
LISTED_RANKS = (2, 5, 10, 20)


def store_patience(
    scene: Scene, block: DiscountCurves, part_name: str, action: Mapping[str, Any]
) -> None:
    """Store the patience slider's value, rounded to hundredths. Ignore an invalid value."""
    try:
        patience = float(str(action.get("value"))[:20])
    except ValueError:
        return
    if LEAST_PATIENCE <= patience <= MOST_PATIENCE:  # nan is not
        scene.store_answer(block.name, round(patience, 2))


def make_curves_parts(scene: Scene, block: DiscountCurves) -> list[Part]:
    """Return the patience slider, a chart of rank weights, and a table of remaining readers."""
    patience = _get_patience(scene, block)
    ranks = range(1, block.ranks + 1)
    weights = {
        DISCOUNT_NAMES[name]: [
            calculate_rank_weight(rank, Convention(name, discount=name)) for rank in ranks
        ]
        for name in block.discounts
    }
    share = f"patience {number(patience, 2)}"
    drawn = figures.plot_discount_curves(
        weights, share, [calculate_reader_share(rank, patience) for rank in ranks]
    )
    rows = (
        h.tr(
            h.row_head(rank),
            h.td(number(calculate_reader_share(rank, patience))),
            h.td(number(calculate_rank_weight(rank, STANDARD))),
        )
        for rank in LISTED_RANKS
        if rank <= block.ranks
    )
    heads = map(h.col, ("rank", "share still reading", typeset_text("1 / log2(i + 1)")))
    readers = h.table(heads, rows, css="compared", data_testid="readers")
    group = scene.name_block(block.name)
    title = "The weight of each rank"
    part = f"{block.name}.chart"
    return [
        _make_patience_slider(block, patience),
        make_chart(title, drawn, group, part=part, height=300, is_savable=False),
        make_markup(f"{block.name}.readers", readers, group),
    ]


def _get_patience(scene: Scene, block: DiscountCurves) -> float:
    """Return the stored patience, or the block's own if no valid patience is stored."""
    answer = scene.answers.get(block.name)
    if isinstance(answer, (int, float)) and LEAST_PATIENCE <= answer <= MOST_PATIENCE:
        return float(answer)
    return block.patience


def _make_patience_slider(block: DiscountCurves, patience: float) -> Part:
    """Return the part with the slider for the readers' patience."""
    text = f"{patience:.2f}"
    field = render_range_field("patience", (LEAST_PATIENCE, MOST_PATIENCE, LEAST_PATIENCE), text, 2)
    title = h.span("Patience: the share of readers who go on from each rank to the next")
    drawn = h.label(
        title, h.span(field, " ", h.tag("output", text)), css="control slider", data_form=""
    )
    return make_settings_part(f"{block.name}.controls", [drawn], {"patience": text})
