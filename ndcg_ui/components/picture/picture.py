"""The picture: each card's blocks, one per unit of gain, end as NDCG.

Python writes the picture from the trace, with every length as a number (`--gain`, `--share`,
`--from`). The style turns the numbers into lengths, and `follow.js` updates them during a drag.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import ndcg_core as nc
from ndcg_core.lessons.blocks.kinds import PICTURES, PictureStage
from ndcg_core.metric.worked import adds_up_after_rounding
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import (
    EMPTY,
    Html,
    b,
    div,
    html,
    join_pieces,
    li,
    p,
    small,
    span,
    tag,
    ul,
)

INVISIBLE_LOSS = 5e-4
"""The largest loss that three decimals do not show."""
STAGE_HEADINGS: Mapping[str, tuple[str, ...]] = {
    "gain": ("The gain of a reader", "The reason for the grade"),
    "discount": ("The blocks, times the share of readers", "Readers left, of 100"),
    "dcg": ("Each term begins where the one above it ends",),
    "ideal": (),
    "ndcg": ("The term, and the loss: the term at the ideal rank minus this term",),
}
"""The headings above the blocks and texts of each stage."""
TERM_FORMULA = Html(
    "<math><mfrac><mtext>gain</mtext><mrow><msub><mi>log</mi><mn>2</mn></msub>"
    "<mo stretchy='false'>(</mo><mtext>rank</mtext><mo>+</mo><mn>1</mn>"
    "<mo stretchy='false'>)</mo></mrow></mfrac></math>"
)


@dataclass(frozen=True)
class PictureRow:
    """A document in the picture: its numbers in the ranking and in the ideal order.

    before  the sum of the terms above the document's term
    shown   True if the document is in the ranking
    """

    doc: int
    label: str
    grade: float
    gain: float
    rank: int
    discount: float
    value: float
    before: float
    ideal_rank: int
    ideal_value: float
    shown: bool

    @property
    def loss(self) -> float:
        """The document's term at its ideal rank minus its term in the ranking."""
        return self.ideal_value - self.value


@lru_cache(maxsize=512)
def describe_picture(
    trace: nc.Trace, stage: PictureStage, reasons: tuple[str, ...] = (), has_formula: bool = True
) -> Mapping[str, Any]:
    """Return the HTML and numbers that show a board's picture at a stage.

    "rows" has the HTML next to each shown card, by document.

    reasons: the reason for each document's grade, in the order of the trace
    has_formula: True to write the formula below the picture
    """
    rows = list(_iterate_rows(trace))
    highest = max((row.gain for row in rows), default=1.0) or 1.0
    heads = STAGE_HEADINGS[stage][: 1 if stage == "gain" and not reasons else 2]
    return {
        "stage": stage,
        "heads": html(*map(span, heads)),
        "rows": {row.doc: _render_beside_card(row, stage, reasons) for row in rows if row.shown},
        "ideals": [term.value for term in trace.ideal],
        "worked": [_render_calculated_term(term) for term in trace.ideal]
        if stage == "ideal"
        else [],
        "tallest": highest,
        "most": max(1.06 * trace.idcg, 2.15 * highest, _compute_highest_cg(rows, trace.k)),
        "below": html(
            _render_lengths(trace, rows, stage),
            _render_formula(trace, rows, stage) if has_formula else EMPTY,
            _render_in_words(trace, rows, stage),
        ),
    }


def _compute_highest_cg(rows: Iterable[PictureRow], k: int) -> float:
    """Return the highest CG@k of the ranked documents in any order, so that every bar fits."""
    gains = sorted((row.gain for row in rows if row.shown), reverse=True)
    return sum(gains[:k])


def _iterate_rows(trace: nc.Trace) -> Iterator[PictureRow]:
    """Yield a row per ranked document, then per other counted document of the ideal order."""
    ideal = {term.doc: term for term in (*trace.ideal, *trace.ideal_beyond)}
    ideal_values = {term.doc: term.value for term in trace.ideal}
    counted = {term.doc for term in trace.actual}
    ranking = sorted((*trace.actual, *trace.beyond), key=lambda term: term.rank)
    before = 0.0
    for term in ranking:
        value = term.value if term.doc in counted else 0.0
        yield _make_row(
            term,
            rank=term.rank,
            value=value,
            before=before,
            ideal_rank=ideal[term.doc].rank,
            ideal_value=ideal_values.get(term.doc, 0.0),
            shown=True,
        )
        before += value
    retrieved = {term.doc for term in ranking}
    for term in trace.ideal:
        if term.doc not in retrieved:
            yield _make_row(
                term,
                rank=0,
                value=0.0,
                before=before,
                ideal_rank=term.rank,
                ideal_value=term.value,
                shown=False,
            )


def _make_row(term: nc.Term, **numbers: Any) -> PictureRow:
    """Return a picture row from a document's term and from its numbers in both orders."""
    return PictureRow(
        doc=term.doc,
        label=term.label,
        grade=term.grade,
        gain=term.gain,
        discount=term.discount,
        **numbers,
    )


# --- Beside a card ----------------------------------------------------------------------------


