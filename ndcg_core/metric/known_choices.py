"""What the rows of known conventions share: where they depart from the standard alike."""

from math import nan
from typing import Any

Row = tuple[str, str, dict[str, Any], str]
"""A convention's name, its title, where it departs from the standard, and the source."""

LIST: dict[str, Any] = {"ideal_from": "grades"}
"""The library sees the ranked list alone, and takes the ideal from it."""
EXP: dict[str, Any] = {"gain": "exponential"}
ZERO: dict[str, Any] = {"negative": "as-zero"}
"""A negative grade is read as 0."""
AS_IS: dict[str, Any] = {"negative": "as-is"}
WHOLE: dict[str, Any] = {"fractions": "dropped"}
BINARY: dict[str, Any] = {"gain": "binary", **ZERO}
TREC: dict[str, Any] = {"ties": "id-descending", "scores": "float32", **ZERO}
TREC10: dict[str, Any] = {"ties": "id-descending", **ZERO, **WHOLE}
POOL: dict[str, Any] = {"ideal_cut": "pool", **ZERO}
UNCUT: dict[str, Any] = {"cutoff": "none", "ideal_cut": "none"}
BOOST: dict[str, Any] = {**EXP, **LIST, "empty": 1.0, "scores": "float32"}
ABOVE: dict[str, Any] = {"negative": "as-is-above-zero"}
"""A negative grade takes away, and where even the ideal is not above 0 the query is empty."""
CATBOOST: dict[str, Any] = {**LIST, "empty": 1.0, "ties": "worst", **ABOVE}
LENSKIT: dict[str, Any] = {"discount": "logb(i)", "ideal_cut": "pool", "empty": nan}
LETOR: dict[str, Any] = {**EXP, **LIST, "discount": "logb(i)", "beyond": "zero"}
