"""The results of two hundred random classes equal a simple recount."""

import csv
import io
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ndcg_core.classroom.plans import Plan
from ndcg_core.classroom.question import format_answer
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import Ballot, Room
from ndcg_core.classroom.tally import make_judge
from ndcg_ui.classroom.shown.review import VOTE_NAMES, format_answers_csv, review_class
from ndcg_ui.classroom.shown.walls import describe_wall
from ndcg_ui.classroom.store.repository import JoinEntry, VoteEntry
from tests.classroom.asked import SOME
from tests.classroom.rooms import KEPT, NOW
from tests.classroom.test_tallies import draw_answers
from tests.selection import select_first

CODES = "BCDFG"
COUNTED = [reference for reference in SOME if find_question(reference).kind != "text"]
"""All questions without open texts, which `test_open_texts` checks."""


class RandomClass:
    """A class of random people.

    ballots: each person's last answer, by question, vote and token
    """

    def __init__(self, service, seed):
        self.books = service.repository
        self.draw = Random(seed)
        self.marker = service.marker
        self.references = self.draw.sample(COUNTED, self.draw.randint(1, 3))
        digits = [seed // 125, seed // 25 % 5, seed // 5 % 5, seed % 5, 0]
        self.code = "".join(CODES[n] for n in digits)
        questions = {
            "room": Room.from_questions(self.references),
            "plan": Plan(tuple(self.references)).text,
        }
        record = replace(KEPT, code=self.code, expires=NOW**3, **questions)
        assert self.books.store_room(record, NOW)
        self.here = {}
        self.ballots = {}
        self.now = NOW

    def record(self):
        return self.books.read_room(self.code, self.now)

    def command(self, name):
        step = name, self.record().room.revision, ""
        self.books.apply_command(self.code, "steer", step, self.now)

    def join(self):
        self.now += 1
        tokens = [f"{self.code} {self.now} {n}" for n in range(self.draw.randint(0, 6))]
        self.books.store_entries([JoinEntry(self.code, token) for token in tokens], self.now)
        self.here |= dict.fromkeys(tokens, self.now)

    def remove(self):
        since = self.draw.choice([NOW + 1, self.now])
        self.books.delete_learners_since(self.code, "steer", since, self.now)
        gone = {token for token, joined in self.here.items() if joined >= since}
        self.here = {token: joined for token, joined in self.here.items() if token not in gone}
        self.ballots = {key: b for key, b in self.ballots.items() if key[2] not in gone}

    def vote(self, round, vote):
        """Let some learners answer, some repeatedly. The last answer counts."""
        asked = find_question(self.references[round])
        votes = []
        for number in range(1, self.draw.randint(2, 4)):
            for token in [token for token in self.here if self.draw.random() < 0.6]:
                sure = self.draw.choice(["sure", "not sure", ""])
                answer = format_answer(asked.read_answer(draw_answers(asked, self.draw)))
                ballot = Ballot(round, vote, answer, sure, number)
                votes.append(VoteEntry(token, ballot))
                self.ballots[round, vote, token] = ballot
                self.marker.find_verdict(
                    self.references[round], answer
                )  # a long list is marked later
        self.books.store_entries(votes, self.now)

    def of(self, round, vote):
        return [b for (at, nth, _), b in self.ballots.items() if (at, nth) == (round, vote)]


def count_ballots(reference, ballots):
    """Count the answers and the sure answers of each group, ballot by ballot."""
    judge = make_judge(find_question(reference))
    counts = Counter()
    sure = Counter()
    for ballot in ballots:
        counts[judge(ballot.answer).group] += 1
        sure[judge(ballot.answer).group] += ballot.sure == "sure"
    return {group: (count, sure[group]) for group, count in counts.items()}


def read_displayed_counts(groups):
    """Return the displayed counts of the groups that are not empty."""
    return {one["key"]: (one["count"], one["sure"]) for one in groups if one["count"]}


EIGHTS = [range(n, n + 25) for n in range(0, 200, 25)]


@pytest.mark.parametrize("seeds", select_first(1, EIGHTS, "other classes, by the same recount"))
def test_wall_desk_review_and_table_count_what_two_hundred_classes_answered(service, seeds):
    for seed in seeds:
        one = RandomClass(service, seed)
        expected = {}
        for round, reference in enumerate(one.references):
            one.join()
            one.command("forward")
            votes = [1, 2][: one.draw.randint(1, 2)]
            for vote in votes:
                if vote == 2:
                    one.command("discuss")
                one.vote(round, vote)
                if one.draw.random() < 0.2:
                    one.remove()
                answered = len(one.of(round, vote))
                shown = describe_wall(service, one.record(), "showing")
                assert shown["answered"] == answered, seed
                assert sum(voted for _, voted in shown["people"]) == answered, seed
                assert shown["joined"] == len(shown["people"]) == len(one.here), seed
                one.command("forward")
                one.command("show")
                before = describe_wall(service, one.record(), "showing")["results"]["votes"]
                for n in range(1, vote + 1):
                    assert sum(g["count"] for g in before[n]) == len(one.of(round, n)), seed
            advice = describe_wall(service, one.record(), "steering")["desk"]["advice"]
            one.command("forward")
            desk = describe_wall(service, one.record(), "steering")
            assert desk["desk"]["advice"] == "", "the solution is shown"
            expected[round] = {n: count_ballots(reference, one.of(round, n)) for n in votes}
            assert {
                n: read_displayed_counts(g) for n, g in desk["results"]["votes"].items()
            } == expected[round]
            judge = make_judge(find_question(reference))
            newest = one.of(round, votes[-1])
            right = sum(judge(ballot.answer).outcome == "right" for ballot in newest)
            told = f"{right} of {len(newest)}"
            few = f"{len(newest)} answered, which is too few" if newest else "Nobody has answered."
            assert told in advice or few in advice, advice
            for vote in [n for n in votes if len(votes) == 2]:
                moved = Counter()
                for *way, count in desk["results"]["flow"]:
                    moved[way[vote - 1]] += count
                sums = {key: count for key, (count, _) in expected[round][vote].items()}
                assert {key: n for key, n in moved.items() if key != "missing"} == sums, seed
        for round, reference in enumerate(one.references):  # some were removed later
            for vote in expected[round]:
                expected[round][vote] = count_ballots(reference, one.of(round, vote))
        page = review_class(service, one.record())["questions"]
        found = {
            round: {
                vote: read_displayed_counts(groups)
                for vote, groups in asked["results"]["votes"].items()
            }
            for round, asked in enumerate(page)
        }
        assert found == expected, seed
        table = format_answers_csv(service, one.record()).removeprefix("\ufeff")
        rows = Counter(
            (r["question"], r["vote"], r["sure"]) for r in csv.DictReader(io.StringIO(table))
        )
        cast = Counter(
            (str(at + 1), VOTE_NAMES[n], b.sure) for (at, n, _), b in one.ballots.items()
        )
        assert rows == cast, seed
