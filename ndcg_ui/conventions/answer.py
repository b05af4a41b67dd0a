"""Who prints the number that somebody got, in a sentence. Pure; escapes what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ndcg_core.libraries import LIBRARIES, Group, Ranking, read_number
from ndcg_ui.conventions.library_list import value
from ndcg_ui.conventions.origins import origins

NAMED = 3
"""So many libraries are named; the list below has the others."""


def answer(ranking: Ranking, found: Sequence[Group], printers: Sequence[str], got: str) -> str:
    """Who prints the number somebody got; else the nearest, and what else it may be.

    printers: the libraries that do. A number that a library prints is right, and nobody who got it
    is asked about mistakes.
    """
    if printers:
        what = f"what {_listed(printers)} {'prints' if len(printers) == 1 else 'print'}"
        said = f"<b>{escape(got)}</b> is {what} for this ranking."
    else:
        none = f"No library here prints <b>{escape(got)}</b> for this ranking."
        said = f"{none}{_nearest(found, got)}{_origin(ranking, got)}"
    return f'<p class="answer" role="status" data-testid="answer">{said}</p>'


def _listed(names: Sequence[str]) -> str:
    titles = [escape(LIBRARIES[name].title) for name in names]
    if len(titles) > NAMED + 1:
        titles = [*titles[:NAMED], f"{len(titles) - NAMED} more"]
    return titles[0] if len(titles) == 1 else f"{'; '.join(titles[:-1])} and {titles[-1]}"


def _nearest(found: Sequence[Group], got: str) -> str:
    numbers = [group for group in found if group.value == group.value]
    given = float(read_number(got))
    if not numbers or given != given:
        return ""
    near = min(numbers, key=lambda group: abs(group.value - given))
    title = escape(LIBRARIES[near.ids[0]].title)
    return f" The nearest is {value(near.value)} ({title})."


def _origin(ranking: Ranking, got: str) -> str:
    """What else gives this number: DCG instead of NDCG, or a known mistake."""
    try:
        found = origins(ranking.grades, got, ranking.k, ranking.judged)
    except ValueError:
        return ""
    other = [o for o in found if o.kind == "misconception" or o.cell != "ndcg"]
    return f" It can also be: {escape(other[0].message)}" if other else ""
