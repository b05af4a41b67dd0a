"""The course's rules without a page: what opens and comes back, what is kept, and the gate."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.questions import Choice
from ndcg_core.lessons.course.attempts import (
    Attempt,
    add_answer,
    reveal_answer,
    unpack_attempt,
)
from ndcg_core.lessons.course.course import (
    MAX_LESSONS,
    MAX_MEMORIES,
    Course,
    Gate,
    Record,
    find_lesson_state,
    find_next_lesson,
    list_unmet_needs,
    open_step,
    pack_course,
    record_gate_answer,
    reset_lesson,
    unpack_course,
)
from ndcg_core.lessons.course.course import record_answer as gate_after
from ndcg_core.lessons.course.due import (
    Memory,
    choose_form,
    find_opening_questions,
    find_question,
    list_due_question_ids,
    list_opening_question_ids,
    remember_answer,
)
from tests.lessons.conftest import VARIED

LESSONS = load_lessons()
ONE, TWO = LESSONS[:2]
PART_ONE, PART_TWO = ([lesson for lesson in LESSONS if lesson.part == part] for part in (1, 2))


def pass_lesson(course: Course, lesson) -> Course:
    for _ in range(max(2, len(lesson.goals))):
        course = record_gate_answer(course, lesson, "right")
    return course


def pass_lessons(*lessons) -> Course:
    return Course({lesson.slug: Record(state="done") for lesson in lessons})


def test_part_one_has_the_lessons_for_ndcg_and_needs_only_itself():
    assert [lesson.slug for lesson in PART_ONE][-1] == "ndcg-at-k"
    own = {lesson.slug for lesson in PART_ONE}
    assert all(set(lesson.needs) <= own for lesson in PART_ONE)
    assert sum(lesson.minutes for lesson in PART_ONE) <= 60


def test_the_sample_lessons_have_every_kind_of_block():
    kinds = {lesson.slug: {block.kind for block in lesson.blocks} for lesson in LESSONS}
    assert set().union(*kinds.values()) == set().union(*map(kinds.get, VARIED))


def test_a_locked_lesson_is_never_the_next_lesson():
    course = pass_lessons(*PART_ONE[:-1])
    assert find_next_lesson(course, LESSONS) == PART_ONE[-1]
    course = pass_lessons(*(x for x in LESSONS if x.slug != "real-difference"))
    assert find_next_lesson(course, LESSONS).slug == "real-difference"


def test_the_slugs_and_the_order_of_part_one_never_change():
    slugs = """
    grades-not-flags gain discount dcg ideal ndcg-at-k exponential-gain find-the-error
    other-discounts many-queries write-it-yourself
    """
    assert [lesson.slug for lesson in LESSONS[:11]] == slugs.split()


def test_the_next_lesson_is_the_last_opened_one():
    course = open_step(pass_lesson(Course(), ONE), TWO, 3)
    assert find_next_lesson(course, LESSONS) == TWO
    assert course.find_record(TWO).reached == 3
    assert open_step(course, TWO, 1).find_record(TWO).reached == 3
    assert find_next_lesson(open_step(course, PART_TWO[2], 1), LESSONS) == PART_TWO[2]


# --- What comes back ---------------------------------------------------------------------------


BY_SLUG = {lesson.slug: lesson for lesson in LESSONS}


def list_sources(lesson) -> list[str]:
    """Return the slugs of the lessons whose questions open a lesson."""
    return [item.split("/")[0] for item in list_opening_question_ids(LESSONS, lesson)]


def test_a_lesson_opens_with_questions_of_two_earlier_lessons():
    assert [list_sources(lesson) for lesson in PART_ONE] == [
        [],
        [],
        ["gain", "grades-not-flags"],
        ["discount", "grades-not-flags"],
        ["dcg", "gain"],
        ["ideal", "discount"],
    ]
    exponential, real = BY_SLUG["exponential-gain"], BY_SLUG["real-difference"]
    assert list_sources(exponential) == ["discount", "dcg"]  # it builds only on part 1
    assert list_sources(real) == ["discount", "many-queries"]
    needs = ("exponential-gain", "many-queries")
    assert list_sources(replace(real, needs=needs)) == ["discount", "many-queries"]
    for lesson in LESSONS[2:]:
        assert len(set(list_sources(lesson))) == 2, lesson.slug


def test_an_earlier_opening_counts_as_two_turns_of_its_question():
    found = find_opening_questions(LESSONS, BY_SLUG["ideal"])
    turns = {item: times for item, (times, _) in found.items()}
    assert turns == {"dcg/later-1/2": 0, "gain/later-1/2": 2}  # the second opened “discount” too


def test_no_question_repeats_within_four_lessons_of_part_two():
    turns = [set(list_opening_question_ids(LESSONS, lesson)) for lesson in PART_TWO]
    assert not any(turns[n] & later for n in range(len(turns)) for later in turns[n + 1 : n + 5])


# --- What is kept ------------------------------------------------------------------------------


def test_restored_lessons_and_questions_are_limited():
    data = {
        "version": 1,
        "lessons": {f"lesson-{n}": {"reached": 2} for n in range(MAX_LESSONS + 1)},
        "memories": {f"gain/{n}": {"right": 0, "due": 1} for n in range(MAX_MEMORIES + 1)},
    }
    course = unpack_course(data)
    assert (len(course.lessons), len(course.memories)) == (MAX_LESSONS, MAX_MEMORIES)


# --- The gate ----------------------------------------------------------------------------------


GOALS = (1, 2, 1, 2)


def answer_gate_with(*outcomes: str, gate: Gate | None = None) -> Gate:
    """Return a gate after these answers. The answer "hint" reads a hint."""
    gate, hints = gate or Gate.start_with(4), 0
    for outcome in outcomes:
        hints += outcome == "hint"
        if outcome != "hint":
            before, gate = gate, gate_after(gate, GOALS, outcome, hints)
            hints = hints if gate == before else 0
    return gate


def test_a_missed_question_moves_to_the_end_and_resets_its_goal():
    assert answer_gate_with("wrong").queue == (1, 2, 3, 0)
    gate = answer_gate_with("right")
    assert (gate.right, gate.queue[0]) == ((1,), 1), "the other goal is asked next"
    gate = answer_gate_with("wrong", "right", gate=gate)
    assert (gate.state, gate.right) == ("passed", (1, 2))
    assert gate_after(Gate((0, 1), (1,), 1), (1, 1), "wrong").right == ()
    missed = gate_after(Gate((1, 0), (1,), 1), (1, 2), "wrong")
    assert missed.queue == (0, 1), "no question is asked twice in a row"
    passed = Gate((0, 1), (1, 2), 2, "passed")
    assert gate_after(passed, (1, 2), "wrong") == passed


def test_one_goal_needs_two_right_answers():
    gate = gate_after(Gate.start_with(3), (1, 1, 1), "right")
    assert gate.state == "open"
    assert gate_after(gate, (1, 1, 1), "right").state == "passed"


def test_a_form_counts_again_on_the_day_after_its_answer_was_given():
    check = TWO.check
    course = Course()
    for _ in range(sum(check.form_counts)):
        course = record_gate_answer(course, TWO, "wrong", today=20_000)
    for _ in range(sum(check.form_counts)):  # every form again, from memory
        course = record_gate_answer(course, TWO, "right", today=20_000)
    gate = course.find_record(TWO).gate
    assert (gate.state, gate.right, course.find_record(TWO).state) == ("open", (), "open")
    assert len(gate.known) == sum(check.form_counts)
    course = unpack_course(pack_course(course))
    assert course.find_record(TWO).gate == gate
    for _ in TWO.goals:
        course = record_gate_answer(course, TWO, "right", today=20_001)
    assert course.find_record(TWO).state == "done"


def test_a_form_answered_with_a_hint_can_still_count():
    course = Course()
    for _ in TWO.check.questions:
        course = record_gate_answer(course, TWO, "right", hint_count=1, today=20_000)
    assert course.find_record(TWO).gate.known == ()


def test_a_question_that_can_count_comes_before_one_whose_answers_are_known():
    gate, counts = Gate.start_with(3), (1, 2, 2)
    for _ in range(3):
        gate = gate_after(gate, (1, 1, 1), "wrong", form_counts=counts)
    assert gate.queue == (1, 2, 0)


def test_two_right_answers_pass_only_with_one_for_each_goal():
    gate, goals = Gate.start_with(3), (1, 1, 2)
    for outcome, queue, right in (
        ("right", (2, 1, 0), (1,)),
        ("wrong", (1, 2, 0), (1,)),  # 2 was just asked
        ("right", (2, 0, 1), (1, 1)),
    ):
        gate = gate_after(gate, goals, outcome)
        assert (gate.queue, gate.right, gate.state) == (queue, right, "open")
    assert gate.asked == (1, 1, 1)
    assert gate_after(gate, goals, "right").state == "passed"


def test_a_single_question_is_asked_again_until_two_answers_are_right():
    gate = Gate((0,))  # stored before answers were counted for each question
    assert gate.earlier_answer_count == 0
    for count, state in ((1, "open"), (2, "passed")):
        gate = gate_after(gate, (1,), "right")
        assert (gate.queue, gate.tries, gate.asked, gate.state) == ((0,), count, (count,), state)


@pytest.mark.parametrize(
    ("first", "hints", "right"),
    [("right", 0, (1,)), ("right", 1, (1,)), ("wrong", 0, ()), ("wrong", 1, ())],
)
def test_a_form_counts_once_a_day_and_only_before_its_answer_was_seen(first, hints, right):
    gate = gate_after(Gate.start_with(1), (1,), first, hints, (1,))
    assert gate.known == (() if hints and first == "right" else (0,))
    for _ in range(2):
        gate = gate_after(gate, (1,), "right", form_counts=(1,))
    assert (gate.right, gate.known, gate.state) == (right, (0,), "open")


@given(st.lists(st.sampled_from(["right", "wrong", "invalid", "hint"]), max_size=12))
def test_only_a_right_answer_to_each_goal_without_a_hint_passes(outcomes):
    gate, hinted, reached = Gate.start_with(4), False, set()
    for outcome in outcomes:
        goal = GOALS[gate.current_index]
        gate = answer_gate_with(*["hint"] * hinted, outcome, gate=gate)
        if gate.state == "passed":
            assert reached | {goal} == {1, 2}
            break
        if outcome == "right" and not hinted:
            reached.add(goal)
        elif outcome == "wrong":
            reached.discard(goal)
        hinted = outcome == "hint" or (hinted and outcome == "invalid")
        assert set(gate.right) == reached


@pytest.mark.parametrize(
    ("outcomes", "right", "due"),
    [
        ("wrong", 0, 1),
        ("wrong right", 1, 3),
        ("wrong right right", 2, 7),
        ("wrong right wrong", 0, 1),
        ("wrong invalid", 0, 1),
        ("shown", 0, 1),
        ("wrong right right right", None, None),
        ("right", None, None),
        ("invalid", None, None),
    ],
)
def test_a_missed_question_is_due_after_1_3_and_7_days(outcomes, right, due):
    memories = {}
    for times, outcome in enumerate(outcomes.split()):
        memories = remember_answer(memories, "gain/later-1", outcome, 20_000, times)
    counted = len(outcomes.replace("wrong invalid", "wrong").split())
    expected = {} if due is None else {"gain/later-1": Memory(right, 20_000 + due, counted)}
    assert memories == expected


def test_at_most_five_questions_are_reviewed_on_a_day():
    due = {f"due-{n}": Memory(0, 10 - n) for n in range(7)}
    assert list_due_question_ids(due, 10) == ["due-6", "due-5", "due-4", "due-3", "due-2"]
    assert list_due_question_ids(due, 5) == ["due-6", "due-5"]
    answered = {"once": Memory(1, 13), "twice": Memory(2, 17)}  # today
    other = {"missed": Memory(0, 11), "earlier": Memory(1, 12), "later": Memory(2, 16)}
    assert list_due_question_ids(due | answered | other, 10) == ["due-6", "due-5", "due-4"]


def test_a_due_question_is_found_among_the_opening_questions_and_in_the_check():
    lesson = next(one for one in LESSONS if one.slug == "gain")
    for question in (*lesson.later, *lesson.check.questions):
        found = [find_question(LESSONS, f"gain/{question.id}", times) for times in (0, 1)]
        assert found == [question, choose_form(question, 1)]
    assert find_question(LESSONS, "gain/nothing") is None
    assert find_question(LESSONS, f"nothing/{lesson.later[0].id}") is None


def test_a_reset_forgets_the_missed_questions_of_its_lesson_alone():
    missed = {"gain/later-1": Memory(0, 9), "gain-2/later-1": Memory(0, 9)}
    course = Course({"gain": Record(3), "dcg": Record(2)}, missed, answers=5, last="dcg")
    after = reset_lesson(course, "gain")
    assert (after.lessons, after.answers) == ({"dcg": Record(2)}, 5)
    assert after.memories == {"gain-2/later-1": Memory(0, 9)}


def test_a_stored_course_keeps_its_gates_and_an_edited_lesson_stays_passed():
    lesson = next(one for one in LESSONS if one.slug == "gain")
    count = len(lesson.check.questions)
    queue = (*range(1, count), 0)
    asked = (2, *[1] * (count - 1))
    gate = Gate(queue, (1,), 5, "open", asked, (0, 2), 20_000)
    course = Course({"gain": Record(4, {"b1": [1]}, gate)}, {}, 9, "gain", {"ten": {"x": 1}})
    assert unpack_course(json.loads(json.dumps(pack_course(course)))) == course
    assert course.find_record(lesson).gate == gate
    assert gate.count_answers(gate.current_index) == 1
    for edit in ({"queue": (1, 0)}, {"asked": (2, 1)}):
        edited = Course({"gain": Record(gate=replace(gate, state="passed", **edit))})
        new = edited.find_record(lesson).gate
        assert (new.queue, new.tries, new.state) == (tuple(range(count)), 0, "passed")
    early = replace(gate, asked=())  # stored before answers were counted for each question
    assert Course({"gain": Record(gate=early)}).find_record(lesson).gate == early


def test_a_value_of_a_wrong_type_in_a_stored_course_is_replaced_by_its_default():
    gate = {"queue": [1, 0], "right": [1], "asked": 3, "times": [2, 1], "known": [0], "day": 9}
    record = {"reached": 4, "answers": {"b1": 1}, "state": "done", "gate": gate}
    memory = {"right": 1, "due": 9, "times": 2}
    data = {"version": 1, "answers": 7, "last": "gain", "pages": {"ten": {}}}

    def restore(course=(), lesson=(), stored_gate=(), missed=()):
        changed = {**gate, **dict(stored_gate)}
        lessons = {"gain": {**record, "gate": changed, **dict(lesson)}}
        memories = {"gain/later-1": {**memory, **dict(missed)}}
        return unpack_course({**data, "lessons": lessons, "memories": memories, **dict(course)})

    good = Gate((1, 0), (1,), 3, "open", (2, 1), (0,), 9)
    kept = Record(4, {"b1": 1}, good, "done")
    assert unpack_course([1]) == unpack_course(None) == Course()
    whole = Course({"gain": kept}, {"gain/later-1": Memory(1, 9, 2)}, 7, "gain", {"ten": {}})
    assert restore() == whole
    for field, bad in (
        ("answers", -1),
        ("last", 3),
        ("pages", []),
        ("lessons", []),
        ("memories", 2),
    ):
        assert restore({field: bad}) == replace(whole, **{field: getattr(Course(), field)}), field
    assert restore({"lessons": {"gain": 3}}).lessons == {"gain": Record()}
    assert restore({"memories": {"gain/later-1": 3}}).memories == {}
    for field, bad in (("reached", 0), ("answers", [1]), ("state", "passed"), ("gate", None)):
        changed = replace(kept, **{field: getattr(Record(), field)})
        assert restore(lesson={field: bad}).lessons == {"gain": changed}, field
    for field, name, bad in (
        *((field, field, [True]) for field in ("queue", "right", "known")),
        ("times", "asked", "21"),
        ("asked", "tries", 2.0),
        ("state", "state", "done"),
        ("day", "day", -1),
    ):
        changed = replace(good, **{name: getattr(Gate(), name)})
        assert restore(stored_gate={field: bad}).lessons["gain"].gate == changed, field
    for field in ("right", "due", "times"):
        assert restore(missed={field: "1"}).memories == {
            "gain/later-1": replace(Memory(1, 9, 2), **{field: 0})
        }
    assert restore(stored_gate={"state": "passed"}).lessons["gain"].gate.state == "passed"


def test_a_done_lesson_stays_done_after_a_miss_and_is_followed_by_the_first_open_one():
    course = record_gate_answer(pass_lessons(ONE), ONE, "wrong", today=20_000)
    assert course.find_record(ONE).state == "done"
    assert (course.last, course.answers, find_next_lesson(course, LESSONS)) == (ONE.slug, 1, TWO)
    question = ONE.check.questions[0]
    assert course.memories == {f"{ONE.slug}/{question.id}": Memory(0, 20_001, 1)}
    assert record_gate_answer(course, ONE, "invalid").answers == 1
    everything = replace(pass_lessons(*LESSONS), last=ONE.slug)
    assert find_next_lesson(everything, LESSONS) == LESSONS[-1]


def test_a_lesson_of_part_one_waits_for_the_one_before_and_one_of_part_two_for_its_needs():
    def list_locked(*done):
        course = pass_lessons(*done)
        return [x.slug for x in LESSONS if find_lesson_state(course, LESSONS, x) == "locked"]

    assert list_locked() == [lesson.slug for lesson in LESSONS[1:]]
    assert list_locked(PART_ONE[1]) == [
        lesson.slug for lesson in LESSONS if lesson not in LESSONS[:3]
    ]
    first = PART_TWO[0]
    assert first.slug not in list_locked(*PART_ONE)
    for lesson in PART_TWO:
        needed = [x for x in LESSONS if x.slug in lesson.needs]
        assert lesson.slug not in list_locked(*needed)
        assert lesson.slug in list_locked(*needed[1:])
        assert list_unmet_needs(pass_lessons(*needed[1:]), LESSONS, lesson) == needed[:1]


def test_help_is_offered_after_two_misses_until_the_attempt_is_over():
    question = next(q for one in LESSONS for q in one.later if isinstance(q, Choice))
    wrong = next(n for n in range(len(question.options)) if n != question.solution)
    attempt = Attempt()
    for misses in (1, 2):
        attempt = add_answer(question, attempt, wrong)
        assert (attempt.misses, attempt.can_reveal) == (misses, misses == 2)
    assert attempt.tried == (wrong, wrong)
    assert unpack_attempt(json.loads(json.dumps(vars(attempt)))) == attempt
    right = add_answer(question, attempt, question.solution)
    assert (right.is_over, right.can_reveal, right.tried) == (True, False, (wrong, wrong))
    shown = reveal_answer(question, attempt)
    assert (shown.result, shown.given, shown.misses) == ("shown", question.solution, 2)
    assert (shown.is_over, shown.can_reveal) == (True, False)
    ignored = add_answer(question, attempt, None)
    assert (ignored.misses, ignored.tried, ignored.result) == (2, (wrong, wrong), "wrong")


def test_a_value_of_a_wrong_type_in_a_stored_attempt_is_replaced_by_its_default():
    whole = {"given": 2, "result": "wrong", "misses": 1, "hints": 3, "tried": [0, 2]}
    whole |= {"checked": "checked", "cell": "dcg"}
    attempt = Attempt(2, "wrong", 1, 3, (0, 2), "checked", "dcg")
    assert unpack_attempt(whole) == attempt
    for result in ("carried", None):
        assert unpack_attempt({**whole, "result": result}) == Attempt()
    for field, bad in (("misses", -1), ("hints", True), ("checked", 1), ("cell", 2), ("tried", 0)):
        expected = replace(attempt, **{field: getattr(Attempt(), field)})
        assert unpack_attempt({**whole, field: bad}) == expected, field
    assert unpack_attempt({**whole, "tried": [0, "1", True, 2]}) == attempt
