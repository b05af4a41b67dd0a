"""The wall is readable from the last row, without cut or small texts, and fills its height."""

from random import Random

import pytest
from playwright.sync_api import expect

from ndcg_core.classroom.references import find_question
from tests.browser.classes import enter_phases, join_class, start_class
from tests.browser.visits import GONE
from tests.classroom.people import Learner, Teacher
from tests.classroom.test_questions import find_solution

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160))
GROUPS = ("6.149", "9.000", "12.780", "8.871", "6.323", "5.762", "5.200", "3.1")
CUT = """() => {
  const screen = document.querySelector("#screen").getBoundingClientRect();
  const shown = [...document.querySelectorAll("#screen *")].filter(e => e.checkVisibility() &&
    [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
  const trouble = [];
  for (const e of shown) {
    const box = e.getBoundingClientRect();
    const cut = box.bottom > screen.bottom + 1 || box.right > screen.right + 1;
    if (cut) trouble.push(`cut: ${e.textContent}`);
    const small = !e.closest("msub, msup") && parseFloat(getComputedStyle(e).fontSize) < 24;
    if (small) trouble.push(`small: ${e.textContent}`);
  }
  return trouble;
}"""
EMPTY = """() => {
  const rows = [...document.querySelectorAll("#results .rows li")];
  const used = rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0);
  return 1 - used / innerHeight;
}"""


@pytest.mark.parametrize("groups", [2, 8])
def test_the_wall_is_readable_and_fills_its_height(open_page, server, groups):
    desk, projector, code = start_class(open_page, server, "3, 2, 3, 0, 1")
    wall = open_page(projector, at=server, wait="[data-testid=qr] svg", tolerate=GONE)
    assert wall.locator("#qr svg").bounding_box()["height"] > 0.2 * 800
    enter_phases(desk, "open")
    for place, number in enumerate(GROUPS[:groups]):
        for _ in range(2 if place < 2 else 1):
            answer = Learner(server.url, code).answer({"dcg": number}, sure="sure")
            assert answer.status_code == 200
    troubles = {}
    for key, phase in (("ArrowRight", "closed"), ("s", "closed"), ("ArrowRight", "revealed")):
        desk.keyboard.press(key)
        shown = "" if (key, phase) == ("ArrowRight", "closed") else " [data-testid=group]"
        wall.wait_for_selector(f"body[data-phase={phase}]{shown}", state="attached")
        for width, height in SIZES:
            wall.set_viewport_size({"width": width, "height": height})
            wall.wait_for_timeout(200)  # the new layout
            found = wall.evaluate(CUT)
            if shown and wall.evaluate(EMPTY) > 0.6:
                found.append(f"empty: {wall.evaluate(EMPTY):.2f}")
            if found:
                troubles[f"{phase}, {key} {width}"] = found
    assert troubles == {}


def test_keys_order_a_ranking_on_a_phone_and_the_wall_shows_its_whole_solution(open_page, server):
    desk, projector, code = start_class(open_page, server, "0,1,3,0,2,1,3,2,0,1", asked="order")
    wall = open_page(projector, at=server, wait="[data-testid=qr] svg", tolerate=GONE)
    phone = join_class(open_page, server, code)
    enter_phases(desk, "open")
    phone.get_by_role("button", name="Move A, grade 0, rank 1").focus()
    for key in ("Space", "ArrowDown", "Space"):
        phone.keyboard.press(key)
    phone.locator("[data-label=A][data-rank='2']").wait_for()
    phone.get_by_role("button", name="Send answer").click()
    phone.get_by_text("Your answer is kept.").wait_for()
    phone.reload()
    phone.locator("[data-label=A][data-rank='2']").wait_for()
    for phase in ("open", "closed", "revealed"):
        if phase != "open":
            enter_phases(desk, phase)
        wall.wait_for_selector(f"body[data-phase={phase}]")
        wall.wait_for_function(f"() => !({CUT})().length")


