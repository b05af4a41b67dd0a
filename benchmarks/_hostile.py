"""Values that nobody means: for the functions of the core, the readers of text, the components."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

WORDS = (
    "",
    " ",
    "3, 2, 3, 0, 1",
    "A:3 B:2",
    "3,,2",
    "0,5 1,0",
    "array([3, 2])",
    "dcg",
    "actual.term.2",
    "ideal.grade.1",
    "actual.term.99",
    "0.957",
    "97.24 %",
    "7/log2(3)",
    "1e999999999",
    "9" * 400,
    "9" * 5000,
    "nan",
    "-inf",
    "−1",
    "\u0663\u0662",
    "\ud800",
    "A\x00B",
    "<b>&\"'</b>",
    "(" * 300,
    "2^" * 80,
    "2^-" * 50 + "2",
    "a" * 3000,
    "A:1" + " " * 3000,
    ":" * 500,
    ",=[](){}'\"" * 50,
    "open",
    "passed",
    "standard",
)
NUMBERS = (
    0,
    1,
    2,
    3,
    0.5,
    -1,
    -0.0,
    True,
    5e-324,
    1e-9,
    1e15,
    2**53 + 1,
    1e300,
    1.7e308,
    1100,
    10**400,
    10**5000,
    math.nan,
    math.inf,
    -math.inf,
    Fraction(1, 3),
    Decimal("2.5"),
    Decimal("sNaN"),
    1 + 2j,
)
"""Numbers that are grades, and numbers that are none."""


class Liar:
    """An object that cannot even be written."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


class Hostile:
    """One stream of values, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def one(self, choices: Sequence[Any]) -> Any:
        """One of several."""
        return self.random.choice(choices)

    def text(self) -> str:
        """A text: a known one, a mutilated one, or one of signs that matter to the readers."""
        kind = self.random.random()
        word: str = self.one(WORDS)
        if kind < 0.4:
            return word
        if kind < 0.6 and word:
            at = self.random.randrange(len(word))
            return word[:at] + self.one((",", ":", "=", "9", "(", "\ud800", "\t", "")) + word[at:]
        signs = "0123456789.,;:=()[]{}+-*/^ \t\neABlog√%−…\u00a0"
        return "".join(self.random.choices(signs, k=self.random.randrange(30)))

    def number(self) -> Any:
        """A number, often a good one."""
        good = self.random.random() < 0.6
        return self.random.randrange(5) if good else self.one(NUMBERS)

    def grades(self) -> Any:
        """A ranking's grades, or something in their place."""
        if self.random.random() < 0.1:
            return self.anything()
        return [self.number() for _ in range(self.random.randrange(0, 8))]

    def k(self) -> Any:
        """A cutoff, or something in its place."""
        return self.one((None, None, 1, 2, 3, 10, 0, -1, 2.5, math.nan, "3", 10**400, True))

    def anything(self, depth: int = 2) -> Any:
        """Any value at all."""
        makers: tuple[Callable[[], Any], ...] = (
            self.text,
            self.number,
            lambda: None,
            lambda: b"\xff",
            Liar,
            lambda: [self.anything(depth - 1) for _ in range(3)] if depth else [],
            lambda: {self.text(): self.anything(depth - 1) for _ in range(2)} if depth else {},
        )
        return self.one(makers)()

    # --- What a browser could send ---------------------------------------------------------------

    def sent(self, depth: int = 3) -> Any:
        """Any value that JSON can carry."""
        makers: tuple[Callable[[], Any], ...] = (
            self.text,
            lambda: self.one((0, 1, -1, 99, 2.5, 10**30, True, math.nan, math.inf, 1e300)),
            lambda: None,
            lambda: [self.sent(depth - 1) for _ in range(self.random.randrange(4))] if depth else 0,
            lambda: {self.text(): self.sent(depth - 1) for _ in range(2)} if depth else {},
        )
        return self.one(makers)()

    def near(self, like: Mapping[str, Any]) -> dict[str, Any]:
        """What a component would send, with some of its parts replaced by anything."""
        return {
            name: self.sent() if self.random.random() < 0.3 else value
            for name, value in like.items()
            if self.random.random() < 0.9
        }


def small(h: Hostile) -> list[float]:
    """Grades that can be scored."""
    return [h.one((0, 1, 2, 3, 0.5)) for _ in range(h.random.randrange(1, 6))]
