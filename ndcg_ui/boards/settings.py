"""The settings beside a board: one typed list that reads and writes them, and holds defaults.

No Streamlit here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import ndcg_core as nc
from ndcg_core.metric.quoting import clipped
from ndcg_ui import limits

STILL = "The last ranking that could be read is still shown."
INSTEAD = "The first ranking is shown instead."
FIRST_RANKING = "3, 2, 3, 0, 1"
GAINS = ("linear", "exponential")
DISCOUNTS = ("log2(i+1)", "logb(i)", "none")
IDEALS = ("judged", "grades")
PARTS = ("title", "controls", "tools", "words", "formulas", "steps", "ideal", "charts", "downloads")
"""What `hide=` can take off the playground, for a projector."""


@dataclass(frozen=True)
class Settings:
    """The choices beside the board: the cutoff (None: the whole list) and the convention."""

    k: int | None = None
    gain: str = "linear"
    discount: str = "log2(i+1)"
    base: float = 2.0
    ideal: str = "judged"
    hide: tuple[str, ...] = ()

    @property
    def convention(self) -> nc.Convention:
        """The convention these choices make, under its own name where it has one."""
        return _convention(self.gain, self.discount, self.base, self.ideal)


@lru_cache(maxsize=64)
def _convention(gain: str, discount: str, base: float, ideal: str) -> nc.Convention:
    made = replace(nc.STANDARD, gain=gain, discount=discount, base=base, ideal_from=ideal)
    for known in nc.CONVENTIONS.values():
        if replace(made, name=known.name, title=known.title, cite=known.cite) == known:
            return known
    return replace(made, name="yours", title="Your own choices", cite="")


@dataclass(frozen=True)
class Parameter:
    """One part of the link: its name, its default, and how its text is read and written."""

    name: str
    default: Any
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def whole(text: str, default: int = 0) -> int:
    """Return the whole number from 1 that a link's text is, or `default`.

    >>> whole("12"), whole("-1"), whole("9" * 5000)
    (12, 0, 0)
    """
    good = (
        text.isascii()
        and text.isdigit()
        and len(text) <= limits.LONGEST_WHOLE_NUMBER
        and int(text) > 0
    )
    return int(text) if good else default


def _cutoff(text: str) -> int:
    if not whole(text):
        raise ValueError(
            f"The link's cutoff k is “{clipped(text, 20)}”; it must be a whole number from 1 to "
            f"{10**limits.LONGEST_WHOLE_NUMBER - 1}."
        )
    return whole(text)


def _one_of(name: str, choices: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(
                f"The link's {name} is “{clipped(text, 20)}”; it can be {', '.join(choices)}."
            )
        return text

    return read


def _base(text: str) -> float:
    try:
        return replace(nc.STANDARD, base=float(text)).base
    except ValueError:
        raise ValueError(
            f"The link's base is “{clipped(text, 20)}”; it must be a number, 2 or more."
        ) from None


def _hidden(text: str) -> tuple[str, ...]:
    parts = tuple(part for part in text.split(",") if part)
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise ValueError(
            f"The link hides “{clipped(unknown[0], 20)}”; it can hide {', '.join(PARTS)}."
        )
    return parts


PARAMETERS = (
    Parameter("k", Settings.k, _cutoff),
    Parameter("gain", Settings.gain, _one_of("gain", GAINS)),
    Parameter("discount", Settings.discount, _one_of("discount", DISCOUNTS)),
    Parameter("base", Settings.base, _base, nc.exact),
    Parameter("ideal", Settings.ideal, _one_of("ideal", IDEALS)),
    Parameter("hide", Settings.hide, _hidden, ",".join),
)
"""The settings' part of the link. `r` (the ranking) and `judged` (the pool) are the board's."""
