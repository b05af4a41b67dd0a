"""What an examination counts: how often something happened, of how many, with a few examples."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import ndcg_core as nc
from ndcg_core.marking.marks import Mark


@dataclass
class Count:
    """How often something happened, of how many; and a few examples of it."""

    of: int = 0
    hits: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, hit: bool, example: Callable[[], str]) -> None:
        """One more."""
        self.of += 1
        self.hits += hit
        if hit and len(self.examples) < 5:
            self.examples.append(example())

    @property
    def percent(self) -> float:
        """The share, in percent."""
        return 100 * self.hits / self.of if self.of else math.nan


class Counts(dict[str, Count]):
    """A row for whatever is counted."""

    def __missing__(self, key: str) -> Count:
        return self.setdefault(key, Count())


def judge(kind: str, sheet: nc.Sheet, mark: Mark, counts: Counts, known: bool) -> None:
    """A wrong number: passed, or named though nothing known gives it."""

    def example() -> str:
        return shown(sheet, {}, mark)

    counts[f"{kind}: carried or right"].add(mark.verdict in ("carried", "right"), example)
    if mark.verdict == "wrong" and not known:
        counts[f"{kind}: falsely named"].add(mark.misconception is not None, example)


def shown(sheet: nc.Sheet, texts: dict[str, str], mark: Mark) -> str:
    """A case in a line."""
    grades = ",".join(f"{g:g}" for g in sheet.grades)
    given = {c: t for c, t in texts.items() if c != mark.cell}
    return (
        f"[{grades}] k={sheet.k} {sheet.convention.name} {mark.cell}={mark.given} "
        f"({mark.exact:.4f}) {mark.verdict} {mark.misconception} {given}"
    )
