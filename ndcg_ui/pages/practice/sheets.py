"""Practice on sheets: the exercise on the screen, its marks and hints, and its solution."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

from ndcg_core.examples.replay import asks_only_for_cg
from ndcg_core.exercises.fading import count_levels, solve_sheet
from ndcg_core.exercises.hinting import list_hints
from ndcg_core.exercises.mastery import Progress
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.statement import describe_grades, describe_zero_rule
from ndcg_core.exercises.variants import Variant, build_variant_link_parameters, read_variant_link
from ndcg_core.lessons.prose import typeset_text
from ndcg_core.marking.wording import capitalize_text
from ndcg_core.plain_data import read_plain_texts
from ndcg_ui.components.controls.controls import make_settings_part, render_select
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import make_form, make_markup, make_sheet
from ndcg_ui.components.player.replay import Replay, make_replay_player
from ndcg_ui.exhibit.links import parse_positive_or_default
from ndcg_ui.exhibit.parts import Part, Row
from ndcg_ui.pages.practice.exercise import (
    MIXED_SKILLS,
    Exercise,
    Record,
    apply_entry,
    choose_variant,
    find_longest_streak,
    is_credited,
    record_result,
    record_shown_list,
)

COUNTED_RESULTS = ("right", "missed", "hints")
SKILL_NAMES = {MIXED_SKILLS: "Mixed"} | {skill.id: skill.title for skill in SKILLS.values()}


def _render_record(exercise: Exercise, record: Record) -> Html:
    """Return a line about the learner's record in a skill, and a table of recorded skills."""
    progress = record.get(exercise.variant.skill, Progress())
    row = find_longest_streak(record)
    parts = [
        exercise.variant.practised_skill.title,
        f"level {exercise.level + 1} of {count_levels(exercise.variant)}",
        f"{progress.right} right, {progress.missed} missed, "
        f"{progress.hints} hint{'' if progress.hints == 1 else 's'}",
    ][: None if progress != Progress() else 2]
    parts += [f"{row} right in a row"] if row > 1 else []
    line = h.p(" · ".join(parts), css="say standing", data_testid="record")
    return h.html(line, _render_all_skills(record))


def _render_all_skills(record: Record) -> Html:
    """Return a table of the learner's record by skill, or nothing for an empty record.

    The table opens on a click.
    """
    if not record:
        return h.EMPTY
    rows = (
        h.tr(
            h.td(SKILLS[id].title, css="name"),
            h.td(progress.level + 1),
            *(h.td(getattr(progress, count)) for count in COUNTED_RESULTS),
        )
        for id, progress in record.items()
    )
    heads = [h.col("skill", css="name"), *map(h.col, ("level", *COUNTED_RESULTS))]
    summary = h.tag("summary", "Your record, skill by skill")
    return h.tag("details", summary, h.table(heads, rows, css="steps record"), css="say")


def _render_task(exercise: Exercise) -> Html:
    """Return the task of an exercise: the grades, the cutoff and the convention."""
    sheet = exercise.blank_sheet
    facts = f"{describe_grades(exercise.variant)} k = {sheet.trace.k}. {sheet.convention.title}."
    if zero_rule := describe_zero_rule(sheet):
        facts += f" {capitalize_text(zero_rule)}."
    rule = " Write numbers with two decimals, or workings such as 7/log2(3)."
    return h.p(
        typeset_text(facts), rule, css="lead", id=f"asks-{exercise.form}", data_testid="task"
    )


def _render_hints_and_result(exercise: Exercise, record: Record) -> Html:
    """Return any requested hints, and any sentence about the result."""
    hints = h.ol(*map(h.li, exercise.hints), css="hints", data_testid="hints")
    listed_hints = h.html(h.h2("Hints"), hints) if exercise.hints else h.EMPTY
    return h.html(h.div(listed_hints, aria_live="polite"), _render_result(exercise, record))


def _render_result(exercise: Exercise, record: Record) -> Html:
    """Return a sentence about the result, or nothing until every blank is filled in correctly.

    There is also a sentence once the solution was shown.
    """
    if exercise.result == "shown":
        text = "This is the solution. From now on, this exercise does not count."
    elif not exercise.is_done:
        return h.EMPTY
    elif exercise.result == "right" and not is_credited(record, exercise):
        text = "Everything is right. You have seen this exercise before, so it does not count."
    elif exercise.result == "right":
        text = (
            "Everything is right on the first try."
            if not exercise.asked
            else "Everything is right, with hints."
        )
    else:
        text = "Everything is right now."
    state = exercise.result if exercise.is_done else "open"
    return h.p(text, css="note", role="status", data_state=state)


PAGE = "practice"
RECENT_LISTS = 8
RESULTS = ("open", "right", "wrong", "shown")


