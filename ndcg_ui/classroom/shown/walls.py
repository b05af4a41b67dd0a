"""The data of a room's wall, and the additional data of the teacher's desk."""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import asdict
from time import time
from typing import Any

import ndcg_core as nc
from ndcg_core.classroom.codes import name_learner
from ndcg_core.classroom.learning_gain import LearningGain, compute_learning_gain, find_pretest
from ndcg_core.classroom.lesson_questions import (
    ChoiceQuestion,
    GuessQuestion,
    MultipleChoiceQuestion,
)
from ndcg_core.classroom.plans import advise_teacher
from ndcg_core.classroom.references import find_question, has_similar_question
from ndcg_core.classroom.room import Ballot, Round
from ndcg_core.classroom.sheets_and_orders import OrderQuestion, SheetQuestion
from ndcg_core.classroom.tally import (
    count_guesses_by_range,
    count_moves,
    count_ticks,
    group_answers,
    group_answers_by_blank,
    group_answers_without_marks,
    group_documents_by_rank,
)
from ndcg_ui import limits
from ndcg_ui.classroom.service import ClassService, read_stored_plan
from ndcg_ui.classroom.shown.choosing import render_wall_sentence
from ndcg_ui.classroom.shown.screens import describe_room, render_filled_sheet, render_mean_order
from ndcg_ui.classroom.store.repository import RoomRecord

Ballots = Mapping[int, Ballot]
MOST_NAMED = 63
"""The greatest number of learners whom the wall names. If there are more, it shows only rings."""
NO_ADVICE: dict[str, Any] = {"advice": "", "do": "", "gain": "", "groups": []}
MOST_NAMED_WITHOUT_ANSWER = 12
"""The greatest number of learners without an answer whom the desk names."""
CHOOSE_ADVICE = "Only you see these answers. Choose which ones to show on the wall."
CONTINUE_ADVICE = "A similar test follows after the class. Continue without the solution."


def describe_wall(service: ClassService, record: RoomRecord, role: str) -> dict[str, Any]:
    """Return the data that a room's wall or desk shows.

    If many answers are unmarked, start marking them in the background, and leave out the results.

    role: "showing", or "steering" to add the data of the desk, such as joins and advice
    """
    now = record.room.current_round
    steering = role == "steering"
    named = steering or record.learner_count <= MOST_NAMED
    learners = service.repository.read_learners(record.code) if named else {}
    message = {
        "code": record.code,
        "title": read_stored_plan(record.plan).title,
        "joined": record.learner_count,
        "joining": record.joining,
        "role": role,
        "room": describe_room(record.room),
        "expires": record.expires,
    }
    if steering:
        message["joins"] = _count_joins(learners.values())
        message["plan"] = [render_wall_sentence(round.question) for round in record.room.rounds]
    if now is None:
        return message
    votes = {} if now.vote else read_votes(service, record, now)
    times = service.repository.read_answer_times(record.code, now.id, now.vote or now.votes)
    if now.vote:
        if record.learner_count <= MOST_NAMED:
            message["people"] = [[name_learner(n, record.salt), n in times] for n in learners]
        if steering:
            message["quiet"] = time() - max([*times.values(), now.opened])
    if now.phase == "revealed" and not now.step:
        message["filled"] = render_filled_sheet(now.question)
    waiting = _start_marking_if_many(service, now, votes)
    message |= {"judging": waiting, "answered": len(times)}
    if now.results == "shown" and not waiting:
        message["results"] = _filter_chosen_texts(summarize_votes(service, now, votes), now.chosen)
    if steering:
        silent = [number for number in learners if number not in times]
        message["silent"] = [
            name_learner(number, record.salt) for number in silent[:MOST_NAMED_WITHOUT_ANSWER]
        ]
        message["desk"] = NO_ADVICE if waiting else _describe_desk(service, record, now, votes)
        message["results_shown"] = now.results == "shown"
        asked = frozenset(round.question for round in record.room.rounds)
        message["similar"] = now.phase == "revealed" and has_similar_question(now.question, asked)
    return message


