"""Actions on the practice page: on sheets, drag tasks and predictions."""

import re
from html import unescape
from random import Random
from urllib.parse import parse_qsl, urlsplit

import pytest

from ndcg_core.exercises.fading import fade_sheet, solve_sheet
from ndcg_core.exercises.hinting import list_hints
from ndcg_core.exercises.mastery import Progress
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import read_variant_link
from ndcg_core.lessons.practice import load_practice
from ndcg_ui.pages.practice.exercise import choose_variant
from ndcg_ui.pages.practice.sheets import RECENT_LISTS
from tests.acts.shown import Shown

QUESTIONS = load_practice()["predict"].blocks
LIST = {"skill": "ndcg", "r": "3,2,3,0,1", "level": "2"}


def open_practice(record: object = None, **link: str) -> Shown:
    return Shown("practice", record, **link)


# --- Sheets -----------------------------------------------------------------------------------


def check_sheet(shown: Shown, texts: dict[str, str] | None = None) -> None:
    if texts is None:
        blanks = shown.get_data("sheet")["texts"]
        given = solve_sheet(
            fade_sheet(read_variant_link(shown.link), int(shown.link["level"]) - 1)
        ).given
        texts = {cell: given[cell] for cell in blanks}
    shown.write("sheet", "check", texts)


def make_wrong_texts(shown: Shown) -> dict[str, str]:
    return dict.fromkeys(shown.get_data("sheet")["texts"], "77")


def read_progress(shown: Shown) -> str:
    return shown.get_markup("standing").text


def test_a_sheet_counts_once_and_is_added_to_the_stored_record():
    shown = open_practice(**LIST)
    check_sheet(shown)
    assert "Everything is right on the first try." in shown.get_markup("said").text
    assert shown.record["ndcg"]["right"] == 1
    check_sheet(shown)
    assert shown.record["ndcg"]["right"] == 1
    assert "1 right, 0 missed" in read_progress(shown)
    shown = open_practice({"ndcg": {"right": 57}}, **LIST)
    check_sheet(shown, make_wrong_texts(shown))
    check_sheet(shown)
    assert "Everything is right now." in shown.get_markup("said").text
    assert "57 right, 1 missed" in read_progress(shown)
    assert "Your record, skill by skill" in shown.get_markup("standing").lines
    assert shown.get_markup("standing").table[1][:4] == ["NDCG", "1", "57", "1"]


def test_the_record_and_the_sentence_about_a_result_follow_each_exercise():
    def see() -> list[str]:
        return [shown.get_markup("standing").lines[0], *shown.get_markup("said").lines[-1:]]

    solved = "Everything is right"
    shown = open_practice({"cg": {"right": 4, "level": 1}}, **LIST)
    assert shown.get_markup("standing").table == [
        ["skill", "level", "right", "missed", "hints"],
        ["Cumulative gain", "2", "4", "0", "0"],
    ]
    shown.write("sheet", "hint", {}, "ndcg")
    assert see() == [
        "NDCG · level 2 of 9",
        list_hints(fade_sheet(read_variant_link(LIST), 1), "ndcg")[0],
    ]
    check_sheet(shown)
    assert see() == ["NDCG · level 2 of 9 · 1 right, 0 missed, 1 hint", f"{solved}, with hints."]
    assert 'data-state="right"' in shown.get_markup("said").html
    assert 'data-testid="record">NDCG · ' in shown.get_markup("standing").html
    strong = 'class="plain-button strong" type="button" data-act="another"'
    assert strong in shown.get_markup("onward").html
    shown.press("onward", "Show another exercise", seed=1)
    assert strong not in shown.get_markup("onward").html
    assert see() == ["NDCG · level 1 of 9 · 1 right, 0 missed, 1 hint"]
    check_sheet(shown)
    counted = "2 right, 0 missed, 1 hint · 2 right in a row"
    assert see() == [f"NDCG · level 1 of 9 · {counted}", f"{solved} on the first try."]
    shown.press("onward", "Show the solution")
    after = "This is the solution. From now on, this exercise does not count."
    assert see() == [f"NDCG · level 1 of 9 · {counted}", after]  # the result was counted before
    shown.press("onward", "Repeat this exercise")
    assert see() == [f"NDCG · level 1 of 9 · {counted}"]
    for _ in range(2):
        shown.write("sheet", "hint", {}, "ndcg")
    check_sheet(shown)
    assert see()[1] == f"{solved}. You have seen this exercise before, so it does not count."
    shown.press("onward", "Show another exercise", seed=2)
    check_sheet(shown)
    counted = "3 right, 0 missed, 1 hint · 3 right in a row"
    assert see() == [f"NDCG · level 1 of 9 · {counted}", f"{solved} on the first try."]
    shown.press("onward", "Show another exercise", seed=3)
    assert see() == [f"NDCG · level 2 of 9 · {counted}"]  # two in a row without a hint
    check_sheet(shown, make_wrong_texts(shown))
    assert see() == ["NDCG · level 2 of 9 · 3 right, 1 missed, 1 hint"]
    check_sheet(shown)
    assert see()[1] == f"{solved} now."
    assert 'data-state="wrong"' in shown.get_markup("said").html
    assert shown.get_markup("standing").table[1:] == [
        ["Cumulative gain", "2", "4", "0", "0"],
        ["NDCG", "2", "3", "1", "1"],
    ]


