"""What the wall shows of a room: the count, then, when the teacher shows it, what the class did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from time import time
from typing import TYPE_CHECKING, Any

from ndcg_core.classroom.advice import advise
from ndcg_core.classroom.ballots import Ballot
from ndcg_core.classroom.orders import Ordering
from ndcg_core.classroom.plans import Plan
from ndcg_core.classroom.references import find
from ndcg_core.classroom.rounds import Round
from ndcg_core.classroom.tally import Tally, crowd, flow, mistakes, tally
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_ui import limits
from ndcg_ui.boards.board import default_label
from ndcg_ui.classroom.rows import Kept
from ndcg_ui.classroom.screens import learners_room

if TYPE_CHECKING:
    from ndcg_ui.classroom.school import School

Ballots = Mapping[int, Ballot]
NO_ADVICE = {"advice": "", "do": ""}


def wall(school: School, kept: Kept, role: str) -> dict[str, Any]:
    """The wall of a room; with role "steering", the advice and the session's mistakes too."""
    from ndcg_ui.classroom.school import plan_of

    now, plan = kept.room.now, plan_of(kept.plan)
    shown: dict[str, Any] = {
        "code": kept.code,
        "title": plan.title,
        "joined": kept.here,
        "joining": kept.joining,
        "role": role,
        "room": learners_room(kept.room),
    }
    if role == "steering":
        shown["joins"] = _joins(school, kept)
    if now is None:
        return shown
    if now.vote:  # only the count is shown, however many answer
        count = school.books.answered(kept.code, now.id, now.vote)
        desk = {"desk": NO_ADVICE, "results_shown": False} if role == "steering" else {}
        return shown | {"judging": 0, "answered": {now.vote: count}} | desk
    votes = _votes(school, kept, now)
    later = _not_judged(school, now, votes)
    shown["judging"] = later
    shown["answered"] = {vote: len(ballots) for vote, ballots in votes.items()}
    if now.results == "shown" and not later:
        shown["results"] = _results(school, now, votes)
    if role == "steering":
        shown["desk"] = NO_ADVICE if later else _desk(school, now, votes, plan)
        shown["results_shown"] = now.results == "shown"
    return shown


def _joins(school: School, kept: Kept) -> dict[str, Any]:
    """How many joined in each minute of the clock, the newest first, and within the last 60 s."""
    now = time()
    newest = int(now // 60)
    times = school.books.joins(kept.code, 60.0 * (newest - limits.JOIN_MINUTES + 1))
    counts = Counter(min(int(joined // 60), newest) for joined in times)
    minutes = [counts[newest - ago] for ago in range(limits.JOIN_MINUTES)]
    return {"now": now, "minutes": minutes, "last": sum(joined > now - 60 for joined in times)}


def _votes(school: School, kept: Kept, now: Round) -> dict[int, dict[int, Ballot]]:
    """The ballots of each vote that was opened, by learner."""
    votes: dict[int, dict[int, Ballot]] = {vote: {} for vote in range(1, now.votes + 1)}
    for (_, vote, learner), ballot in school.books.ballots(kept.code, now.id).items():
        votes.setdefault(vote, {})[learner] = ballot
    return votes


def _not_judged(school: School, now: Round, votes: Mapping[int, Ballots]) -> int:
    """How many answers are still to be judged, once a vote is closed; few are not worth a wait."""
    answers = (ballot.answer for ballots in votes.values() for ballot in ballots.values())
    missing = school.judging.missing(now.question, answers)
    if len(missing) <= limits.MOST_NOT_JUDGED:
        return 0
    school.judging.soon(now.question, missing)
    return len(missing)


def _tally(school: School, now: Round, ballots: Ballots) -> Tally:
    return tally(find(now.question), ballots.values(), school.judging.of(now.question))


def _results(school: School, now: Round, votes: Mapping[int, Ballots]) -> dict[str, Any]:
    """The groups of each vote, the flow between the two, and the crowd's ranking."""
    asked, judge = find(now.question), school.judging.of(now.question)
    found: dict[str, Any] = {
        "votes": {
            vote: [asdict(group) for group in _tally(school, now, ballots).groups]
            for vote, ballots in votes.items()
        }
    }
    if len(votes) == 2:
        moved = flow(votes[1], votes[2], judge)
        found["flow"] = [[before, after, count] for (before, after), count in moved.items()]
    if isinstance(asked, Ordering):
        newest = votes[max(votes)]
        found["crowd"] = _crowd(asked, newest)
    return found


def _crowd(asked: Ordering, ballots: Ballots) -> dict[str, Any] | None:
    found = crowd(asked, ballots.values())
    if found is None:
        return None
    grades = asked.sheet.grades
    names = asked.sheet.labels or [default_label(place) for place in range(len(grades))]
    cards = [
        {"label": names[doc], "grade": f"{grades[doc]:g}", "mean": round(mean, 1)}
        for doc, mean in zip(found.order, found.mean, strict=True)
    ]
    common = [
        {"order": "".join(f"{names[doc]} " for doc in c.order).strip(), "ndcg": c.ndcg}
        | {"count": c.count}
        for c in found.common
    ]
    return {"cards": cards, "ndcg": found.ndcg, "k": asked.sheet.trace.k, "common": common}


# --- The teacher's own ---------------------------------------------------------------------------


def _desk(school: School, now: Round, votes: Mapping[int, Ballots], plan: Plan) -> dict[str, Any]:
    """The advice on the newest vote."""
    if not votes:
        return NO_ADVICE
    found = _tally(school, now, votes[max(votes)])
    advice = advise(found.right, found.of, plan.thresholds)
    return {"advice": advice.text, "do": advice.do}


def session(school: School, kept: Kept) -> list[dict[str, Any]]:
    """The known mistakes of the whole session, each with its number and a link to practise."""
    tallies = []
    for asked in kept.room.rounds:
        votes = _votes(school, kept, asked)
        if votes:
            tallies.append(_tally(school, asked, votes[1]))
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
