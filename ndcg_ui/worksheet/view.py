"""A worksheet for paper: exercises with blanks, a code to each, and a key with every step."""

from dataclasses import replace
from random import randrange
from urllib.parse import urlencode

import streamlit as st

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.worksheets import DIFFICULTIES, LAST_SEED, MOST
from ndcg_core.quizzes.formats import FORMATS
from ndcg_ui import session
from ndcg_ui.addresses import origin, remark
from ndcg_ui.parts.board.downloads import address, saving
from ndcg_ui.parts.exhibit.mount import markup
from ndcg_ui.parts.markup.builder import NOTHING, button, div, every, p, problem, span
from ndcg_ui.session import field, key
from ndcg_ui.worksheet import HEADING
from ndcg_ui.worksheet.exercises import exercise, key_part, paper, solution
from ndcg_ui.worksheet.link import PAPERS, Choices, read_link, write_link
from ndcg_ui.worksheet.place import read_address

PAGE = "worksheet"
CHOICES = key(PAGE, "choices")
SEGMENTS = (("difficulty", DIFFICULTIES, "Difficulty"), ("paper", PAPERS, "Paper"))


def render() -> None:
    """Draw the page."""
    markup(HEADING, key=key(PAGE, "title"))
    choices, problems = _choices()
    with st.container(key="controls-worksheet"):
        skills = _controls()
    scheme, host, path = read_address(st.context.url or "", st.context.headers.get("Host") or "")
    missing = "" if skills else "Choose at least one skill. Until then the sheet stays as it was."
    with st.container(key="said-worksheet"):
        there, wanted = len(choices.worksheet.exercises), choices.worksheet.number
        few = f"There are {there} lists for what is chosen, so the sheet has {there} exercises."
        sentences = [*problems, missing, "" if there == wanted else few]
        markup(every(map(problem, sentences)), key=key(PAGE, "problems"))
        _acts(choices, remark(host))
    tasks = list(enumerate(choices.worksheet.exercises, 1))
    begin = origin(scheme, host, path)
    drawn = [exercise(number, one, begin) for number, one in tasks]
    markup(paper(choices, drawn), key=key(PAGE, "exercises"))
    worked = [solution(number, one) for number, one in tasks]
    markup(key_part(choices, worked), key=key(PAGE, "key"))
    session.follow(PAGE, write_link(choices), lambda query: write_link(read_link(query)[0]))


# --- What is chosen ----------------------------------------------------------------------------


def _choices() -> tuple[Choices, list[str]]:
    """Return what the link names where it leads somewhere new, else what the fields say; and what
    is wrong with the link, as long as nothing else is chosen.
    """
    state = st.session_state
    choices = _typed(state.get(CHOICES, Choices()))
    query = session.arrival(PAGE, write_link(choices))
    if query is not None:
        choices = read_link(query)[0]
    state[CHOICES], sheet = choices, choices.worksheet
    fields = {name: getattr(sheet, name) for name in ("difficulty", "number")}
    if query is not None or state.get(key(PAGE, "skills")) != []:  # none is left for all to see
        fields["skills"] = list(sheet.skills)
    session.fill(PAGE, {**fields, "paper": choices.paper})
    named, problems = read_link(state[key(PAGE, "link")])
    return choices, problems if named == choices else []


def _typed(before: Choices) -> Choices:
    """Return what the fields say; where one says nothing that is offered, what was there before."""
    state = st.session_state
    typed = {name: str(state.get(key(PAGE, name))) for name in ("difficulty", "number", "paper")}
    typed["skills"] = ",".join(state.get(key(PAGE, "skills"), ()))
    good = {name: text for name, text in typed.items() if not read_link({name: text})[1]}
    return read_link(write_link(before) | good)[0]


def _controls() -> list[str]:
    """Draw the fields; return the skills that are chosen."""
    skills: list[str] = field(
        st.pills,
        PAGE,
        "skills",
        "Skills",
        list(SKILLS),
        selection_mode="multi",
        format_func=lambda skill: SKILLS[skill].title,
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key="numbers-worksheet"):
        for name, options, label in SEGMENTS:
            how = {"format_func": options.__getitem__, "required": True}
            field(st.segmented_control, PAGE, name, label, list(options), **how)
        field(st.number_input, PAGE, "number", "Exercises", 1, MOST, width=120)
    return skills


def _another() -> None:
    choices: Choices = st.session_state[CHOICES]
    seed = (choices.worksheet.seed + randrange(1, LAST_SEED) - 1) % LAST_SEED + 1
    st.session_state[CHOICES] = replace(choices, worksheet=replace(choices.worksheet, seed=seed))


# --- What is shown -----------------------------------------------------------------------------


def _acts(choices: Choices, remark: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Another sheet", key=key(PAGE, "another"), on_click=_another)
        buttons = div(
            button("Print the exercises", data_print="exercises"),
            button("Print the key", data_print="key"),
            button("Link to this sheet", data_copy_link=True),
            span(role="status", css="say"),
            css="worksheet-acts",
        )
        markup(buttons, key=key(PAGE, "acts"))
    query = urlencode(write_link(choices), safe=",")
    names = {one["name"]: one["title"] for one in FORMATS.values()}
    files = (saving(name, f".{address(name)}?{query}", title) for name, title in names.items())
    label = span("For a learning management system, with feedback on every known mistake:")
    markup(div(label, *files, css="worksheet-acts"), key=key(PAGE, "files"))
    markup(p(remark, css="say") if remark else NOTHING, key=key(PAGE, "remark"))