def test_only_the_first_mark_of_each_blank_counts_after_a_reload_too():
    shown = open_practice(**LIST)
    for idcg in ("6.323", "77", "6.32"):
        shown.write("sheet", "left", {"idcg": idcg, "ndcg": ""}, "idcg")
        assert shown.get_markup("said").lines == []
        shown.act()  # the page is opened again in the same tab
        assert shown.get_data("sheet")["texts"] == {"idcg": idcg, "ndcg": ""}
    assert shown.record == {}
    shown.write("sheet", "left", {"idcg": "6.32", "ndcg": "0.972"}, "ndcg")
    assert shown.get_markup("said").lines == ["Everything is right on the first try."]
    assert shown.record["ndcg"]["right"] == 1
    shown.act()
    assert shown.get_markup("said").lines == ["Everything is right on the first try."]
    shown.press("onward", "Repeat this exercise")
    shown.act()
    check_sheet(shown)  # it is still the second try
    assert shown.record["ndcg"]["right"] == 1


def test_a_problem_of_a_link_is_shown_until_the_learner_acts():
    def has_problem(shown: Shown) -> bool:
        return bool(shown.get_markup("problem").problems)

    buttons = ("Repeat this exercise", "Show the solution", "Show another exercise")
    for button in ("Check", *buttons):
        shown = open_practice(skill="dcg", r="3,x")
        assert (has_problem(shown), shown.link["skill"]) == (True, "dcg")
        shown.act()
        assert has_problem(shown)
        if button == "Check":
            check_sheet(shown, {})
        else:
            shown.press("onward", button)
        assert not has_problem(shown)
    shown = open_practice(skill="dcg", r="3,1,2")
    shown.link = {"skill": "dcg", "r": ""}
    shown.act()
    assert has_problem(shown)


def test_the_fields_of_a_sheet_are_labelled_by_their_task():
    shown = open_practice(**LIST)
    form = shown.get_data("sheet")["form"]
    assert f'id="asks-{form}"' in shown.get_markup("task").html


@pytest.mark.parametrize(
    ("link", "is_empty"),
    [
        ({"skill": "nothing-relevant", "r": "0,0"}, True),
        ({"skill": "mean-empty", "r": "0,2,1", "others": "2,0,3;0,0"}, True),
        ({"skill": "mean", "r": "0,2,1", "others": "2,0,3"}, False),
    ],
)
def test_a_task_has_the_rule_for_an_idcg_of_0_if_a_query_needs_it(link, is_empty):
    task = open_practice(**link).get_markup("task").text
    assert (" If IDCG is 0, NDCG is 0. " in task) == is_empty


