"""The replay of a solution: its steps, and the rules for showing them."""

import re
from itertools import permutations
from random import Random

import pytest

import ndcg_core as nc
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import RefusedError
from ndcg_ui.classroom.service import resolve_argument
from ndcg_ui.classroom.shown.screens import describe_room, render_solution, render_solution_steps
from tests.classroom.asked import SOME
from tests.classroom.rooms import make_room

DCG = "own?ask=dcg&r=3,2,3,0,1"
GRADES = (3, 2, 3, 0, 1)


def extract_words(frame):
    """Return the text of a step."""
    return " ".join(re.sub(r"<[^>]+>", " ", frame).split())


def reveal_solution(reference):
    """Return a room that shows the solution of a question."""
    return make_room("forward", "forward", "forward", questions=[reference])


def test_each_step_calculates_one_more_term_and_the_last_the_sum():
    steps = [extract_words(frame) for frame in render_solution_steps(DCG)]
    terms = [nc.number(row.value) for row in nc.trace(GRADES).actual]
    assert len(steps) == len(GRADES) + 1
    for at, step in enumerate(steps[:-1]):
        assert step.startswith(f"Ranking, rank {at + 1} of 5")
        assert [f"= {term}" in step for term in terms] == [n <= at for n in range(5)]
    assert "DCG@5 = 6.149" in steps[-1]
    assert "DCG is 6.149" in steps[-1]


def test_a_sum_of_rounded_terms_says_that_they_are_rounded():
    lists = [[3, 2, 0, 1], [3, 2, 3, 0, 1], *permutations((0, 1, 2, 3))]
    rounded = {True: 0, False: 0}
    for grades in lists:
        text = extract_words(render_solution(f"own?ask=dcg&r={','.join(map(str, grades))}"))
        terms = re.findall(r"= (\d\.\d{3})", text.partition("The ranking")[2])
        (total,) = re.findall(r"DCG@\d = (\d+\.\d{3})", text)
        adds_up = round(1000 * sum(map(float, terms[: len(grades)]))) == round(1000 * float(total))
        assert ("added up before rounding" in text) == (not adds_up)
        rounded[adds_up] += 1
    assert all(rounded.values())


def test_a_replay_of_ndcg_has_the_ideal_order_and_one_of_idcg_no_ranking():
    both = extract_words(render_solution_steps("own?ask=ndcg&r=0,3,1")[-1])
    assert "The ranking" in both
    assert "The ideal order D2 3 / 1.000 = 3.000 grade 3" in both
    assert f"= {nc.number(nc.ndcg((0, 3, 1)))}" in both
    assert not any(
        "The ranking" in frame for frame in render_solution_steps("own?ask=idcg&r=0,3,1")
    )


def test_the_replay_of_an_order_calculates_the_order_that_solves_the_task():
    reference = "own?ask=order&r=1,3,2"
    best = "B 3 / 1.000 = 3.000 grade 3 C 2 / 1.585 = 1.262 grade 2 A 1 / 2.000 = 0.500 grade 1"
    assert f"The ranking {best} DCG@3 = 4.762" in extract_words(render_solution(reference))
    first = extract_words(render_solution_steps(reference)[0])
    assert "The ranking B 3 / 1.000 = 3.000 grade 3 C grade 2 A grade 1" in first
    worst = extract_words(render_solution("drag/1"))
    assert "The ranking D 0 / 1.000 = 0.000 grade 0" in worst
    assert not render_solution_steps("lesson/gain/three")  # its task is about CG


@pytest.mark.parametrize("reference", SOME)
def test_a_replay_shows_the_calculation_and_ends_with_the_solution(reference):
    steps = render_solution_steps(reference)
    asked = find_question(reference)
    if asked.kind == "sheet":
        assert len(steps) > 2
    if asked.kind not in ("sheet", "order"):
        assert not steps
    if steps:
        assert extract_words(asked.worked_solution) in extract_words(steps[-1])
        assert len(set(steps)) == len(steps)
        assert max(map(len, steps)) < 20_000


def test_phones_and_wall_show_the_teachers_current_step():
    room = reveal_solution(DCG)
    assert describe_room(room)["solution"] == render_solution(DCG)
    for step in (1, 2, 6, 0):
        room = room.apply_command("step", room.revision, str(step))
        sent = describe_room(room)
        assert (sent["step"], sent["steps"]) == (step, 6)
        assert sent["solution"] == (
            render_solution_steps(DCG)[step - 1] if step else render_solution(DCG)
        )


def test_a_step_after_the_last_one_is_refused():
    room = reveal_solution(DCG)
    assert resolve_argument({"command": "step", "argument": "06"}, room, Random()) == "6"
    with pytest.raises(RefusedError, match="The solution has no more steps"):
        resolve_argument({"command": "step", "argument": "7"}, room, Random())


def test_a_step_is_shown_only_with_a_visible_solution():
    room = make_room("forward", questions=[DCG])
    assert "steps" not in describe_room(room)
    with pytest.raises(RefusedError, match="Show the solution before"):
        room.apply_command("step", room.revision, "1")


def test_a_replay_starts_again_with_each_shown_solution():
    room = reveal_solution(DCG).apply_command("step", 3, "4")
    back = room.apply_command("back", 4)
    assert back.apply_command("forward", 5).current_round.step == 0
