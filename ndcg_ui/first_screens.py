"""The first screen of each page: what the server sends before the app has started in the browser.

The functions that make the same words later make it from nothing but the link, so that a link shows
its numbers at once, and without JavaScript too. Of what Streamlit draws it has the heading.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import ndcg_core as nc
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.lessons import load_lessons
from ndcg_ui import code as code_page
from ndcg_ui import conventions as conventions_page
from ndcg_ui import evaluate as evaluate_page
from ndcg_ui import worksheet as worksheet_page
from ndcg_ui.examples import link as published
from ndcg_ui.pages import first
from ndcg_ui.parts.board.link import state_of
from ndcg_ui.parts.exhibit import templates
from ndcg_ui.parts.markup.builder import Html, tag
from ndcg_ui.worksheet.link import read_link

Query = Mapping[str, str]
NAMED = 12
"""So many grades stand in a title."""


@dataclass(frozen=True)
class Screen:
    """A page's title, what it says in a sentence, and what it shows first.

    until: a selector for what has to be on the page before the app takes over. By default
    Streamlit's place for an exhibit, which then moves there. acts: whether there is something that
    works before the app is there.
    """

    title: str
    summary: str
    content: Html
    until: str = ".exhibit-place[data-ready]"
    acts: bool = True


def exhibited(page: str, query: Query, title: str, summary: str) -> Screen:
    """Return the first screen of a page that is one exhibit."""
    return Screen(title, summary, templates.first(*first(page, query)))


def headed(heading: Html, title: str, summary: str, until: str) -> Screen:
    """Return the first screen of a page that Streamlit draws."""
    content = tag("div", heading, css="markup")
    return Screen(title, summary, content, f"[data-testid={until}]", acts=False)


def learn(query: Query) -> Screen:
    """Return the course page, or the lesson that a link names."""
    lesson = next((one for one in load_lessons() if one.slug == query.get("lesson")), None)
    if lesson is None:
        title = "Learn NDCG by dragging a ranking"
        summary = f"{len(load_lessons())} short lessons on how rankings are judged."
        return exhibited("learn", query, title, summary)
    summary = f"Lesson {lesson.number}, {lesson.minutes} minutes: afterwards you can {lesson.goal}."
    return exhibited("learn", query, lesson.title, summary)


def playground(query: Query) -> Screen:
    """Return a link's ranking."""
    trace = state_of(query).trace
    division = f"DCG {nc.number(trace.dcg)} over IDCG {nc.number(trace.idcg)}."
    summary = f"{division} Drag a document up and watch every term change."
    return exhibited("playground", query, ranking_title(trace), summary)


def ranking_title(trace: nc.Trace) -> str:
    """Return what a ranking comes to, in one line.

    >>> ranking_title(nc.trace([3, 2, 3, 0, 1]))
    'NDCG@5 = 0.972 for 3, 2, 3, 0, 1'
    """
    grades = [nc.short(row.grade) for row in (*trace.actual, *trace.beyond)]
    more = ", …" if len(grades) > NAMED else ""
    return f"{trace.at('NDCG')} = {nc.number(trace.ndcg)} for {', '.join(grades[:NAMED])}{more}"


def examples(query: Query) -> Screen:
    """Return a published calculation."""
    example = published.read_link(query).example
    summary = f"{example.source}, replayed a step at a time and marked like an exam paper."
    return exhibited("examples", query, example.title, summary)


def practice(query: Query) -> Screen:
    """Return something to practise on."""
    summary = "Sheets to fill in, marked cell by cell, with what gives a wrong number."
    return exhibited("practice", query, "Practise NDCG", summary)


def worksheet(query: Query) -> Screen:
    """Return the heading above a sheet to print."""
    sheet = read_link(query)[0].worksheet
    skills = ", ".join(SKILLS[skill].title for skill in sheet.skills)
    summary = f"Exercises to print, with their key, every step worked out: {skills}."
    return headed(
        worksheet_page.HEADING, f"NDCG worksheet, sheet {sheet.seed}", summary, "paper-key"
    )


SCREENS: dict[str, Callable[[Query], Screen]] = {
    "": learn,
    "playground": playground,
    "examples": examples,
    "practice": practice,
    "code": lambda query: headed(
        code_page.HEADING,
        "Write NDCG yourself",
        "Order the lines, fill the blanks, then write dcg and ndcg_at_k in Python.",
        "run",
    ),
    "conventions": lambda query: headed(
        conventions_page.HEADING,
        "Which library prints this number?",
        "One ranking, what each library prints for it, and the choices that separate them.",
        "library",
    ),
    "measures": lambda query: exhibited(
        "measures",
        query,
        "NDCG and every measure beside it",
        "One ranking, what each measure makes of it, and the smallest case in which two disagree.",
    ),
    "evaluate": lambda query: headed(
        evaluate_page.HEADING,
        "Many queries, several systems",
        "Which system is better, by how much, is it real, and which documents make it so.",
        "systems",
    ),
    "worksheet": worksheet,
}
"""By the page's path."""
