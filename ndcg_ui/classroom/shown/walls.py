"""The wall of a room: the number of answers, then the results, and the desk's extras."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from time import time
from typing import Any

import ndcg_core as nc
from ndcg_core.classroom.codes import name_of
from ndcg_core.classroom.learning_gain import LearningGain, counterpart, learning_gain
from ndcg_core.classroom.lesson_questions import Choosing, Guessing, Ticking
from ndcg_core.classroom.plans import advise
from ndcg_core.classroom.references import find
from ndcg_core.classroom.room import Ballot, Round
from ndcg_core.classroom.sheets_and_orders import FillingIn, Ordering
from ndcg_core.classroom.tally import (
    count_by_blank,
    count_by_range,
    count_ticks,
    crowd,
    flow,
    groups_without_marks,
    tally,
)
from ndcg_ui import limits
from ndcg_ui.classroom.service import ClassService, plan_of
from ndcg_ui.classroom.shown.choosing import question_sentence
from ndcg_ui.classroom.shown.screens import draw_filled, draw_mean_order, learners_room
from ndcg_ui.classroom.store.repository import RoomRecord

Ballots = Mapping[int, Ballot]
MOST_NAMED = 63
"""Where more are here, the wall has a ring for each and no names."""
NO_ADVICE: dict[str, Any] = {"advice": "", "do": "", "gain": "", "groups": []}
NAMED = 12
"""Learners without an answer whom the desk names."""
CHOOSE = "Only you see these answers. Choose the ones to show on the wall."
GO_ON = "The same kind of test follows after the class. Continue without the solution."


def wall(service: ClassService, record: RoomRecord, role: str) -> dict[str, Any]:
    """Return the wall of a room, with the answering learners during a vote.

    The role "steering" adds the joins and the advice.
    """
    now, plan, steering = record.room.now, plan_of(record.plan), role == "steering"
    named = steering or record.present <= MOST_NAMED
    learners = service.repository.learners(record.code) if named else {}
    message = {
        **{"code": record.code, "title": plan.title, "joined": record.present},
        **{"joining": record.joining, "role": role, "room": learners_room(record.room)},
        "expires": record.expires,
    }
    if steering:
        message["joins"] = _joins(learners.values())
        message["plan"] = [question_sentence(round.question) for round in record.room.rounds]
    if now is None:
        return message
    votes = {} if now.vote else votes_of(service, record, now)
    times = service.repository.answer_times(record.code, now.id, now.vote or now.votes)
    if now.vote:  # only the count is shown, however many answer
        if record.present <= MOST_NAMED:
            message["people"] = [[name_of(n, record.salt), n in times] for n in learners]
        if steering:
            message["quiet"] = time() - max([*times.values(), now.opened])
    if now.phase == "revealed" and not now.step:
        message["filled"] = draw_filled(now.question)
    waiting = _count_unmarked(service, now, votes)
    message |= {"judging": waiting, "answered": len(times)}
    if now.results == "shown" and not waiting:
        message["results"] = _only_chosen(results_of(service, now, votes), now.chosen)
    if steering:
        silent = [number for number in learners if number not in times]
        message["silent"] = [name_of(number, record.salt) for number in silent[:NAMED]]
        message["desk"] = NO_ADVICE if waiting else _desk(service, record, now, votes)
        message["results_shown"] = now.results == "shown"
    return message


def _only_chosen(results: dict[str, Any], chosen: Collection[str]) -> dict[str, Any]:
    """Return results with only those open texts that the teacher chose for the wall."""
    if results["kind"] != "text":
        return results
    votes = {
        vote: [group for group in groups if group["key"] in chosen]
        for vote, groups in results["votes"].items()
    }
    return {**results, "votes": votes, "flow": None}


def _joins(times: Collection[float]) -> dict[str, Any]:
    """Return the joins per minute, the newest first, and those of the last 60 s."""
    now = time()
    newest = int(now // 60)
    counts = Counter(min(int(joined // 60), newest) for joined in times)
    minutes = [counts[newest - ago] for ago in range(limits.JOIN_MINUTES)]
    return {"now": now, "minutes": minutes, "last": sum(joined > now - 60 for joined in times)}


def votes_of(
    service: ClassService, record: RoomRecord, round: Round, learner: int | None = None
) -> dict[int, dict[int, Ballot]]:
    """Return the ballots of each vote on a question by learner, or one learner's."""
    votes: dict[int, dict[int, Ballot]] = {vote: {} for vote in range(1, round.votes + 1)}
    ballots = service.repository.ballots(record.code, round.id, learner)
    for (_, vote, author), ballot in ballots.items():
        votes.setdefault(vote, {})[author] = ballot
    return votes


def _count_unmarked(service: ClassService, now: Round, votes: Mapping[int, Ballots]) -> int:
    """Return the number of unmarked answers of a closed vote. Few are marked at once."""
    answers = (ballot.answer for ballots in votes.values() for ballot in ballots.values())
    missing = service.marker.missing(now.question, answers)
    if len(missing) <= limits.MOST_NOT_JUDGED:
        return 0
    service.marker.mark_ahead(now.question, missing)
    return len(missing)