def test_a_solution_counts_as_a_miss_and_shows_no_division_for_cg():
    shown = open_practice(**LIST)
    shown.act("onward", act="show")
    assert shown.get_data("sheet")["state"] == "closed"
    assert shown.record["ndcg"]["missed"] == 1
    check_sheet(shown, make_wrong_texts(shown))
    assert shown.get_data("sheet")["state"] == "closed"
    assert shown.get_data("sheet")["texts"] == {"idcg": "6.323", "ndcg": "0.972"}
    assert shown.record["ndcg"]["missed"] == 1
    assert 'class="formula large"' in shown.get_markup("worked").html
    for at, rank, sum_ in ((0, "1", "running DCG"), (9, "3", "running IDCG")):
        shown.act("player", at=at)
        worked = shown.get_markup("worked")
        assert worked.table[0][-1] == sum_
        assert re.findall(r'class="now"[^>]* data-rank="(\d)"', worked.html) == [rank]
    shown = open_practice(skill="cg", r="3,2,3,0,1", k="4")
    shown.act("onward", act="show")
    for at, formula in enumerate(("3=3", "3+2=5", "3+2+3=8", "3+2+3+0=8", "3+2+3+0=8")):
        shown.act("player", at=at)
        assert re.search(rf"(?<![\d+]){re.escape(formula)}", shown.text)
    assert "DCG" not in shown.get_markup("worked").text


def test_a_list_does_not_count_after_its_solution_or_a_retry():
    shown = open_practice(**LIST)
    shown.act("onward", act="show")
    after_the_solution = shown.record["ndcg"]
    shown.act("onward", act="again")
    check_sheet(shown)
    assert shown.record["ndcg"] == after_the_solution
    assert "it does not count" in shown.get_markup("said").text
    elsewhere = open_practice(shown.record, **LIST)  # the same list, from its link
    check_sheet(elsewhere)
    assert elsewhere.record["ndcg"] == after_the_solution
    shown = open_practice(**LIST)
    check_sheet(shown)
    shown.act("onward", act="again")
    check_sheet(shown)
    assert shown.record["ndcg"]["right"] == 1


def test_the_next_list_was_not_seen_recently_and_depends_only_on_the_seed():
    shown, seen = open_practice(skill="dcg"), []
    for seed in range(3 * RECENT_LISTS):
        seen = [*seen, shown.link["r"]][-RECENT_LISTS:]
        act = {"part": "onward", "act": "another", "seed": seed}
        assert shown.request_answer(act) == shown.request_answer(act)
        shown.act(**act)
        assert shown.link["skill"] == "dcg"
        assert shown.link["r"] not in seen


def test_another_skill_opens_a_list_of_that_skill():
    shown = open_practice(**LIST)
    shown.act("skill", do="set", name="skill", value="ndcg", seed=1)
    assert shown.link == LIST
    shown.act("skill", do="set", name="skill", value="dcg", seed=1)
    assert shown.link["skill"] == "dcg"
    assert read_variant_link(shown.link).skill == "dcg"
    link = shown.link
    shown.act("skill", do="set", name="skill", value="nothing", seed=2)
    assert shown.link == link


def test_texts_stay_with_their_list_and_a_bad_link_is_explained():
    shown = open_practice(**LIST)
    check_sheet(shown, make_wrong_texts(shown))
    state, link = shown.state, shown.link
    there = open_practice(**{**link, "r": "1,2,3"})
    there.state = state
    there.act()
    assert there.get_data("sheet")["marks"] == {}
    there.link = link
    there.state = state
    there.act()
    assert set(there.get_data("sheet")["texts"].values()) == {"77"}
    shown = open_practice(skill="ndcg", r="x")
    assert (
        shown.get_markup("problem").problems[0].startswith("The link's exercise cannot be shown: ")
    )
    assert read_variant_link(shown.link)


def test_a_cell_is_marked_when_it_is_left_and_hints_come_in_their_order():
    shown = open_practice(**LIST)
    assert shown.get_markup("standing").lines == ["NDCG · level 2 of 9"]
    shown.write("sheet", "left", {"idcg": "77", "ndcg": ""}, "idcg")
    assert list(shown.get_data("sheet")["marks"]) == ["idcg"]
    for _ in range(2):
        shown.write("sheet", "hint", {"idcg": "77", "ndcg": ""}, "ndcg")
    shown.state["asked"] *= 2  # there are only two
    shown.act()
    sheet = fade_sheet(read_variant_link(LIST), 1)
    hints = shown.get_markup("said")
    assert hints.lines == ["Hints", *list_hints(sheet, "ndcg")[:2]]
    assert 'aria-live="polite"' in hints.html
    assert shown.get_data("sheet")["marks"].keys() == {"idcg"}
    shown.act()  # the page is opened again in the same tab
    assert shown.get_data("sheet")["marks"].keys() == {"idcg"}
    assert shown.get_markup("said").lines == hints.lines
    shown.write("sheet", "check", {"idcg": "77", "ndcg": ""})
    assert shown.get_data("sheet")["marks"].keys() == {"idcg", "ndcg"}


