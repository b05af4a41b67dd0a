"""What is said of an exercise on a sheet: the task, the hints, the result, the record. Pure."""

from __future__ import annotations

from ndcg_core.exercises.fading import levels
from ndcg_core.exercises.mastery import Progress
from ndcg_core.exercises.skills import SKILLS
from ndcg_ui.course.presentation import listed
from ndcg_ui.html.blank_sheets import others_text
from ndcg_ui.html.builder import NOTHING, Html, col, div, h2, html, li, ol, p, table, tag, td, tr
from ndcg_ui.practice.exercise import MIXED, Exercise
from ndcg_ui.practice.record import Record, streak

COUNTS = ("right", "missed", "hints")
SKILL_NAMES = {MIXED: "Mixed"} | {skill.id: skill.title for skill in SKILLS.values()}


def standing(exercise: Exercise, record: Record) -> Html:
    """Where the learner stands: the level, the row, the counts."""
    progress = record.get(exercise.variant.skill, Progress())
    parts = (
        exercise.variant.trains.title,
        f"level {exercise.level + 1} of {levels(exercise.variant)}",
        f"{progress.right} right, {progress.missed} missed, "
        f"{progress.hints} hint{'' if progress.hints == 1 else 's'}",
        f"longest row now: {streak(record)}",
    )
    line = p(" · ".join(parts), css="say standing", data_testid="record")
    return html(line, _all_skills(record))


def _all_skills(record: Record) -> Html:
    """The record of every skill, to be opened."""
    if not record:
        return NOTHING
    rows = (
        tr(
            td(SKILLS[id].title, css="name"),
            td(progress.level + 1),
            *(td(getattr(progress, count)) for count in COUNTS),
        )
        for id, progress in record.items()
    )
    heads = [col("skill", css="name"), *map(col, ("level", *COUNTS))]
    summary = tag("summary", "Your record, skill by skill")
    return tag("details", summary, table(heads, rows, css="steps record"), css="say")


def task(exercise: Exercise) -> Html:
    """What is given, and how to write."""
    sheet = exercise.blank
    pool = f" The judged pool is {listed(sheet.judged)}." if sheet.judged else ""
    lead = (
        f"Grades {listed(sheet.grades)}, k = {sheet.trace.k}.{pool} {sheet.convention.title}. "
        "Write numbers, or workings such as 7/log2(3)."
    )
    return html(p(lead, css="lead", data_testid="task"), others_text(sheet))


def below(exercise: Exercise) -> Html:
    """The hints asked for so far, and the result."""
    hints = ol(*map(li, exercise.hints), css="hints", data_testid="hints")
    listed_hints = html(h2("Hints"), hints) if exercise.hints else NOTHING
    return html(div(listed_hints, aria_live="polite"), _result(exercise))


def _result(exercise: Exercise) -> Html:
    if exercise.result == "shown":
        text = "This is the solution; a shown one counts as a miss."
    elif not exercise.done:
        return NOTHING
    elif exercise.result == "right":
        text = "All right at the first try." if not exercise.asked else "All right, with hints."
    else:
        text = "All right now."
    state = exercise.result if exercise.done else "open"
    return p(text, css="note", role="status", data_state=state)
