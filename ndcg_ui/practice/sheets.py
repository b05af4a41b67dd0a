"""Practice on sheets: blanks, marks, hints, the solution as a replay, and the next one."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from random import Random
from typing import cast

import streamlit as st

from ndcg_core.examples.replay import asks_cg
from ndcg_core.exercises.fading import levels, solved
from ndcg_core.exercises.links import from_link, to_link
from ndcg_core.exercises.mastery import Progress
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant
from ndcg_ui.boards.session import key
from ndcg_ui.boards.settings import whole
from ndcg_ui.components import sheet as paper
from ndcg_ui.components.markup import markup
from ndcg_ui.html import tables
from ndcg_ui.page.fields import keep_known
from ndcg_ui.page.link import Query
from ndcg_ui.practice.exercise import (
    MIXED,
    Exercise,
    Record,
    credited,
    entered,
    next_variant,
    streak,
)
from ndcg_ui.replays.replay import Replay, draw_player, followed

PAGE = "practice"
RECORD = key(PAGE, "record")
COUNTS = ("right", "missed", "hints")
SKILL_NAMES = {MIXED: "Mixed"} | {skill.id: skill.title for skill in SKILLS.values()}


def adopt(query: Query) -> str:
    """Take over the exercise a link names, and return what is wrong with it, if anything is."""
    state = st.session_state
    state[key(PAGE, "skill")] = query.get("skill", MIXED)
    if state[key(PAGE, "skill")] not in SKILL_NAMES:
        state[key(PAGE, "skill")] = MIXED
    state.pop(key(PAGE, "exercise"), None)
    if "r" not in query:
        return ""
    try:
        variant = from_link(query)
    except ValueError as error:
        return f"The link's exercise cannot be set: {error}"
    level = whole(query.get("level", ""))
    _hand_out(variant, level - 1 if level else None)
    return ""


def link() -> dict[str, str]:
    """Return the parameters of a link to the exercise on the screen."""
    exercise: Exercise = st.session_state[key(PAGE, "exercise")]
    return to_link(exercise.variant) | {"level": str(exercise.level + 1)}


def draw() -> None:
    """Draw the exercise."""
    exercise = _worked_on(_choose())
    _standing(exercise)
    sheet = exercise.blank
    markup(_task(exercise), key=key(PAGE, "task"))
    paper.sheet(
        sheet.with_all(dict(exercise.texts)),
        key=key(PAGE, "sheet"),
        form=exercise.form,
        marks=exercise.marks,
        answered=st.session_state.get(key(PAGE, "entered")),
        state="closed" if exercise.result == "shown" else "open",
    )
    markup(_said(exercise), key=key(PAGE, "said"))
    _next_buttons(exercise)
    if exercise.result == "shown":
        _solution(exercise)


# --- The exercise ------------------------------------------------------------------------------


def _choose() -> Exercise:
    state = st.session_state
    state.setdefault(key(PAGE, "skill"), state.get(key(PAGE, "kept skill"), MIXED))
    keep_known(key(PAGE, "skill"), SKILL_NAMES, state.get(key(PAGE, "kept skill"), MIXED))
    choice = st.selectbox(
        "Skill", list(SKILL_NAMES), key=key(PAGE, "skill"), format_func=_skill_name, width=300
    )
    changed = state.get(key(PAGE, "kept skill"), choice) != choice
    state[key(PAGE, "kept skill")] = choice
    current = state.get(key(PAGE, "exercise"))
    fits = current is not None and (choice in (MIXED, current.variant.skill))
    if not fits or (changed and choice == MIXED):
        _another()
    return cast(Exercise, state[key(PAGE, "exercise")])


def _skill_name(skill: str) -> str:
    return SKILL_NAMES[skill]


def _record() -> Record:
    return cast(Record, st.session_state.get(RECORD, {}))


def _another() -> None:
    """Hand out a list not seen lately, for the skill that is chosen."""
    state = st.session_state
    seen: tuple[Variant, ...] = state.get(key(PAGE, "seen"), ())
    choice = state.get(key(PAGE, "skill"), MIXED)
    variant = next_variant(choice, _record(), seen, Random())
    state[key(PAGE, "seen")] = (*seen, variant)[-40:]
    _hand_out(variant, None)


def _hand_out(variant: Variant, level: int | None, number: int = 1) -> None:
    """Begin `variant`, at the level the learner has reached unless one is named."""
    state = st.session_state
    reached = _record().get(variant.skill, Progress()).level if level is None else level
    level = max(0, min(reached, levels(variant) - 1))
    state[key(PAGE, "exercise")] = Exercise(variant, level, number)
    state[key(PAGE, "at")] = 0


def _same_again() -> None:
    exercise: Exercise = st.session_state[key(PAGE, "exercise")]
    _hand_out(exercise.variant, exercise.level, exercise.number + 1)


def _show_solution() -> None:
    state = st.session_state
    before: Exercise = state[key(PAGE, "exercise")]
    if before.result == "open":
        missed = replace(before, result="wrong")
        state[RECORD] = credited(_record(), before, missed)
    texts = dict(solved(before.blank).given)
    shown = {cell: texts[cell] for cell in before.blank.blanks}
    state[key(PAGE, "exercise")] = replace(before, texts=shown, checked="checked", result="shown")


def _worked_on(exercise: Exercise) -> Exercise:
    """Take over what the learner wrote, each entry once."""
    state = st.session_state
    entry = paper.entered(key(PAGE, "sheet"), exercise.form)
    if not entry or entry.get("seq") == state.get(key(PAGE, "entered")):
        return exercise
    after = exercise if exercise.result == "shown" else entered(exercise, entry)
    state[RECORD] = credited(_record(), exercise, after)
    state[key(PAGE, "exercise")] = after
    state[key(PAGE, "entered")] = entry.get("seq")
    return after


# --- What is said ------------------------------------------------------------------------------


def _standing(exercise: Exercise) -> None:
    """Where the learner stands: the level, the row, the counts."""
    progress = _record().get(exercise.variant.skill, Progress())
    parts = [
        escape(exercise.variant.trains.title),
        f"level {exercise.level + 1} of {levels(exercise.variant)}",
        f"{progress.right} right, {progress.missed} missed, {progress.hints} hints",
        f"longest row now: {streak(_record())}",
    ]
    markup(
        f'<p class="say standing" data-testid="record">{" · ".join(parts)}</p>{_all_skills()}',
        key=key(PAGE, "standing"),
    )


def _all_skills() -> str:
    """The record of every skill, to be opened."""
    rows = "".join(
        f'<tr><td class="name">{escape(SKILLS[id].title)}</td><td>{p.level + 1}</td>'
        f"<td>{p.right}</td><td>{p.missed}</td><td>{p.hints}</td></tr>"
        for id, p in _record().items()
    )
    if not rows:
        return ""
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("level", *COUNTS))
    return (
        f"<details class='say'><summary>Your record, skill by skill</summary><table class='steps "
        f"record'><thead><tr><th scope='col' class='name'>skill</th>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></details>"
    )


def _task(exercise: Exercise) -> str:
    sheet = exercise.blank
    convention = sheet.convention
    pool = (
        f" The judged pool is {', '.join(f'{grade:g}' for grade in sheet.judged)}."
        if sheet.judged
        else ""
    )
    return (
        f"<p class='lead'>Grades {', '.join(f'{grade:g}' for grade in sheet.grades)}, "
        f"k = {sheet.trace.k}.{pool} {escape(convention.title)}. Write numbers, or workings such "
        f"as 7/log2(3).</p>{paper.others_text(sheet)}"
    )


def _said(exercise: Exercise) -> str:
    hints = "".join(f"<li>{escape(hint)}</li>" for hint in exercise.hints)
    told = f"<h2>Hints</h2><ol class='hints'>{hints}</ol>" if hints else ""
    return told + _result(exercise)


def _result(exercise: Exercise) -> str:
    if exercise.result == "shown":
        text = "This is the solution; a shown one counts as a miss."
    elif not exercise.done:
        text = ""
    elif exercise.result == "right":
        text = "All right at the first try." if not exercise.asked else "All right, with hints."
    else:
        text = "All right now."
    state = exercise.result if exercise.done else "open"
    return f'<p class="note" role="status" data-state="{state}">{text}</p>' if text else ""


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
        markup(
            "<button type='button' class='plain-button' data-copy-link>Link to this exercise"
            "</button> <span role='status' class='say'></span>",
            key=key(PAGE, "copy"),
        )


def _solution(exercise: Exercise) -> None:
    """The solution as a replay."""
    state = st.session_state
    replay = Replay(exercise.blank).standing_at(state[key(PAGE, "at")])
    replay, state[key(PAGE, "went")] = followed(
        replay,
        key=key(PAGE, "player"),
        replayed=exercise.form,
        answered=state.get(key(PAGE, "went")),
    )
    state[key(PAGE, "at")] = replay.at
    draw_player(
        replay,
        key=key(PAGE, "player"),
        replayed=exercise.form,
        answered=state[key(PAGE, "went")],
        group=PAGE,
    )
    markup(f'<p class="formula large">{replay.formula}</p>', key=key(PAGE, "formula"))
    markup(_worked(replay), key=key(PAGE, "worked"), group=PAGE)


def _worked(replay: Replay) -> str:
    """The table that the step stands in."""
    trace, step = replay.sheet.trace, replay.step
    if asks_cg(replay.sheet):
        return tables.gains(trace, step.rank)
    table = tables.steps if step.side == "actual" else tables.ideal
    return table(trace, step.rank)
