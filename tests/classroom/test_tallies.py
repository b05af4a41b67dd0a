"""What the answers of a class come to."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom.question import answer_text
from ndcg_core.classroom.references import find
from ndcg_core.classroom.room import Ballot
from ndcg_core.classroom.tally import (
    count_ticks,
    crowd,
    groups_without_marks,
    judge_of,
    mistakes,
    tally,
)
from ndcg_core.metric import dcg
from tests.classroom.asked import SOME


def ballots(*answers, vote=1):
    return [Ballot(0, vote, answer_text(answer), sure) for answer, sure in answers]


def test_numbers_are_grouped_by_what_produces_them():
    grades, asked = (3, 2, 3, 0, 1), find("own?ask=dcg&r=3,2,3,0,1")
    right, undivided = f"{dcg(grades):.3f}", f"{sum(grades):.2f}"
    given = ballots(
        *[({"dcg": right}, "sure")] * 3,
        *[({"dcg": undivided}, "not sure")] * 4,
        ({"dcg": "17.771"}, "sure"),
        ({"dcg": "many"}, ""),
    )
    found = tally(asked, given, judge_of(asked))
    assert [(g.key, g.count, g.sure, g.unsure) for g in found] == [
        ("right", 3, 3, 0),
        ("no-discount", 4, 0, 4),
        ("unknown", 1, 1, 0),
        ("unreadable", 1, 0, 0),
    ]
    assert "counted every gain in full" in found[1].label
    assert mistakes(found) == [("no-discount", "counted every gain in full", 4)]


@given(st.lists(st.permutations(range(4)), min_size=1, max_size=30))
def test_the_crowds_ranking_is_by_mean_place(orders):
    asked = find("own?ask=order&r=1,3,0,2")
    found = crowd(asked, ballots(*((list(order), "") for order in orders)))
    mean = {doc: sum(o.index(doc) + 1 for o in orders) / len(orders) for doc in range(4)}
    assert sorted(found) == list(range(4))
    assert [(mean[doc], doc) for doc in found] == sorted((mean[doc], doc) for doc in found)
    assert crowd(asked, []) is None


def test_every_order_that_does_what_is_asked_is_right_and_scored_by_what_is_asked():
    form = {"kind": "order", "ask": "Make DCG@2 low", "wants": "dcg lowest", "k": 2}
    asked = find("question?" + json.dumps(form | {"grades": [3, 0, 2, 1]}))
    answers = ([1, 3, 0, 2], [1, 3, 2, 0], [0, 1, 2, 3])
    found = [(round(asked.score(one), 3), asked.judge(one).outcome) for one in answers]
    assert found == [(0.631, "right"), (0.631, "right"), (3, "wrong")]
    assert asked.measure_notation == "DCG@2"
    assert asked.worked_solution.startswith("One worst order is")


def answers_of(asked, draw):
    """Some answers to a question: plausible ones, as a class gives them."""
    number = draw.choice(["1", "0.5", "0,5", "0.973", "6.15", "9"])
    match asked.kind:
        case "choice":
            return draw.randrange(len(asked.options))
        case "several":
            return draw.sample(range(len(asked.options)), draw.randint(1, len(asked.options)))
        case "sheet":
            return dict.fromkeys(draw.sample(asked.sheet.blanks, 1), number)
        case "audit":
            offered = sorted(asked.question.lines), sorted(asked.question.offered)
            return dict(zip(("cell", "mistake"), map(draw.choice, offered), strict=True))
        case "order":
            return draw.sample(range(len(asked.sheet.grades)), len(asked.sheet.grades))
        case "guess":
            return draw.uniform(asked.question.low, asked.question.high)
    return number


@pytest.mark.parametrize("reference", SOME)
def test_what_is_shown_of_a_vote_adds_up_to_its_ballots_and_has_each_answer_once(reference):
    asked, draw = find(reference), Random(reference)
    given = ballots(*((asked.read(answers_of(asked, draw)), "") for _ in range(9)))
    for group in (tally, groups_without_marks):
        shown = group(asked, given, judge_of(asked))
        assert sum(one.count for one in shown) == 9
        assert len({one.label for one in shown}) == len(shown)
        if asked.kind == "choice":
            assert len(shown) == len(asked.options)
    if asked.kind == "several":
        by_letter = {option[0]: count for option, _, count in count_ticks(asked, given)}
        chosen = [asked.describe_answer(json.loads(one.answer)).split(", ") for one in given]
        assert by_letter == {letter: sum(letter in c for c in chosen) for letter in by_letter}
    if asked.kind == "guess":
        ends = [one.label.split()[0] for one in shown if one.outcome != "right"]
        assert ends == sorted(ends, key=float)
