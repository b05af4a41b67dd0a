"""Two systems over several queries, read from TOML."""

import re

from ndcg_core.content import Table
from ndcg_core.evaluation import Query
from ndcg_core.lessons.blocks.pairs import Flips, Systems
from ndcg_core.lessons.blocks.reading import Reader

DIGITS = re.compile(r"([0-9]+) / ([0-9]+)")


def read_systems(table: Table, name: str, reader: Reader) -> Systems:
    """Two systems, and under [[queries]] the grades that each returned."""
    names = table.texts("systems")
    queries: dict[str, list[Query]] = {system: [] for system in names}
    for query in table.tables("queries", "query"):
        title, judged = query.text("name"), query.numbers("judged", []) or None
        for system in names:
            queries[system].append(Query(title, query.numbers(system), judged))
        query.done()
    if len(names) != 2 or not all(queries.values()):
        table.refuse("there must be two systems and at least one of [[queries]].")
    whole = {system: tuple(listed) for system, listed in queries.items()}
    return Systems(name, table.whole("k"), reader.default.convention, whole)


def read_flips(table: Table, name: str, reader: Reader) -> Flips:
    """Rows such as "30210 / 32010": the grades that two systems returned, a digit each."""
    first, second = _two(table)
    queries: dict[str, list[Query]] = {first: [], second: []}
    for nth, row in enumerate(table.texts("rows"), 1):
        pair = DIGITS.fullmatch(row)
        if not pair:
            table.refuse(f'row {nth} is {row!r}; it must be like "30210 / 32010".', "rows")
        if sorted(pair[1]) != sorted(pair[2]):
            table.refuse(f"row {nth} does not have the same documents twice: {row!r}.", "rows")
        for system, digits in zip(queries, pair.groups(), strict=True):
            queries[system].append(Query(f"query {nth}", tuple(map(float, digits))))
    k = table.whole("k")
    whole = {system: tuple(listed) for system, listed in queries.items()}
    return Flips(name, Systems(name, k, reader.default.convention, whole))


def _two(table: Table) -> tuple[str, ...]:
    names = table.texts("systems")
    if len(set(names)) != 2:
        table.refuse("systems must name two.", "systems")
    return names
