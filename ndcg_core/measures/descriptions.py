"""Descriptions of the measures and of other programs, and the origin of a number."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from ndcg_core.content import load_toml
from ndcg_core.measures import MEASURES, Measure, NamedMistake, Ranked, explain_number, find_measure
from ndcg_core.metric.numbers import short
from ndcg_core.numerals.numerals import WrittenNumber


@dataclass(frozen=True)
class Program:
    """A program, and the measure of this package that has the same values.

    prints   the name of our measure with its choices; {k} is the requested cutoff
    how      "conformed" (a test compares it with ours), "ran" or "read"
    note     a sentence with further facts
    edges    the output for unusual input, such as an empty list, by name
    """

    name: str
    prints: str
    how: str
    note: str = ""
    edges: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class MeasureDescription:
    """The texts about a measure that a page shows. `measures.toml` explains each field."""

    id: str
    measure: Measure
    sentence: str
    formula: str
    reader: str
    blind: str
    instead: str
    missing: str = ""
    programs: tuple[Program, ...] = ()
    asked: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)

    def insert_numbers(self, ranking: Ranked, text: str) -> str:
        """Return a text of the description with a ranking's numbers in its placeholders."""
        largest = short(max((*ranking.pool, 0.0)))
        numbers = {"relevant": ranking.relevant_count, "k": ranking.k, "rel": short(ranking.rel)}
        return text.format(**numbers, largest=largest)


def _read_descriptions(tables: Mapping[str, Any]) -> Iterator[MeasureDescription]:
    """Yield a description for each table of measures.toml."""
    for id, table in tables.items():
        row = dict(table)
        measure = MEASURES[row.pop("symbol", id)].with_choices(**row.pop("as", {}))
        programs = tuple(Program(**program) for program in row.pop("programs", ()))
        yield MeasureDescription(
            id, measure, programs=programs, asked=tuple(row.pop("asked", ())), **row
        )


DESCRIPTIONS: Mapping[str, MeasureDescription] = {
    description.id: description
    for description in _read_descriptions(load_toml(__file__, "measures.toml"))
}
"""The descriptions by id, in the order of a page."""


@dataclass(frozen=True)
class NumberSource:
    """A measure that a number may come from.

    programs  the programs that print the number
    mistakes  the possible mistakes of the author, if the measure itself has another value
    """

    name: str
    programs: tuple[Program, ...] = ()
    mistakes: tuple[NamedMistake, ...] = ()


def find_number_sources(ranking: Ranked, written: WrittenNumber) -> list[NumberSource]:
    """Return the possible sources of the given number: equal measures, then known mistakes.

    >>> from ndcg_core.measures import rank_grades
    >>> from ndcg_core.numerals.numerals import read_numeral
    >>> ranking = rank_grades([3, 0, 1], [3, 0, 1, 2])
    >>> [source.name for source in find_number_sources(ranking, read_numeral("0.556"))]
    ['AP', 'AP(of=capped)', 'Q']
    """
    found = find_equal_measures(ranking, written)
    wrong = [
        NumberSource(measure.name, mistakes=tuple(mistakes))
        for measure in (description.measure for description in DESCRIPTIONS.values())
        if measure.name not in found and (mistakes := explain_number(measure, ranking, written))
    ]
    return [*found.values(), *wrong]


def find_equal_measures(ranking: Ranked, written: WrittenNumber) -> dict[str, NumberSource]:
    """Return a `NumberSource` by name for each measure whose value rounds to the number.

    The measures have the cutoff of the ranking, if they have a cutoff.
    """
    found: dict[str, NumberSource] = {}
    cutoff = f"@{ranking.cut}" if ranking.cut else ""
    for description in DESCRIPTIONS.values():
        measure = description.measure
        measure = measure.with_choices(ranking.cut if measure.has_cutoff else None)
        programs_by_name: dict[str, list[Program]] = {measure.name: []}
        for program in description.programs:
            name = find_measure(program.prints.replace("@{k}", cutoff)).name
            programs_by_name.setdefault(name, []).append(program)
        for name, programs in programs_by_name.items():
            value = find_measure(name).trace_ranked(ranking).value
            if isfinite(value) and written.is_rounding_of(value):
                found.setdefault(name, NumberSource(name, tuple(programs)))
    return found
