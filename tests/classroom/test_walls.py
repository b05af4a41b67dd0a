"""The numbers and words on the wall, the desk and the review of a small class, without a server."""

import csv
import io
import re
from datetime import UTC, datetime
from time import time

import pytest

from ndcg_core.classroom.codes import name_learner
from ndcg_core.classroom.plans import AdviceThresholds, Plan
from ndcg_core.classroom.question import format_answer
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import Ballot, Round
from ndcg_ui import limits
from ndcg_ui.classroom.shown.choosing import build_reference
from ndcg_ui.classroom.shown.review import format_answers_csv, make_take_home_pages, review_class
from ndcg_ui.classroom.shown.walls import describe_wall, summarize_votes
from ndcg_ui.classroom.store.repository import JoinEntry, VoteEntry

CHOICE = "lesson/dcg/choice-1"  # the last of three options is right
TICKS = 'question?{"ask":"Which?","answers":["a","b","c"],"right":[1,2]}'
SUM = "own?ask=dcg&r=3,2,3,0,1"
TEXT = build_reference({"kind": "text", "ask": "Why?", "reasons": ["Readers stop early."]})
ORDER = "own?ask=order&r=1,3,2"
MANY = 14


class SmallClass:
    """A class of fourteen learners, without sockets."""

    def __init__(self, service):
        thresholds = AdviceThresholds(explain_below=50, discuss_to=90)
        site = "https://ndcg.example.edu/course/"
        self.plan = Plan((CHOICE, TICKS, SUM, ORDER, TEXT), "Monday", thresholds, site)
        self.service, self.books = service, service.repository
        self.code = service.open_room(self.plan, "", "::1")["code"]
        self.now = time()
        self.desk = self.record.steering
        for n in range(MANY):
            self.books.store_entries([JoinEntry(self.code, str(n))], self.now - 60 * n - 1)

    @property
    def record(self):
        return self.books.read_room(self.code, self.now)

    def command(self, *commands):
        for command in commands:
            name, _, argument = command.partition(" ")
            step = (name, self.record.room.revision, argument)
            self.books.apply_command(self.code, self.desk, step, self.now)

    def vote(self, round, *answers, vote=1):
        """Let the first learners answer. Every second of them is sure."""
        question = find_question(self.plan.questions[round])
        ballots = [
            Ballot(round, vote, format_answer(question.read_answer(answer)), ("", "sure")[n % 2], 1)
            for n, answer in enumerate(answers)
        ]
        votes = [VoteEntry(str(n), ballot) for n, ballot in enumerate(ballots)]
        self.books.store_entries(votes, self.now)

    def show(self, role="steering"):
        return describe_wall(self.service, self.record, role)


@pytest.fixture
def small(service):
    return SmallClass(service)


def count_groups(groups):
    return [(group["label"], group["outcome"], group["count"], group["sure"]) for group in groups]


def test_the_desk_counts_joins_and_answers_and_names_twelve_learners_without_one(small):
    waiting = small.show()
    assert (waiting["title"], waiting["joined"], waiting["joining"]) == ("Monday", MANY, "open")
    assert waiting["joins"]["last"] == 1
    minutes = waiting["joins"]["minutes"]  # the newest first; each learner took another one
    assert len(minutes) == 30
    assert re.fullmatch("0?0?1{14}0+", "".join(map(str, minutes)))
    assert waiting["plan"][1:] == [
        "Which?",
        "What is DCG@5 of 3, 2, 3, 0, 1?",
        *("Make NDCG@3 as high as you can. (1, 3, 2)", "Why?"),
    ]
    small.command("forward")
    small.vote(0, 0)
    shown = small.show()
    assert (shown["answered"], shown["judging"], shown["results_shown"]) == (1, 0, False)
    names = [name for name, _ in shown["people"]]
    assert [has_answered for _, has_answered in shown["people"]] == [True] + [False] * 13
    assert shown["silent"] == names[1:13]
    assert 0 <= shown["quiet"] < 60
    wall = small.show("showing")
    assert (wall["answered"], wall["people"]) == (1, shown["people"])
    assert not {"joins", "plan", "silent", "desk", "results", "quiet"} & {*wall}


def test_the_plans_thresholds_decide_the_advice(small):
    small.command("forward")
    small.vote(0, 2, 2, 2, 1, 0)
    small.command("forward")
    desk = small.show()["desk"]
    assert desk["do"] == "discuss"
    assert desk["advice"].startswith("3 of 5 are right. Let neighbours convince each other")
    assert count_groups(desk["groups"]) == [
        ("A. The first", "wrong", 1, 0),
        ("B. The second", "wrong", 1, 1),
        ("C. You cannot say", "right", 3, 1),
    ]
    small.command("discuss")
    small.vote(0, 2, 2, 1, 1, 0, vote=2)
    small.command("forward")
    assert small.show()["desk"]["do"] == "explain"  # 2 of 5 are fewer than 50%


