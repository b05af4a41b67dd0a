"""What a board shows, as plain data for the browser. No Streamlit here."""

from __future__ import annotations

from typing import Any

import ndcg_core as nc
from ndcg_ui import limits
from ndcg_ui.boards.board import Board, Document


def cards(board: Board, trace: nc.Trace) -> dict[str, Any]:
    """Return the documents, their gains and divisors, and the ideal order."""
    rows = sorted((*trace.actual, *trace.beyond), key=lambda row: row.rank)
    ideal = (*trace.ideal, *trace.ideal_beyond)
    gains = {row.doc: row.gain for row in (*ideal, *rows)}
    highest = max(document.grade for document in board.documents)
    return {
        "revision": board.revision,
        "documents": [
            _document(document, place, gains.get(place, 0.0), highest, trace.convention)
            for place, document in enumerate(board.documents)
        ],
        "retrieved": len(board.ranking),
        "ideal": [row.doc for row in ideal],
        "divisors": [row.discount for row in rows],
        "works": [nc.divisor_at(row.rank, trace.convention).markup for row in rows],
        "k": trace.k,
        "idcg": trace.idcg,
        "empty": nc.exact(trace.ndcg) if trace.idcg == 0 else None,
        "previews": trace.convention.steady,
        "longest": limits.MOST_DOCUMENTS,
    }


def _document(
    document: Document, place: int, gain: float, highest: float, convention: nc.Convention
) -> dict[str, Any]:
    return {
        "id": document.id,
        "place": place,
        "label": document.label,
        "grade": document.grade,
        "shown": document.shown_grade,
        "level": grade_level(document.grade, highest),
        "gain": gain,
        "gainMarkup": _gain_markup(document.grade, convention),
    }


def _gain_markup(grade: float, convention: nc.Convention) -> str:
    markup = nc.gain_at(grade, convention).markup
    return (
        markup
        if convention.gain == "linear"
        else f'<mo stretchy="false">(</mo>{markup}<mo stretchy="false">)</mo>'
    )


def grade_level(grade: float, highest: float) -> int:
    """Return the grade's place on the colour scale: 0 for 0, then 1 to 3 up to the highest.

    >>> [grade_level(grade, 3) for grade in (0, 0.5, 1, 2, 3)]
    [0, 1, 1, 2, 3]
    """
    return min(3, -int(-3 * grade // max(highest, 3))) if grade > 0 else 0
