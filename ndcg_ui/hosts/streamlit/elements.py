"""The elements of `ndcg_ui.streamlit`, and the app's pages drawn by Streamlit."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

import ndcg_core as nc
from ndcg_core.examples.published import load_examples
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.html_builder import Html
from ndcg_core.lessons import load_lessons
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.numbers import short_repr
from ndcg_ui.components.board.alone import (
    Ranking,
    build_board,
    change_board,
    make_board_answer,
)
from ndcg_ui.components.board.board import Board
from ndcg_ui.components.board.link import build_board_link_parameters
from ndcg_ui.components.markup import tables
from ndcg_ui.components.mount import mount_part, read_received_value
from ndcg_ui.components.parts import make_markup
from ndcg_ui.hosts import building
from ndcg_ui.hosts.arguments import read_link, resolve_name
from ndcg_ui.hosts.streamlit import mounting
from ndcg_ui.pages.menu import EXHIBITS

building.build_files_in_checkout()


def board(
    grades: Sequence[float],
    *,
    k: int | None = None,
    convention: nc.Convention | str = nc.STANDARD,
    judged: Sequence[float] | None = None,
    labels: Sequence[str] | None = None,
    key: str | None = None,
) -> Ranking:
    """Show a board of cards to drag, and return the ranking after its last change.

    The script runs again after a drop, a keyboard move, an edited grade and undo, but not during a
    drag. If you change `k` or `convention`, the board keeps its order. If you change `grades`,
    `judged` or `labels`, the board starts again.

    Parameters
    ----------
    grades : sequence of float
        The grade at each rank, rank 1 first. A board holds 1 to 200 documents.
    k : int, optional
        The cutoff. Without it, every rank counts.
    convention : Convention or str, default STANDARD
        The convention of the calculation, or its name.
    judged : sequence of float, optional
        The grades of all judged documents, including the retrieved ones. Without them, the ideal
        order is built from `grades`.
    labels : sequence of str, optional
        The names of the documents. Without them: A, B, C and so on.
    key : str, optional
        The key of the element. Two boards with the same arguments need two keys.

    Returns
    -------
    Ranking
        The ranking. Its `trace` is the result of `ndcg_core.trace`.

    Raises
    ------
    ValueError
        If an argument cannot be shown or scored. The message says which, and what would work.

    Examples
    --------
    >>> ranking = board([3, 2, 3, 0, 1], k=3, key="mine")
    >>> round(ranking.trace.ndcg, 4)
    0.9778
    """
    start = build_board(grades, k, convention, judged, labels)
    base = _compute_digest(build_board_link_parameters(start))
    key = _require_valid_key(key) or f"ndcg-board-{base}"
    chosen = find_convention(convention)
    message = _read_stored_message(key, base)
    ranking, trace, refused = _apply_message(message, start, k, chosen)
    answer = {"id": message.get("id"), **make_board_answer(ranking, trace).plain_data}
    if refused:
        answer["refused"] = refused
    under = {"k": k, "convention": chosen.name}
    by_server = nc.CONVENTIONS.get(chosen.name) == chosen
    mounting.mount_board(key, base, under, answer, may_use_server=by_server)
    return Ranking(trace)


def steps(trace: nc.Trace, *, key: str | None = None) -> None:
    """Show the calculation of DCG as a table with one row per rank.

    Parameters
    ----------
    trace : Trace
        The calculation, from `ndcg_core.trace` or from a board.
    key : str, optional
        The key of the element. With a key, only the numbers change when the script runs again.

    Raises
    ------
    ValueError
        If `trace` is not a `Trace`, or `key` is not text.

    Examples
    --------
    >>> steps(board([3, 2, 3, 0, 1], key="mine").trace, key="steps")
    """
    _show_table(tables.render_steps, "steps", trace, key)


def ideal(trace: nc.Trace, *, key: str | None = None) -> None:
    """Show the ideal ranking and its DCG as a table.

    Parameters
    ----------
    trace : Trace
        The calculation, from `ndcg_core.trace` or from a board.
    key : str, optional
        The key of the element. With a key, only the numbers change when the script runs again.

    Raises
    ------
    ValueError
        If `trace` is not a `Trace`, or `key` is not text.

    Examples
    --------
    >>> ideal(board([3, 2, 3, 0, 1], key="mine").trace, key="ideal")
    """
    _show_table(tables.render_ideal, "ideal", trace, key)


def fraction(trace: nc.Trace, *, key: str | None = None) -> None:
    """Show NDCG as a fraction, DCG / IDCG.

    Parameters
    ----------
    trace : Trace
        The calculation, from `ndcg_core.trace` or from a board.
    key : str, optional
        The key of the element. With a key, only the numbers change when the script runs again.

    Raises
    ------
    ValueError
        If `trace` is not a `Trace`, or `key` is not text.

    Examples
    --------
    >>> fraction(board([3, 2, 3, 0, 1], key="mine").trace, key="fraction")
    """
    _show_table(tables.render_fraction, "fraction", trace, key)


def formulas(trace: nc.Trace, *, key: str | None = None) -> None:
    """Show the formulas of DCG and NDCG with their numbers.

    If more than 12 ranks count, the terms of DCG are left out.

    Parameters
    ----------
    trace : Trace
        The calculation, from `ndcg_core.trace` or from a board.
    key : str, optional
        The key of the element. With a key, only the numbers change when the script runs again.

    Raises
    ------
    ValueError
        If `trace` is not a `Trace`, or `key` is not text.

    Examples
    --------
    >>> formulas(board([3, 2, 3, 0, 1], key="mine").trace, key="formulas")
    """
    _show_table(tables.render_formulas, "formulas", trace, key)


def replay(example: str, *, key: str | None = None) -> None:
    """Replay a published calculation term by term, and mark each printed number.

    Parameters
    ----------
    example : str
        The name of the example, or its beginning, such as "002".
    key : str, optional
        The key of the element.

    Raises
    ------
    ValueError
        If no example has that name. The message lists the names.

    Examples
    --------
    >>> replay("002")
    """
    slugs = [item.slug for item in load_examples()]
    _mount_page("examples", {"example": resolve_name("example", example, slugs)}, key)


def lesson(slug: str, *, key: str | None = None) -> None:
    """Show a lesson of the course. A learner's answers are stored in the learner's browser.

    Parameters
    ----------
    slug : str
        The name of the lesson, such as "discount". Every lesson is open.
    key : str, optional
        The key of the element.

    Raises
    ------
    ValueError
        If no lesson has that name. The message lists the names.

    Examples
    --------
    >>> lesson("discount")
    """
    slugs = [item.slug for item in load_lessons()]
    _mount_page("learn", {"lesson": resolve_name("lesson", slug, slugs), "unlock": "all"}, key)


def practice(skill: str, *, key: str | None = None) -> None:
    """Show exercises for one skill, each with new numbers.

    Parameters
    ----------
    skill : str
        The name of the skill, such as "dcg".
    key : str, optional
        The key of the element.

    Raises
    ------
    ValueError
        If no skill has that name. The message lists the names.

    Examples
    --------
    >>> practice("dcg")
    """
    _mount_page("practice", {"skill": resolve_name("skill", skill, list(SKILLS))}, key)


def page(name: str, *, link: Mapping[str, str] | None = None, key: str | None = None) -> None:
    """Show a page of the app, such as the playground.

    Parameters
    ----------
    name : str
        The name of the page: "playground", "examples", "practice", "code", "conventions",
        "measures", "worksheet", "one_page", "glossary" or "learn".
    link : mapping, optional
        The parameters of the page's link: `{"r": "3,2,3,0,1", "k": "3"}`.
    key : str, optional
        The key of the element.

    Raises
    ------
    ValueError
        If no page has that name. The message lists the names.

    Examples
    --------
    >>> page("playground", link={"r": "3,2,3,0,1", "k": "3"})
    """
    _mount_page(resolve_name("page", name, list(EXHIBITS)), read_link(link), key)


def draw_page(name: str, open_page: Callable[[str, Mapping[str, str]], None]) -> None:
    """Draw a page of the menu, with its link in the address of the Streamlit page.

    open_page: opens another page, given its path and the query of its link
    """
    link = st.query_params.to_dict()

    @st.fragment
    def draw() -> None:
        wanted = mounting.mount_page(EXHIBITS[name], link, f"ndcg-page-{name}", owns_address=True)
        if wanted:
            open_page(*wanted)

    draw()


# --- What they share ------------------------------------------------------------------------------


def _mount_page(name: str, link: Mapping[str, str], key: str | None) -> None:
    key = _require_valid_key(key) or f"ndcg-{name}-{_compute_digest(link)}"

    @st.fragment
    def draw() -> None:
        mounting.mount_page(EXHIBITS[name], link, key)

    draw()


def _show_table(
    render_table: Callable[[nc.Trace], Html], name: str, trace: nc.Trace, key: str | None
) -> None:
    if not isinstance(trace, nc.Trace):
        raise ValueError(
            f"The trace is {short_repr(trace)}. It must be a Trace, such as "
            "nc.trace([3, 2, 3, 0, 1]) or the trace of a board's ranking."
        )
    html = render_table(trace)
    key = _require_valid_key(key) or f"ndcg-{name}-{_compute_digest(str(html))}"
    mount_part(make_markup(key, html, key), key)


def _apply_message(
    message: Mapping[str, Any], start_board: Board, k: int | None, convention: nc.Convention
) -> tuple[Board, nc.Trace, str]:
    """Return a board after a message, its trace, and the reason for a refusal or "".

    An action that cannot be applied or scored changes nothing. A message with a bad link leads to
    `start_board`.
    """
    refused = ""
    actions: list[dict[str, Any]] = [message["act"], {}] if message else []
    for act in actions:
        try:
            board = change_board(message["link"], act)
            return board, board.trace_ranking(k, convention), refused
        except ValueError as error:
            refused = refused or str(error)
    return start_board, start_board.trace_ranking(k, convention), refused


def _read_stored_message(key: str, base: str) -> dict[str, Any]:
    """Return a board's stored message. Return {} if it is missing, invalid or out of date.

    A message is out of date if the board started with another ranking.

    base: the digest of the initial ranking
    """
    match read_received_value(key, "state"):
        case {"base": str(begun), "link": dict(link), "act": dict(act), **more} if begun == base:
            return {"id": more.get("id"), "link": link, "act": act}
    return {}


def _require_valid_key(key: object) -> str | None:
    """Return a valid key or None unchanged. Raise ValueError for "" or another type."""
    if key is not None and (not isinstance(key, str) or not key):
        raise ValueError(f'The key is {short_repr(key)}. It must be a string, such as "first".')
    return key


def _compute_digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]