def _render_beside_card(row: PictureRow, stage: PictureStage, reasons: Sequence[str]) -> Html:
    share = 1 / row.discount if row.value or not row.gain else 0.0
    numbers = {
        "gain": row.gain,
        "share": share,
        "from": row.before,
        "lost": row.loss if stage == "ndcg" else 0.0,
    }
    sentence = {
        "gain": reasons[row.doc] if row.doc < len(reasons) else "",
        "ideal": f"ideal rank {row.ideal_rank}: {nc.number(row.ideal_value)}",
        "ndcg": f"in the ideal at {row.ideal_rank}" if row.gain else "",
    }
    return span(
        tag("i", css="blocks"),
        tag("i", css="loss gives" if row.loss < 0 else "loss") if stage == "ndcg" else None,
        b(format_block_text(row, stage), css="worth"),
        span(sentence.get(stage, ""), css="says"),
        render_readers(row.discount) if stage == "discount" else None,
        css="picture",
        style=_format_css_numbers(numbers),
        aria_hidden="true",
    )


def render_readers(discount: float) -> Html:
    """Return a picture of 100 readers, and the number who reach a rank with this discount."""
    left = round(100 / discount)
    rows = (tag("i", style=f"--people:{count // 2}") for count in (left + 1, left))
    return html(span(*rows, css="readers"), b(left, css="left"))


def format_block_text(row: PictureRow, stage: PictureStage) -> str:
    """Return the text next to a document's blocks: a rounded number, "" or "nothing".

    At the stage "gain", the blocks need no number, and a document without blocks gets "nothing".
    At the stage "ndcg", the number is the loss. At other stages it is the term. `follow.js` writes
    the same texts during a drag.
    """
    if stage == "gain":
        return "" if row.gain else "nothing"
    if stage == "ndcg":
        return f"loss {nc.number(row.loss)}"
    return nc.number(row.value)


def _render_calculated_term(term: nc.Term) -> Html:
    return html(f"{nc.short(term.gain)} / {nc.number(term.discount)} = ", b(nc.number(term.value)))


def _format_css_numbers(numbers: Mapping[str, float]) -> str:
    return ";".join(f"--{name}:{value:.6g}" for name, value in numbers.items())


# --- Below: the lengths -----------------------------------------------------------------------


def _render_lengths(trace: nc.Trace, rows: Sequence[PictureRow], stage: PictureStage) -> Html:
    """Return the bars of a stage's sums as HTML, or "" for the stage "discount".

    From the stage "ideal" on, the ideal sum is below the actual sum.
    """
    if stage == "discount":
        return EMPTY
    if stage == "gain":
        starts = _add_starts((row, row.gain) for row in rows if row.shown and row.rank <= trace.k)
        return div(_render_length("actual", trace.at("CG"), "cg", trace.cg, starts), css="lengths")
    actual = [(row, row.before, row.value) for row in rows]
    best = sorted(rows, key=lambda row: row.ideal_rank)
    lost = _iterate_gaps(trace, rows) if stage == "ndcg" else []
    drawn = [_render_length("actual", trace.at("DCG"), "dcg", trace.dcg, actual, lost)]
    if stage != "dcg":
        ideal = _add_starts((row, row.ideal_value) for row in best)
        drawn.append(_render_length("ideal", trace.at("IDCG"), "idcg", trace.idcg, ideal))
    over = p(tables.render_total("ndcg", trace.ndcg), " =", css="over") if stage == "ndcg" else None
    return div(over, *drawn, css="lengths", style=_format_css_numbers({"whole": trace.idcg}))


def _add_starts(
    values: Iterable[tuple[PictureRow, float]],
) -> Iterator[tuple[PictureRow, float, float]]:
    """Yield each row with the sum of the earlier values, and its own value."""
    before = 0.0
    for row, value in values:
        yield row, before, value
        before += value


def _iterate_gaps(
    trace: nc.Trace, rows: Sequence[PictureRow]
) -> Iterator[tuple[PictureRow, float, float]]:
    """Yield each row with its loss as a range of the ideal sum: the start and the length.

    The ranges fill the ideal sum from its end, the largest loss first.
    """
    end = trace.idcg
    for row in sorted(rows, key=lambda row: -row.loss):
        start = max(end - max(row.loss, 0.0), trace.dcg)
        yield row, start, max(end - start, 0.0)
        end = start


def _render_length(
    side: str,
    name: str,
    measure: str,
    value: float,
    pieces: Iterable[tuple[PictureRow, float, float]],
    gaps: Iterable[tuple[PictureRow, float, float]] = (),
) -> Html:
    total = tables.render_total(measure, value)
    return div(
        span(name, " ", b(total), css="sum"),
        span(
            *(_render_segment(*piece, css="piece") for piece in pieces),
            *(_render_segment(*gap, css="piece gap") for gap in gaps),
            css="pieces",
            aria_hidden="true",
        ),
        css=f"length {side}",
    )


def _render_segment(row: PictureRow, start: float, value: float, css: str) -> Html:
    return span(
        span(row.label),
        small(nc.number(row.loss if "gap" in css else value)),
        css=css,
        data_doc=row.doc,
        style=_format_css_numbers({"from": start, "value": value}),
    )


