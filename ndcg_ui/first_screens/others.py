"""The first screens of all pages but the playground; of what Streamlit draws, the headings."""

from __future__ import annotations

from collections.abc import Mapping

from ndcg_core.exercises.skills import SKILLS
from ndcg_ui.course.scene import library as lessons
from ndcg_ui.first_screens.screen import Screen, exhibited
from ndcg_ui.html.builder import Html, tag
from ndcg_ui.replays import selection as published
from ndcg_ui.views import code as code_view
from ndcg_ui.views import conventions as conventions_view
from ndcg_ui.views import evaluate as evaluate_view
from ndcg_ui.views import worksheet as worksheet_view
from ndcg_ui.worksheet.link import read_link

Query = Mapping[str, str]


def learn(query: Query) -> Screen:
    """The course page, or the lesson that a link names."""
    lesson = next((one for one in lessons() if one.slug == query.get("lesson")), None)
    if lesson is None:
        title = "Learn NDCG by dragging a ranking"
        said = f"{len(lessons())} short lessons on how rankings are judged."
        return exhibited("learn", query, title, said)
    said = f"Lesson {lesson.number}, {lesson.minutes} minutes: afterwards you can {lesson.goal}."
    return exhibited("learn", query, lesson.title, said)


def examples(query: Query) -> Screen:
    """A published calculation."""
    example = published.read_link(query).example
    said = f"{example.source}, replayed a step at a time and marked like an exam paper."
    return exhibited("examples", query, example.title, said)


def practice(query: Query) -> Screen:
    """Something to practise on."""
    said = "Sheets to fill in, marked cell by cell, with what gives a wrong number."
    return exhibited("practice", query, "Practise NDCG", said)


def code(query: Query) -> Screen:
    """What is to be written."""
    said = "Order the lines, fill the blanks, then write dcg and ndcg_at_k in Python."
    return Screen(
        "Write NDCG yourself",
        said,
        _words(code_view.HEADING),
        "[data-testid=run]",
        ("markup", "lab"),
        ("TextInput", "NumberInput"),
    )


def conventions(query: Query) -> Screen:
    """What is compared."""
    said = "One ranking, what each library prints for it, and the choices that separate them."
    heading = _words(conventions_view.HEADING)
    return Screen(
        "Which library prints this number?",
        said,
        heading,
        "[data-testid=library]",
        ("markup",),
        ("TextInput", "Button", "Selectbox"),
    )


def evaluate(query: Query) -> Screen:
    """What is asked of many queries."""
    said = "Which system is better, by how much, is it real, and which documents make it so."
    heading = _words(evaluate_view.HEADING)
    components = ("markup", "ask", "figure", "board")
    widgets = ("ButtonGroup", "TextInput", "Selectbox")
    title = "Many queries, several systems"
    return Screen(title, said, heading, "[data-testid=systems]", components, widgets)


def worksheet(query: Query) -> Screen:
    """What there is to print."""
    sheet = read_link(query)[0].worksheet
    skills = ", ".join(SKILLS[skill].title for skill in sheet.skills)
    said = f"Exercises to print, with their key, every step worked out: {skills}."
    heading = _words(worksheet_view.HEADING)
    widgets = ("ButtonGroup", "NumberInput", "Button")
    title = f"NDCG worksheet, sheet {sheet.seed}"
    until = "[data-testid=paper-key]"
    return Screen(title, said, heading, until, ("markup",), widgets)


def _words(heading: Html) -> Html:
    return tag("div", heading, css="markup")