CROSSING = """() => [...document.querySelectorAll("#screen .flow ol")].some((list) => {
  const boxes = [list, ...list.children].map((one) => one.getBoundingClientRect());
  const [whole, ...rows] = boxes;
  return rows.some((row, n) => row.top < (n ? rows[n - 1].bottom : whole.top) - 1)
    || rows.at(-1).bottom > whole.bottom + 1;
})"""


def test_long_reasons_next_to_a_flow_do_not_overlap(open_page, server):
    teacher = Teacher(server.url, 'questions = ["lesson/dcg/choice-1"]')
    learners = [Learner(server.url, teacher.code) for _ in range(6)]
    link = f"/class/wall#{teacher.showing}"
    wall = open_page(link, at=server, wait="[data-testid=qr] svg", height=720, tolerate=GONE)
    teacher.command("forward")
    for learner, option in zip(learners, (0, 0, 1, 1, 1, 2), strict=True):
        assert learner.answer(option).status_code == 200
    for name in ("forward", "discuss"):
        teacher.command(name)
    for learner in learners[:5]:
        assert learner.answer(1, vote=2).status_code == 200
    for name in ("forward", "forward"):
        teacher.command(name)
    expect(wall.locator(".flow .why").first).to_be_visible()
    wall.wait_for_function(f"() => !({CROSSING})()")
    assert wall.evaluate(CUT) == []


def test_the_last_line_of_a_sheet_with_many_mistakes_is_visible_on_the_wall(open_page, server):
    reference = "test/ndcg/3/after"
    teacher = Teacher(server.url, f'questions = ["{reference}"]')
    right = find_solution(find_question(reference))
    link = f"/class/wall#{teacher.showing}"
    wall = open_page(link, at=server, wait="[data-testid=qr] svg", height=720, tolerate=GONE)
    wrong = [right | {cell: text} for cell in [*right][:4] for text in ("7.77", "1.234")]
    answers = [(Learner(server.url, teacher.code), answer) for answer in wrong]
    for vote, before, after in ((1, ["forward"], ["show"]), (2, ["discuss"], ["forward"])):
        for name in before:
            teacher.command(name)
        for learner, answer in answers:
            assert learner.answer(answer, vote=vote).status_code == 200
        for name in ("forward", *after):
            teacher.command(name)
        phase = "closed" if vote == 1 else "revealed"
        wall.locator(f"body[data-phase={phase}] [data-testid=group]").first.wait_for()
        wall.wait_for_function(f"() => !({CUT})().length")


def test_a_long_answer_stays_next_to_its_bar_on_wall_and_desk(open_page, server):
    audit = "lesson/find-the-error/audit-1"
    plan = f'questions = ["own?ask=ndcg&r=3,2,3,0,1", "{audit}"]'
    teacher = Teacher(server.url, plan)
    learner = Learner(server.url, teacher.code)
    how = {"at": server, "tolerate": GONE}
    desk = open_page(
        f"/class/desk#{teacher.secret}.{teacher.showing.partition('.')[2]}",
        wait="[data-testid=address]:not(:empty)",
        **how,
    )
    wall = open_page(f"/class/wall#{teacher.showing}", wait="[data-testid=qr] svg", **how)
    long = "(3+2/log2(3)+3/2+0/log2(5)+1/log2(6))/(3+3/log2(3)+2/2+1/log2(5)+0/6)"
    for place, answer in enumerate(({"ndcg": long}, find_question(audit).question.solution)):
        teacher.command("go", argument=str(place + 1))
        assert learner.answer(dict(answer), round=place).status_code == 200
        for name in ("forward", "show", "forward"):
            teacher.command(name)
            for page in (desk, wall):
                page.wait_for_function(f"() => !({OVER_BARS})().length")
        expect(desk.get_by_test_id("answer").locator(".word")).to_have_text("right")


OVER_BARS = """() => [...document.querySelectorAll(".rows li")].filter((row) => {
  const box = (selector) => row.querySelector(selector)?.getBoundingClientRect();
  const [track, count] = [box(".track"), box(".count")];
  if (!track || !count) return false;
  const words = [...row.querySelectorAll(".what, .number, .letter")].filter(
    (one) => one.scrollWidth > one.clientWidth + 1);
  return words.length || track.width < 60 || count.left < track.right;
})"""