@dataclass(frozen=True)
class CurrentExercise:
    """The exercise on the screen, with the learner's record.

    choice  the chosen skill, or "mixed"
    seen    the recent lists
    at      the current step of the solution's replay
    wrong   a sentence about an invalid link, or ""
    """

    exercise: Exercise
    record: Record
    choice: str
    seen: tuple[Variant, ...] = ()
    at: int = 0
    wrong: str = ""

    @property
    def link(self) -> dict[str, str]:
        """The link parameters of the exercise."""
        return build_variant_link_parameters(self.exercise.variant) | {
            "level": str(self.exercise.level + 1)
        }

    @property
    def state(self) -> dict[str, Any]:
        """The tab's state as plain data, from which `open_exercise` restores the exercise."""
        now = self.exercise
        return {
            "link": self.link,
            "choice": self.choice,
            "seen": [build_variant_link_parameters(variant) for variant in self.seen],
            "at": self.at,
            "number": now.number,
            "texts": dict(now.texts),
            "judged": sorted(now.judged),
            "asked": list(now.asked),
            "result": now.result,
            "checked": now.checked,
            "wrong": self.wrong,
        }

    @property
    def rows(self) -> list[Row]:
        """The rows of the practice page for this exercise."""
        now = self.exercise
        over = self.exercise.result == "shown"
        skills = render_select("skill", "Skill", SKILL_NAMES, self.choice)
        parts = [
            make_markup("problem", h.render_problem(self.wrong), PAGE),
            make_settings_part("skill", [skills], {"skill": self.choice}),
            make_markup("standing", _render_record(now, self.record), PAGE),
            make_markup("task", _render_task(now), PAGE),
            make_sheet(
                "sheet",
                now.blank_sheet.with_all(dict(now.texts)),
                f"{PAGE}.sheet",
                now.form,
                now.marks,
                "closed" if over else "open",
            ),
            make_markup("said", _render_hints_and_result(now, self.record), PAGE),
            _make_onward_part(now),
        ]
        if over:
            parts += _make_solution_parts(now, self.at)
        return [[[part]] for part in parts]

    def apply_action(self, part: str, action: Mapping[str, Any]) -> "CurrentExercise":
        """Return the exercise after an action, or the next exercise if the learner asks for one."""
        match part, action:
            case "skill", {"value": str(chosen)} if chosen in SKILL_NAMES:
                if chosen in (self.choice, self.exercise.variant.skill):
                    return replace(self, choice=chosen)
                return _open_random_exercise(chosen, self.record, self.seen, action.get("seed"))
            case "sheet", {"form": form} if form == self.exercise.form:
                before = self.exercise
                after = before if before.result == "shown" else apply_entry(before, action)
                record = record_result(self.record, before, after)
                return replace(self, exercise=after, record=record, wrong="")
            case "onward", {"act": "another"}:
                return _open_random_exercise(
                    self.choice, self.record, self.seen, action.get("seed")
                )
            case "onward", {"act": "again"}:
                last = self.exercise
                repeated = _start_exercise(last.variant, last.level, last.number + 1, self.record)
                return replace(self, exercise=repeated, at=0, wrong="")
            case "onward", {"act": "show"}:
                return _reveal_solution(self)
            case "player", {"at": int(at)}:
                return replace(self, at=Replay(self.exercise.blank_sheet).go_to(at).at)
        return self


def open_exercise(
    link: Mapping[str, str], record: Record, state: Mapping[str, Any], seed: object
) -> CurrentExercise:
    """Return the exercise of a link with the entries in the tab's state, or a random exercise."""
    chosen = _choose_skill(link, state)
    seen = _parse_recent_lists(state.get("seen"))
    problem_before = str(state.get("wrong") or "")[:1_000]
    if "r" not in link:
        return _open_random_exercise(chosen, record, seen, seed)
    try:
        variant = read_variant_link(link)
    except ValueError as error:
        drawn = _open_random_exercise(chosen, record, seen, seed)
        return replace(drawn, wrong=f"The link's exercise cannot be shown: {error}")
    level = parse_positive_or_default(link.get("level", ""))
    exercise = _start_exercise(variant, level - 1 if level else None, 1, record)
    opened = CurrentExercise(exercise, record, chosen, seen)
    if state.get("link") != opened.link:
        return opened
    at = state.get("at")
    restored = replace(opened, exercise=_restore_exercise(exercise, state), wrong=problem_before)
    return replace(restored, at=at if type(at) is int else 0)


def _choose_skill(link: Mapping[str, str], state: Mapping[str, Any]) -> str:
    """Return the skill to practise: from the link, else from the tab's state, else "mixed".

    If the last choice was "mixed", it takes precedence over the skill of an exercise's link.
    """
    named = link.get("skill")
    before = state.get("choice")
    chosen = str(before if named is None or (before == MIXED_SKILLS and "r" in link) else named)
    return chosen if chosen in SKILL_NAMES else MIXED_SKILLS


