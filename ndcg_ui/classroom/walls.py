"""What the wall shows of a room: the count, then, when the teacher shows it, what the class did."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from io import StringIO
from time import time
from typing import Any

from ndcg_core.classroom.codes import name_of
from ndcg_core.classroom.plans import Plan, advise
from ndcg_core.classroom.references import find
from ndcg_core.classroom.room import Ballot, Round
from ndcg_core.classroom.sheets_and_orders import Ordering
from ndcg_core.classroom.tally import Tally, crowd, flow, mistakes, tally
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_ui import limits
from ndcg_ui.boards.board import default_label
from ndcg_ui.classroom.repository import RoomRecord
from ndcg_ui.classroom.screens import learners_room
from ndcg_ui.classroom.service import ClassService, plan_of

Ballots = Mapping[int, Ballot]
NO_ADVICE = {"advice": "", "do": ""}


def wall(service: ClassService, record: RoomRecord, role: str) -> dict[str, Any]:
    """The wall of a room; for a role "steering" the joins and the advice too."""
    now, plan = record.room.now, plan_of(record.plan)
    message: dict[str, Any] = {
        "code": record.code,
        "title": plan.title,
        "joined": record.present,
        "joining": record.joining,
        "role": role,
        "room": learners_room(record.room),
    }
    if role == "steering":
        message["joins"] = _joins(service, record)
    if now is None:
        return message
    if now.vote:  # only the count is shown, however many answer
        count = service.repository.answered(record.code, now.id, now.vote)
        desk = {"desk": NO_ADVICE, "results_shown": False} if role == "steering" else {}
        return message | {"judging": 0, "answered": {now.vote: count}} | desk
    votes = _votes(service, record, now)
    waiting = _count_unmarked(service, now, votes)
    message["judging"] = waiting
    message["answered"] = {vote: len(ballots) for vote, ballots in votes.items()}
    if now.results == "shown" and not waiting:
        message["results"] = _results(service, now, votes)
    if role == "steering":
        message["desk"] = NO_ADVICE if waiting else _desk(service, now, votes, plan)
        message["results_shown"] = now.results == "shown"
    return message


def _joins(service: ClassService, record: RoomRecord) -> dict[str, Any]:
    """How many joined in each minute of the clock, the newest first, and within the last 60 s."""
    now = time()
    newest = int(now // 60)
    times = service.repository.joins(record.code, 60.0 * (newest - limits.JOIN_MINUTES + 1))
    counts = Counter(min(int(joined // 60), newest) for joined in times)
    minutes = [counts[newest - ago] for ago in range(limits.JOIN_MINUTES)]
    return {"now": now, "minutes": minutes, "last": sum(joined > now - 60 for joined in times)}


def _votes(service: ClassService, record: RoomRecord, now: Round) -> dict[int, dict[int, Ballot]]:
    """The ballots of each vote that was opened, by learner."""
    votes: dict[int, dict[int, Ballot]] = {vote: {} for vote in range(1, now.votes + 1)}
    for (_, vote, learner), ballot in service.repository.ballots(record.code, now.id).items():
        votes.setdefault(vote, {})[learner] = ballot
    return votes


def _count_unmarked(service: ClassService, now: Round, votes: Mapping[int, Ballots]) -> int:
    """How many answers are still to be marked, once a vote is closed; few are marked at once."""
    answers = (ballot.answer for ballots in votes.values() for ballot in ballots.values())
    missing = service.marker.missing(now.question, answers)
    if len(missing) <= limits.MOST_NOT_JUDGED:
        return 0
    service.marker.mark_ahead(now.question, missing)
    return len(missing)


def _tally(service: ClassService, now: Round, ballots: Ballots) -> Tally:
    return tally(find(now.question), ballots.values(), service.marker.of(now.question))


def _results(service: ClassService, now: Round, votes: Mapping[int, Ballots]) -> dict[str, Any]:
    """The groups of each vote, the flow between the two, and the crowd's ranking."""
    question, judge = find(now.question), service.marker.of(now.question)
    results: dict[str, Any] = {
        "votes": {
            vote: [asdict(group) for group in _tally(service, now, ballots).groups]
            for vote, ballots in votes.items()
        }
    }
    if len(votes) == 2:
        moved = flow(votes[1], votes[2], judge)
        results["flow"] = [[before, after, count] for (before, after), count in moved.items()]
    if isinstance(question, Ordering):
        results["crowd"] = _crowd(question, votes[max(votes)])
    return results


def _crowd(question: Ordering, ballots: Ballots) -> dict[str, Any] | None:
    ranking = crowd(question, ballots.values())
    if ranking is None:
        return None
    grades = question.sheet.grades
    names = question.sheet.labels or [default_label(place) for place in range(len(grades))]
    cards = [
        {"label": names[doc], "grade": f"{grades[doc]:g}", "mean": round(mean, 1)}
        for doc, mean in zip(ranking.order, ranking.mean, strict=True)
    ]
    common = [
        {"order": "".join(f"{names[doc]} " for doc in c.order).strip(), "ndcg": c.ndcg}
        | {"count": c.count}
        for c in ranking.common
    ]
    return {"cards": cards, "ndcg": ranking.ndcg, "k": question.sheet.trace.k, "common": common}


# --- The teacher's own ---------------------------------------------------------------------------


def _desk(
    service: ClassService, now: Round, votes: Mapping[int, Ballots], plan: Plan
) -> dict[str, Any]:
    """The advice on the newest vote."""
    if not votes:
        return NO_ADVICE
    newest = _tally(service, now, votes[max(votes)])
    advice = advise(newest.right, newest.of, plan.thresholds)
    return {"advice": advice.text, "do": advice.do}


def session(service: ClassService, record: RoomRecord) -> list[dict[str, Any]]:
    """The known mistakes of the whole session, each with its number and a link to practise."""
    tallies = []
    for round in record.room.rounds:
        votes = _votes(service, record, round)
        if votes:
            tallies.append(_tally(service, round, votes[1]))
    return [
        {
            "id": id,
            "title": MISCONCEPTIONS[id].title,
            "count": count,
            "link": practice_link(id),
        }
        for id, count in mistakes(tallies)
    ]


def practice_link(mistake: str) -> str:
    """Where to practise what a mistake is about: the first skill that has it in play.

    >>> practice_link("no-discount")
    '/practice?skill=term'
    """
    from ndcg_core.exercises.skills import SKILLS

    for skill in SKILLS.values():
        if any(mistake in ids for ids in skill.in_play.values()):
            return f"/practice?skill={skill.id}"
    return "/practice"


HEADS = ("question", "kind of vote", "learner", "answer", "sure", "outcome", "what produces it")
VOTES = {1: "first", 2: "after discussion"}
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def answers_csv(service: ClassService, record: RoomRecord) -> str:
    """All answers of a room, in the order of the questions; nothing says who anybody is."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(HEADS)
    ballots = sorted(service.repository.ballots(record.code).items())
    for round in record.room.rounds:
        judge = service.marker.of(round.question)
        for (id, vote, learner), ballot in ballots:
            if id != round.id:
                continue
            verdict, name = judge(ballot.answer), name_of(learner, record.salt)
            row = (round.question, VOTES[vote], name, ballot.answer, ballot.sure)
            table.writerow(map(_safe, (*row, verdict.outcome, verdict.group)))
    return out.getvalue()


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
