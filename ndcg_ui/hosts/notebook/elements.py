"""The elements of `ndcg_ui.notebook`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import ndcg_core as nc
from ndcg_core.metric.catalogue import find_convention
from ndcg_ui.components.board.alone import build_board
from ndcg_ui.hosts.arguments import read_link, resolve_name
from ndcg_ui.hosts.notebook.exhibits import Board, Exhibit, Playground

if TYPE_CHECKING:
    from ndcg_core.evaluation.scoring.results import Results


def board(
    grades: Sequence[float],
    *,
    k: int | None = None,
    convention: nc.Convention | str = nc.STANDARD,
    judged: Sequence[float] | None = None,
    labels: Sequence[str] | None = None,
) -> Board:
    """Show a board with cards to drag.

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

    Returns
    -------
    Board
        The widget. `ranking.trace` is the calculation. `k` and `convention` can be assigned, and
        `link` changes with each drop.

    Raises
    ------
    ValueError
        If an argument cannot be shown or scored. The message says which, and what would work.

    Examples
    --------
    >>> mine = board([3, 2, 3, 0, 1], k=3)
    >>> round(mine.ranking.trace.ndcg, 4)
    0.9778
    >>> mine.link = {"r": "3,3,2,0,1"}
    >>> mine.ranking.trace.ndcg
    1.0
    """
    start = build_board(grades, k, convention, judged, labels)
    return Board(start, k, find_convention(convention))


def playground(
    grades: Sequence[float] | None = None, *, link: Mapping[str, str] | None = None
) -> Playground:
    """Show the playground: a ranking with every step of its calculation.

    Parameters
    ----------
    grades : sequence of float, optional
        The grade at each rank, rank 1 first. Without them, those of `link` or of an example.
    link : mapping, optional
        The parameters of the playground's link: `{"r": "3,2,3", "k": "2"}`.

    Returns
    -------
    Playground
        The widget. Its `trace` is the calculation.

    Raises
    ------
    ValueError
        If the grades or the link cannot be shown. The message says what would work.

    Examples
    --------
    >>> playground([3, 0, 2]).trace.dcg
    4.0
    """
    from ndcg_ui.components.board.link import build_board_link_parameters
    from ndcg_ui.pages.playground import PAGE

    query = read_link(link)
    if grades is not None:
        query |= build_board_link_parameters(build_board(grades, None, nc.STANDARD, None, None))
    return Playground(PAGE, query)


def replay(example: str) -> Exhibit:
    """Replay a published calculation term by term, and mark each printed number.

    Parameters
    ----------
    example : str
        The name of the example, or its beginning, such as "002".

    Returns
    -------
    Exhibit
        The widget.

    Raises
    ------
    ValueError
        If no example has that name. The message lists the names.

    Examples
    --------
    >>> replay("002").link["example"]
    '002-five-documents'
    """
    from ndcg_core.examples.published import load_examples
    from ndcg_ui.pages.examples import PAGE

    slugs = [item.slug for item in load_examples()]
    return Exhibit(PAGE, {"example": resolve_name("example", example, slugs)})


def lesson(slug: str) -> Exhibit:
    """Show a lesson of the course. A learner's answers are stored in the learner's browser.

    Parameters
    ----------
    slug : str
        The name of the lesson, such as "discount". Every lesson is open.

    Returns
    -------
    Exhibit
        The widget.

    Raises
    ------
    ValueError
        If no lesson has that name. The message lists the names.

    Examples
    --------
    >>> lesson("discount").link["lesson"]
    'discount'
    """
    from ndcg_core.lessons import load_lessons
    from ndcg_ui.pages.learn import PAGE

    slugs = [item.slug for item in load_lessons()]
    return Exhibit(PAGE, {"lesson": resolve_name("lesson", slug, slugs), "unlock": "all"})


def practice(skill: str) -> Exhibit:
    """Show exercises for one skill, each with new numbers.

    Parameters
    ----------
    skill : str
        The name of the skill, such as "dcg".

    Returns
    -------
    Exhibit
        The widget.

    Raises
    ------
    ValueError
        If no skill has that name. The message lists the names.

    Examples
    --------
    >>> practice("dcg").link["skill"]
    'dcg'
    """
    from ndcg_core.exercises.skills import SKILLS
    from ndcg_ui.pages.practice import PAGE

    return Exhibit(PAGE, {"skill": resolve_name("skill", skill, list(SKILLS))})


def page(name: str, *, link: Mapping[str, str] | None = None) -> Exhibit:
    """Show a page of the app, such as the page of conventions.

    Parameters
    ----------
    name : str
        The name of the page: "playground", "examples", "practice", "code", "conventions",
        "measures", "worksheet", "one_page", "glossary" or "learn".
    link : mapping, optional
        The parameters of the page's link: `{"r": "3,2,3,0,1", "k": "3"}`.

    Returns
    -------
    Exhibit
        The widget.

    Raises
    ------
    ValueError
        If no page has that name. The message lists the names.

    Examples
    --------
    >>> page("conventions", link={"r": "3,2,3,0,1"}).page
    'conventions'
    """
    from ndcg_ui.pages.menu import EXHIBITS

    return Exhibit(EXHIBITS[resolve_name("page", name, list(EXHIBITS))], read_link(link))


def compare(
    results: "Results",
    *,
    first: str | None = None,
    second: str | None = None,
    k: int | str | None = "first",
) -> Exhibit:
    """Show the difference between two systems, and the documents that make the difference.

    Parameters
    ----------
    results : Results
        The result of `ndcg_core.evaluation.evaluate` for two or more systems.
    first, second : str, optional
        The names of the two systems. Without them, the first two systems of the results.
    k : int, None or "first", default "first"
        A cutoff of the results. None is the whole ranking, "first" the first cutoff.

    Returns
    -------
    Exhibit
        The widget. Its `link` contains the two systems and the open query.

    Raises
    ------
    ValueError
        If the results, a system or the cutoff cannot be compared. The message says why.

    Examples
    --------
    >>> from ndcg_core.evaluation import evaluate
    >>> runs = {"A": {"q": ["b", "a"]}, "B": {"q": ["a", "b"]}}
    >>> compare(evaluate({"q": {"a": 1}}, runs)).link
    {'first': 'A', 'second': 'B', 'query': 'q'}
    """
    from ndcg_ui.hosts.notebook.comparing import make_comparison_page

    page, link = make_comparison_page(results, first, second, k)
    return Exhibit(page, link)
