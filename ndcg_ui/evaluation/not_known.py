"""What is not known: how much was judged, and where the means could be. Pure."""

from __future__ import annotations

from math import isnan

from ndcg_core.evaluation.resampling import Interval
from ndcg_core.evaluation.unknown import UnknownMean
from ndcg_ui.evaluation.values import at, down_to, value
from ndcg_ui.evaluation.working import Worked
from ndcg_ui.html.builder import Html, col, every, h2, html, p, row_head, table, td, tr


def not_known(worked: Worked, names: tuple[str, ...]) -> Html:
    """For each system: judged@k, and the range of its mean over what nobody knows.

    names: the two that are compared.
    """
    k = worked.k
    judged = {mean.system: mean.judged for mean in worked.means if mean.k == k}
    heads = (
        col("system"),
        col(f"judged {down_to(k)}"),
        col(f"mean {at(k)}", css="wide"),
        col("unjudged: none to all relevant"),
        col("ties"),
    )
    rows = (_row(found, judged[system]) for system, found in worked.unknown.items())
    said = (
        f"Unjudged: what nobody judged {down_to(k)}, each at its rank, all irrelevant, or all of "
    )
    said += "the highest grade, or any mixture of the two. Ties: equal scores in every order."
    return html(
        h2("What is not known"),
        table(heads, rows, css="compared unknown-table", data_testid="unknown"),
        p(said, css="say"),
        every(p(sentence, data_testid="overlap") for sentence in overlaps(worked, names)),
    )


def _row(found: UnknownMean, judged: float) -> Html:
    share = "–" if judged != judged else f"{judged:.1%}".replace("%", " %")
    return tr(
        row_head(found.system, css="name"),
        td(share),
        td(value(found.mean), css="wide"),
        td(_range(found.grades)),
        td(_range(found.ties)),
        data_system=found.system,
    )


def _range(span: Interval) -> Html:
    low, high = span
    return value(low) if low == high or low != low else html(value(low), " to ", value(high))


UNJUDGED = "unjudged documents"
TURN = "what nobody knows may be enough to turn them round"
STAYS = "however it is settled, the same one stays ahead"
BOTH = (
    f"and yet {TURN}, as a document that one of them shows counts in the ideal order of the other"
)


def overlaps(worked: Worked, names: tuple[str, ...]) -> list[str]:
    """Whether what nobody knows could turn two systems round, a sentence for each unknown."""
    if len(names) < 2:
        return []
    one, other = (worked.unknown[name] for name in names)
    said = []
    for what, span, another in (
        (UNJUDGED, one.grades, other.grades),
        ("equal scores", one.ties, other.ties),
    ):
        known = span.low == span.high and another.low == another.high
        if known or isnan(span.low + another.low):
            continue
        if span.low <= another.high and another.low <= span.high:
            end = f"overlap: {TURN}"
        elif what == UNJUDGED and _may_turn(worked.apart[names[0], names[1]]):
            end = f"do not overlap, {BOTH}"
        else:
            end = f"do not overlap: {STAYS}"
        said.append(f"The ranges of {names[0]} and {names[1]} over {what} {end}.")
    return said


def _may_turn(difference: Interval) -> bool:
    return difference.low <= 0 <= difference.high
