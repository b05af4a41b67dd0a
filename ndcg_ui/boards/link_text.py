"""A board's link, read and written: the ranking, the pool, the settings.

No Streamlit here; `ndcg_ui.boards.session` ties it to a visitor's session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from ndcg_ui import limits
from ndcg_ui.boards.board import Board, Document, default_label
from ndcg_ui.boards.ranking_text import read_ranking, write_ranking
from ndcg_ui.boards.settings import (
    FIRST_RANKING,
    INSTEAD,
    PARAMETERS,
    Parameter,
    Settings,
)


def read_link(query: Mapping[str, str]) -> tuple[Board, Settings, list[str]]:
    """Read a link: what it holds, with defaults for what is missing or wrong, and what is wrong.

    >>> board, settings, problems = read_link({"r": "3,0,2", "k": "2"})
    >>> board.grades, settings.k, problems
    ([3, 0, 2], 2, [])
    """
    problems: list[str] = []

    def attempt(reader: Callable[[str], Any], text: str, default: Any) -> Any:
        try:
            return reader(text)
        except ValueError as error:
            problems.append(str(error))
            return default

    values = {
        parameter.name: attempt(_short(parameter), query[parameter.name], parameter.default)
        for parameter in PARAMETERS
        if query.get(parameter.name)
    }
    try:
        board, more = read_board({"r": FIRST_RANKING, **query})
        problems += more
    except ValueError as error:
        problems.append(f"{error} {INSTEAD}")
        board = read_board({"r": FIRST_RANKING})[0]
    return board, Settings(**values), problems


def _short(parameter: Parameter) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if len(text) > limits.LONGEST_SETTING:
            raise ValueError(f"The link's {parameter.name} is too long to be one.")
        return parameter.read(text)

    return read


def read_board(query: Mapping[str, str], least: float = 0.0) -> tuple[Board, list[str]]:
    """Read a ranking and the documents judged besides, and what is wrong with those.

    least: the lowest grade that is taken. ValueError with a sentence for a ranking that cannot be
    read.

    >>> read_board({"r": "3 0", "judged": "3 0 2"})[0].judged
    [3, 0, 2]
    """
    ranking, problems = read_ranking(query["r"], least), []
    try:
        pool = read_ranking(query["judged"], least) if "judged" in query else ()
    except ValueError as error:
        problems.append(f"Judged documents: {error} They are left out.")
        pool = ()
    rest = _unretrieved(ranking, pool)
    if len(ranking) + len(rest) > limits.MOST_DOCUMENTS:
        problems.append(
            f"The link has {len(ranking) + len(rest)} judged documents, and the board holds "
            f"{limits.MOST_DOCUMENTS}: the last of those not retrieved are left out."
        )
    return Board(ranking, rest[: limits.MOST_DOCUMENTS - len(ranking)]), problems


def write_link(board: Board, settings: Settings) -> dict[str, str]:
    """Write the link that `read_link` reads back; what is at its default is left out.

    >>> write_link(Board(read_ranking("3, 0, 2")), Settings(k=2))
    {'r': '3,0,2', 'k': '2'}
    """
    link = {"r": write_ranking(board.ranking, ",")}
    if board.unretrieved:
        link["judged"] = write_ranking(board.documents, ",")
    for parameter in PARAMETERS:
        value = getattr(settings, parameter.name)
        if value != parameter.default:
            link[parameter.name] = parameter.write(value)
    return link


def _unretrieved(ranking: tuple[Document, ...], pool: tuple[Document, ...]) -> tuple[Document, ...]:
    """The pool without the ranking's own documents, matched by name and grade, then by grade.

    A pool that lacks some of the ranking's relevant documents lists the others only.
    """
    grades = Counter(document.grade for document in pool)
    needed = Counter(document.grade for document in ranking if document.grade > 0)
    rest = _without(pool, ranking) if needed <= grades else list(pool)
    taken = {document.label for document in ranking}
    free = (label for place in range(10_000) if (label := default_label(place)) not in taken)
    documents = []
    for place, document in enumerate(rest, len(ranking)):
        label = document.label if document.label not in taken else next(free)
        taken.add(label)
        documents.append(Document(place, label, document.grade))
    return tuple(documents)


def _without(pool: tuple[Document, ...], ranking: tuple[Document, ...]) -> list[Document]:
    """The pool without the ranking's documents, each looked for once: by name, then by grade."""
    named: dict[tuple[str, float], list[int]] = {}
    graded: dict[float, list[int]] = {}
    for place in range(len(pool) - 1, -1, -1):  # so that the first of each is taken first
        document = pool[place]
        named.setdefault((document.label, document.grade), []).append(place)
        graded.setdefault(document.grade, []).append(place)
    left = dict(enumerate(pool))
    for retrieved in ranking:
        for places in (
            named.get((retrieved.label, retrieved.grade), []),
            graded.get(retrieved.grade, []),
        ):
            while places and places[-1] not in left:
                places.pop()
            if places:
                del left[places.pop()]
                break
    return list(left.values())
