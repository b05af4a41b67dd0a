"""Two systems compared: in words, and the numbers behind the words. Pure."""

from __future__ import annotations

from ndcg_core.evaluation.paired import Pair
from ndcg_ui.evaluation.values import between, chance, difference, signed
from ndcg_ui.html.builder import Html, every, html, p, row_head, span, table, td, tr

TURNING = 12
"""So many queries are named."""


def in_words(pair: Pair) -> Html:
    """The comparison for whoever has to decide, and what makes it mean less than it seems."""
    first, *rest = pair.words
    return html(
        p(first, css="verdict-words", data_testid="words"),
        every(p(sentence) for sentence in rest),
        every(p(warning, css="warning", data_testid="warning") for warning in pair.warnings),
    )


def numbers(pair: Pair, pairs: int) -> Html:
    """The numbers of a comparison, each with what it is; pairs: how many were compared."""
    holm = f"p after Holm, for {pairs} pairs"
    rows = [
        (f"difference, {pair.second} less {pair.first}", difference(pair.difference, 4)),
        ("95 % interval (bootstrap)", between(pair.interval, difference, 4)),
        (f"wins, ties, losses of {pair.second}", f"{pair.wins}, {pair.ties}, {pair.losses}"),
        ("p, signs flipped", html(chance(pair.flips_p), span(_ways(pair), css="interval"))),
        *([(holm, chance(pair.adjusted_p))] if pairs > 1 else []),
        ("paired t", html(_t(pair.t), "; p ", chance(pair.t_p))),
        ("effect size (Cohen's d of the differences)", _effect(pair.effect)),
        ("queries that turn it round", _turning(pair.turning)),
    ]
    drawn = (tr(row_head(name, css="name"), td(number)) for name, number in rows)
    return table([], drawn, css="compared pair-table", data_testid="pair")


def _ways(pair: Pair) -> str:
    if pair.exact:
        return f"all {pair.ways:,} ways of flipping" if pair.ways > 1 else "nothing to flip"
    return f"{pair.ways:,} random ways of flipping"


def _t(t: float) -> str:
    return "no value" if t != t else signed(t, 2)


def _effect(effect: float) -> Html:
    return html("no value" if effect != effect else signed(effect, 2))


def _turning(turning: tuple[str, ...] | None) -> Html:
    if turning is None:
        return html("none would")
    names = ", ".join(turning[:TURNING]) + (", …" if len(turning) > TURNING else "")
    return html(f"{len(turning):,}", p(names, css="interval"))
