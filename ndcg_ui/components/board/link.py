"""A board's link: read and write the ranking, the pool and the settings."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import ndcg_core as nc
from ndcg_core.metric.numbers import clip_text
from ndcg_core.metric.pools import refuse_incomplete_pool
from ndcg_ui import limits
from ndcg_ui.components.board.board import Board, Document, make_default_label
from ndcg_ui.components.board.ranking_text import format_ranking, read_ranking
from ndcg_ui.exhibit.links import (
    Field,
    Query,
    format_fields,
    make_choice_reader,
    make_field_reader,
    parse_positive,
    read_fields,
)

LAST_RANKING_SHOWN = "The last valid ranking is still shown."
DEFAULT_RANKING_SHOWN = "The default ranking is shown instead."
FIRST_RANKING = "3, 2, 3, 0, 1"
GAINS = ("linear", "exponential")
DISCOUNTS = ("log2(i+1)", "logb(i)", "none")
IDEALS = ("judged", "grades")
HIDEABLE_PARTS = (
    "title",
    "controls",
    "tools",
    "words",
    "formulas",
    "steps",
    "ideal",
    "charts",
    "downloads",
)
"""The parts of the playground that `hide=` can remove."""


@dataclass(frozen=True)
class Settings:
    """The settings of a board: cutoff (None for the whole list), convention, hidden parts."""

    k: int | None = None
    gain: str = "linear"
    discount: str = "log2(i+1)"
    base: float = 2.0
    ideal: str = "judged"
    hide: tuple[str, ...] = ()

    @property
    def convention(self) -> nc.Convention:
        """The convention of the settings: a known one with the same rules, otherwise “yours”."""
        return _find_convention(self.gain, self.discount, self.base, self.ideal)


@lru_cache(maxsize=64)
def _find_convention(gain: str, discount: str, base: float, ideal: str) -> nc.Convention:
    own = replace(nc.STANDARD, gain=gain, discount=discount, base=base, ideal_from=ideal)
    for named in nc.CONVENTIONS.values():
        if replace(own, name=named.name, title=named.title, cite=named.cite) == named:
            return named
    return replace(own, name="yours", title="Your own choices", cite="")


def _read_hidden(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in text.split(",") if part in HIDEABLE_PARTS))


CUTOFF = Field(
    "k",
    Settings.k,
    make_field_reader(
        "cutoff k",
        f"it must be a whole number from 1 to {limits.LARGEST_WHOLE_NUMBER}",
        parse_positive,
    ),
)
FIELDS = (
    CUTOFF,
    Field("gain", Settings.gain, make_choice_reader("gain", GAINS)),
    Field("discount", Settings.discount, make_choice_reader("discount", DISCOUNTS)),
    Field(
        "base",
        Settings.base,
        make_field_reader(
            "base",
            "it must be a number, 2 or more",
            lambda text: replace(nc.STANDARD, base=float(text)).base,
        ),
        nc.exact,
    ),
    Field("ideal", Settings.ideal, make_choice_reader("ideal", IDEALS)),
    Field("hide", Settings.hide, _read_hidden, ",".join),
)
"""The settings' part of the link. `r` (the ranking) and `judged` (the pool) are the board's."""


def read_link(query: Query) -> tuple[Board, Settings, list[str]]:
    """Return the board and the settings of a link, and a sentence about each bad parameter.

    Missing and bad parameters get default values.
    """
    values, problems = read_fields(FIELDS, {name: text for name, text in query.items() if text})
    hidden = query.get("hide", "")
    parts = hidden.split(",") if len(hidden) <= limits.LONGEST_SETTING else ()  # refused already
    unknown = [part for part in parts if part and part not in HIDEABLE_PARTS]
    if unknown:  # the known parts are hidden all the same
        hideable = ", ".join(HIDEABLE_PARTS)
        problems.append(f"The link hides “{clip_text(unknown[0], 20)}”. It can hide {hideable}.")
    try:
        board, more = read_board({"r": FIRST_RANKING, **query})
    except ValueError as error:
        board = read_board({"r": FIRST_RANKING})[0]
        more = [f"{error} {DEFAULT_RANKING_SHOWN}"]
    return board, Settings(**values), problems + more


def read_board(
    query: Query, lowest_grade: float = 0.0, needs_complete_pool: bool = False
) -> tuple[Board, list[str]]:
    """Return a link's board, and a sentence for each problem with its judged pool.

    A bad pool is left out, and one that is too large is cut. Raises ValueError for a bad ranking.

    query: the ranking as "r", which is required, and the judged pool as "judged"
    lowest_grade: the lowest allowed grade
    needs_complete_pool: True to refuse a pool without all relevant documents of the ranking. By
        default, such a pool is taken as the list of unretrieved documents.

    >>> read_board({"r": "3 0", "judged": "3 0 2"})[0].judged_grades
    [3, 0, 2]
    """
    ranking = read_ranking(query["r"], lowest_grade)
    problems = []
    try:
        pool = read_ranking(query["judged"], lowest_grade) if "judged" in query else ()
        if pool and needs_complete_pool:
            best, judged = (
                sorted((document.grade for document in documents), reverse=True)
                for documents in (ranking, pool)
            )
            refuse_incomplete_pool(best, judged, 0, nc.STANDARD)
    except ValueError as error:
        problems.append(f"Judged documents: {error} The judged documents are left out.")
        pool = ()
    others = _list_unretrieved(ranking, pool) if pool else ()
    if len(ranking) + len(others) > limits.MOST_DOCUMENTS:
        problems.append(
            f"The link has {len(ranking) + len(others)} judged documents, but a board holds at "
            f"most {limits.MOST_DOCUMENTS}. The last unretrieved documents are left out."
        )
    return Board(ranking, others[: limits.MOST_DOCUMENTS - len(ranking)]), problems


def build_link_parameters(board: Board, settings: Settings) -> dict[str, str]:
    """Return the link parameters that `read_link` reads back, without default settings.

    >>> build_link_parameters(Board(read_ranking("3, 0, 2")), Settings(k=2))
    {'r': '3,0,2', 'k': '2'}
    """
    return build_board_link_parameters(board) | format_fields(FIELDS, vars(settings))


def build_board_link_parameters(board: Board) -> dict[str, str]:
    """Return the link parameters of a board: the ranking, and the judged pool if needed."""
    judged = {"judged": format_ranking(board.documents, ",")} if board.unretrieved else {}
    return {"r": format_ranking(board.ranking, ",")} | judged


def _list_unretrieved(
    ranking: tuple[Document, ...], pool: tuple[Document, ...]
) -> tuple[Document, ...]:
    """Return the documents of a judged pool that are not in the ranking, with unique labels.

    They are matched by label and grade, then by grade. A pool without some of the ranking's
    relevant documents is taken as the list of unretrieved documents.
    """
    grades = Counter(document.grade for document in pool)
    needed = Counter(document.grade for document in ranking if document.grade > 0)
    others = _drop_retrieved(pool, ranking) if needed <= grades else list(pool)
    names = {document.label for document in ranking}
    free = (label for place in range(10_000) if (label := make_default_label(place)) not in names)
    documents = []
    for place, document in enumerate(others, len(ranking)):
        label = document.label if document.label not in names else next(free)
        names.add(label)
        documents.append(Document(place, label, document.grade))
    return tuple(documents)


def _drop_retrieved(pool: tuple[Document, ...], ranking: tuple[Document, ...]) -> list[Document]:
    """Return the pool without the ranked documents, matched by label and grade, or by grade."""
    left = list(pool)
    names = [(document.label, document.grade) for document in pool]
    grades = [document.grade for document in pool]
    for retrieved in ranking:
        name = retrieved.label, retrieved.grade
        if name in names:
            at = names.index(name)
        elif retrieved.grade in grades:
            at = grades.index(retrieved.grade)
        else:
            continue
        del left[at], names[at], grades[at]
    return left


LAST_RESULT_SHOWN = "The last result is still shown."


FIRST_BOARD = read_board({"r": FIRST_RANKING})[0]


@dataclass(frozen=True)
class BoardState:
    """A board, its settings, and sentences about problems with a link or an action.

    refused  the control whose value was refused: "r", the name of a setting, or ""
    """

    board: Board
    settings: Settings
    problems: tuple[str, ...] = ()
    refused: str = ""

    @cached_property
    def trace(self) -> nc.Trace:
        """The trace of the board under the settings. Raises ValueError if there is none."""
        return self.board.trace_ranking(self.settings.k, self.settings.convention)

    def require_trace(self) -> "BoardState":
        """Return this state unchanged, or raise ValueError if it has no trace."""
        bool(self.trace)
        return self

    @cached_property
    def link(self) -> dict[str, str]:
        """The parameters of the link that leads to this state."""
        return build_link_parameters(self.board, self.settings)


def read_state(query: Query) -> BoardState:
    """Return the state of a link, with default settings or ranking if there is no score.

    The state always has a trace. A sentence gives the reason for defaults.
    """
    board, settings, problems = read_link(query)
    for board_shown, chosen in ((board, settings), (board, Settings()), (FIRST_BOARD, Settings())):
        try:
            return BoardState(board_shown, chosen, tuple(problems)).require_trace()
        except ValueError as error:
            problems.append(f"{error} {LAST_RESULT_SHOWN}")
    raise AssertionError("The default ranking always has a score.")
