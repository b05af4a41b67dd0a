"""How a function of somebody's is called: what it is told of a ranking, in which order.

    grades,k            ndcg_at_k(ranked_grades, k)
    truth,scores,k      ndcg_score(y_true, y_score, k)
    truths,scorings,k   the same in rows of a matrix, as scikit-learn has it
    ranked,relevant,k   ndcg(retrieved_ids, {ids that are relevant}, k)
    qrels,run,k         ndcg({query: {id: grade}}, {query: {id: score}}, k)

signatures.toml has the others, and every part in words.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, signature
from math import inf
from typing import Any

from ndcg_core.checking.probes import facts, probes, size
from ndcg_core.code_lab.wrong_programs import Outcome
from ndcg_core.content import beside
from ndcg_core.libraries import Ranking
from ndcg_core.metric.numbers import clipped

_TOLD = beside(__file__, "signatures.toml")
PARTS: Mapping[str, tuple[str, ...]] = {name: tuple(row) for name, row in _TOLD["parts"].items()}
"""What each part is, in words; what it tells; what an argument that takes it is likely called."""
SIGNATURES: tuple[str, ...] = tuple(_TOLD["signatures"])
ARRAYS = {"numpy": "asarray", "torch": "tensor"}
"""What makes an array of a list, in each module whose arrays a function may want."""
CUTOFFS = ("k", "at", "at_k", "top_k", "topk", "cutoff", "n")
"""What an argument is called that is the cutoff."""
FIXED = (None, 10, 5)
"""The cutoffs that a function without one is tried with."""
SAMPLE = 8
"""By so many rankings it is found how a function is called."""


@dataclass(frozen=True)
class Form:
    """One way to call a function.

    parts   what its arguments are, of PARTS
    kind    "list", or the module of ARRAYS whose arrays it wants
    cut     the cutoff that it has itself, where it is told none
    """

    parts: tuple[str, ...]
    kind: str = "list"
    cut: int | None = None

    @property
    def name(self) -> str:
        return ",".join(self.parts)

    @property
    def sentence(self) -> str:
        """What it is called with, in words."""
        told = "; ".join(PARTS[part][0] for part in self.parts)
        kind = f", as {self.kind} has them" if self.kind != "list" else ""
        cut = f"; it cuts at {self.cut}" if self.cut else ""
        return f"It was called with {told}{kind}{cut}."

    @cached_property
    def takes(self) -> frozenset[str]:
        """What of a ranking it is told."""
        return frozenset(word for part in self.parts for word in PARTS[part][1].split())

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """Those that it is asked for."""
        return probes(self.takes, self.cut)

    @cached_property
    def plain(self) -> list[Ranking]:
        """Some where conventions part by gain and discount alone, from small to large; where its
        own cutoff is beyond every list there is none, and any will do.
        """
        long = [one for one in self.rankings if len(one.grades) > 3]
        every = [one for one in long if not facts(one, odd=True)] or long
        return sorted(every, key=size)[:: max(1, len(every) // SAMPLE)]

    def arguments(self, ranking: Ranking) -> dict[str, Any]:
        """The parts of a ranking by name."""
        n, grades = len(ranking.grades), list(ranking.grades)
        scores = list(ranking.scores or range(n, 0, -1))
        graded = dict(zip(ranking.names, [*grades, *ranking.unretrieved], strict=True))
        relevant = [name for name, grade in graded.items() if grade > 0]
        scored = dict(zip(ranking.names, scores, strict=False))
        module = sys.modules.get(self.kind)
        array = getattr(module, ARRAYS[self.kind]) if module else list
        every: dict[str, Any] = {
            **{"grades": array(grades), "truth": array(grades), "truths": array([grades])},
            **{"scores": array(scores), "scorings": array([scores])},
            **{"judged": array(ranking.judged or grades), "k": ranking.k},
            **{"ranked": list(ranking.names[:n]), "graded": graded, "scored": scored},
            **{"relevant": {*relevant}, "relevant_list": relevant},
            **{"qrels": {"q": graded}, "run": {"q": scored}},
        }
        return {part: every[part] for part in self.parts}

    def ask(self, function: Callable[..., Any], ranking: Ranking) -> tuple[Outcome, bool]:
        """What comes of a call, and whether it changed a list that it was given."""
        given = self.arguments(ranking)
        words = dict(given)
        named = [one.name for one in _parameters(function) if one.kind is Parameter.KEYWORD_ONLY]
        cut = [name for name in named if name.casefold() in CUTOFFS and "k" in words][:1]
        keyword = {name: words.pop("k") for name in cut}
        try:
            outcome = number_in(function(*words.values(), **keyword))
        except Exception as error:
            outcome = type(error).__name__
        return outcome, self.kind == "list" and given != self.arguments(ranking)


def _parameters(function: Callable[..., Any]) -> list[Parameter]:
    try:
        return list(signature(function).parameters.values())
    except (TypeError, ValueError):  # one written in C says nothing
        return []


def number_in(value: Any) -> Outcome:
    """The one number in what came back, within a list or a mapping of one; else its type's name.

    >>> number_in({"q": {"ndcg_cut_5": 0.5}}), number_in(None), number_in([[1, 2]])
    (0.5, 'NoneType', 'list')
    """
    with suppress(TypeError):  # neither a number nor an array without dimensions has a length
        while not isinstance(value, str) and len(value) == 1:
            value = next(iter(value.values() if isinstance(value, Mapping) else value))
    try:
        number = float("a text" if isinstance(value, str) else value)
    except (TypeError, ValueError, OverflowError):
        return type(value).__name__
    return "infinity" if abs(number) == inf else number


def read_outcome(text: str) -> Outcome:
    """The number in what was written; of anything else its text.

    >>> read_outcome(" 0.5 "), read_outcome("-Infinity"), read_outcome("an error")
    (0.5, 'infinity', 'an error')
    """
    try:
        return number_in(float(text))
    except ValueError:
        return clipped(text.strip(), 40)


def _is_like(name: str, pieces: Iterable[str]) -> bool:
    """Whether an argument is called as what is put there usually is; a letter is a whole name."""
    return any(name == piece or (piece[1:] and piece in name) for piece in pieces)


def forms(
    function: Callable[..., Any], name: str | None = None, cut: int | None = None
) -> Iterator[Form]:
    """The ways in which a function may want to be called: that of a name, or all, the likeliest
    by the names of its arguments first.
    """
    kinds = ["list", *(kind for kind in ARRAYS if kind in sys.modules)]
    is_cut = any(one.name.casefold() in CUTOFFS for one in _parameters(function))

    def likeness(parts: Iterable[str]) -> int:
        pairs = zip(_parameters(function), parts, strict=False)
        return sum(_is_like(one.name.casefold(), PARTS[part][2:]) for one, part in pairs)

    every = map(read_signature, SIGNATURES if name is None else [name])
    for parts in sorted(every, key=likeness, reverse=True):
        if name is not None or "k" in parts or not is_cut:
            cuts = (None,) if "k" in parts else FIXED if cut is None else (cut,)
            yield from (Form(parts, kind, at) for kind in kinds for at in cuts)


def read_signature(text: str) -> tuple[str, ...]:
    """The parts of a signature as it is written; ValueError where there is none of a name.

    >>> read_signature("ranked, relevant, k")
    ('ranked', 'relevant', 'k')
    """
    parts = tuple(part.strip() for part in text.split(","))
    for part in parts:
        if part not in PARTS:
            raise ValueError(
                f"There is no part “{clipped(part)}” of a signature; it is made of "
                f"{', '.join(PARTS)}, such as {SIGNATURES[0]} or {SIGNATURES[1]}."
            )
    return parts
