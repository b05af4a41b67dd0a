"""The gains and divisors of the playground's conventions, as tables for the browser.

The browser adds and divides these numbers until Python has loaded, as it does during a drag. No
formula is written twice: the tables hold what a board of Python's has.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import ndcg_core as nc
from ndcg_ui import limits
from ndcg_ui.components.board.board import Board, Document, compute_grade_level, describe_cards
from ndcg_ui.components.board.link import DISCOUNTS, GAINS, Settings

TABLES_FILE = "assets/tables.json"
TABLE_GRADES = sorted({*range(11), *(n / 4 for n in range(21)), *(n / 10 for n in range(31))})
"""The grades that have a gain in the tables: whole, quarter and tenth grades."""
HIGHEST_GRADES = range(3, 11)
"""The highest grades of a board for which the tables have colour levels."""
LOGARITHM_BASES = (2.0, 3.0, 10.0)
"""The bases of logarithms that have divisors in the tables."""


def build_tables() -> bytes:
    """Return the tables of gains, divisors, grades and colour levels as JSON.

    gains         by the name of the gain: each grade's gain and its formula
    discounts     by the name of the discount, and the base of logb(i): each rank's divisor and
                  formula
    grades        each grade as cards show it
    levels        by the highest grade: the colour level of each grade
    longest       the largest number of documents
    longestLabel  the largest length of a document's label
    """
    graded = {
        gain: _describe_grades(TABLE_GRADES, Settings(gain=gain))["documents"] for gain in GAINS
    }
    settings = [Settings(discount=name) for name in DISCOUNTS if name != "logb(i)"]
    settings += [Settings(discount="logb(i)", base=base) for base in LOGARITHM_BASES]
    ranks = [1.0] * limits.MOST_DOCUMENTS
    tables = {
        "gains": {
            gain: {
                _format_grade(document): [document["gain"], document["gainMarkup"]]
                for document in documents
            }
            for gain, documents in graded.items()
        },
        "grades": {_format_grade(document): document["shown"] for document in graded[GAINS[0]]},
        "discounts": {
            _name_discount(setting): _select_divisors(_describe_grades(ranks, setting))
            for setting in settings
        },
        "levels": {
            str(highest): {
                Document(0, "", grade).exact_grade: compute_grade_level(grade, highest)
                for grade in TABLE_GRADES
            }
            for highest in HIGHEST_GRADES
        },
        "longest": limits.MOST_DOCUMENTS,
        "longestLabel": limits.LONGEST_LABEL,
    }
    return json.dumps(tables, separators=(",", ":"), ensure_ascii=False).encode()


def _describe_grades(grades: Iterable[float], settings: Settings) -> dict[str, Any]:
    documents = (Document(place, f"D{place}", grade) for place, grade in enumerate(grades))
    board = Board(tuple(documents))
    return describe_cards(board, board.trace_ranking(None, settings.convention))


def _format_grade(document: Mapping[str, Any]) -> str:
    """Return the grade of a document's data, as links write it."""
    return Document(0, "", document["grade"]).exact_grade


def _name_discount(settings: Settings) -> str:
    written = nc.exact(settings.base)
    return f"{settings.discount} {written}" if settings.discount == "logb(i)" else settings.discount


def _select_divisors(data: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {"divisors": data["divisors"], "works": data["works"]}