# --- Below: the formula, each term lit with its document --------------------------------------


def _render_formula(trace: nc.Trace, rows: Sequence[PictureRow], stage: PictureStage) -> Html:
    if stage == "discount":
        shown = sorted((row for row in rows if row.shown), key=lambda row: row.gain)
        return div(*(_render_one_term(trace, row) for row in shown), css="one-term written")
    if stage == "ndcg":
        return _render_losses(trace, rows)
    terms = trace.ideal if stage == "ideal" else trace.actual
    name, value = {
        "gain": ("CG", trace.cg),
        "dcg": ("DCG", trace.dcg),
        "ideal": ("IDCG", trace.idcg),
    }[stage]
    tokens = (
        _render_token(term.doc, nc.short(term.gain), f"{term.label}: {nc.short(term.gain)}")
        if stage == "gain"
        else _render_term_token(trace, term.doc, term.label, term.grade, term.rank)
        for term in terms
    )
    digits = nc.short(value) if stage == "gain" else nc.number(value)
    css = "written ideal" if stage == "ideal" else "written"
    return p(b(trace.at(name)), " = ", join_pieces(tokens, " + "), " = ", b(digits), css=css)


def _render_term_token(trace: nc.Trace, doc: int, label: str, grade: float, rank: int) -> Html:
    top = nc.gain_at(grade, trace.convention)
    bottom = nc.divisor_at(rank, trace.convention)
    drawn = Html(f"<math><mfrac>{top.markup}{bottom.markup}</mfrac></math>")
    return _render_token(doc, drawn, f"{label}: {top.text} / {bottom.text}")


def _render_token(doc: int, content: Html | str, name: str) -> Html:
    """Return a button that highlights a document.

    name: the accessible name of the button; "" for its content
    """
    return tag("button", content, css="token", type="button", data_doc=doc, aria_label=name or None)


def _render_one_term(trace: nc.Trace, row: PictureRow) -> Html:
    left = round(100 / row.discount)
    return p(
        TERM_FORMULA,
        " = ",
        _render_term_token(trace, row.doc, row.label, row.grade, row.rank),
        f" = {nc.short(row.gain)} / {nc.number(row.discount)} = ",
        b(nc.number(row.gain / row.discount)),
        small(f"{row.label}: {left} of 100 readers are left at rank {row.rank}."),
        data_doc=row.doc,
    )


def _render_losses(trace: nc.Trace, rows: Sequence[PictureRow]) -> Html:
    parts: list[Html] = []
    for row in sorted(rows, key=lambda row: -row.loss):
        if abs(row.loss) >= INVISIBLE_LOSS:
            plus = " + " if parts else ""
            sign = " − " if row.loss < 0 else plus
            number = nc.number(abs(row.loss))
            parts.append(
                html(sign, _render_token(row.doc, html(small(row.label), " ", b(number)), ""))
            )
    gap = trace.idcg - trace.dcg
    taken = f" = {nc.number(trace.idcg)} − {nc.number(trace.dcg)}"
    sign = _choose_sign([trace.idcg, -trace.dcg], gap)
    equals = _choose_sign([row.loss for row in rows], gap)
    parts = [Html(equals), *parts] if parts else []
    return p(b("Loss"), taken, sign, b(nc.number(gap)), *parts, css="written ideal")


def _choose_sign(values: Sequence[float], result: float) -> str:
    return " = " if adds_up_after_rounding(values, result) else " ≈ "


# --- For those who cannot see it --------------------------------------------------------------


def _render_in_words(trace: nc.Trace, rows: Sequence[PictureRow], stage: PictureStage) -> Html:
    return ul(
        *(li(_describe_row(row, stage)) for row in rows),
        css="for-screen-readers",
        data_testid="picture-text",
        aria_label="The picture in words",
    )


def _describe_row(row: PictureRow, stage: PictureStage) -> str:
    if not row.shown:
        return f"{row.label}, not retrieved: {nc.number(row.ideal_value)} lost."
    blocks = f"{nc.short(row.gain)} block{'' if row.gain == 1 else 's'}"
    left = f"{round(100 / row.discount)} of 100 readers are left"
    said = {
        "gain": blocks,
        "discount": f"{blocks}, {left}, worth {nc.number(row.value)}",
        "dcg": f"worth {nc.number(row.value)}, from {nc.number(row.before)} "
        f"to {nc.number(row.before + row.value)} of the length",
        "ideal": f"worth {nc.number(row.value)} here and {nc.number(row.ideal_value)} at rank "
        f"{row.ideal_rank} of the ideal order",
        "ndcg": f"in the ideal at rank {row.ideal_rank}, "
        f"{nc.number(abs(row.loss))} {'lost' if row.loss >= 0 else 'more than there'}",
    }[stage]
    return f"Rank {row.rank}, {row.label}: {said}."


STAGES: Mapping[str, str] = {
    name: f"{nth} {title}" for nth, (name, title) in enumerate(PICTURES.items(), 1)
}
"""The names of the stages on the control."""
