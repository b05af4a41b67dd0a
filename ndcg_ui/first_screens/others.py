"""The first screens of the pages that are not all numbers: their headings."""

from __future__ import annotations

from collections.abc import Mapping

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.lessons import Lesson
from ndcg_ui.acts.board import first
from ndcg_ui.course import player
from ndcg_ui.course.scene import library as lessons
from ndcg_ui.exhibits import templates
from ndcg_ui.first_screens.playground import UNTIL
from ndcg_ui.first_screens.screen import Screen
from ndcg_ui.html.builder import Html, html, tag
from ndcg_ui.replays.selection import library as published
from ndcg_ui.views import code as code_view
from ndcg_ui.views import conventions as conventions_view
from ndcg_ui.views import evaluate as evaluate_view
from ndcg_ui.views import examples as examples_view
from ndcg_ui.views import learn as learn_view
from ndcg_ui.views import practice as practice_view
from ndcg_ui.views import worksheet as worksheet_view
from ndcg_ui.worksheet.link import read_link

Query = Mapping[str, str]


def learn(query: Query) -> Screen:
    """The course page, or the head of the lesson that the link names."""
    lesson = next((one for one in lessons() if one.slug == query.get("lesson")), None)
    if lesson is not None:
        return _lesson(lesson)
    return Screen(
        "Learn NDCG by dragging a ranking",
        f"{len(lessons())} short lessons on how rankings are judged.",
        html(_words(learn_view.HEADING), templates.first(*first("learn", {}))),
        f"body:has([data-testid=lesson]:not([data-state=loading])) {UNTIL}",
        ("ask", "store", "reconnect"),
        scripts=("exhibit",),
    )


LESSON = "[data-testid=step], [data-act=home]"
"""A step, or the way out of a lesson that is locked."""


def _lesson(lesson: Lesson) -> Screen:
    said = f"Lesson {lesson.number}, {lesson.minutes} minutes: afterwards you can {lesson.goal}."
    components = ("markup", "ask", "board", "figure", "store", "reconnect")
    return Screen(lesson.title, said, _words(player.head(lesson)), LESSON, components)


def examples(query: Query) -> Screen:
    """A published calculation's title and source."""
    known = published()
    example = known.get(query.get("example", "")) or next(iter(known.values()))
    said = f"{example.source}, replayed a step at a time and marked like an exam paper."
    return Screen(
        example.title,
        said,
        _words(examples_view.heading(example)),
        "[data-testid=totals]",
        ("markup", "player", "figure", "board", "reconnect"),
        ("Selectbox", "Checkbox", "PageLink"),
    )


def practice(query: Query) -> Screen:
    """What practice is."""
    said = "Sheets to fill in, marked cell by cell, with what gives a wrong number."
    components = ("markup", "sheet", "store", "reconnect")
    heading = _words(practice_view.HEADING)
    return Screen("Practise NDCG", said, heading, PRACTICE, components, ("ButtonGroup", "Button"))


PRACTICE = "[data-testid=sheet], [data-testid=card], [data-testid=predict], .st-key-controls-source"
"""What each of its parts has."""


def code(query: Query) -> Screen:
    """What is to be written."""
    said = "Order the lines, fill the blanks, then write dcg and ndcg_at_k in Python."
    return Screen(
        "Write NDCG yourself",
        said,
        _words(code_view.HEADING),
        "[data-testid=run]",
        ("markup", "lab", "reconnect"),
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
        ("markup", "reconnect"),
        ("TextInput", "Button", "Selectbox"),
    )


def evaluate(query: Query) -> Screen:
    """What is asked of many queries."""
    said = "Which system is better, by how much, is it real, and which documents make it so."
    heading = _words(evaluate_view.HEADING)
    components = ("markup", "ask", "figure", "board", "take", "reconnect")
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
    return Screen(title, said, heading, until, ("markup", "reconnect"), widgets)


def _words(heading: Html) -> Html:
    return tag("div", heading, css="markup")