def test_the_wall_marks_answers_with_the_solution_and_not_before(small):
    small.command("forward")
    small.vote(0, 0, 1, 1)
    small.command("forward")
    assert "results" not in small.show("showing")
    small.command("show")
    results = small.show("showing")["results"]
    assert (results["kind"], results["marked"]) == ("choice", False)
    assert count_groups(results["votes"][1]) == [
        ("A. The first", "", 1, 0),
        ("B. The second", "", 2, 1),
        ("C. You cannot say", "", 0, 0),
    ]
    assert "reasons" not in results
    small.command("forward")
    results = small.show("showing")["results"]
    assert [group["outcome"] for group in results["votes"][1]] == ["wrong", "wrong", "right"]
    assert [reason.split(" ", 2)[0] for reason in results["reasons"]] == ["Many", "That", "The"]
    small.command("go 2")
    small.vote(1, [0, 1], [1, 2], [2])
    small.command("forward", "discuss")
    small.vote(1, [0, 1], [0, 1], vote=2)
    small.command("forward", "show")
    results = small.show("showing")["results"]
    assert results["voters"] == 2
    ticked = [(one["html"], one["outcome"], one["count"], one["had"]) for one in results["ticked"]]
    assert ticked == [("A. a", "", 2, 1), ("B. b", "", 2, 2), ("C. c", "", 0, 2)]
    assert "flow" not in results
    small.command("forward")
    results = small.show("showing")["results"]
    assert [one["outcome"] for one in results["ticked"]] == ["right", "right", ""]
    assert results["flow"] == [["A, B", "A, B", 1], ["B, C", "A, B", 1], ["C", "missing", 1]]


def test_an_order_has_the_mean_score_and_the_frames_of_ties(small):
    small.command("go 4")
    small.vote(3, [1, 2, 0], [2, 1, 0])  # the scores are 1.000 and 0.922
    small.command("forward", "show")
    crowd = small.show("showing")["results"]["crowd"]
    assert crowd["ties"]
    assert 'class="tied"' in crowd["html"]
    assert "mean" not in crowd
    small.command("forward")
    crowd = small.show("showing")["results"]["crowd"]
    assert (crowd["measure"], crowd["mean"]) == ("NDCG@3", "0.961")
    assert crowd["scores"] == {"3 2 1": "1.000", "2 3 1": "0.922"}


def test_the_wall_shows_the_chosen_texts_and_the_desk_all(small):
    small.command("go 5")
    small.vote(4, "They stop early.", "I do not know.", "they stop  early.")
    small.command("forward", "show")
    assert small.show("showing")["results"]["votes"] == {1: []}
    desk = small.show()["desk"]
    assert desk["advice"].startswith("Only you see these answers.")
    counts = {group["count"]: group for group in desk["groups"]}
    assert counts.keys() == {1, 2}
    small.command(f"choose {counts[2]['key']}")
    assert not small.show()["similar"], "the solution is not shown yet"
    small.command("forward")
    assert not small.show()["similar"], "no other question of this kind"
    small.command("go 1", "forward", "forward")
    assert small.show()["similar"]
    small.command("go 5", "back")
    (shown,) = small.show("showing")["results"]["votes"][1]
    assert (shown["label"], shown["count"]) == ("They stop early.", 2)
    assert small.show()["desk"]["chosen"] == (counts[2]["key"],)


