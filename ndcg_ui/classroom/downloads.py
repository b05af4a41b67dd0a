"""All answers of a room as a table: who is a number, and nothing says who that is."""

from __future__ import annotations

import csv
from io import StringIO

from ndcg_core.classroom.names import name_of
from ndcg_ui.classroom.rows import Kept
from ndcg_ui.classroom.school import School

HEADS = ("question", "kind of vote", "learner", "answer", "sure", "outcome", "what produces it")
VOTES = {1: "first", 2: "after discussion"}
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def answers(school: School, kept: Kept) -> str:
    """The table as CSV, in the order of the questions."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(HEADS)
    ballots = sorted(school.books.ballots(kept.code).items())
    for asked in kept.room.rounds:
        judge = school.judging.of(asked.question)
        for (round, vote, learner), ballot in ballots:
            if round != asked.id:
                continue
            verdict, name = judge(ballot.answer), name_of(learner, kept.salt)
            row = (asked.question, VOTES[vote], name, ballot.answer, ballot.sure)
            table.writerow(map(_safe, (*row, verdict.outcome, verdict.group)))
    return out.getvalue()


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