@pytest.mark.parametrize("record", [{"ndcg": 3}, {"ndcg": None}, {"nothing": {}}, [], "x"])
def test_a_record_that_cannot_be_read_is_empty(record):
    shown = open_practice(record, **LIST)
    assert shown.get_markup("standing").lines == ["NDCG · level 2 of 9"]


def test_an_answer_to_another_list_has_no_effect():
    shown, other = open_practice(**LIST), open_practice(**{**LIST, "r": "1,2,3"})
    form = other.get_data("sheet")["form"]
    shown.act("sheet", why="check", cell="", form=form, texts=make_wrong_texts(shown))
    assert shown.get_data("sheet")["marks"] == {}
    assert shown.record == {}


def test_a_link_without_a_level_opens_the_level_that_was_reached():
    link = {"skill": "ndcg", "r": "3,2,3,0,1"}
    assert open_practice({"ndcg": {"level": 3}}, **link).link["level"] == "4"
    assert open_practice({"ndcg": {"level": 3}}, **link, level="2").link["level"] == "2"
    assert open_practice({"ndcg": {"level": 99}}, **link).link["level"] == "9"


def test_the_choice_of_all_skills_and_the_step_of_a_solution_stay_in_the_tab():
    shown = open_practice()
    assert shown.get_data("skill")["values"] == {"skill": "mixed"}
    shown.act()
    assert shown.get_data("skill")["values"] == {"skill": "mixed"}
    assert open_practice(**LIST).get_data("skill")["values"] == {"skill": "ndcg"}
    shown = open_practice(**LIST)
    assert "player" not in shown.parts
    assert "Show the solution" in shown.get_markup("onward").lines
    shown.press("onward", "Show the solution")
    assert "Show the solution" not in shown.get_markup("onward").lines
    shown.act("player", at=3)
    shown.act()
    assert shown.get_data("player")["at"] == 3
    shown.press("onward", "Repeat this exercise")
    assert "player" not in shown.parts
    assert shown.link == LIST


def test_skills_of_later_lessons_come_only_after_they_were_practised():
    def draw_skills(record: dict[str, Progress]) -> set[str]:
        return {choose_variant("mixed", record, (), Random(seed)).skill for seed in range(60)}

    assert not draw_skills({}) & {"exponential", "textbook"}
    assert draw_skills({"exponential": Progress(right=1)}) >= {"exponential", "dcg"}


def test_a_skill_at_a_high_level_is_rarer():
    def draw_skills(level: int) -> list[str]:
        record = {skill: Progress(level=level) for skill in SKILLS if skill != "dcg"}
        return [choose_variant("mixed", record, (), Random(seed)).skill for seed in range(40)]

    assert draw_skills(99).count("dcg") > 30
    assert draw_skills(1).count("dcg") < 15  # of thirteen skills, twice as often as another
    assert len({*draw_skills(1)}) > 8


# --- Tasks by drag and predictions ------------------------------------------------------------


def read_question(shown: Shown, place: int) -> str:
    return shown.get_markup(f"drag-task-{place}.ask").html


def read_order(shown: Shown, place: int) -> str:
    return "".join(d["label"] for d in shown.get_data(f"drag-task-{place}.board")["documents"])


def test_start_again_resets_moves_and_solutions():
    shown = open_practice(part="drag", task="1")
    shown.act("drag-task-1.ask", act="hint")
    assert "Only three ranks count." in read_question(shown, 1)
    shown.act()  # the page is opened again in the same tab
    assert "Only three ranks count." in read_question(shown, 1)
    shown.act("drag-task-1.ask", act="show")
    assert read_order(shown, 1) == "DEBAC"
    assert 'data-state="done"' in read_question(shown, 1)
    shown.act("onward", act="again")
    assert read_order(shown, 1) == "ABCDE"
    assert 'data-state="not yet"' in read_question(shown, 1)
    assert "Only three ranks count." not in read_question(shown, 1)


