"""What the tests of the figures share."""

from __future__ import annotations

from ndcg_ui.figures import Figure

NBSP = "\N{NO-BREAK SPACE}"
RANKINGS = {
    "the example of the mock": [3, 2, 3, 0, 1],
    "one document": [3],
    "one irrelevant document": [0],
    "all zeros": [0, 0, 0],
    "an ideal order": [3, 2, 1],
    "all the same": [2, 2],
    "fractional grades": [0.5, 1.25],
    "huge gains": [50, 40, 900],
    "two hundred documents": [(7 * i) % 4 for i in range(200)],
}


def piece(figure: Figure, uid: str) -> dict:
    """The part of a figure with this name."""
    return next(part for part in figure.spec["data"] if part["uid"] == uid)
