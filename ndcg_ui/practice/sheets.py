"""Practice on sheets: blanks, marks, hints, the solution as a replay, and the next one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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
from ndcg_ui.components.events import Inbox
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
from ndcg_ui.replays.replay import Replay, ReplayState, draw_player, followed

PAGE = "practice"
STATE = key(PAGE, "state")
SHEET, PLAYER, STORE = key(PAGE, "sheet"), key(PAGE, "player"), key(PAGE, "keep")
COUNTS = ("right", "missed", "hints")
LATELY = 40
"""So many lists are remembered as seen."""
SKILL_NAMES = {MIXED: "Mixed"} | {skill.id: skill.title for skill in SKILLS.values()}


@dataclass(frozen=True)
class Practising:
    """What the session holds of a learner's practice on sheets.

    exercise  the one on the screen
    record    how it went so far, by skill
    choice    the skill that was chosen, or "mixed"
    seen      the lists handed out lately
    replay    where the solution's replay stands
    inbox     the last entry on the sheet; it counts once the browser has stored the record
    """

    exercise: Exercise | None = None
    record: Record = field(default_factory=dict)
    choice: str = MIXED
    seen: tuple[Variant, ...] = ()
    replay: ReplayState = field(default_factory=ReplayState)
    inbox: Inbox = field(default_factory=lambda: Inbox(counts="stored"))


def kept() -> Practising:
    """Return what the session holds."""
    return cast(Practising, st.session_state.get(STATE, Practising()))


def keep(state: Practising) -> Practising:
    """Keep all of it in one go."""
    st.session_state[STATE] = state
    return state


def adopt(query: Query) -> str:
    """Take over the exercise a link names, and return what is wrong with it, if anything is."""
    choice = query.get("skill", MIXED)
    choice = choice if choice in SKILL_NAMES else MIXED
    st.session_state[key(PAGE, "skill")] = choice
    keep(replace(kept(), exercise=None, choice=choice))
    if "r" not in query:
        return ""
    try:
        variant = from_link(query)
    except ValueError as error:
        return f"The link's exercise cannot be set: {error}"
    level = whole(query.get("level", ""))
    keep(_with(kept(), variant, level - 1 if level else None))
    return ""


def link() -> dict[str, str]:
    """Return the parameters of a link to the exercise on the screen."""
    exercise = _exercise(kept())
    return to_link(exercise.variant) | {"level": str(exercise.level + 1)}


def draw() -> None:
    """Draw the exercise."""
    state = keep(_worked_on(_choose(kept())))
    exercise = _exercise(state)
    _standing(exercise, state.record)
    sheet = exercise.blank
    markup(_task(exercise), key=key(PAGE, "task"))
    paper.sheet(
        sheet.with_all(dict(exercise.texts)),
        key=SHEET,
        form=exercise.form,
        marks=exercise.marks,
        acknowledged=state.inbox.acknowledged(SHEET),
        state="closed" if exercise.result == "shown" else "open",
    )
    markup(_said(exercise), key=key(PAGE, "said"))
    _next_buttons(exercise)
    if exercise.result == "shown":
        _solution(state, exercise)


# --- The exercise ------------------------------------------------------------------------------


def _exercise(state: Practising) -> Exercise:
    assert state.exercise is not None
    return state.exercise


def _choose(state: Practising) -> Practising:
    """What is practised after the choice of a skill."""
    name = key(PAGE, "skill")
    st.session_state.setdefault(name, state.choice)
    keep_known(name, SKILL_NAMES, state.choice)
    choice = st.selectbox("Skill", list(SKILL_NAMES), key=name, format_func=_skill_name, width=300)
    changed, current = choice != state.choice, state.exercise
    state = replace(state, choice=choice)
    fits = current is not None and choice in (MIXED, current.variant.skill)
    return state if fits and not (changed and choice == MIXED) else _with_another(state)


def _skill_name(skill: str) -> str:
    return SKILL_NAMES[skill]


def _with_another(state: Practising) -> Practising:
    """Hand out a list not seen lately, for the skill that is chosen."""
    variant = next_variant(state.choice, state.record, state.seen, Random())
    return _with(replace(state, seen=(*state.seen, variant)[-LATELY:]), variant, None)


def _with(state: Practising, variant: Variant, level: int | None, number: int = 1) -> Practising:
    """Begin `variant`, at the level the learner has reached unless one is named."""
    reached = state.record.get(variant.skill, Progress()).level if level is None else level
    level = max(0, min(reached, levels(variant) - 1))
    return replace(
        state, exercise=Exercise(variant, level, number), replay=replace(state.replay, at=0)
    )


def _another() -> None:
    keep(_with_another(kept()))


def _same_again() -> None:
    state = kept()
    exercise = _exercise(state)
    keep(_with(state, exercise.variant, exercise.level, exercise.number + 1))


def _show_solution() -> None:
    state = kept()
    before = _exercise(state)
    record = state.record
    if before.result == "open":
        record = credited(record, before, replace(before, result="wrong"))
    texts = dict(solved(before.blank).given)
    shown = {cell: texts[cell] for cell in before.blank.blanks}
    after = replace(before, texts=shown, checked="checked", result="shown")
    keep(replace(state, exercise=after, record=record))


def _worked_on(state: Practising) -> Practising:
    """Take over what the learner wrote, each entry once the record that it adds to is known."""
    entry, before = state.inbox.take(SHEET), _exercise(state)
    if STORE not in state.inbox.last or entry.get("form") != before.form:
        return state
    after = before if before.result == "shown" else entered(before, entry)
    return replace(
        state,
        exercise=after,
        record=credited(state.record, before, after),
        inbox=state.inbox.acknowledging(SHEET, entry),
    )


# --- What is said ------------------------------------------------------------------------------


def _standing(exercise: Exercise, record: Record) -> None:
    """Where the learner stands: the level, the row, the counts."""
    progress = record.get(exercise.variant.skill, Progress())
    parts = [
        escape(exercise.variant.trains.title),
        f"level {exercise.level + 1} of {levels(exercise.variant)}",
        f"{progress.right} right, {progress.missed} missed, {progress.hints} hints",
        f"longest row now: {streak(record)}",
    ]
    markup(
        f'<p class="say standing" data-testid="record">{" · ".join(parts)}</p>'
        f"{_all_skills(record)}",
        key=key(PAGE, "standing"),
    )


def _all_skills(record: Record) -> str:
    """The record of every skill, to be opened."""
    rows = "".join(
        f'<tr><td class="name">{escape(SKILLS[id].title)}</td><td>{p.level + 1}</td>'
        f"<td>{p.right}</td><td>{p.missed}</td><td>{p.hints}</td></tr>"
        for id, p in record.items()
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
    listed = f"<h2>Hints</h2><ol class='hints'>{hints}</ol>" if hints else ""
    return f"<div aria-live='polite'>{listed}</div>{_result(exercise)}"


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


def _solution(state: Practising, exercise: Exercise) -> None:
    """The solution as a replay."""
    stands = followed(state.replay, Replay(exercise.blank), key=PLAYER, replayed=exercise.form)
    keep(replace(state, replay=stands))
    replay = Replay(exercise.blank).standing_at(stands.at)
    draw_player(replay, stands, key=PLAYER, replayed=exercise.form, group=PAGE)
    markup(f'<p class="formula large">{replay.formula}</p>', key=key(PAGE, "formula"))
    markup(_worked(replay), key=key(PAGE, "worked"), group=PAGE)


def _worked(replay: Replay) -> str:
    """The table that the step stands in."""
    trace, step = replay.sheet.trace, replay.step
    if asks_cg(replay.sheet):
        return tables.gains(trace, step.rank)
    table = tables.steps if step.side == "actual" else tables.ideal
    return table(trace, step.rank)