def test_review_table_and_pages_have_each_vote_with_its_outcome(small):
    right, wrong, base_10 = ({"dcg": text} for text in ("6.149", "9.00", "20.426"))
    small.command("go 3")
    small.vote(2, right, wrong, wrong, base_10)
    began = small.now
    small.now += 60
    small.command("forward", "discuss")
    small.vote(2, right, wrong, right, vote=2)
    small.command("forward", "forward", "go 1")
    small.vote(0, 2, 1)
    small.command("forward")
    review = review_class(small.service, small.record)
    assert (review["title"], review["about"]) == ("Monday", "14 learners; 2 of 5 questions.")
    assert [question["asked"] for question in review["questions"]] == [began + 60, began]
    most_common, other = review["misunderstood"]
    assert other["name"] == "used the logarithm to base 10"
    assert other["counts"] == {"before the discussion": 1, "after the discussion": 0}
    assert most_common == {
        "name": "counted every gain in full",
        "counts": {"before the discussion": 2, "after the discussion": 1},
        **{"title": "One term", "link": "/practice?skill=term"},
    }
    text = format_answers_csv(small.service, small.record).removeprefix("\ufeff")
    rows = [
        (row["question"], row["vote"], row["answer"], row["sure"], row["outcome"], row["why"])
        for row in csv.DictReader(io.StringIO(text))
    ]
    first, second = "before the discussion", "after the discussion"
    why = "Counted every gain in full"
    assert rows[:3] == [
        ("1", first, "C. You cannot say", "", "right", ""),
        ("1", first, "B. The second", "sure", "not right", ""),
        ("3", first, "6.149", "", "right", ""),
    ]
    assert [row[1:3] for row in rows[3:]] == [
        *[(first, "9.00"), (first, "9.00"), (first, "20.426")],
        *[(second, "6.149"), (second, "9.00"), (second, "6.149")],
    ]
    assert {row[4] for row in rows if row[2] == "9.00"} == {"not right"}
    assert all(row[5].casefold().startswith(why.casefold()) for row in rows if row[2] == "9.00")
    homes = make_take_home_pages(small.service, small.record)
    assert homes["site"] == small.plan.site
    assert [question["number"] for question in homes["questions"]] == [3]
    assert [(home["about"], len(home["answers"][0]["own"])) for home in homes["learners"]] == [
        *[("You had 1 of 1 right.", 2), ("You had 0 of 1 right.", 2), ("You had 1 of 1 right.", 2)],
        ("You had 0 of 1 right.", 1),
    ]
    (own,) = homes["learners"][1]["answers"]
    assert own["exercise"] == {"title": "One term", "link": "/practice?skill=term"}
    assert [(one["vote"], one["outcome"]) for one in own["own"]] == [
        *[(first, "wrong"), (second, "wrong")],
    ]


def test_the_table_has_each_answer_with_its_rules_options_solution_and_reason(small):
    for place, answer in enumerate((1, [0, 2], {"dcg": "9.00"}, [1, 2, 0], "=1+1")):
        small.command(f"go {place + 1}")
        small.vote(place, answer)
    small.command("go 3", "forward", "discuss")
    small.vote(2, {"dcg": "6.149"}, vote=2)
    text = format_answers_csv(small.service, small.record)
    assert text.startswith("\ufeffquestion,text,vote,time (UTC),learner,answer,sure,outcome,why,")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    at = datetime.fromtimestamp(small.now, UTC).strftime("%Y-%m-%d %H:%M:%S")
    assert {row["time (UTC)"] for row in rows} == {at}
    assert {row["learner"] for row in rows} == {name_learner(1, small.record.salt)}
    rules = "Gain g(r)=r, discount d(i)=log2(i+1), k ="
    cannot_say = "The highest possible DCG differs between queries, because it grows with the"
    expected = [
        {
            **{"question": "1", "answer": "B. The second", "outcome": "not right", "why": ""},
            **{"phase": "in the only vote", "vote": "before the discussion"},
            "options": "A. The first; B. The second; C. You cannot say",
            "right answer": f"The answer is “You cannot say”. {cannot_say} …",
            "reason": "That may be true if the second query has only one relevant document. But …",
        },
        {
            **{"question": "2", "answer": "A. a; C. c", "outcome": "not right", "text": "Which?"},
            **{"options": "A. a; B. b; C. c", "right answer": "A and B are right.", "reason": ""},
        },
        {
            **{"question": "3", "answer": "9.00", "phase": "before the discussion"},
            "text": f"What is DCG@5 of this ranking? Grades 3, 2, 3, 0, 1. {rules} 5.",
            **{"why": "counted every gain in full", "right answer": "DCG is 6.149."},
            "reason": "You counted every gain in full, whatever its rank, which gives exactly …",
        },
        {
            **{"question": "3", "answer": "6.149", "phase": "after the discussion"},
            **{"vote": "after the discussion", "outcome": "right", "why": "", "reason": ""},
        },
        {
            **{"question": "4", "answer": "B (grade 3), C (grade 2), A (grade 1)"},
            "text": f"Make NDCG@3 as high as you can. Grades 1, 3, 2. {rules} 3.",
            **{"outcome": "right", "options": ""},
            "reason": "NDCG@3 is 1.000. No order makes it higher.",
        },
        {
            **{"question": "5", "answer": "'=1+1", "outcome": "not marked", "text": "Why?"},
            **{"right answer": "Readers stop early.", "reason": "", "sure": ""},
        },
    ]
    for row, cells in zip(rows, expected, strict=True):
        for name, cell in cells.items():
            start, is_cut, _ = cell.partition(" …")
            assert row[name].startswith(f"{start} ") if is_cut else row[name] == start


def test_the_wall_names_up_to_63_learners(small):
    small.command("forward")
    for count, is_named in ((63, True), (64, False)):
        more = range(small.record.learner_count, count)
        small.books.store_entries([JoinEntry(small.code, str(n)) for n in more], small.now)
        for role in ("showing", "steering"):
            shown = small.show(role)
            assert (shown["joined"], len(shown.get("people", ()))) == (count, 63 * is_named)
    assert len(small.show()["silent"]) == 12


