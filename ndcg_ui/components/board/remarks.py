"""The remarks on a ranking, and the swaps that they are about."""

from collections.abc import Iterator

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.metric.swaps import calculate_swap_changes
from ndcg_ui.components.board.link import Settings

WORDS: dict[str, str] = load_toml(__file__, "remarks.toml")
LAST_COMPARED_RANK = 40
"""The last rank whose swaps are compared. Swaps further down change little."""
CHART_TITLE = "The value of each rank"


def list_remarks(trace: nc.Trace, settings: Settings, swap_changes: list[list[float]]) -> list[str]:
    """Return the sentences about a ranking, the most unusual first.

    settings: the settings of the board, of which the cutoff is used
    swap_changes: the result of `compute_swap_changes`
    """
    return list(_find_remarks((*trace.actual, *trace.beyond), trace, settings.k, swap_changes))


def _find_remarks(
    rows: tuple[nc.Term, ...], trace: nc.Trace, k: int | None, swaps: list[list[float]]
) -> Iterator[str]:
    last = len(rows)
    ideal = len(trace.ideal)
    grades = [row.grade for row in rows]
    if not trace.idcg:
        yield WORDS["nothing_relevant"].format(ndcg=nc.number(trace.ndcg, 1))
    if last == 1:
        best = "one_document_ideal" if trace.ndcg == 1 else "more_elsewhere"
        about_best = WORDS["one_document_best"].format(best=WORDS[best])
        yield about_best if trace.idcg else WORDS["one_document"]
    if k is not None and k > last:
        costs = "short_list_costs" if any(row.gain for row in trace.ideal[last:]) else "short_list"
        yield WORDS[costs].format(k=k, last=last, ideal=ideal)
    if last > 1 and len(set(grades)) == 1 and grades[0] > 0:
        best = "all_tied_ideal" if trace.ndcg == 1 else "more_elsewhere"
        yield WORDS["all_tied"].format(best=WORDS[best])
    elif 1 < len(set(grades)) < last:
        at = next(n for n, grade in enumerate(grades) if grade in grades[:n])
        first = rows[grades.index(grades[at])]
        second = rows[at]
        yield WORDS["tied"].format(first=first.label, second=second.label)
    pairs = [(gain, -i, -j) for i, line in enumerate(swaps) for j, gain in enumerate(line) if i < j]
    if trace.idcg and pairs:
        gain, i, j = max(pairs)
        first = rows[-i]
        second = rows[-j]
        if gain >= 5e-4:
            best = "best_swap" if last <= LAST_COMPARED_RANK else "best_compared_swap"
            more = {"first": first.label, "second": second.label, "gain": nc.number(gain)}
            yield WORDS[best].format(i=1 - i, j=1 - j, compared=LAST_COMPARED_RANK, **more)
        elif trace.ndcg >= 1:
            yield WORDS["no_swap"]


def compute_swap_changes(trace: nc.Trace) -> list[list[float]]:
    """Return a symmetric matrix of the changes in NDCG for swaps among the first 40 ranks."""
    return [list(line) for line in calculate_swap_changes(trace, LAST_COMPARED_RANK)]