def _start_exercise(variant: Variant, level: int | None, number: int, record: Record) -> Exercise:
    """Return a new exercise on a list, at a level or else at the learner's level.

    A level beyond the highest one of the list becomes the highest.

    level: the index of the level, from 0, or None for the learner's level.
    number: the number of the attempt at this list, from 1.
    """
    reached = record.get(variant.skill, Progress()).level if level is None else level
    return Exercise(variant, max(0, min(reached, count_levels(variant) - 1)), number)


def _open_random_exercise(
    choice: str, record: Record, recent_variants: tuple[Variant, ...], seed: object
) -> CurrentExercise:
    """Return a new exercise on a random list. A number as `seed` makes the choice repeatable."""
    rng = Random(seed) if isinstance(seed, (int, float)) else Random()
    variant = choose_variant(choice, record, recent_variants, rng)
    return CurrentExercise(
        _start_exercise(variant, None, 1, record),
        record,
        choice,
        (*recent_variants, variant)[-RECENT_LISTS:],
    )


def _reveal_solution(current: CurrentExercise) -> CurrentExercise:
    """Return the exercise with its solution. An unfinished first try counts as a miss."""
    before = current.exercise
    record = current.record
    if before.result == "open":
        record = record_result(record, before, replace(before, result="wrong"))
    cells = dict(solve_sheet(before.blank_sheet).given)
    texts_shown = {cell: cells[cell] for cell in before.blank_sheet.blanks}
    after = replace(before, texts=texts_shown, checked="checked", result="shown")
    return replace(current, exercise=after, record=record_shown_list(record, before), wrong="")


# --- What a tab remembers ----------------------------------------------------------------------


def _restore_exercise(exercise: Exercise, state: Mapping[str, Any]) -> Exercise:
    """Return the exercise with the entries in the tab's state. Ignore invalid data."""
    blanks = set(exercise.blank_sheet.blanks)
    number = state.get("number")
    result = state.get("result")
    hinted: list[str] = []
    for cell in _filter_names(state.get("asked")):
        if cell in blanks and hinted.count(cell) < len(list_hints(exercise.blank_sheet, cell)):
            hinted.append(cell)
    return replace(
        exercise,
        number=number if type(number) is int and number > 0 else 1,
        texts=read_plain_texts(state.get("texts"), blanks),
        judged=frozenset(cell for cell in _filter_names(state.get("judged")) if cell in blanks),
        asked=tuple(hinted),
        result=cast(Any, result if result in RESULTS else "open"),
        checked="checked" if state.get("checked") == "checked" else "not yet",
    )


def _filter_names(names: object) -> list[str]:
    """Return the strings among the first 1,000 items of a list, or [] for any other value."""
    return [n for n in names[:1_000] if isinstance(n, str)] if isinstance(names, list) else []


def _parse_recent_lists(links: object) -> tuple[Variant, ...]:
    """Read the recent lists in the tab's state. Ignore invalid data."""
    seen = []
    for link in links[-RECENT_LISTS:] if isinstance(links, list) else ():
        try:
            seen.append(
                read_variant_link({str(name): str(text) for name, text in dict(link).items()})
            )
        except (TypeError, ValueError):
            continue
    return tuple(seen)


def _make_onward_part(exercise: Exercise) -> Part:
    """Return the part with the buttons below the sheet, such as "Show the solution"."""
    strong = "plain-button strong" if exercise.is_done else "plain-button"
    is_shown = exercise.result == "shown"
    drawn = h.p(
        h.button("Show another exercise", css=strong, data_act="another", data_focus=is_shown),
        h.button("Repeat this exercise", data_act="again"),
        None if is_shown else h.button("Show the solution", data_act="show"),
        h.html(h.button("Copy a link to this exercise", data_copy_link=True), " "),
        h.span(role="status", css="say"),
        css="acts",
    )
    return make_form("onward", drawn, f"{PAGE}.onward")


def _make_solution_parts(exercise: Exercise, step: int) -> list[Part]:
    """Return the replay of the solution at a step: the player, the formula and a table."""
    replay = Replay(exercise.blank_sheet).go_to(step)
    drawn = h.join_pieces((h.p(replay.formula, css="formula large"), _render_worked_step(replay)))
    return [
        make_replay_player(replay, "player", exercise.form, PAGE),
        make_markup("worked", drawn, PAGE),
    ]


def _render_worked_step(replay: Replay) -> Html:
    """Return the table of the current step's order, with the step's rank highlighted."""
    trace = replay.sheet.trace
    step = replay.step
    if asks_only_for_cg(replay.sheet):
        return tables.render_gains(trace, step.rank)
    table = tables.render_steps if step.side == "actual" else tables.render_ideal
    return table(trace, step.rank)
