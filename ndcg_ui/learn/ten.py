"""Ten items before part one, ten like them after it, and again after a week: what one has learned.

Nothing is said of an answer before the end of a form.
"""

from collections.abc import Mapping
from datetime import UTC, datetime

from ndcg_core.classroom.sheets_and_orders import FillingIn
from ndcg_core.exercises.parallel import TEN, When, half_blank, ten_items
from ndcg_core.exercises.skills import SKILLS, Skill
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import Course
from ndcg_core.marking.verdicts import INVALID, RIGHT
from ndcg_core.plain_data import texts
from ndcg_ui.parts.ask.forms import about, bar
from ndcg_ui.parts.blocks.scene import Learner, PageScene
from ndcg_ui.parts.exhibit.parts import Act, Part, form, markup, sheet
from ndcg_ui.parts.markup import builder as h
from ndcg_ui.parts.markup.builder import Html

PAGE = "ten"
FORMS: Mapping[str, When] = {"before": "before", "after": "after", "later": "before"}
"""Which form is put when; after a week it is the one that was seen longest ago."""
NAMES = {"before": "before part one", "after": "after it", "later": "a week later"}
WEEK, LATEST = 7 * 86_400_000, 10**13
"""In ms; no clock is right that is later, in the year 2286."""
LUCK = " With ten items a difference of up to four can be luck."
RULE = (
    "Ten short sheets, a quarter of an hour. Nothing is said of an answer before the end, and "
    "“I do not know” is a good answer: it shows what there is to learn."
)
ACTS = {"check": "Answer", "unknown": "I do not know"}


def part_one_done(course: Course) -> bool:
    """Return whether every lesson of part one is done."""
    return all(course.record(one).state == "done" for one in load_lessons() if one.part == 1)


def next_form(learner: Learner) -> str:
    """Return which form can be taken now, by its name in `FORMS`; "" for none."""
    scene, done = PageScene(learner, PAGE), part_one_done(learner.course)
    left = [when for when in FORMS if not _taken(scene, when)]
    if "before" in left:
        return "" if done else "before"
    return left[0] if left and done else ""


def gain(learner: Learner) -> str:
    """Return how many items were right each time, in a sentence; "" before the first form."""
    scene = PageScene(learner, PAGE)
    counts = {when: sum(_right(scene, when)) for when in FORMS if _taken(scene, when)}
    said = ", ".join(f"{count} {NAMES[when]}" for when, count in counts.items())
    return f"Right of {len(TEN)}: {said}.{LUCK if len(counts) > 1 else ''}" if said else ""


def show_ten(learner: Learner) -> list[Part]:
    """Return the item that is put, or what the forms came to and the way to the next one."""
    scene, when, came = PageScene(learner, PAGE), next_form(learner), gain(learner)
    said = str(learner.state.get("said", ""))
    home = form("bar", bar(), f"{scene.place}.bar")
    if when and "right" in scene.remembered(when):
        return [*_item(scene, when, said), home]
    note = h.p(came, css="note", role="status", data_testid="gain") if came else None
    head = h.div(h.title("What did you learn?", RULE), note, css="lesson-head")
    table = [markup("results", _table(scene), scene.place)] if came else []
    start = form("start", _start(scene, when, said), scene.place)
    return [markup("head", head, scene.place), *table, start, home]


def obey_ten(learner: Learner, part: str, act: Act) -> None:
    """Begin a form, or take an answer."""
    scene, when, now = PageScene(learner, PAGE), next_form(learner), act.get("now")
    if not when or type(now) is not int:
        return
    right, begun = _right(scene, when), "right" in scene.remembered(when)
    if not begun and act.get("act") == "begin":
        if when == "later" and now < _week_after(scene):
            learner.remember(said=f"Too early to tell: it is for {_day(scene)} or later.")
        else:
            scene.give(when, {"right": []})
    elif begun and part == "sheet" and act.get("form") == f"{when}/{len(right)}":
        question = _question(when, len(right))
        written = texts(act.get("texts"), question.sheet.blanks)
        answer, problem = _judged(question, written) if act.get("why") == "check" else ("", "")
        if answer or act.get("why") == "unknown":
            scene.give(when, {"right": [*right, answer == RIGHT], "now": now})
        else:
            scene.give(when, {"right": right, "texts": written})
            learner.remember(said=problem or None)