def test_another_way_to_practise_opens_its_first_block_and_keeps_the_record():
    shown = open_practice({"ndcg": {"right": 3}}, **LIST)
    for mode, link in (
        ("drag", {"part": "drag", "task": "1"}),
        ("predict", {"part": "predict", "question": "1"}),
    ):
        shown.act("modes", do="set", name="part", value=mode)
        assert shown.link == link
        assert shown.get_data("modes")["values"] == {"part": mode}
        assert shown.record["ndcg"]["right"] == 3
    shown.act("modes", do="set", name="part", value="nothing", seed=1)
    assert (shown.get_data("modes")["values"], "part" in shown.link) == ({"part": "sheets"}, False)
    assert "3 right" in open_practice(shown.record, **LIST).get_markup("standing").lines[0]


@pytest.mark.parametrize(
    ("given", "opened"), [("2", "2"), ("99", "last"), ("0", "1"), ("x", "1"), ("", "1")]
)
def test_a_link_to_no_question_opens_the_nearest_one(given, opened):
    shown = open_practice(part="predict", question=given)
    last = str(len(QUESTIONS))
    assert shown.link == {"part": "predict", "question": last if opened == "last" else opened}


def test_answers_stay_with_their_task_and_a_finished_task_leads_to_the_next():
    strong = 'class="plain-button strong" type="button" data-act="another"'
    shown = open_practice(part="drag", task="1")
    assert strong not in shown.get_markup("onward").html
    shown.act("drag-task-1.ask", act="show")
    assert strong in shown.get_markup("onward").html
    done = shown.state
    shown.act("nothing", act="show")
    shown.link = {"part": "drag", "task": "2"}
    shown.act()  # the state is that of another task
    assert strong not in shown.get_markup("onward").html
    shown.link, shown.state = {"part": "drag", "task": "1"}, done
    shown.act()
    assert 'data-state="done"' in read_question(shown, 1)
    shown.press("onward", "Another task")
    assert (shown.link["task"], strong in shown.get_markup("onward").html) == ("2", False)


@pytest.mark.parametrize("place", range(1, len(QUESTIONS) + 1))
def test_a_prediction_counts_once_and_both_numbers_are_shown(place):
    shown, name = open_practice(part="predict", question=str(place)), f"predict-{place}.prediction"
    assert "You said" not in shown.get_markup(name).text
    for number in ("0.25", "0.75"):
        shown.submit(name, "commit", values={"number": number})
    question = QUESTIONS[place - 1]
    answer = f"{question.value:.3f}".removesuffix(".000")
    assert f"You said 0.25. The answer is {answer}" in shown.get_markup(name).text
    assert question.why.fill_in() in shown.get_markup(name).html
    dots = re.findall(r'class="(own|exact)" style="--at:([\d.]+)%"', shown.get_markup(name).html)
    length = question.high - question.low
    assert {dot: float(at) for dot, at in dots} == pytest.approx(
        {
            "own": (0.25 - question.low) / length * 100,
            "exact": (question.value - question.low) / length * 100,
        },
        abs=0.01,
    )


def test_the_link_follows_the_current_exercise():
    shown = open_practice(part="drag", task="1")
    shown.press("onward", "Another task")
    assert shown.link == {"part": "drag", "task": "2"}
    shown = open_practice(part="predict", question=str(len(QUESTIONS)))
    shown.act("onward", act="another")
    assert shown.link == {"part": "predict", "question": "1"}


def test_an_old_link_about_a_numbers_origin_leads_to_the_current_page():
    shown = open_practice(part="source", r="3, 0, 2", number="0.5", judged="3")
    where = shown.get_markup("moved").html.partition('href="')[2].partition('"')[0]
    asked = dict(parse_qsl(urlsplit(unescape(where)).query))
    assert asked == {"r": "3, 0, 2", "got": "0.5", "judged": "3, 0, 2, 3"}
    assert "0.5" in Shown("conventions", **asked).text
    assert (shown.link.get("part"), shown.problems) == (None, [])


def test_the_rules_of_an_exercise_are_typeset_and_an_answer_to_type_is_not():
    task = Shown("practice", skill="dcg").get_markup("task")
    assert task.html.count("<math>") == 1
    assert "workings such as 7/log2(3)" in task.text