def test_an_open_vote_shows_no_groups_and_the_time_since_the_last_answer(small):
    small.now -= 100
    small.command("forward")
    assert 100 <= small.show()["quiet"] < 130
    small.now += 60
    small.vote(0, 2, 1)
    open_ = small.show()
    assert 40 <= open_["quiet"] < 70
    assert (open_["desk"]["groups"], open_["desk"]["advice"]) == ([], "")
    small.command("forward")
    assert "quiet" not in small.show()
    assert sum(group["count"] for group in small.show()["desk"]["groups"]) == 2


def test_many_different_answers_are_marked_before_the_wall_shows_them(small, monkeypatch):
    monkeypatch.setattr(limits, "MOST_NOT_JUDGED", 2)
    monkeypatch.setattr(small.service.marker, "mark_answers_ahead", lambda *answers: None)
    small.command("go 3")
    small.vote(2, *({"dcg": text} for text in ("6.149", "9", "1", "1")))
    small.command("forward", "show")
    wall = small.show("showing")
    assert (wall["judging"], "results" in wall) == (3, False)
    assert small.show()["desk"]["groups"] == []
    small.service.marker.find_verdict(small.plan.questions[2], format_answer({"dcg": "1"}))
    wall = small.show("showing")
    assert (wall["judging"], wall["results"]["kind"]) == (0, "sheet")


def test_a_guess_has_its_ranges_and_its_tolerance_on_the_wall(service):
    votes = {1: {1: Ballot(0, 1, "0.5", "", 1), 2: Ballot(0, 1, "0.96", "sure", 1)}}
    for phase, outcomes in (("closed", ["", ""]), ("revealed", ["wrong", "right"])):
        results = summarize_votes(service, Round("predict/1", votes=1, phase=phase), votes)
        assert results["within"] == "0.05"
        assert [group["outcome"] for group in results["votes"][1]] == outcomes
        ranges = results["ranges"][1]
        assert [(one["label"], one["count"]) for one in ranges if one["count"]] == [
            *[("0.50 to 0.60", 1), ("0.90 to 1.00", 1)]
        ]
        assert [one["holds"] for one in ranges] == [False] * 9 + [phase == "revealed"]


def test_the_wall_fills_in_a_solved_sheet_until_its_solution_is_replayed(service):
    test = "test/dcg/1/after"
    code = service.open_room(Plan((test,)), "", "::1")["code"]
    books = service.repository
    for name, is_filled in (
        ("forward", None),
        ("forward", None),
        ("forward", True),
        ("step", False),
    ):
        record = books.read_room(code, time())
        step = (name, record.room.revision, "1" if name == "step" else "")
        books.apply_command(code, record.steering, step, time())
        filled = describe_wall(service, books.read_room(code, time()), "showing").get("filled")
        assert (filled is not None) == bool(is_filled)
        if is_filled:
            assert 'class="chip blank"' in filled
            assert 'class="chip blank"></span>' not in filled


def test_the_crowds_order_and_the_ticks_come_from_the_newest_vote(small):
    small.command("go 4")
    small.vote(3, [1, 2, 0])
    small.command("forward", "discuss")
    small.vote(3, [0, 1, 2], vote=2)
    small.command("forward", "show", "forward")
    crowd = small.show("showing")["results"]["crowd"]
    # (1 + 3 / log2(3) + 2 / 2) / (3 + 2 / log2(3) + 1 / 2)
    assert (crowd["mean"], crowd["scores"]) == ("0.817", {"3 2 1": "1.000", "1 3 2": "0.817"})
    assert 'aria-label="grades 1, 3, 2"' in crowd["html"]
    small.command("go 2")
    small.vote(1, [0, 1])
    small.command("forward", "show")
    assert [one["had"] for one in small.show("showing")["results"]["ticked"]] == [None] * 3


def test_a_test_after_the_class_gets_advice_and_a_gain_only_with_its_pretest(service):
    tests = ("test/dcg/1/before", "test/dcg/1/after")
    code = service.open_room(Plan(tests), "", "::1")["code"]
    books, desks = service.repository, {}
    books.store_entries([JoinEntry(code, "a")], time())
    for place in (1, 0, 1):
        for name in (f"go {place + 1}", "forward"):
            record = books.read_room(code, time())
            command, _, argument = name.partition(" ")
            step = (command, record.room.revision, argument)
            books.apply_command(code, record.steering, step, time())
        desk = describe_wall(service, books.read_room(code, time()), "steering")["desk"]
        desks.setdefault(place, []).append(desk)
    first, last = desks[1]
    assert [desk["do"] == "skip" for desk in (first, desks[0][0])] == [False, True]
    assert (first["gain"], last["gain"].startswith("0 took both tests")) == ("", True)