def _judged(question: FillingIn, written: Mapping[str, str]) -> tuple[str, str]:
    """Return the outcome of an answer; or "" and a sentence, where it cannot be marked."""
    if len(list(filter(str.strip, written.values()))) < len(question.sheet.blanks):
        return "", "Fill in every cell, or say that you do not know."
    try:
        verdict = question.judge(question.read(written))
    except ValueError as error:
        return "", str(error)
    return ("", verdict.message) if verdict.outcome == INVALID else (verdict.outcome, "")


def _question(when: str, at: int) -> FillingIn:
    return FillingIn("", half_blank(ten_items(FORMS[when])[at]))


def _right(scene: PageScene, when: str) -> list[bool]:
    """Which items of a form were right, as far as it has come."""
    right = scene.remembered(when).get("right")
    return [one is True for one in right[: len(TEN)]] if isinstance(right, list) else []


def _taken(scene: PageScene, when: str) -> bool:
    return len(_right(scene, when)) == len(TEN)


def _week_after(scene: PageScene) -> int:
    """Return a week after the second form, by the learner's own clock, in ms since 1970."""
    ended = scene.remembered("after").get("now")
    return WEEK + (ended if type(ended) is int and 0 < ended < LATEST else 0)


def _day(scene: PageScene) -> str:
    day = datetime.fromtimestamp(_week_after(scene) / 1000, UTC)
    return f"{day.day} {day:%B}"


def _item(scene: PageScene, when: str, problem: str) -> list[Part]:
    """Return the item that is put: its heading, which is gone to, and its sheet."""
    at = len(_right(scene, when))
    question, id = _question(when, at), f"{when}/{at}"
    blank = question.sheet
    heading = h.h1(f"{at + 1} of {len(TEN)}: {_skill(at).title}", data_place=id, tabindex=-1)
    how = h.p("Fill in what is blank. Two decimals are enough.", css="say")
    asks = h.div(
        heading, about(blank), how, h.problem(problem), id=f"asks-{id}", data_testid="item"
    )
    written = texts(scene.remembered(when).get("texts"), blank.blanks)
    filled = blank.with_all({cell: text for cell, text in written.items() if text.strip()})
    put = sheet("sheet", filled, f"{scene.place}.sheet", id, (), "open")
    return [form("item", asks, scene.place, id), put._replace(data={**put.data, "acts": ACTS})]


def _skill(at: int) -> Skill:
    return SKILLS[TEN[at].split("/")[0]]


def _table(scene: PageScene) -> Html:
    """Each item with how it went each time; its name leads to where it is practised."""
    taken = [when for when in FORMS if _taken(scene, when)]
    rows = [
        h.tr(
            h.row_head(h.tag("a", _skill(at).title, href=f"practice?skill={_skill(at).id}")),
            *(h.td(_verdict(_right(scene, when)[at])) for when in taken),
        )
        for at in range(len(TEN))
    ]
    heads = [h.col("item"), *(h.col(NAMES[when]) for when in taken)]
    return h.table(heads, rows, css="compared")


def _start(scene: PageScene, when: str, problem: str) -> Html:
    asks = {
        "": "Done. What is not right yet can be practised: the names above lead there.",
        "before": "First: what can you do already? You take ten like these after part one.",
        "after": "Part one is done. Ten items like those before it:",
        "later": f"Come back in a week, on {_day(scene)} or later: what is still there then?",
    }
    if not when and not _taken(scene, "before"):
        asks[""] = "These are for before part one: after it, nothing is left to compare with."
    elif not when and not _taken(scene, "after"):
        asks[""] = "Now take part one. The second ten wait for you at its end."
    begin = h.button("Begin", css="plain-button strong", data_act="begin") if when else None
    return h.div(h.p(asks[when]), h.problem(problem), h.p(begin, css="acts"), css="question")


def _verdict(right: bool) -> Html:
    return h.verdict("right") if right else h.verdict("wrong", "not right")
