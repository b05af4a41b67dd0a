"""Actions on the course page and in lessons: the link, record and parts after each."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from math import log2
from urllib.parse import parse_qsl

import pytest

from ndcg_core import code_lab
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.kinds import Lab
from ndcg_core.lessons.course.course import Course, Record, pack_course, unpack_course
from ndcg_core.lessons.course.due import Memory, choose_form, find_opening_questions
from ndcg_core.marking.wording import name_cell
from ndcg_ui.pages.learn.player import render_heading
from ndcg_ui.pages.menu import EXHIBITS
from tests.acts.shown import Shown, Words
from tests.lessons.conftest import VARIED
from tests.lessons.test_course_questions import WRONG
from tests.selection import select_first, select_rows

LESSONS = {lesson.slug: lesson for lesson in load_lessons()}
FIRST, SECOND, *_ = LESSONS.values()
LAST = [*LESSONS][-1]
TODAY = 20_000
HOOK = FIRST.steps[0].gating_blocks[0]


def open_lesson(slug: str, record: object = None, **link: str) -> Shown:
    return Shown("learn", record, **{"lesson": slug, "unlock": "all", "step": "30", **link})


def read_course(shown: Shown) -> Course:
    return unpack_course(shown.record)


def make_course(*slugs: str) -> Course:
    return Course({slug: Record(state="done", reached=30) for slug in slugs})


def answer_question(shown: Shown, name: str, question, given=None) -> None:
    """Answer a question, correctly unless another answer is given."""
    given = question.solution if given is None else given
    asked = f"{name}.question"
    if question.kind == "sheet":
        shown.write(f"{name}.sheet", "check", given)
    elif question.kind == "choice":
        shown.submit(asked, "answer", option=str(given))
    else:
        values = given if question.kind == "audit" else {"number": str(given)}
        shown.submit(asked, "answer", values=values)


def find_block(kind: str, suits=lambda block: True):
    """Return a lesson with every step open, and its first block of a kind that suits."""
    blocks = ((slug, block) for slug, one in LESSONS.items() for block in one.blocks)
    slug, block = next((s, b) for s, b in blocks if b.kind == kind and suits(b))
    return open_lesson(slug), block


def read_state(shown: Shown, name: str) -> str:
    return shown.get_markup(f"{name}.question").get_data_attribute("state")


def find_current_question(shown: Shown, check):
    id = shown.get_markup(f"{check.name}.question").get_data_attribute("name")
    return next(question for question in check.questions if question.id == id)


def list_opening_questions(one) -> list:
    """Return the questions that open a lesson."""
    return [
        question for _, question in find_opening_questions(tuple(LESSONS.values()), one).values()
    ]


def press_continue(shown: Shown) -> None:
    shown.act("bar", act="continue", to=shown.get_markup("bar").get_data_attribute("to"))


def complete_block(shown: Shown, block) -> None:
    if block.kind == "predict":
        shown.submit(f"{block.name}.prediction", "commit", values={"number": str(block.low)})
    elif block.kind == "drag-task":
        name = f"{block.name}.board"
        places = [rank - 1 for rank in block.solution]
        shown.act_on(name, do="arrange", order=places)
    elif block.kind == "check":
        for _ in range(4 * len(block.questions)):
            record = read_course(shown).lessons.get(shown.link["lesson"])
            times = record.gate.earlier_answer_count if record else 0
            question = choose_form(find_current_question(shown, block), times)
            answer_question(shown, block.name, question)
            if shown.get_markup(f"{block.name}.standing").get_data_attribute("state") == "passed":
                break
            shown.submit(f"{block.name}.question", "next")
    elif block.kind == "curves":
        shown.act(f"{block.name}.controls", do="set", name="patience", value="0.6")
    elif block.kind == "board":
        other = {"gain": "exponential", "base": "4", "discount": "i"}
        for name in set(block.controls) & set(other):
            shown.act(f"{block.name}.controls", do="set", name=name, value=other[name])
        if block.mode == "edit":
            at = len(block.sheet.grades) if block.aim == "idcg lower" else 0
            shown.act_on(f"{block.name}.board", do="grade", at=at, grade=2)
    elif block.kind == "lab":
        tasks = block.tasks or tuple(task.id for task in code_lab.TASKS)
        shown.act(f"{block.name}.lab", done=list(tasks))
    else:
        answer_question(shown, block.name, block.question)


# --- The way through the course ---------------------------------------------------------------


def test_completing_every_task_of_every_lesson_completes_the_course():
    shown = Shown("learn")
    for one in LESSONS.values():
        shown.act("path", act="open", lesson=one.slug)
        assert shown.link == {"lesson": one.slug}
        for number, question in enumerate(list_opening_questions(one), 1):
            answer_question(shown, f"opening-{number}", question)
        for number, step in enumerate(one.steps, 1):
            for block in step.gating_blocks:
                complete_block(shown, block)
            if number < len(one.steps):
                press_continue(shown)
                assert shown.link["step"] == str(number + 1), one.slug
        assert read_course(shown).lessons[one.slug].state == "done"
        ends_part_one = one.slug == "ndcg-at-k"
        assert ("?page=last-list" in shown.get_markup("bar").html) == ends_part_one
        assert ("?page=ending" in shown.get_markup("bar").html) == (one.slug == [*LESSONS][-1])
        shown.act("bar", act="home")
    assert shown.link == {}
    assert "Every lesson is done." in shown.text
    assert re.search('href="practice"[^>]*>Continue with practice<', shown.html)
    shown.act("path", act="open", page="ending")
    assert shown.link == {"page": "ending"}
    assert "You can measure a ranking now" in shown.text
    assert "certificate" in shown.parts


@pytest.mark.parametrize(
    ("slug", "rows"),
    [
        ("grades-not-flags", ["X31P@2 1.000", "Y13P@2 1.000"]),
        ("gain", ["Now010223NDCG@3 0.120", "Best322100NDCG@3 1.000"]),
        ("discount", ["100", "63", "50"]),  # of 100 readers
        ("exponential-gain", ["Form first, linear23210DCG@5 5.323", "Answer first, linear30122"]),
        ("who-judges", ["Now32301NDCG@5 0.972", "Best33210NDCG@5 1.000"]),
        ("write-it-yourself", []),
    ],
)
def test_the_course_page_shows_an_example_of_the_next_lesson(slug, rows):
    before = [*LESSONS][: [*LESSONS].index(slug)]
    shown = Shown("learn", pack_course(make_course(*before)))
    following = shown.get_markup("path").html.partition("</section>")[0]
    glimpses = [Words(html).text for html in following.split('<div class="glimpse">')[1:]]
    assert len(glimpses) == len(rows)
    for glimpse, row in zip(glimpses, rows, strict=True):
        assert glimpse.startswith(row)
    if slug == "gain":
        assert 'class="chips" role="img" aria-label="grades 0, 1, 0, 2, 2, 3"' in following


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_ends_with_its_references_and_only_websites_open_in_a_new_tab(slug):
    one = LESSONS[slug]
    shown = open_lesson(slug)
    assert list(shown.parts)[-2:] == ["references", "bar"]
    assert "references" not in open_lesson(slug, unlock="", step="1").parts
    links = re.findall(r"<a href=\"([^\"]*)\"([^>]*)>", shown.get_markup("references").html)
    named = [link for one in one.references for link in (one, *one.further)]
    assert [href for href, _ in links] == [reference.link for reference in named]
    safely = ' target="_blank" rel="noopener noreferrer"'
    for href, attributes in links:
        assert attributes == (safely if href.startswith("https://") else "")
    for reference in named:
        assert f"{reference.authors} ({reference.year}): {reference.title}." in (
            shown.get_markup("references").text
        )


def fail_block(shown: Shown, block) -> None:
    """Answer a block wrongly until the learner can continue."""
    if block.kind == "drag-task":
        for act in ("hint", "show"):
            shown.act(f"{block.name}.ask", act=act)
    elif block.kind == "check":
        question = find_current_question(shown, block)
        answer_question(shown, block.name, question, WRONG[question.kind](question))
        shown.submit(f"{block.name}.question", "next")
        complete_block(shown, block)
    elif block.kind == "choice":
        for option in range(len(block.question.options)):
            answer_question(shown, block.name, block.question, option)
    elif block.kind in ("predict", "lab", "board", "curves"):
        complete_block(shown, block)
    else:
        for miss in range(3):
            wrong = f"{70 + miss}" if block.kind == "number" else WRONG[block.kind](block.question)
            answer_question(shown, block.name, block.question, wrong)
        shown.submit(f"{block.name}.question", "show")
        assert read_state(shown, block.name) == "shown"


@pytest.mark.parametrize("slug", select_rows(LESSONS, VARIED.__contains__, "blocks of like kinds"))
def test_a_learner_who_is_always_wrong_can_still_continue(slug):
    one, others = LESSONS[slug], make_course(*(other for other in LESSONS if other != slug))
    shown = Shown("learn", pack_course(others), lesson=slug)
    for number, question in enumerate(list_opening_questions(one), 1):
        answer_question(shown, f"opening-{number}", question, WRONG[question.kind](question))
    for number, step in enumerate(one.steps, 1):
        for block in step.gating_blocks:
            fail_block(shown, block)
        if number < len(one.steps):
            press_continue(shown)
            assert shown.link["step"] == str(number + 1)
    assert read_course(shown).lessons[slug].state == "done"


def test_the_next_step_opens_when_the_steps_before_it_are_done():
    shown = Shown("learn", lesson=FIRST.slug)
    assert "Answer the question in this step." in shown.get_markup("bar").text
    shown.act("bar", act="continue", to="2")
    assert shown.link == {"lesson": FIRST.slug}
    answer_question(shown, HOOK.name, HOOK.question)
    press_continue(shown)
    assert shown.link == {"lesson": FIRST.slug, "step": "2"}
    shown.act("bar", act="continue", to="5")
    assert read_course(shown).lessons[FIRST.slug].reached == 2
    bar = shown.get_markup("bar").html
    assert re.findall(r'<i(?: class="(\w+)")?></i>', bar) == ["on", "now", *[""] * 4]
    assert 'aria-label="Step 2 of 6"' in bar
    again = Shown("learn", shown.record, lesson=FIRST.slug, step="2")
    assert read_state(again, HOOK.name) == "right"


@pytest.mark.parametrize(
    ("before", "act", "after"),
    [
        ({"path": "gain,dcg"}, {"act": "unlock"}, {"unlock": "all"}),
        ({"lesson": "gain"}, {"act": "home"}, {}),
        ({"page": "ten", "unlock": "all"}, {"act": "home"}, {"unlock": "all"}),
        ({"page": "ten", "unlock": "all"}, {"act": "open"}, {"unlock": "all"}),
        ({"unlock": "all"}, {"act": "open", "page": "ten"}, {"page": "ten", "unlock": "all"}),
        ({"page": "ending"}, {"act": "open", "page": "nowhere"}, {}),
        (
            {"lesson": "gain", "step": "2", "path": "gain,dcg"},
            {"act": "open", "lesson": "dcg"},
            {"lesson": "dcg", "path": "gain,dcg"},
        ),
    ],
)
def test_a_link_of_the_course_keeps_its_path_or_its_open_steps(before, act, after):
    shown = Shown("learn", None, **before)
    shown.act("path", **act)
    assert shown.link == after


def test_the_problems_of_a_link_stay_until_the_first_action():
    odd = {"lesson": "nowhere", "step": "0", "page": "x", "beat": "1,2", "seconds": "7"}
    shown = Shown("learn", None, **odd, unlock="some", path="gain,nothing")
    sentences = [
        "The link's lesson is “nowhere”. No lesson has that name.",
        "The link's step is “0”. It must be a number from 1.",
        "The link's page is “x”. It can be last-list, ten, ending.",
        "The link's beat must hold the ranks 1 to 8, each once.",
        "The link's seconds is “7”. It can be 30, 60, 120, 0.",
        "The link's unlock is “some”. It can be all.",
        "The link's path holds “nothing”. No lesson and no exercise has that name.",
    ]
    assert (shown.problems, shown.link) == (sentences, {"path": "gain"})
    shown.act()  # the second request of a browser, which has its record
    assert shown.problems == sentences
    shown.act("path", act="home")
    assert shown.problems == []
    wrong = Shown("learn", None, lesson="gain", step="x")
    assert wrong.get_markup("problems").get_data_attribute("place") == "gain-top"


def test_the_path_of_a_teacher_is_above_the_first_screen_and_the_whole_course_below_it():
    def list_rows(**link):
        return [row[0][0]["name"] for row in Shown("learn", None, **link).rows]

    assert list_rows(path="gain") == ["path", "title", "asked", "tools"]
    assert list_rows() == ["title", "path", "asked", "tools"]


def test_no_lesson_is_open_or_locked_before_the_browser_has_sent_its_record():
    rows = EXHIBITS["learn"].answer_action({}, None, {}, {}).plain_data["rows"]
    path = next(part for row in rows for column in row for part in column if part["name"] == "path")
    html = path["data"]["html"]
    assert '<span class="plain-button strong waiting">Start</span>' in html
    assert set(re.findall(r'data-state="(\w*)"', html)) == {"loading"}
    assert "Take ten short items" not in html
    assert "aria-current" not in html
    rows = EXHIBITS["learn"].answer_action({"lesson": "dcg"}, None, {}, {}).plain_data["rows"]
    assert "not passed yet" not in json.dumps(rows)


def test_only_the_next_lesson_is_the_current_step_of_the_path():
    course = pack_course(make_course(FIRST.slug, SECOND.slug))
    path = Shown("learn", course).get_markup("path")
    current = re.findall(r'data-lesson="([\w-]+)" aria-current="step"', path.html)
    assert current == ["discount"]
    assert re.findall(r'<ol class="stations part-(\d)" start="(\d+)"', path.html) == [
        ("1", "1"),
        ("2", "7"),
    ]
    states = re.findall(
        r'<li class="(\w+)" data-testid="lesson"[^>]* data-state="(\w+)"', path.html
    )
    assert states[:4] == [("done", "done"), ("done", "done"), ("now", "open"), ("locked", "locked")]


def test_a_lesson_names_each_unfinished_lesson_that_it_builds_on():
    says = "This lesson builds on “Why grades, not flags” and “Gain: what a reader takes away”"
    heading = Words(render_heading(LESSONS["discount"], [FIRST, SECOND]))
    assert heading.lines[-1] == f"{says}, not passed yet."
    assert "builds on" not in render_heading(LESSONS["discount"], [])


def test_a_page_jumps_to_the_title_or_the_step_that_it_opens():
    def list_jumps(**link):
        parts = Shown("learn", None, **link).parts
        return {name: part["data"]["go"] for name, part in parts.items() if part["data"].get("go")}

    assert list_jumps() == {}
    assert list_jumps(lesson="gain") == list_jumps(lesson="gain", step="1") == {"bar": "gain-top"}
    assert list_jumps(lesson="gain", step="2") == {"bar": "gain-step-2"}
    assert list_jumps(page="ending") == {"abilities": "ending"}


def test_the_first_goal_counts_moves_and_states_the_fewest_needed():
    shown = Shown("learn")
    assert "Four moves are enough." in shown.get_markup("goal").text
    for order in ([5, 0, 1, 2, 3, 4], [0, 4, 1, 2, 3, 5], [0, 1, 5, 2, 3, 4]):
        shown.act_on("board", do="arrange", order=order)
    assert "in 3. From here one move is enough." in shown.get_markup("goal").text
    assert "log" not in shown.get_markup("goal").text + shown.get_markup("number").text
    shown.act_on("board", do="arrange", order=[0, 1, 2, 4, 3, 5])
    assert "1.000 in 4 moves" in shown.get_markup("goal").text
    assert "No fewer moves are enough." in shown.get_markup("goal").text
    assert "No order scores higher." in shown.get_markup("number").text
    assert shown.board["look"] == "bare"
    shown.act("goal", act="how")
    assert shown.board["look"] == "plain"
    shown.act("goal", act="first")
    assert "Can you reach 1.000?" in shown.get_markup("goal").text
    there_and_back = [[1, 0, 2, 3, 4, 5]] * 2
    for order in ([5, 0, 1, 2, 3, 4], *there_and_back, [0, 4, 1, 2, 3, 5], [0, 1, 5, 2, 3, 4]):
        shown.act_on("board", do="arrange", order=order)
    shown.act_on("board", do="arrange", order=[0, 1, 2, 4, 3, 5])
    assert "1.000 in 6 moves" in shown.get_markup("goal").text
    assert "Four moves are enough. Try again?" in shown.get_markup("goal").text


def test_the_first_screen_gives_reasons_and_says_where_the_answer_is():
    shown = Shown("learn")
    reasons = [Words(card["beside"]).text for card in shown.board["documents"]]
    assert reasons == [
        "sells a new flight",
        "explains the words only",
        "about something else",
        "helps if you flew with that airline",
        "helps if you read all of it",
        "answers it",
    ]
    ids = {card["label"]: card["id"] for card in shown.board["documents"]}
    shown.act_on("board", do="arrange", order=[5, 0, 1, 2, 3, 4])
    assert {card["label"]: card["id"] for card in shown.board["documents"]} == ids
    assert shown.board["ids"] == "own", "the browser keeps these ids, which belong to the titles"
    assert "The answer is first. The results below it are not in their best order." in (
        shown.get_markup("number").text
    )
    assert shown.get_markup("goal").get_data_attribute("moves") == "1"
    assert "link-button" in shown.get_markup("goal").find_tag("Restore the original order")
    shown.press("goal", "How is that calculated?")
    assert "Hide the calculation" in shown.get_markup("goal").lines
    assert {card["beside"] for card in shown.board["documents"]} == {""}
    shown.press("goal", "Restore the original order")
    assert shown.get_markup("goal").get_data_attribute("moves") == "0"
    assert "Begin with the result that you would read first." in shown.get_markup("goal").text


def test_the_first_screen_marks_the_best_share_so_far_and_leads_to_every_step():
    shown = Shown("learn")
    ideal = 3 + 2 / log2(3) + 2 / 2 + 1 / log2(5)

    def read_meter():
        return re.findall(r"--(\w+):([\d.]+)", shown.get_markup("number").html)

    assert read_meter() == [("share", "0.5858")]
    shown.act_on("board", do="arrange", order=[5, 0, 1, 2, 3, 4])
    best = f"{(3 + 1 / 2 + 2 / log2(6) + 2 / log2(7)) / ideal:.4f}"
    assert read_meter() == [("share", best), ("at", best)]
    shown.act_on("board", do="arrange", order=[1, 0, 2, 3, 4, 5])
    now = f"{(3 / log2(3) + 1 / 2 + 2 / log2(6) + 2 / log2(7)) / ideal:.4f}"
    assert read_meter() == [("share", now), ("at", best)]
    goal = shown.get_markup("goal")
    assert f"Best so far: {float(best):.3f} in 1. From here three moves are enough." in goal.text
    assert "Copy a link" not in goal.text
    ((text, address),) = goal.links
    page, _, query = address.partition("?")
    assert (text, page) == ("See every step", "./playground")
    assert Shown("playground", **dict(parse_qsl(query))).read_value("ndcg") == pytest.approx(
        float(now), abs=5e-5
    )
    shown.act_on("board", do="grade", at=0, grade=3)
    assert read_meter() == [("share", now), ("at", best)], "only the order can change"
    for order in ([1, 0, 2, 3, 4, 5], [0, 4, 1, 2, 3, 5], [0, 1, 5, 2, 3, 4], [0, 1, 2, 4, 3, 5]):
        shown.act_on("board", do="arrange", order=order)
    assert read_meter() == [("share", "1.0000"), ("at", "1.0000")]
    goal = shown.get_markup("goal")
    assert 'data-copy-link="./"' in goal.find_tag("Copy a link for a friend")
    assert 'aria-pressed="false"' in goal.find_tag("How is that calculated?")
    shown.act("goal", act="how")
    assert 'aria-pressed="true"' in shown.get_markup("goal").find_tag("Hide the calculation")
    shown.act("goal", act="how")
    assert shown.board["look"] == "bare"


def test_the_first_screen_says_what_share_an_order_reaches_and_keeps_the_best():
    shown = Shown("learn")
    spelled_out = "normalized discounted cumulative gain: the share that this order reaches"
    rank_6 = "The answer is at rank 6, where NDCG expects 36 of 100 readers."
    assert shown.get_markup("number").lines == [
        f"0.586NDCG@6, {spelled_out}",
        "03.335 of 5.6931.000",
        f"This order gives 58.6% of what these results could give. {rank_6}",
    ]
    start = "Four moves are enough. Begin with the result that you would read first."
    assert shown.get_markup("goal").lines[:2] == [
        "Can you reach 1.000? How few moves do you need?",
        start,
    ]
    html = shown.get_markup("number").html
    assert 'role="group" aria-label="NDCG"' in html
    assert '<div class="meter" aria-hidden="true">' in html
    for order in ([5, 0, 1, 2, 3, 4], [1, 0, 2, 3, 4, 5]):
        shown.act_on("board", do="arrange", order=order)
    rank_2 = "The answer is at rank 2, where NDCG expects 63 of 100 readers."
    assert shown.get_markup("number").lines[1:] == [
        "03.879 of 5.6931.000",
        f"This order gives 68.1% of what these results could give. {rank_2}",
    ]
    shown.act_on("board", do="arrange", order=[1, 0, 2, 3, 4, 5])
    assert "Best so far: 0.876 in 1." in shown.get_markup("goal").text, "the fewest moves"
    assert shown.get_markup("goal").get_data_attribute("moves") == "3"
    shown.act_on("board", do="arrange", order=[1, 2, 3, 4, 5, 0])
    assert shown.get_markup("goal").get_data_attribute("moves") == "0", "the original order"
    assert start in shown.get_markup("goal").text
    for order in ([5, 0, 1, 2, 3, 4], [0, 4, 1, 2, 3, 5], [0, 1, 5, 2, 3, 4], [0, 1, 2, 4, 3, 5]):
        shown.act_on("board", do="arrange", order=order)
    assert shown.get_markup("number").lines[1:] == [
        "05.693 of 5.6931.000",
        "No order scores higher. Readers see the best results first and the advertisements last.",
    ]


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_needs_only_the_states_of_other_lessons(slug):
    """Cut the record as a browser does, which sends only the states of other lessons."""
    whole = pack_course(
        replace(make_course(*LESSONS), memories={f"{FIRST.slug}/later-1": Memory(0, 1)})
    )
    others = {other: {"state": kept["state"]} for other, kept in whole["lessons"].items()}
    brief = {**whole, "lessons": others | {slug: whole["lessons"][slug]}}
    one, other = Shown("learn", whole, lesson=slug), Shown("learn", brief, lesson=slug)
    assert (one.rows, one.link) == (other.rows, other.link)


# --- Questions --------------------------------------------------------------------------------


def test_a_question_can_be_tried_until_right_and_revealed_after_two_misses():
    shown, block = find_block("number")
    assert 'data-act="show"' not in shown.get_markup(f"{block.name}.question").html
    for miss in ("77", "78"):
        answer_question(shown, block.name, block.question, miss)
        assert read_state(shown, block.name) == "wrong"
    assert 'data-act="show"' in shown.get_markup(f"{block.name}.question").html
    shown.submit(f"{block.name}.question", "hint")
    assert 'data-testid="hint"' in shown.get_markup(f"{block.name}.question").html
    shown.submit(f"{block.name}.question", "show")
    assert read_state(shown, block.name) == "shown"
    answer_question(shown, block.name, block.question, "1")
    assert read_state(shown, block.name) == "shown"


def test_a_lesson_opens_with_two_one_try_questions_and_repeats_a_missed_one():
    slug = "discount"
    shown = open_lesson(
        slug, unlock="", step="1", record=pack_course(make_course(FIRST.slug, SECOND.slug))
    )
    missed, known = list_opening_questions(LESSONS[slug])
    assert "Answer the two questions at the top first." in shown.get_markup("bar").text
    answer_question(shown, "opening-1", missed, WRONG[missed.kind](missed))
    answer_question(shown, "opening-1", missed)
    answer_question(shown, "opening-2", known)
    assert (read_state(shown, "opening-1"), read_state(shown, "opening-2")) == ("wrong", "right")
    assert "Answer the two questions" not in shown.get_markup("bar").text
    assert list(read_course(shown).memories) == [f"gain/{missed.id}"]
    assert read_course(shown).answers == 2
    shown.act("opening-9.question", act="answer", form="opening-9", option="0")
    assert read_course(shown).answers == 2, "there is no such question"


def test_a_missed_opening_question_is_due_tomorrow_in_its_next_form():
    shown = open_lesson("ideal", unlock="", step="1")
    ((_, first), (item, (turns, question))) = find_opening_questions(
        tuple(LESSONS.values()), LESSONS["ideal"]
    ).items()
    assert (item, turns) == ("gain/later-1/2", 2), "it has opened “discount” before"
    assert "Answer the two questions at the top first." in shown.get_markup("bar").text
    answer_question(shown, "opening-1", first[1])
    assert "One question at the top is left." in shown.get_markup("bar").text
    how = {"option": str(WRONG["choice"](question))} if question.kind == "choice" else {}
    values = {} if how else {"number": WRONG["number"](question)}
    shown.submit("opening-2.question", "answer", **how, values=values, today=TODAY)
    assert read_course(shown).memories == {item: Memory(0, TODAY + 1, 3)}
    assert "at the top" not in shown.get_markup("bar").text


# --- The gate ---------------------------------------------------------------------------------


def test_one_right_answer_per_goal_without_hints_passes_the_gate():
    shown, check = open_lesson(FIRST.slug), FIRST.check

    def read_gate() -> tuple[str, str]:
        """Return the number of reached goals, and the state of the gate."""
        words = shown.get_markup(f"{check.name}.standing")
        assert words.html.count('<i class="on">') == int(words.get_data_attribute("run"))
        return words.get_data_attribute("run"), words.get_data_attribute("state")

    answer_question(shown, check.name, find_current_question(shown, check))
    assert read_gate() == ("1", "open")
    answered = shown.record
    answer_question(
        shown, check.name, find_current_question(shown, check)
    )  # a repeated action counts once
    assert shown.record == answered
    shown.submit(f"{check.name}.question", "next")
    shown.submit(f"{check.name}.question", "hint")
    again = open_lesson(FIRST.slug, shown.record)
    assert 'data-testid="hint"' in again.get_markup(f"{check.name}.question").html
    answer_question(shown, check.name, find_current_question(shown, check))
    assert read_gate() == ("1", "open")
    shown.submit(f"{check.name}.question", "next")
    question = find_current_question(shown, check)
    assert check.goals[check.questions.index(question)] == 2
    answer_question(shown, check.name, question, WRONG[question.kind](question))
    assert read_gate() == ("1", "open")
    assert list(read_course(shown).memories) == [f"{FIRST.slug}/{question.id}"]
    shown.submit(f"{check.name}.question", "next")
    times = read_course(shown).lessons[FIRST.slug].gate.earlier_answer_count
    answer_question(shown, check.name, choose_form(find_current_question(shown, check), times))
    assert read_gate() == ("2", "passed")
    assert read_course(shown).lessons[FIRST.slug].state == "done"
    assert f'data-lesson="{SECOND.slug}"' in shown.get_markup("bar").html


def test_a_late_hint_to_an_answered_question_does_not_count_for_the_next():
    shown, check = open_lesson(FIRST.slug), FIRST.check
    turn = f"{check.name}.turn"

    def read_answers(record) -> dict:
        return record["lessons"][FIRST.slug]["answers"]

    shown.submit(f"{check.name}.question", "hint")
    early = read_answers(shown.record)[turn]
    answer_question(shown, check.name, find_current_question(shown, check))
    shown.submit(f"{check.name}.question", "next")
    read_answers(shown.record)[turn] = early  # as an older file of progress brings it back
    again = open_lesson(FIRST.slug, shown.record)
    assert find_current_question(again, check) == find_current_question(shown, check)
    assert 'data-testid="hint"' not in again.get_markup(f"{check.name}.question").html


TURN = {"place": 1, "number": 0, "times": 0, "attempt": {"given": "77", "result": "wrong"}}


@pytest.mark.parametrize(
    ("turn", "place"),
    [
        (TURN, 1),
        ({**TURN, "number": 7}, 1),  # an answered question stays until the next is requested
        ({**TURN, "attempt": {"result": "open", "hints": 1}}, 1),
        ({**TURN, "number": 7, "attempt": {"result": "open", "hints": 1}}, 0),
        ({**TURN, "number": "0"}, 0),
        ({**TURN, "place": 99}, 0),
        ({**TURN, "place": -1}, 0),
        ({**TURN, "place": True}, 0),
        ({**TURN, "attempt": None}, 1),
        ([1], 0),
    ],
)
def test_a_stored_turn_is_continued_unless_it_is_not_valid(turn, place):
    check = FIRST.check
    record = pack_course(Course({FIRST.slug: Record(6, {f"{check.name}.turn": turn})}))
    shown = open_lesson(FIRST.slug, record)
    assert find_current_question(shown, check) == check.questions[place]


@pytest.mark.parametrize(
    "slug",
    select_first(
        1, ["discount", "many-queries", "grades-not-flags", "ideal"], "checks of a like kind"
    ),
)
def test_a_missed_question_returns_after_another_with_other_numbers(slug):
    shown, check = open_lesson(slug), LESSONS[slug].check
    asked: dict[str, list[str]] = {}
    before = ""
    for _ in range(3 * len(check.questions)):
        question = find_current_question(shown, check)
        assert question.id != before
        before = question.id
        times = asked.setdefault(before, [])
        variant = choose_form(question, len(times))
        part = "asks" if question.kind == "sheet" else "question"
        times.append(shown.get_markup(f"{check.name}.{part}").text)
        answer_question(shown, check.name, variant, WRONG[question.kind](variant))
        shown.submit(f"{check.name}.question", "next")
        assert read_course(shown).memories[f"{slug}/{before}"].times == len(times)
    for question in check.questions:
        fresh = 1 + len(question.others)
        texts = asked[question.id][:fresh]
        assert len(set(texts)) == len(texts)


def test_a_repeated_choice_begins_with_another_option():
    shown, check = open_lesson("gain"), LESSONS["gain"].check
    firsts = []
    while len(firsts) < 2:
        question = find_current_question(shown, check)
        form = shown.get_markup(f"{check.name}.question").html
        if question == check.questions[1]:
            firsts.append(re.search(r'data-option="(\d)"', form)[1])
        answer_question(shown, check.name, question, WRONG[question.kind](question))
        shown.submit(f"{check.name}.question", "next")
    assert firsts[0] != firsts[1]


# --- Other live parts -------------------------------------------------------------------------


def test_a_task_is_judged_by_the_threshold_of_its_displayed_values():
    shown = open_lesson("grades-not-flags", step="4")
    shown.act("drag-task-1.controls", do="set", name="threshold", value="3")
    assert shown.read_value("p") == 1 / 3
    shown.act_on("drag-task-1.board", do="arrange", order=[0, 1, 4, 2, 3])
    assert "P@3 is 0.667. It should stay 0.333." in shown.get_markup("drag-task-1.ask").text


def test_an_added_document_has_the_same_name_in_the_list_and_in_the_picture():
    shown = open_lesson("ideal", step="3")
    shown.act_on("board-1.board", do="add", to="judged")
    board = shown.get_data("board-1.board")
    added = board["documents"][-1]
    assert (added["label"], added["grade"]) == ("A", 3)
    assert ">A<" in json.dumps(board)
    assert "D7" not in json.dumps(board)


def test_the_picture_has_each_ideal_term_with_its_calculation():
    board = open_lesson("ideal", step="3").get_data("board-1.board")
    grades = sorted((card["grade"] for card in board["documents"]), reverse=True)
    assert [Words(term).text for term in board["picture"]["worked"]] == [
        f"{grade} / {log2(rank + 1):.3f} = {grade / log2(rank + 1):.3f}"
        for rank, grade in enumerate(grades, 1)
    ]


def test_a_sheet_fills_in_the_other_terms_once_two_are_right_and_leaves_a_wrong_one():
    shown = open_lesson("dcg", step="3")
    terms = {f"actual.term.{rank}": "" for rank in range(1, 6)}
    texts = {**terms, "actual.term.1": "1", "actual.term.2": "3"}  # 3 / log2(3) is not 3
    shown.write("whole.sheet", "left", texts, "actual.term.2")
    assert shown.get_data("whole.sheet")["texts"] == {**texts, "dcg": ""}
    texts |= {"actual.term.3": "1"}
    shown.write("whole.sheet", "left", texts, "actual.term.3")
    texts |= {"actual.term.4": "0.861", "actual.term.5": "1.161", "dcg": ""}
    assert shown.get_data("whole.sheet")["texts"] == texts


def test_a_replay_shows_its_step_and_patience_off_the_slider_is_ignored():
    shown, block = find_block("replay")
    name = f"{block.name}.player"
    last = len(shown.get_data(name)["titles"]) - 1
    for at, comes_to in ((0, 0), (last, last), (99, last), (-1, 0), (True, 0)):
        shown.act(name, at=at, replayed=shown.get_data(name)["replayed"])
        assert shown.get_data(name)["at"] == comes_to
    shown, block = find_block("curves")
    name = f"{block.name}.controls"
    for value in ("0.85", "2", "nan", "much"):
        shown.act(name, do="set", name="patience", value=value)
        assert shown.get_data(name)["values"]["patience"] == "0.85"
    assert "0.850" in shown.get_markup(f"{block.name}.readers").text
    assert 'value="0.85"' in open_lesson(shown.link["lesson"], shown.record).get_markup(name).html


def test_the_learner_flips_signs_by_hand_and_then_all_at_once():
    shown = open_lesson("real-difference")
    block = next(b for b in LESSONS["real-difference"].blocks if b.kind == "flips")
    name = f"{block.name}.signs"
    shown.submit(name, "flip", row="1")
    # (-0.081 - 0.5 + 0.044 - 0.246 + 0.069) / 5
    assert "−0.143" in shown.get_markup(name).text
    assert shown.get_markup(name).get_data_attribute("seen") == "2"
    shown.submit(name, "all")
    assert "24 have a mean as far from 0" in shown.get_data(f"{block.name}.chart")["text"]


def test_the_button_of_a_flipped_sign_is_pressed_and_flips_it_back():
    shown = open_lesson("real-difference")
    block = next(b for b in LESSONS["real-difference"].blocks if b.kind == "flips")
    name = f"{block.name}.signs"

    def read_buttons():
        html = shown.get_markup(name).html
        tags = re.findall(r'<button[^>]*data-act="flip"[^>]*>[^<]*', html)
        rows = [row[-2] for row in shown.get_markup(name).table[1:-1]]
        pressed = [re.search(r'aria-pressed="(\w+)"', tag)[1] for tag in tags]
        return list(zip(pressed, [tag.split(">")[1] for tag in tags], rows, strict=True))

    before = read_buttons()
    assert [button[:2] for button in before] == [("false", "Flip")] * len(block.differences)
    assert before[1][2] == "0.500"
    shown.submit(name, "flip", row="1")
    assert read_buttons() == [before[0], ("true", "Flip back", "−0.500"), *before[2:]]
    shown.submit(name, "flip", row="1")
    assert read_buttons() == before


def test_a_check_says_when_a_question_counts_again():
    shown, check = open_lesson("gain"), LESSONS["gain"].check
    said = "You have answered this question today, so it counts again tomorrow."
    for _ in range(sum(check.form_counts)):
        assert said not in shown.get_markup(f"{check.name}.standing").text
        times = read_course(shown).lessons["gain"].gate.earlier_answer_count if shown.record else 0
        question = choose_form(find_current_question(shown, check), times)
        answer_question(shown, check.name, question, WRONG[question.kind](question))
        shown.submit(f"{check.name}.question", "next")
    assert said in shown.get_markup(f"{check.name}.standing").text
    later = open_lesson("gain", shown.record)
    later.act("bar", act="none", today=1)
    assert said not in later.get_markup(f"{check.name}.standing").text, "it is the next day"
    answer_question(shown, check.name, choose_form(find_current_question(shown, check), times + 1))
    assert read_course(shown).lessons["gain"].gate.right == ()


def test_a_question_missed_at_the_gate_returns_on_the_next_day():
    shown, check = open_lesson(FIRST.slug), FIRST.check
    question = find_current_question(shown, check)
    assert question.kind == "number"
    values = {"number": WRONG["number"](question)}
    shown.submit(f"{check.name}.question", "answer", values=values, today=TODAY)
    assert read_course(shown).memories == {f"{FIRST.slug}/{question.id}": Memory(0, TODAY + 1, 1)}


def test_each_gain_of_a_sketch_begins_where_the_one_before_ends():
    shown, block = find_block("sketch", lambda block: block.draws == "sum")
    lengths = re.findall(
        r"--start: ([\d.]+); --length: ([\d.]+)", shown.get_markup(block.name).html
    )
    *gains, total = [(float(start), float(length)) for start, length in lengths]
    assert [length for _, length in gains] == list(block.gains)
    for (start, length), (following, _) in pairwise(gains):
        assert following == start + length
    assert total == (0, sum(block.gains))


@pytest.mark.parametrize(
    ("slug", "board", "labels"),
    [
        ("ndcg-at-k", "lost", [("The picture", ""), ("Cutoff k", "Cutoff k")]),
        ("why-a-logarithm", "board-1", [("Divisor", "Divisor")]),
    ],
)
def test_each_choice_of_a_board_has_a_label_which_only_the_pictures_hides(slug, board, labels):
    html = open_lesson(slug).get_data(f"{board}.controls")["html"]
    found = re.findall(r'role="radiogroup" aria-label="([^"]*)">(?:<span>([^<]*)</span>)?', html)
    assert found == labels


def test_a_locked_lesson_names_what_it_builds_on_unless_a_link_opens_it():
    builds_on = "This lesson builds on “DCG"
    assert builds_on in Shown("learn", None, lesson="ideal").text
    for link in ({"unlock": "all"}, {"path": "gain,ideal"}):
        assert builds_on not in Shown("learn", None, lesson="ideal", **link).text
    course = pack_course(make_course(*[*LESSONS][: [*LESSONS].index("ideal")]))
    assert builds_on not in Shown("learn", course, lesson="ideal").text


def test_a_second_hint_is_about_a_cell_of_the_sheet():
    shown, block = find_block("sheet", lambda block: len(block.question.sheet.blanks) > 1)
    asked, hint = f"{block.name}.question", block.question.hint.fill_in()
    first, *_ = block.question.sheet.blanks
    shown.submit(asked, "hint")
    assert Words(hint).text in shown.get_markup(asked).text
    assert 'data-act="answer"' not in shown.get_markup(asked).html, "the sheet has its own button"
    assert name_cell(first).lower() not in shown.get_markup(asked).text.lower()
    shown.submit(asked, "hint")
    text = shown.get_markup(asked).text.lower()
    assert f"{name_cell(first)}: a term is the gain divided".lower() in text


# --- What comes back, and the file ------------------------------------------------------------


def test_a_missed_question_returns_once_on_the_course_page_and_counts_once():
    question = SECOND.later[0]
    item = f"{SECOND.slug}/{question.id}"
    kept = replace(make_course(FIRST.slug), memories={item: Memory(0, TODAY)}, answers=4)
    shown = Shown("learn", pack_course(kept))
    assert "due.head" not in shown.parts  # the action has no day
    shown.state = {"today": TODAY}
    shown.act()
    assert shown.get_markup("due.head").get_data_attribute("due") == "1"
    answer_question(shown, "due", question)
    assert read_course(shown).memories == {item: Memory(1, TODAY + 3, 1)}
    counted = shown.record
    answer_question(shown, "due", question)
    assert shown.record == counted
    assert read_state(shown, "due") == "right"
    shown.submit("due.question", "next")
    assert "1 missed question comes back in 3 days, with new numbers." in shown.text
    assert "due.question" not in shown.parts


def test_an_answer_that_cannot_be_marked_does_not_count_as_a_review():
    slug, question = next(
        (slug, one)
        for slug, lesson in LESSONS.items()
        for one in lesson.later
        if one.kind == "number"
    )
    item = f"{slug}/{question.id}"
    memories = {item: Memory(0, TODAY)}
    shown = Shown("learn", pack_course(replace(make_course(FIRST.slug), memories=memories)))
    shown.state = {"today": TODAY}
    shown.act()
    answer_question(shown, "due", question, "much")
    assert read_state(shown, "due") == "open"
    assert read_course(shown).memories == memories
    assert read_course(shown).answers == 0
    answer_question(shown, "due", question)
    assert read_course(shown).memories == {item: Memory(1, TODAY + 3, 1)}


def test_a_review_names_its_lesson_and_counts_only_questions_that_exist():
    question = SECOND.later[0]
    memories = {f"{SECOND.slug}/{question.id}": Memory(0, TODAY), "gain/gone": Memory(0, TODAY)}
    shown = Shown("learn", pack_course(replace(make_course(FIRST.slug), memories=memories)))
    shown.state = {"today": TODAY}
    shown.act()
    assert shown.get_markup("due.head").lines == [
        "Due again",
        f"You missed this in “{SECOND.title}”. 1 due today.",
    ]
    answer_question(shown, "due", question)
    assert "Done" in shown.get_markup("due.question").lines
    assert "Next question" not in shown.get_markup("due.question").lines


def open_reviews(memories: dict, day: int = TODAY) -> Shown:
    """Open the course page on a day, for a learner who has missed questions."""
    shown = Shown("learn", pack_course(replace(make_course(FIRST.slug), memories=memories)))
    shown.act("path", act="home", today=day)
    return shown


def test_two_reviews_of_a_day_follow_each_other():
    first, second = SECOND.later[:2]
    one, other = (f"{SECOND.slug}/{question.id}" for question in (first, second))
    shown = open_reviews({one: Memory(1, TODAY - 2, 1), other: Memory(0, TODAY - 1)})
    head = f"You missed this in “{SECOND.title}”. "
    assert shown.get_markup("due.head").lines == ["Due again", f"{head}2 due today."]
    answer_question(shown, "due", choose_form(first, 1))
    assert "Next question" in shown.get_markup("due.question").lines
    assert shown.get_markup("due.head").lines[1] == f"{head}1 due today."
    shown.submit("due.question", "next")
    answer_question(shown, "due", second, WRONG[second.kind](second))
    assert "Done" in shown.get_markup("due.question").lines
    shown.submit("due.question", "next")
    assert read_course(shown).memories == {
        one: Memory(2, TODAY + 7, 2),
        other: Memory(0, TODAY + 1, 1),
    }
    assert shown.get_markup("due.head").lines == [
        "2 missed questions come back, the first tomorrow, with new numbers."
    ]
    assert shown.get_markup("due.head").get_data_attribute("due") == "0"


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ([1], "1 missed question comes back tomorrow, with new numbers."),
        ([6, 2], "2 missed questions come back, the first in 2 days, with new numbers."),
        ([-3, *[3] * 5], "6 missed questions come back, the first tomorrow, with new numbers."),
    ],
)
def test_the_course_page_says_when_missed_questions_come_back(days, said):
    """Five questions that are due in three days were answered today, so no more are asked."""
    questions = [(lesson, question) for lesson in LESSONS.values() for question in lesson.later]
    memories = {
        f"{lesson.slug}/{question.id}": Memory(int(day == 3), TODAY + day)
        for day, (lesson, question) in zip(days, questions, strict=False)
    }
    assert open_reviews(memories).get_markup("due.head").lines == [said]
    assert "due.head" not in open_reviews(memories, day=0).parts


def test_the_lessons_that_can_be_forgotten_are_those_that_were_opened():
    shown = Shown("learn", pack_course(Course({"discount": Record(2), "gain": Record(3)})))
    tools = shown.get_markup("tools")
    options = re.findall(r'<option value="([^"]*)">([^<]*)<', tools.html)
    assert options == [("", "Everything"), ("gain", "Lesson 2"), ("discount", "Lesson 3")]
    assert 'data-save="ndcg-progress.json"' in tools.find_tag("Save my progress")
    file = re.search(r'<input [^>]*type="file"[^>]*>', tools.html)[0]
    assert 'data-act="import" data-forgets="learn."' in file, "typed texts are of the old progress"
    shown.act("tools", act="import", values={"text": "[]"})
    assert shown.get_markup("tools").lines[-1].startswith("This file has no progress in it.")
    shown.act("path", act="home")
    assert "This file" not in shown.text


def test_progress_is_loaded_from_a_file_and_a_bad_file_is_reported():
    shown = Shown("learn")
    field = '<input class="for-screen-readers" type="file" accept=".json,application/json"'
    assert field in shown.get_markup("tools").html, "the label is the button"
    for text in ("", "{", "[]", '{"version": 1}', "[" * 50_000):
        shown.act("tools", act="import", values={"text": text})
        assert "This file has no progress in it." in shown.get_markup("tools").text
        assert read_course(shown) == Course()
    text = json.dumps(pack_course(make_course(FIRST.slug)))
    shown.press("tools", "Start again", values={"slug": ""})
    shown.act("tools", act="import", values={"text": text})
    assert "This cannot be undone." not in shown.get_markup("tools").text
    assert "Loaded." in shown.get_markup("tools").text
    assert read_course(shown) == make_course(FIRST.slug)
    assert f'data-slug="{SECOND.slug}" data-state="open"' in shown.get_markup("path").html


@pytest.mark.parametrize(
    ("slug", "left"), [(SECOND.slug, make_course(FIRST.slug)), ("", Course())], ids=["one", "all"]
)
def test_a_reset_needs_a_confirmation(slug, left):
    missed = {f"{SECOND.slug}/later-1": Memory(0, 1)}
    before = replace(make_course(FIRST.slug, SECOND.slug), memories=missed)
    shown = Shown("learn", pack_course(before))
    shown.act("tools", act="yes")
    shown.act("tools", act="reset", values={"slug": slug})
    lost = f"your progress in lesson {SECOND.number}. This" if slug else "everything you have done"
    assert f"This deletes {lost}" in shown.get_markup("tools").text
    assert "This cannot be undone." in shown.get_markup("tools").text
    shown.act("tools", act="no")
    shown.act("tools", act="yes")
    assert read_course(shown) == before
    shown.press("tools", "Start again", values={"slug": slug})
    shown.state = {**shown.state, "board": {"r": "3,0"}}
    forgotten = f'data-forgets="learn.{slug}."' if slug else 'data-forgets-all="true"'
    assert forgotten in shown.get_markup("tools").find_tag("Yes, delete")
    shown.press("tools", "Yes, delete my progress")
    assert (read_course(shown).lessons, read_course(shown).memories) == (left.lessons, {})
    assert ("board" in shown.state) == bool(slug), "forgetting everything clears the first screen"
    assert "Deleted." in shown.get_markup("tools").text
    assert "This cannot be undone." not in shown.get_markup("tools").text


def test_a_reset_of_the_lesson_with_the_code_lab_deletes_the_programs():
    """A program that has passed would finish the lesson again when it opens."""
    (slug,) = (
        lesson.slug
        for lesson in LESSONS.values()
        if any(isinstance(block, Lab) for block in lesson.blocks)
    )
    shown = Shown("learn", pack_course(make_course(slug)))
    shown.press("tools", "Start again", values={"slug": slug})
    tools = shown.get_markup("tools")
    assert "and all your programs. This cannot be undone." in tools.text
    assert 'data-forgets-programs="true"' in tools.find_tag("Yes, delete")


@pytest.mark.parametrize(
    ("record", "step"),
    [
        (Record(reached=3), "3"),
        (Record(reached=99), "6"),
        (Record(state="done", reached=6), "1"),
    ],
)
def test_a_lesson_opens_where_the_learner_left_it(record, step):
    shown = Shown("learn", pack_course(Course({FIRST.slug: record})))
    shown.act("path", act="open", lesson=FIRST.slug)
    assert shown.link.get("step", "1") == step


@pytest.mark.parametrize(
    ("link", "style"),
    [
        ({}, "course"),
        ({"lesson": FIRST.slug}, "lesson"),
        ({"page": "ten"}, "lesson"),
        ({"page": "ending"}, "ending"),
    ],
)
def test_each_page_of_the_course_has_its_style(link, style):
    assert Shown("learn", None, **link).answer["look"] == style


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("choice", "Answer the question in this step."),
        ("predict", "Make the prediction in this step."),
        ("board", "Do the task above the board."),
        ("curves", "Drag the slider."),
        ("drag-task", "Sort the board as the task asks."),
        ("sheet", "Fill in the sheet in this step."),
        ("check", "Answer one question right for each goal."),
        ("lab", "Pass the last task of the lab."),
    ],
)
def test_the_bar_says_which_task_is_left(kind, sentence):
    slug, number = next(
        (slug, number)
        for slug, one in LESSONS.items()
        for number, step in enumerate(one.steps, 1)
        if step.gating_blocks and step.gating_blocks[0].kind == kind
    )
    shown = open_lesson(slug, step=str(number), unlock="")
    for at, question in enumerate(list_opening_questions(LESSONS[slug]), 1):
        answer_question(shown, f"opening-{at}", question)
    assert sentence in shown.get_markup("bar").text
    button = shown.get_markup("bar").find_tag("Continue")
    assert 'aria-disabled="true" aria-describedby="left"' in button


def test_in_an_unlocked_lesson_continue_waits_for_no_task_and_only_finished_steps_are_marked():
    def read_marks():
        return re.findall(r'<i(?: class="(\w+)")?>', shown.get_markup("bar").html)

    shown = open_lesson("discount", step="3")
    assert read_marks() == ["", "", "now", *[""] * (len(LESSONS["discount"].steps) - 3)]
    shown = open_lesson("discount", step="1")
    for number, _ in enumerate(LESSONS["discount"].steps[1:], 2):
        assert "aria-disabled" not in shown.get_markup("bar").html
        shown.act("bar", act="continue", to=str(number))
        assert shown.link["step"] == str(number)
    assert shown.get_markup("bar").links[-1] == ("Back to the course", "?")
    has_tasks = [bool(step.gating_blocks) for step in LESSONS["discount"].steps[:-1]]
    assert True in has_tasks
    assert read_marks() == [*("" if tasks else "on" for tasks in has_tasks), "now"]
    shown = open_lesson("discount", pack_course(make_course("discount")), step="3")
    assert read_marks() == ["on", "on", "on", "now"]


# --- What a link presets ----------------------------------------------------------------------


def test_a_teachers_link_opens_lessons_and_exercises_in_the_order_of_the_link():
    page = Shown("learn", None, path="discount,practice-dcg,nowhere,gain,discount")
    order = re.findall(r'data-slug="([^"]*)"|href="(practice[^"]*)"', page.get_markup("path").html)
    assert [slug or link for slug, link in order] == ["discount", "practice?skill=dcg", "gain"]
    assert re.findall(r'data-state="(\w+)"', page.get_markup("path").html) == ["open", "open"]
    page.act("path", act="open", lesson="discount")
    assert page.link == {"lesson": "discount", "path": "discount,practice-dcg,gain"}
    assert "locked" not in page.text

    page = Shown(
        "learn", pack_course(make_course("gain", "discount")), path="gain,discount,practice-dcg"
    )
    assert "Go on with" not in page.get_markup("path").text
    assert re.findall(r'data-state="(\w+)"', page.get_markup("path").html) == ["done", "done"]
    for slug, onward in (("gain", "?lesson=discount"), ("discount", "?")):
        page = open_lesson(
            slug, pack_course(make_course("gain", "discount")), path="gain,discount,practice-dcg"
        )
        links = re.findall(r'href="([^"]*)"', page.get_markup("bar").html)
        assert links[-1] == onward, "an exercise is on the page of the path"
        page.act("bar", act="home")
        assert page.link == {"unlock": "all", "path": "gain,discount,practice-dcg"}
    page = open_lesson("grades-not-flags", pack_course(make_course(FIRST.slug)), path="dcg,gain")
    assert page.get_markup("bar").links[-1] == ("Next lesson", "?lesson=dcg")


@pytest.mark.parametrize(
    ("path", "onward"),
    [("", ("The end of the course", "?page=ending")), (LAST, ("Back to the course", "?"))],
)
def test_the_last_lesson_leads_to_the_end_except_on_a_teachers_path(path, onward):
    shown = open_lesson(LAST, pack_course(make_course(*LESSONS)), path=path)
    for at, question in enumerate(list_opening_questions(LESSONS[LAST]), 1):
        answer_question(shown, f"opening-{at}", question)
    for block in LESSONS[LAST].steps[-1].gating_blocks:
        complete_block(shown, block)
    assert shown.get_markup("bar").links == [("All lessons", "?"), onward]


@pytest.mark.parametrize("slug", ["who-judges", "two-libraries"])
def test_only_a_board_with_settings_has_a_bar_for_them(slug):
    blocks = {block.name: block for block in LESSONS[slug].blocks}
    for name in open_lesson(slug).parts:
        owner, _, part = name.rpartition(".")
        if part == "controls" and owner in blocks:
            assert getattr(blocks[owner], "controls", True), name


@pytest.mark.parametrize("slug", ["exponential-gain", "other-discounts", "why-a-logarithm"])
def test_no_logarithm_of_a_lesson_is_flat_beside_typeset_formulas(slug):
    assert "log2(" not in open_lesson(slug).text