LONG_ORDER = "own?ask=order&r=" + ",".join("13202310213012031021")
WIDE_SHEET = "test/ndcg-at-k/5/before"
OVERLAPS = """() => {
  const chips = [...document.querySelectorAll("#results .what:has(.chips)")];
  const crossed = chips.filter((what) => what.scrollWidth > what.clientWidth).length;
  const narrow = document.querySelector("#question h2").offsetWidth < innerWidth / 4;
  const lower = document.documentElement.scrollHeight - innerHeight;
  return { crossed, narrow, lower };
}"""


@pytest.mark.parametrize("reference", [LONG_ORDER, WIDE_SHEET], ids=["order", "sheet"])
def test_twenty_cards_and_a_sheet_of_two_tables_fit_a_wall_of_720_pixels(
    open_page, server, reference
):
    teacher = Teacher(server.url, f'questions = ["{reference}"]')
    wall = open_page(
        f"/class/wall#{teacher.showing}", at=server, wait="[data-testid=qr] svg", tolerate=GONE
    )
    wall.set_viewport_size({"width": 1280, "height": 720})
    draw = Random(1)
    right = find_solution(find_question(reference))
    teacher.command("forward")
    wall.wait_for_selector("body[data-phase=open] #question h2")
    assert wall.evaluate(OVERLAPS) == {"crossed": 0, "narrow": False, "lower": 0}
    for nth in range(8):
        if isinstance(right, list):
            answer = draw.sample(right, len(right))
        else:
            cell = list(right)[nth % len(right)]
            answer = right | {cell: "7"}
        assert Learner(server.url, teacher.code).answer(answer).status_code == 200
    for command, phase in (("forward", "closed"), ("show", "closed"), ("forward", "revealed")):
        teacher.command(command)
        shown = " [data-testid=group]" if command == "show" or phase == "revealed" else ""
        wall.wait_for_selector(f"body[data-phase={phase}]{shown}", state="attached")
        wall.wait_for_function(f"() => !({CUT})().length")
        assert wall.evaluate(OVERLAPS) == {"crossed": 0, "narrow": False, "lower": 0}
    if reference == LONG_ORDER:
        expect(wall.get_by_test_id("solution")).to_be_visible()


LONG_NAMES = "lesson/ideal/drag-task-1"
TIED_ORDER = "own?ask=order&r=0,3,2,1,0,3,2,1,0,1,2,3"
MEAN_ORDER_FITS = """() => {
  const { top } = document.querySelector("#results .rows").getBoundingClientRect();
  const chips = [...document.querySelectorAll("#results .averaged .chip")];
  return chips.length > 0 && chips.map((chip) => chip.getBoundingClientRect())
    .every(({ right, bottom }) => right <= innerWidth && bottom + 4 <= top);
}"""
ENDS = "chips => new Set(chips.map((e) => Math.round(e.getBoundingClientRect().right))).size"


def test_the_mean_order_and_the_grades_of_long_names_have_their_places(open_page, server):
    questions = [LONG_NAMES, TIED_ORDER]
    teacher = Teacher(server.url, f"questions = {questions}")
    learners = [Learner(server.url, teacher.code) for _ in range(4)]
    link = f"/class/wall#{teacher.showing}"
    wall = open_page(link, at=server, wait="[data-testid=qr] svg", height=900, tolerate=GONE)
    phone = join_class(open_page, server, teacher.code)
    for round_, reference in enumerate(questions):
        documents = [*range(len(find_question(reference).sheet.grades))]
        teacher.command("forward")
        for n, learner in enumerate(learners):
            answer = documents[n:] + documents[:n]
            assert learner.answer(answer, round_).status_code == 200
        teacher.command("forward")
        teacher.command("show")
        wall.wait_for_selector("body[data-phase=closed] .averaged")
        wall.wait_for_function(MEAN_ORDER_FITS)
        teacher.command("forward")
        if reference == LONG_NAMES:
            chips = phone.get_by_test_id("replay-actual").locator(".chip")
            expect(chips).to_have_count(len(documents))
            assert chips.evaluate_all(ENDS) == 1
