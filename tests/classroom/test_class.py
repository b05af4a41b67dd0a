"""A class with real sockets: the events of each person and their times."""

import json
import re

import ndcg_core as nc
from tests.classroom.people import RIGHT, WRONG, Learner, Person, Teacher


def test_a_question_runs_from_its_opening_to_everybodys_verdict(teacher):
    right, wrong = (Learner(teacher.url, teacher.code) for _ in range(2))
    follows = [right.follow(), wrong.follow()]
    wall = teacher.follow_wall()
    assert right.name != wrong.name
    first = wall.wait_for_revision(0)
    assert first["address"].endswith(f"/ndcg/join#{teacher.code}")
    assert first["remark"].startswith("You opened the app on its own computer")
    passed_on = {name: wall.headers[name] for name in ("content-encoding", "x-accel-buffering")}
    assert passed_on == {"content-encoding": "identity", "x-accel-buffering": "no"}
    assert wall.headers["cache-control"] == "no-store"
    assert follows[0].wait_for_revision(0)["room"]["phase"] == "waiting"
    teacher.command("forward")
    opened = follows[0].wait_for_revision(1)
    assert opened["room"]["question"]["ask"] == "What is DCG@5 of this ranking?"
    assert right.answer(RIGHT, sure="sure").json() == {"kept": 1}
    assert wrong.answer(WRONG, sure="not sure").json() == {"kept": 1}
    counted = wall.wait_for_event(lambda e: e.get("answered") == 2)
    assert "results" not in counted
    assert counted["desk"] == {"advice": "", "do": "", "gain": "", "groups": []}
    teacher.command("forward")
    closed = wall.wait_for_revision(2)
    assert closed["desk"]["advice"] == "2 answered, which is too few to decide."
    assert "results" not in closed
    teacher.command("show")
    groups = wall.wait_for_revision(3)["results"]["votes"]["1"]
    assert [(g["key"], g["count"], g["sure"]) for g in groups] == [("6.148", 1, 1), ("9.000", 1, 0)]
    assert {g["outcome"] for g in groups} == {""}
    teacher.command("forward")
    mine = [
        follow.wait_for_event(lambda e: e["room"]["revision"] == 4 and e["mine"]["verdicts"])[
            "mine"
        ]
        for follow in follows
    ]
    assert [m["verdicts"]["1"]["outcome"] for m in mine] == ["right", "wrong"]
    assert "every gain in full" in mine[1]["verdicts"]["1"]["message"]
    solution = follows[0].wait_for_revision(4)["room"]["solution"]
    assert solution.startswith("<p>DCG is 6.149.")
    assert "1.262" in solution  # the term at rank 2, 2 / log2(3), on its card
    assert "replay-ideal" not in solution


def test_events_before_the_solution_do_not_reveal_right_answers(teacher):
    right, wrong = (Learner(teacher.url, teacher.code) for _ in range(2))
    teacher.command("forward")
    streams = [right.follow(), wrong.follow()]
    for stream in streams:
        stream.wait_for_revision(1)
    answers = [right.answer(RIGHT), wrong.answer(WRONG)]
    assert answers[0].content == answers[1].content
    same = ("content-length", "content-type", "cache-control")
    headers = [{name: answer.headers.get(name) for name in same} for answer in answers]
    assert headers[0] == headers[1]
    teacher.command("forward")
    again = [right.follow(), wrong.follow()]
    pairs = [(one, one.wait_for_revision(2)) for one in (*streams, *again)]
    for stream, event in pairs:
        assert event["mine"]["verdicts"] == {}
        assert event["room"]["solution"] == ""
        assert "6.149" not in "".join(stream.raw)
    sizes = {len(stream.raw[-1]) - len(event["mine"]["name"]) for stream, event in pairs[2:]}
    assert len(sizes) == 1


def test_a_second_vote_keeps_the_first_and_is_shown_as_a_flow(teacher):
    learner = Learner(teacher.url, teacher.code)
    wall = teacher.follow_wall(teacher.showing)
    teacher.command("forward")
    learner.answer(WRONG)
    for name in ("forward", "discuss"):
        teacher.command(name)
    assert learner.answer(RIGHT, vote=1).status_code == 409
    assert learner.answer(RIGHT, vote=2).status_code == 200
    for name in ("forward", "show"):
        teacher.command(name)
    assert "flow" not in wall.wait_for_revision(5)["results"]
    teacher.command("forward")
    results = wall.wait_for_revision(6)["results"]
    assert results["flow"] == [["no-discount", "right", 1]]
    assert "desk" not in wall.wait_for_revision(5)


def test_late_and_returning_learners_see_the_current_question(teacher):
    early = Learner(teacher.url, teacher.code)
    teacher.command("forward")
    early.answer(RIGHT)
    teacher.command("go", argument="2")
    late = Learner(teacher.url, teacher.code)
    assert late.follow().wait_for_revision(2)["room"]["place"] == 2
    teacher.command("go", argument="1")
    back = early.follow().wait_for_revision(3)
    assert back["mine"]["ballots"]["1"] == {"answer": RIGHT, "sure": "", "number": 1}


