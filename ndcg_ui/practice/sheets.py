"""Practice on sheets: blanks, marks, hints, the solution as a replay, and the next one."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ndcg_core.examples.replay import asks_cg
from ndcg_core.exercises.links import from_link, to_link
from ndcg_ui.boards.settings import whole
from ndcg_ui.components import sheet as paper
from ndcg_ui.components.markup import markup
from ndcg_ui.html import tables
from ndcg_ui.html.builder import Html, button, html, p, span
from ndcg_ui.page.fields import keep_known
from ndcg_ui.page.keys import key
from ndcg_ui.page.link import Query
from ndcg_ui.practice.exercise import MIXED, Exercise
from ndcg_ui.practice.state import PAGE, PLAYER, SHEET, SheetPractice, keep, kept
from ndcg_ui.practice.words import SKILL_NAMES, below, standing, task
from ndcg_ui.replays.playing import draw_player, followed
from ndcg_ui.replays.replay import Replay


def adopt(query: Query) -> str:
    """Take over the exercise a link names, and return what is wrong with it, if anything is."""
    choice = query.get("skill", MIXED)
    choice = choice if choice in SKILL_NAMES else MIXED
    st.session_state[key(PAGE, "skill")] = choice
    state = keep(replace(kept(), exercise=None, choice=choice))
    if "r" not in query:
        return ""
    try:
        variant = from_link(query)
    except ValueError as error:
        return f"The link's exercise cannot be set: {error}"
    level = whole(query.get("level", ""))
    keep(state.beginning(variant, level - 1 if level else None))
    return ""


def link() -> dict[str, str]:
    """Return the parameters of a link to the exercise on the screen."""
    exercise = kept().current
    return to_link(exercise.variant) | {"level": str(exercise.level + 1)}


def draw() -> None:
    """Draw the exercise."""
    state = keep(_chosen(kept()).after_entry())
    exercise = state.current
    markup(standing(exercise, state.record), key=key(PAGE, "standing"))
    markup(task(exercise), key=key(PAGE, "task"))
    paper.sheet(
        exercise.blank.with_all(dict(exercise.texts)),
        key=SHEET,
        form=exercise.form,
        marks=exercise.marks,
        acknowledged=state.inbox.acknowledged(SHEET),
        state="closed" if exercise.result == "shown" else "open",
    )
    markup(below(exercise), key=key(PAGE, "said"))
    _next_buttons(exercise)
    if exercise.result == "shown":
        _solution(state)


def _chosen(state: SheetPractice) -> SheetPractice:
    """What is practised after the choice of a skill."""
    name = key(PAGE, "skill")
    st.session_state.setdefault(name, state.choice)
    keep_known(name, SKILL_NAMES, state.choice)
    if state.inbox.take(SHEET):
        # One act comes at a time: with an entry, another skill is no choice, but what a browser
        # shows that has drawn the second of two quick runs and not the first, which told it.
        st.session_state[name] = state.choice
    names = SKILL_NAMES.__getitem__
    return state.choosing(
        st.selectbox("Skill", list(SKILL_NAMES), key=name, format_func=names, width=300)
    )


def _another() -> None:
    keep(kept().with_another())


def _same_again() -> None:
    keep(kept().same_again())


def _show_solution() -> None:
    keep(kept().solved())


def _next_buttons(exercise: Exercise) -> None:
    with st.container(horizontal=True, key="after-sheet"):
        st.button(
            "Another one",
            key=key(PAGE, "another"),
            on_click=_another,
            type="primary" if exercise.done else "secondary",
        )
        st.button("Same list again", key=key(PAGE, "again"), on_click=_same_again)
        if exercise.result != "shown":
            st.button("Show the solution", key=key(PAGE, "show"), on_click=_show_solution)
        copy = button("Link to this exercise", data_copy_link=True)
        markup(html(copy, " ", span(role="status", css="say")), key=key(PAGE, "copy"))


def _solution(state: SheetPractice) -> None:
    """The solution as a replay."""
    exercise = state.current
    stands = followed(state.replay, Replay(exercise.blank), key=PLAYER, replayed=exercise.form)
    keep(replace(state, replay=stands))
    replay = Replay(exercise.blank).standing_at(stands.at)
    draw_player(replay, stands, key=PLAYER, replayed=exercise.form, group=PAGE)
    markup(p(replay.formula, css="formula large"), key=key(PAGE, "formula"))
    markup(_worked(replay), key=key(PAGE, "worked"), group=PAGE)


def _worked(replay: Replay) -> Html:
    """The table that the step stands in."""
    trace, step = replay.sheet.trace, replay.step
    if asks_cg(replay.sheet):
        return tables.gains(trace, step.rank)
    table = tables.steps if step.side == "actual" else tables.ideal
    return table(trace, step.rank)