def _filter_chosen_texts(results: dict[str, Any], chosen_keys: Collection[str]) -> dict[str, Any]:
    """Return results without the open texts that the teacher has not chosen.

    Results of other kinds of questions are returned unchanged.
    """
    if results["kind"] != "text":
        return results
    votes = {
        vote: [group for group in groups if group["key"] in chosen_keys]
        for vote, groups in results["votes"].items()
    }
    return {**results, "votes": votes, "flow": None}


def _count_joins(times: Collection[float]) -> dict[str, Any]:
    """Return the current time, the joins by minute, and the joins in the last 60 seconds.

    times: the time of each join. The last minutes are counted, the newest first.
    """
    now = time()
    newest = int(now // 60)
    counts = Counter(min(int(joined // 60), newest) for joined in times)
    minutes = [counts[newest - ago] for ago in range(limits.JOIN_MINUTES)]
    return {"now": now, "minutes": minutes, "last": sum(joined > now - 60 for joined in times)}


def read_votes(
    service: ClassService, record: RoomRecord, round: Round, learner: int | None = None
) -> dict[int, dict[int, Ballot]]:
    """Return the ballots of a round, keyed by vote and then by learner.

    learner: the only learner to include; None for all
    """
    votes: dict[int, dict[int, Ballot]] = {vote: {} for vote in range(1, round.votes + 1)}
    ballots = service.repository.read_ballots(record.code, round.id, learner)
    for (_, vote, author), ballot in ballots.items():
        votes.setdefault(vote, {})[author] = ballot
    return votes


def _start_marking_if_many(
    service: ClassService, round: Round, votes: Mapping[int, Ballots]
) -> int:
    """Start marking many unmarked answers in the background. Return their number, or 0 if few.

    The caller can mark a few answers immediately.
    """
    answers = (ballot.answer for ballots in votes.values() for ballot in ballots.values())
    missing = service.marker.list_unmarked_answers(round.question, answers)
    if len(missing) <= limits.MOST_NOT_JUDGED:
        return 0
    service.marker.mark_answers_ahead(round.question, missing)
    return len(missing)


def summarize_votes(
    service: ClassService, round: Round, votes: Mapping[int, Ballots]
) -> dict[str, Any]:
    """Return the groups of answers in each vote, and more data for some kinds of questions.

    Once the solution is shown, the groups are marked, and the flow between two votes is added.
    """
    question = find_question(round.question)
    judge = service.marker.make_cached_judge(round.question)
    marked = round.phase == "revealed"
    newest = votes[max(votes)].values()
    group = group_answers if marked else group_answers_without_marks
    results: dict[str, Any] = {
        "kind": question.kind,
        "marked": marked,
        "votes": {
            vote: list(map(asdict, group(question, ballots.values(), judge)))
            for vote, ballots in votes.items()
        },
    }
    if isinstance(question, SheetQuestion) and question.has_several_blanks:
        results["blanks"] = {
            vote: list(
                map(asdict, group_answers_by_blank(question, ballots.values(), judge, marked))
            )
            for vote, ballots in votes.items()
        }
    if isinstance(question, GuessQuestion):
        results["ranges"] = {
            vote: list(map(asdict, count_guesses_by_range(question, ballots.values(), marked)))
            for vote, ballots in votes.items()
        }
        results["within"] = nc.short(question.tolerance)
    if isinstance(question, MultipleChoiceQuestion):
        results["voters"] = len(newest)
        ticks = [count_ticks(question, ballots.values()) for ballots in votes.values()]
        results["ticked"] = [
            {
                "html": option,
                "outcome": "right" if right and marked else "",
                "count": count,
                "had": first if len(votes) > 1 else None,
            }
            for (option, right, count), (_, _, first) in zip(ticks[-1], ticks[0], strict=True)
        ]
    if isinstance(question, ChoiceQuestion) and marked:
        results["reasons"] = [judge(str(place)).message for place in range(len(question.options))]
    if len(votes) == 2 and marked and question.kind != "text":
        moved = count_moves(votes[1], votes[2], judge)
        results["flow"] = [[before, after, count] for (before, after), count in moved.items()]
    if isinstance(question, OrderQuestion):
        results["crowd"] = _describe_crowd(question, votes, marked)
    return results


def _describe_crowd(
    question: OrderQuestion, votes: Mapping[int, Ballots], is_marked: bool
) -> dict[str, Any] | None:
    """Return data about the documents in the order of their mean ranks, or None without answers.

    is_marked: True to add the newest vote's mean score, and the score of each order of both votes
    """
    newest = votes[max(votes)].values()
    places = group_documents_by_rank(question, newest)
    if places is None:
        return None
    grades = question.sheet.grades
    tied = [[nc.short(grades[document]) for document in place] for place in places]
    row = {"html": render_mean_order(tied), "ties": any(len(place) > 1 for place in places)}
    if not is_marked:
        return row
    scores: dict[str, str] = {}
    for ballots in votes.values():
        orders = [question.read_answer(json.loads(ballot.answer)) for ballot in ballots.values()]
        values = [question.compute_score(order) for order in orders]
        scores |= zip(map(question.describe_answer, orders), map(nc.number, values), strict=True)
    mean = sum(values) / len(values)  # of the last vote
    return row | {
        "measure": question.measure_notation,
        "mean": nc.number(mean),
        "scores": scores,
    }


# --- The desk ------------------------------------------------------------------------------------


def _describe_desk(
    service: ClassService, record: RoomRecord, round: Round, votes: Mapping[int, Ballots]
) -> dict[str, Any]:
    """Return the newest vote's marked groups, the advice, and a text about the learning gain.

    Returns `NO_ADVICE` without votes.
    """
    if not votes:
        return NO_ADVICE
    judge = service.marker.make_cached_judge(round.question)
    newest = group_answers(find_question(round.question), votes[max(votes)].values(), judge)
    marked = {**NO_ADVICE, "groups": list(map(asdict, newest))}
    question = find_question(round.question)
    if question.kind == "text":
        return marked | {"advice": CHOOSE_ADVICE, "chosen": round.chosen}
    if isinstance(question, SheetQuestion) and question.has_several_blanks:
        by_blank = group_answers_by_blank(question, votes[max(votes)].values(), judge)
        marked["blanks"] = list(map(asdict, by_blank))
    gain = measure_learning_gain(service, record, round)
    marked["gain"] = gain.text if gain else ""
    if round.solved:  # advice about the next step would come too late
        return marked
    if round.question.startswith("test/") and not find_pretest(round.question):
        return marked | {"advice": CONTINUE_ADVICE, "do": "skip"}
    right = sum(group.count for group in newest if group.outcome == "right")
    count = sum(group.count for group in newest)
    advice = advise_teacher(right, count, read_stored_plan(record.plan).thresholds)
    return marked | {"advice": advice.text, "do": advice.do}


def measure_learning_gain(
    service: ClassService, record: RoomRecord, posttest: Round
) -> LearningGain | None:
    """Return the learning gain from a pretest to `posttest`, or None without both tests."""
    first = find_pretest(posttest.question)
    before = next((r for r in record.room.rounds if r.question == first and r.votes), None)
    if before is None or not posttest.votes:
        return None
    first_ballots = read_votes(service, record, before)[1]
    last_ballots = read_votes(service, record, posttest)[1]
    return compute_learning_gain(
        (
            is_ballot_right(service, before, ballot),
            is_ballot_right(service, posttest, last_ballots[learner]),
        )
        for learner, ballot in first_ballots.items()
        if learner in last_ballots
    )


def is_ballot_right(service: ClassService, round: Round, ballot: Ballot) -> bool:
    """Return True if the answer in a ballot on a question is right."""
    return service.marker.find_verdict(round.question, ballot.answer).outcome == "right"
