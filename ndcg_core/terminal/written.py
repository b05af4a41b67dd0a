"""What a command prints: tables for people, JSON for programs."""

import json
from collections.abc import Sequence
from math import isnan
from typing import Any

from ndcg_core.libraries import LIBRARIES, Ranking, outcomes
from ndcg_core.metric import Term, Trace, number, short

HEADS = ("rank", "document", "grade", "gain", "discount", "term")


def steps(trace: Trace) -> str:
    """The two tables of a calculation and its fraction.

    >>> from ndcg_core.metric import trace
    >>> print(steps(trace([3, 0, 2])).splitlines()[1])
       1  D1            3      3     1.000   3.000    3.000
    """
    rules = trace.convention
    return "\n".join(
        [
            *_table(trace.actual, trace.beyond, f"DCG@{trace.k}"),
            "",
            *_table(trace.ideal, (), f"IDCG@{trace.k}"),
            "",
            f"NDCG@{trace.k} = {number(trace.dcg)} / {number(trace.idcg)} = {number(trace.ndcg, 6)}"
            + (", by convention" if trace.by_convention else ""),
            f"{rules.name}: {rules.title}. {rules.cite}.",
        ]
    )


def _table(counted: Sequence[Term], beyond: Sequence[Term], total: str) -> list[str]:
    heads = (*HEADS, total.partition("@")[0])
    lines = ["{:>4}  {:8} {:>6} {:>6} {:>9} {:>7} {:>8}".format(*heads)]
    lines += [_line(row, f"{number(row.value):>7} {number(row.cumulative):>8}") for row in counted]
    lines += [_line(row, "not counted") for row in beyond]
    earned = counted[-1].cumulative if counted else 0.0
    return [*lines, f"{total + ' =':>45} {number(earned):>8}"]


def _line(row: Term, end: str) -> str:
    return (
        f"{row.rank:>4}  {row.label[:8]:8} {short(row.grade):>6} {short(row.gain):>6} "
        f"{number(row.discount):>9} {end}"
    )


def every_library(ranking: Ranking) -> str:
    """Every library's number, the highest first; then those that refuse, or have no one number.

    >>> print(every_library(Ranking((0, 0))).splitlines()[0])
    1.000000   LightGBM
    """
    found = outcomes(ranking, LIBRARIES)
    lines = []
    for group in found.groups:
        value = number(group.value, 6)
        lines += [
            f"{'' if place else value:10} {name(library)}"
            for place, library in enumerate(group.ids)
        ]
    lines += [f"{'refuses':10} {name(one.library)}: {one.words}" for one in found.refused]
    lines += [f"{'not fixed':10} {name(one.library)}: {one.words}" for one in found.undetermined]
    return "\n".join(lines)


def name(library: str) -> str:
    """A library as it is called, and whether we ever ran it."""
    note = " (only read, not run)" if LIBRARIES[library].checked == "read" else ""
    return f"{LIBRARIES[library].title}{note}"


def as_json(value: object) -> str:
    """The value as JSON; no value at all (nan) is null, as JSON has no other word for it.

    >>> print(as_json({"ndcg": float("nan"), "k": 5}))
    {
      "ndcg": null,
      "k": 5
    }
    """
    return json.dumps(_plain(value), indent=2, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and isnan(value) else value