def results_of(service: ClassService, now: Round, votes: Mapping[int, Ballots]) -> dict[str, Any]:
    """Return the groups of each vote, and the crowd's ranking.

    With the solution come the right answer, a comment, and the flow between two votes.
    """
    question, judge = find(now.question), service.marker.of(now.question)
    marked, newest = now.phase == "revealed", votes[max(votes)].values()
    group = tally if marked else groups_without_marks
    results: dict[str, Any] = {
        "kind": question.kind,
        "marked": marked,
        "votes": {
            vote: list(map(asdict, group(question, ballots.values(), judge)))
            for vote, ballots in votes.items()
        },
    }
    if isinstance(question, FillingIn) and question.has_several_blanks:
        results["blanks"] = {
            vote: list(map(asdict, count_by_blank(question, ballots.values(), judge, marked)))
            for vote, ballots in votes.items()
        }
    if isinstance(question, Guessing):
        results["ranges"] = {
            vote: list(map(asdict, count_by_range(question, ballots.values(), marked)))
            for vote, ballots in votes.items()
        }
        results["within"] = nc.short(question.tolerance)
    if isinstance(question, Ticking):
        results["voters"] = len(newest)
        results["ticked"] = [
            {"html": option, "outcome": "right" if right and marked else "", "count": count}
            for option, right, count in count_ticks(question, newest)
        ]
    if isinstance(question, Choosing) and marked:
        results["reasons"] = [judge(str(place)).message for place in range(len(question.options))]
    if len(votes) == 2 and marked and question.kind != "text":
        moved = flow(votes[1], votes[2], judge)
        results["flow"] = [[before, after, count] for (before, after), count in moved.items()]
    if isinstance(question, Ordering):
        results["crowd"] = _crowd(question, newest, marked)
    return results


def _crowd(question: Ordering, ballots: Iterable[Ballot], marked: bool) -> dict[str, Any] | None:
    """Return the documents by mean rank. Marked, add the mean score and each order's score."""
    places = crowd(question, ballots)
    if places is None:
        return None
    grades = question.sheet.grades
    tied = [[nc.short(grades[document]) for document in place] for place in places]
    row = {"html": draw_mean_order(tied), "ties": any(len(place) > 1 for place in places)}
    if not marked:
        return row
    orders = [question.read(json.loads(ballot.answer)) for ballot in ballots]
    scores = [question.score(order) for order in orders]
    by_order = zip(map(question.describe_answer, orders), map(nc.number, scores), strict=True)
    return row | {
        "measure": question.measure_notation,
        "mean": nc.number(sum(scores) / len(scores)),
        "scores": dict(by_order),
    }


# --- The teacher's own ---------------------------------------------------------------------------


def _desk(
    service: ClassService, record: RoomRecord, now: Round, votes: Mapping[int, Ballots]
) -> dict[str, Any]:
    """Return the newest vote's marks, the advice on it, and the gain of a test after the class."""
    if not votes:
        return NO_ADVICE
    judge = service.marker.of(now.question)
    newest = tally(find(now.question), votes[max(votes)].values(), judge)
    marked = {**NO_ADVICE, "groups": list(map(asdict, newest))}
    question = find(now.question)
    if question.kind == "text":
        return marked | {"advice": CHOOSE, "chosen": now.chosen}
    if isinstance(question, FillingIn) and question.has_several_blanks:
        by_blank = count_by_blank(question, votes[max(votes)].values(), judge)
        marked["blanks"] = list(map(asdict, by_blank))
    if now.question.startswith("test/") and not counterpart(now.question):
        return marked | {"advice": GO_ON, "do": "skip"}
    right = sum(group.count for group in newest if group.outcome == "right")
    count = sum(group.count for group in newest)
    advice = advise(right, count, plan_of(record.plan).thresholds)
    gain = gain_at(service, record, now)
    said = gain.sentence if gain else ""
    return marked | {"advice": advice.text, "do": advice.do, "gain": said}


def gain_at(service: ClassService, record: RoomRecord, after: Round) -> LearningGain | None:
    """Return the gain of the learners in both tests, or None without two tests."""
    first = counterpart(after.question)
    before = next((r for r in record.room.rounds if r.question == first and r.votes), None)
    if before is None or not after.votes:
        return None
    answers = [votes_of(service, record, test)[1] for test in (before, after)]
    return learning_gain(
        (is_right(service, before, ballot), is_right(service, after, answers[1][learner]))
        for learner, ballot in answers[0].items()
        if learner in answers[1]
    )


def is_right(service: ClassService, test: Round, ballot: Ballot) -> bool:
    """Return True if a learner's answer to a question is right."""
    return service.marker.verdict(test.question, ballot.answer).outcome == "right"
