"""The words and numbers that phones and the wall show of each kind of question."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from ndcg_core.classroom.codes import name_learner
from ndcg_core.classroom.plans import Plan
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import Ballot
from ndcg_core.classroom.tally import make_judge
from ndcg_ui.classroom.shown.screens import (
    build_question_data,
    describe_learner,
    describe_room,
    render_facts,
    render_filled_sheet,
    render_mean_order,
    render_solution,
    render_solution_steps,
)
from tests.classroom.rooms import KEPT, make_room

PARTS = {
    "phone": lambda reference: build_question_data(reference)["about"],
    "wall": lambda reference: build_question_data(reference)["picture"],
    "form": lambda reference: build_question_data(reference)["form"],
    "story": lambda reference: build_question_data(reference)["story"],
    "table": lambda reference: render_facts(find_question(reference).sheet),
    "filled": render_filled_sheet,
    "solution": render_solution,
    "step 1": lambda reference: render_solution_steps(reference)[0],
    "step 5": lambda reference: render_solution_steps(reference)[4],
}
"""The parts of a question on the screens of a class, as HTML."""
RULES = "Gain g(r)=r, discount d(i)=log2(i+1), k ="
POOL = "own?ask=ndcg&r=0,3,1&judged=0,3,1,2&k=2"
ORDER = "own?ask=order&r=1,3,2,0&k=2"
MEAN = "lesson/many-queries/check-1/mean-1"
READERS = "lesson/discount/readers"


BLOCKS = {"p", "td", "th", "li", "small", "caption", "label", "span", "h3", "div", "b"}


class Screen(HTMLParser):
    """The text of a screen: paler chips in parentheses, tied documents in brackets.

    An arrow marks the current document of a replay.
    """

    def __init__(self, html):
        super().__init__()
        self.pieces, self.ends, self.levels, self.styles = [], [], [], set()
        self.feed(html)
        text = "".join(self.pieces).replace("\N{FUNCTION APPLICATION}", "")
        self.text = re.sub(r"(?<=[(\[]) | (?=[)\],.])", "", " ".join(text.split()))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        words = (found.get("class") or "").split()
        self.styles.update(words)
        begin, end = "", ""
        if "data-level" in found:
            self.levels.append(int(found["data-level"]))
            assert "chip" in words
            begin, end = ("(", ")") if "beyond" in words else ("", "")
        if "tied" in words:
            begin, end = "[", "]"
        if "now" in words:
            begin = "→ "
        gap = " " if tag in BLOCKS else ""
        self.pieces.append(f"{gap}{begin}")
        if tag != "input":
            self.ends.append(f"{end}{gap}")

    def handle_endtag(self, tag):
        self.pieces.append(self.ends.pop())

    def handle_data(self, data):
        self.pieces.append(data)


@pytest.mark.parametrize(
    ("reference", "part", "shown", "levels"),
    [
        (POOL, "phone", f"0 3 (1) all judged 0 3 1 2 {RULES} 2.", [0, 3, 1, 0, 3, 1, 2]),
        (POOL, "table", f"Grades 0, 3, 1; all judged grades 0, 3, 1, 2. {RULES} 2.", []),
        (
            *(POOL, "solution"),
            "NDCG is 0.444. The ranking D1 0 / 1.000 = 0.000 grade 0 D2 3 / 1.585 = 1.893 grade 3 "
            "D3 not counted grade 1 DCG@2 = 1.893 The ideal order D2 3 / 1.000 = 3.000 grade 3 "
            "D4 2 / 1.585 = 1.262 grade 2 D3 not counted grade 1 D1 not counted grade 0 "
            "IDCG@2 = 4.262",
            [0, 3, 1, 3, 2, 1, 0],
        ),
        (
            *(POOL, "step 1"),
            "Ranking, rank 1 of 2 0log2(2)=0 The ranking → D1 0 / 1.000 = 0.000 grade 0 D2 grade "
            "3 D3 not counted grade 1",
            [0, 3, 1],
        ),
        (
            *(POOL, "step 5"),
            "Ideal, rank 1 of 2 3log2(2)=3 The ranking D1 0 … DCG@2 = 1.893 The ideal order "
            "→ D2 3 / 1.000 = 3.000 grade 3 D4 grade 2 D3 not counted grade 1",
            [0, 3, 1, 3, 2, 1, 0],
        ),
        (ORDER, "phone", f"{RULES} 2.", []),
        (ORDER, "wall", f"A grade 1 B grade 3 C grade 2 D grade 0 {RULES} 2.", [1, 3, 2, 0]),
        (
            *(
                READERS,
                "wall",
                "100 of 100 readers grade 0 … 63 of 100 readers grade 1 … 36 of 100",
            ),
            [0, 1, 0, 2, 2, 3],
        ),
        (MEAN, "phone", f"query 1 3 2 3 0 1 query 2 0 0 1 {RULES} 5.", [3, 2, 3, 0, 1, 0, 0, 1]),
        (MEAN, "table", f"Grades 3, 2, 3, 0, 1; another query has the grades 0, 0, 1. {RULES}", []),
        (
            *(MEAN, "filled"),
            "query 1 3 2 3 0 1 query 2 0 0 1 The ranking … IDCG@5 6.323 NDCG@5 0.972 mean of NDCG "
            "0.736",
            [3, 2, 3, 0, 1, 0, 0, 1],
        ),
        (
            *("practice?skill=dcg&r=3,1,2&level=2", "wall"),
            "rank grade gain discount term 1 3 3 1.000 3.000 2 1 1 1.585 3 2 2 2.000 DCG@3 Gain",
            [],
        ),
        ("predict/1", "phone", "3 2 3 0 1 A guess within 0.05 is close enough.", [3, 2, 3, 0, 1]),
        ("predict/1", "form", "Your guess", []),
        ("own?ask=cg&r=3,0,2", "phone", "3 0 2 Gain g(r)=r, k = 3.", [3, 0, 2]),
        (
            *("own?ask=cg&r=3,0,2", "solution"),
            "CG is 5.000. The ranking D1 3 grade 3 D2 0 grade 0 D3 2 grade 2 CG@3 = 5.000",
            [3, 0, 2],
        ),
        (
            *("own?ask=idcg&r=0,3", "step 1"),
            "The ideal order Sort by grade, highest first. The ideal order D2 grade 3 D1 grade 0",
            [3, 0],
        ),
    ],
)
def test_phones_and_walls_show_grades_rules_and_terms(reference, part, shown, levels):
    screen = Screen(PARTS[part](reference))
    begin, *rest = shown.split(" … ")
    assert begin in screen.text
    assert not rest or re.search(".*".join(map(re.escape, (begin, *rest))), screen.text)
    assert screen.levels == levels


def test_phones_get_the_phase_of_the_question_and_its_solution_only_when_it_is_shown():
    choice, own, other = ("lesson/dcg/choice-1", "own?ask=cg&r=3,0,2", "own?ask=cg&r=0,3")
    commands = []

    def see(*more, **options):
        commands.extend(more)
        return describe_room(make_room(*commands, questions=[choice, own, other]), **options)

    plan = Plan((choice,), "Monday", site="https://ndcg.example.edu/")
    nothing = {"holds": False, "title": "", "site": "", "solved": []}
    before = {"revision": 0, "place": 0, "count": 3, "phase": "waiting"}
    assert see() == before | nothing
    assert see(plan=plan) == before | nothing | {"title": "Monday", "site": plan.site}
    first = {"revision": 1, "place": 1, "count": 3, "round": 0, "alone": False, "solution": ""}
    first |= {"question": build_question_data(choice)} | nothing
    assert see("forward") == first | {"phase": "open", "vote": 1, "votes": 1}
    assert see("forward", "discuss") == first | {
        **{"revision": 3, "phase": "discuss", "vote": 2, "votes": 2},
    }
    shown = see("forward", "forward")
    assert shown["solution"].startswith("<p>The answer is “You cannot say”.")
    assert [shown[name] for name in ("phase", "vote", "votes", "right", "step", "steps")] == [
        *("revealed", 0, 2, [2], 0, 0),
    ]
    assert shown["solved"] == [(0, choice, 1)]
    see("forward", "forward", "forward")
    steps = render_solution_steps(own)
    for step, solution in enumerate((render_solution(own), *steps, render_solution(own))):
        shown = see(f"step {step}")
        assert (shown["step"], shown["steps"]) == (step, 4)
        assert shown["solution"] == solution
        assert "right" not in shown
    assert shown["solved"] == [(1, own, 2)]
    arrived = see(has_just_arrived=True)
    assert arrived["solved"] == [(0, choice, 1), (1, own, 2)]
    extra = see("alone drag/1")
    assert (extra["alone"], extra["round"], extra["place"], extra["count"]) == (True, 3, 3, 4)
    assert (extra["solution"], extra["solved"]) == ("", [])


def test_a_learner_gets_verdicts_when_the_solution_is_shown_and_they_are_ready():
    room = make_room("forward", questions=["own?ask=dcg&r=3,1"])
    own = {2: Ballot(0, 2, '{"dcg":"4"}', "", 5), 1: Ballot(0, 1, '{"dcg":"3.63"}', "sure", 4)}
    judge = make_judge(find_question("own?ask=dcg&r=3,1"))
    for shown, verdicts in ((room, {}), (apply_forward(room, 2), {1: "right", 2: "wrong"})):
        record = replace(KEPT, room=shown)
        mine = describe_learner(record, 3, own, judge)
        assert mine["name"] == name_learner(3, KEPT.salt)
        assert mine["ballots"] == {
            1: {"answer": {"dcg": "3.63"}, "sure": "sure", "number": 4},
            2: {"answer": {"dcg": "4"}, "sure": "", "number": 5},
        }
        outcomes = {vote: verdict["outcome"] for vote, verdict in mine["verdicts"].items()}
        assert outcomes == verdicts
        assert describe_learner(record, 3, own, None) == mine | {"verdicts": {}}
    assert mine["verdicts"][2]["message"].startswith("You may have counted every gain in full")


def apply_forward(room, count):
    """Return the room after some commands to go forward."""
    for _ in range(count):
        room = room.apply_command("forward", room.revision)
    return room


def test_the_highest_grade_of_a_list_has_the_strongest_colour():
    listed, ordered = ("own?ask=dcg&r=10,5,0,2", "own?ask=order&r=5,10,0")
    assert Screen(PARTS["phone"](listed)).levels == [3, 2, 0, 1]
    assert Screen(PARTS["wall"](ordered)).levels == [2, 3, 0]
    assert Screen(render_solution(listed)).levels == [3, 2, 0, 1]
    assert Screen(render_solution(ordered)).levels == [3, 2, 0, 3, 2, 0]
    assert Screen(render_mean_order([["5", "2"], ["10"]])).levels == [2, 1, 3]


def test_the_wall_repeats_the_whole_question_only_if_it_lacks_a_fact():
    assert build_question_data("lesson/exponential-gain/hook")["story"].startswith("Exponential")
    for reference in (
        POOL,
        ORDER,
        MEAN,
        "predict/1",
        "lesson/discount/swap",
        "lesson/dcg/choice-1",
    ):
        assert build_question_data(reference)["story"] == ""


def test_a_slider_starts_in_the_middle_between_its_ends():
    form = build_question_data("predict/1")["form"]
    assert 'min="0" max="1" step="0.01" name="number" value="0.50"' in form


def test_the_crowds_order_frames_tied_documents():
    screen = Screen(render_mean_order([["3", "2"], ["0"]]))
    assert (screen.text, screen.levels) == ("[3 2] 0", [3, 2, 0])
    assert "chips" in screen.styles
    assert "replay" in Screen(render_solution_steps(POOL)[0]).styles


def test_documents_to_order_can_be_moved_and_hide_the_ideal_order():
    board = build_question_data(ORDER)["board"]
    assert (board["mode"], board["group"], board["epoch"]) == ("move", "class", "class")
    assert [(card["label"], card["shown"]) for card in board["documents"]] == [
        *[("A", "1"), ("B", "3"), ("C", "2"), ("D", "0")],
    ]
    assert (board["k"], board["ideal"], board["idcg"], board["remarks"]) == (2, [], None, [])
