"""A worksheet for paper: exercises with blanks, a code to each, and a key with every step."""

from __future__ import annotations

from dataclasses import replace
from random import randrange

import streamlit as st

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.worksheets import DIFFICULTIES, LAST_SEED, MOST
from ndcg_ui.addresses import remark
from ndcg_ui.components.markup import markup
from ndcg_ui.first_screens import HEADINGS
from ndcg_ui.html.builder import NOTHING, button, div, every, p, problem, span
from ndcg_ui.page import link
from ndcg_ui.page.fields import keep_known
from ndcg_ui.page.keys import key
from ndcg_ui.worksheet import place
from ndcg_ui.worksheet.exercises import exercise, key_part, paper
from ndcg_ui.worksheet.key import solution
from ndcg_ui.worksheet.link import PAPERS, Chosen, read_link, write_link

PAGE = "worksheet"
CHOSEN = key(PAGE, "chosen")
CHOICES = (("difficulty", DIFFICULTIES, "Difficulty"), ("paper", PAPERS, "Paper"))


def render() -> None:
    """Draw the page."""
    markup(HEADINGS[PAGE], key=key(PAGE, "title"))
    link.whole_run(PAGE)
    _page()


@st.fragment
def _page() -> None:
    problems = _adopt()
    with st.container(key="controls-worksheet"):
        chosen, missing = _controls(st.session_state[CHOSEN])
    st.session_state[CHOSEN] = chosen
    link.follow(PAGE, write_link(chosen), lambda query: write_link(read_link(query)[0]))
    scheme, host, path = place.visited()
    said = [*problems, missing, _too_few(chosen)]
    with st.container(key="said-worksheet"):
        markup(every(map(problem, said)), key=key(PAGE, "problems"))
        _acts(remark(host))
    _sheet(chosen, place.origin(scheme, host, path))


# --- What is chosen ----------------------------------------------------------------------------


def _adopt() -> list[str]:
    """Take over what the link says where it leads somewhere new; return what is wrong with it."""
    state, query = st.session_state, link.arrival(PAGE)
    if query is not None:
        state[CHOSEN], state[key(PAGE, "wrong")] = read_link(query)
        state[key(PAGE, "wrong at")] = state[CHOSEN]
        _fill(state[CHOSEN])
    there = state[key(PAGE, "wrong at")] == state[CHOSEN]
    return state[key(PAGE, "wrong")] if there else []


def _fill(chosen: Chosen) -> None:
    """Let the fields show what is chosen."""
    for name, value in _fields(chosen).items():
        st.session_state[key(PAGE, name)] = value


def _fields(chosen: Chosen) -> dict[str, object]:
    sheet = chosen.worksheet
    return {
        "skills": list(sheet.skills),
        "difficulty": sheet.difficulty,
        "number": sheet.number,
        "paper": chosen.paper,
    }


def _controls(before: Chosen) -> tuple[Chosen, str]:
    """Draw the fields; return what is chosen now, and what is missing for it."""
    for name, value in _fields(before).items():
        st.session_state.setdefault(key(PAGE, name), value)
    keep_known(key(PAGE, "number"), range(1, MOST + 1), before.worksheet.number)
    for name, known, _ in CHOICES:
        keep_known(key(PAGE, name), known, _fields(before)[name])
    skills = st.pills(
        "Skills",
        list(SKILLS),
        key=key(PAGE, "skills"),
        selection_mode="multi",
        format_func=lambda skill: SKILLS[skill].title,
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key="numbers-worksheet"):
        for name, known, label in CHOICES:
            st.segmented_control(
                label,
                list(known),
                key=key(PAGE, name),
                format_func=known.__getitem__,
                required=True,
            )
        number = st.number_input("Exercises", 1, MOST, key=key(PAGE, "number"), width=120)
    difficulty, size = (st.session_state[key(PAGE, name)] for name, *_ in CHOICES)
    sheet = replace(
        before.worksheet,
        skills=tuple(skills) or before.worksheet.skills,
        difficulty=difficulty,
        number=number,
    )
    missing = "" if skills else "Choose at least one skill. Until then the sheet stays as it was."
    return Chosen(sheet, size), missing


def _another() -> None:
    """Choose another seed."""
    chosen: Chosen = st.session_state[CHOSEN]
    seed = (chosen.worksheet.seed + randrange(1, LAST_SEED) - 1) % LAST_SEED + 1
    st.session_state[CHOSEN] = replace(chosen, worksheet=replace(chosen.worksheet, seed=seed))


def _too_few(chosen: Chosen) -> str:
    count = len(chosen.worksheet.exercises)
    if count == chosen.worksheet.number:
        return ""
    return f"There are {count} lists for what is chosen, so the sheet has {count} exercises."


# --- What is shown -----------------------------------------------------------------------------


def _acts(remark: str) -> None:
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
    markup(p(remark, css="say") if remark else NOTHING, key=key(PAGE, "remark"))


def _sheet(chosen: Chosen, origin: str) -> None:
    tasks = list(enumerate(chosen.worksheet.exercises, 1))
    drawn = [exercise(number, one, origin) for number, one in tasks]
    markup(paper(chosen, drawn), key=key(PAGE, "exercises"))
    worked = [solution(number, one) for number, one in tasks]
    markup(key_part(chosen, worked), key=key(PAGE, "key"))