def test_an_extra_question_of_the_same_kind_is_asked_without_discussion(teacher):
    learner = Learner(teacher.url, teacher.code)
    for name in ("forward", "forward", "forward", "alone"):
        teacher.command(name)
    shown = learner.follow().wait_for_revision(4)["room"]
    assert (shown["alone"], shown["phase"], shown["round"], shown["count"]) == (True, "open", 3, 4)
    assert shown["question"]["ask"].startswith("What is DCG@5")


def test_an_order_hides_its_ideal_and_gives_the_crowds_ranking(teacher):
    learners = [Learner(teacher.url, teacher.code) for _ in range(3)]
    wall = teacher.follow_wall()
    teacher.command("go", argument="2")
    board = learners[0].follow().wait_for_revision(1)["room"]["question"]["board"]
    assert (board["ideal"], board["idcg"]) == ([], None)
    for learner, order in zip(learners, ([1, 2, 0], [1, 2, 0], [1, 0, 2]), strict=True):
        assert learner.answer(order, round=1).status_code == 200
    for name in ("forward", "forward"):
        teacher.command(name)
    results = wall.wait_for_revision(3)["results"]
    assert re.findall(r">(\d)<", results["crowd"]["html"]) == ["3", "2", "1"]
    mean = (
        2 + nc.ndcg([3, 1, 2])
    ) / 3  # the mean of three learners' scores, not the score of their mean order
    assert (results["crowd"]["measure"], results["crowd"]["mean"]) == ("NDCG@3", nc.number(mean))
    assert not results["crowd"]["ties"]
    orders = [(g["label"], g["outcome"], g["count"]) for g in results["votes"]["1"]]
    assert orders == [("3 2 1", "right", 2), ("3 1 2", "wrong", 1)]
    assert set(results["crowd"]["scores"]) == {"3 2 1", "3 1 2"}
    for name in ("back", "discuss"):
        teacher.command(name)
    assert learners[0].answer([0, 2, 1], round=1, vote=2).status_code == 200
    for name in ("forward", "forward"):
        teacher.command(name)
    crowd = wall.wait_for_revision(7)["results"]["crowd"]
    assert set(crowd["scores"]) == {"3 2 1", "3 1 2", "1 2 3"}, "those of the first vote, too"
    assert crowd["mean"] == nc.number(nc.ndcg([1, 2, 3]))


def test_everybody_is_told_that_a_deleted_room_is_over(teacher):
    learner = Learner(teacher.url, teacher.code)
    streams = [learner.follow(), teacher.follow_wall()]
    for stream in streams:
        stream.wait_for_revision(0)
    assert Person(teacher.url, teacher.showing).post("/class/end", {}).status_code == 409
    assert teacher.post("/class/end", {}).status_code == 200
    for stream in streams:
        stream.wait_for_event(lambda event: event == "event: over")
    assert learner.answer(RIGHT).status_code == 409
    assert teacher.get("/class/answers").status_code == 409


def test_ticks_are_shares_of_learners_and_an_empty_blank_is_reported(url):
    several = """question?{"ask":"Which?","answers":["a","b","c"],"right":[1,2]}"""
    questions = json.dumps([several, "practice?skill=dcg&r=3,1,2&level=2"])
    teacher = Teacher(url, f"questions = {questions}")
    learners = [Learner(url, teacher.code) for _ in range(2)]
    wall = teacher.follow_wall()
    teacher.command("forward")
    for learner, ticks in zip(learners, ([0, 1], [1, 2]), strict=True):
        assert learner.answer(ticks).status_code == 200
    teacher.command("forward")
    teacher.command("forward")
    results = wall.wait_for_revision(teacher.revision)["results"]
    assert [one["count"] for one in results["ticked"]] == [1, 2, 1]
    assert results["voters"] == 2  # both ticked b
    teacher.command("forward")
    following = learners[0].follow()
    assert learners[0].answer({"actual.term.2": "0.631"}, 1).status_code == 200
    teacher.command("forward")
    teacher.command("forward")
    told = wall.wait_for_revision(teacher.revision)
    assert told["filled"].count("4.631") == 1
    assert [(one["key"], one["outcome"]) for one in told["results"]["blanks"]["1"]] == [
        ("incomplete", "incomplete")
    ]
    is_marked = lambda event: isinstance(event, dict) and event["mine"]["verdicts"].get("1")  # noqa: E731
    verdict = following.wait_for_event(is_marked)["mine"]["verdicts"]["1"]
    assert verdict == {
        "outcome": "incomplete",
        "message": "The term at rank 3 of the ranking: The field was empty.",
    }


def test_the_desk_counts_the_blanks_of_the_newest_vote(url):
    teacher = Teacher(url, "questions = ['practice?skill=dcg&r=3,1,2&level=2']")
    learner = Learner(url, teacher.code)
    desk = teacher.follow_wall()
    sheet = {"actual.term.2": "0.631", "actual.term.3": "1", "dcg": "7.77"}
    teacher.command("forward")
    assert learner.answer(sheet).status_code == 200
    for name in ("forward", "discuss"):
        teacher.command(name)
    assert learner.answer({**sheet, "dcg": "4.631"}, vote=2).status_code == 200
    teacher.command("forward")
    blanks = desk.wait_for_revision(teacher.revision)["desk"]["blanks"]
    assert [(blank["label"], blank["count"]) for blank in blanks] == [("right", 1)]
