"""The description of each measure, other programs' numbers, and the origin of a number."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from ndcg_core.content import load_toml
from ndcg_core.measures import MEASURES, Measure, Named, Ranked, explain_number, find_measure
from ndcg_core.metric.numbers import short
from ndcg_core.numerals.numerals import WrittenNumber


@dataclass(frozen=True)
class Program:
    """A program's name and version, and the measure of ours that gives the same number.

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
    """The texts about a measure. `measures.toml` explains each field."""

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

    def fill_text(self, ranking: Ranked, text: str) -> str:
        """Fill the numbers of a ranking into one of the texts."""
        largest = short(max((*ranking.pool, 0.0)))
        numbers = {"relevant": ranking.relevant, "k": ranking.k, "rel": short(ranking.rel)}
        return text.format(**numbers, largest=largest)


def _read_descriptions(told: Mapping[str, Any]) -> Iterator[MeasureDescription]:
    for id, own in told.items():
        row = dict(own)
        measure = MEASURES[row.pop("symbol", id)].with_choices(**row.pop("as", {}))
        programs = tuple(Program(**program) for program in row.pop("programs", ()))
        yield MeasureDescription(
            id, measure, programs=programs, asked=tuple(row.pop("asked", ())), **row
        )


DESCRIPTIONS: Mapping[str, MeasureDescription] = {
    said.id: said for said in _read_descriptions(load_toml(__file__, "measures.toml"))
}
"""Every measure that a page shows, by its id, in that order."""


@dataclass(frozen=True)
class Printer:
    """A measure, and the programs that may have printed a number.

    mistakes  the possible mistakes of the author, if no program prints the number
    """

    name: str
    programs: tuple[Program, ...] = ()
    mistakes: tuple[Named, ...] = ()


def find_printers(ranking: Ranked, written: WrittenNumber) -> list[Printer]:
    """Return the measures that equal a number on a ranking, then the known mistakes.

    >>> from ndcg_core.measures import rank_grades
    >>> from ndcg_core.numerals.numerals import read_numeral
    >>> ranking = rank_grades([3, 0, 1], [3, 0, 1, 2])
    >>> [printer.name for printer in find_printers(ranking, read_numeral("0.556"))]
    ['AP', 'AP(of=capped)', 'Q']
    """
    found = list_equal_measures(ranking, written)
    wrong = [
        Printer(measure.name, mistakes=tuple(mistakes))
        for measure in (said.measure for said in DESCRIPTIONS.values())
        if measure.name not in found and (mistakes := explain_number(measure, ranking, written))
    ]
    return [*found.values(), *wrong]


def list_equal_measures(ranking: Ranked, written: WrittenNumber) -> dict[str, Printer]:
    """Return the measures that equal a number on a ranking, by name."""
    found: dict[str, Printer] = {}
    for said in DESCRIPTIONS.values():
        measure = said.measure.with_choices(ranking.cut if said.measure.cuts else None)
        ways: dict[str, list[Program]] = {measure.name: []}
        for program in said.programs:
            at = f"@{ranking.cut}" if ranking.cut else ""
            ways.setdefault(find_measure(program.prints.replace("@{k}", at)).name, []).append(
                program
            )
        for name, programs in ways.items():
            value = find_measure(name).of(ranking).value
            if isfinite(value) and written.is_rounding_of(value):
                found.setdefault(name, Printer(name, tuple(programs)))
    return found
