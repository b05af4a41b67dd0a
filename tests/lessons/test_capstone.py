"""The last task: what a program sees in five sentences, and what it refuses in the file."""

import shutil
import tomllib
from math import log2
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.content import ContentTable, load_toml
from ndcg_core.lessons import load_lessons, load_ten_items
from ndcg_core.lessons.capstone import (
    SENTENCE_ROLES,
    judge_sentences,
    read_capstone,
    split_sentences,
)
from ndcg_core.lessons.ending import ENDING_FILE, load_ending

LESSONS = Path(__file__).parents[2] / "lessons"
CAPSTONE = load_ending().capstone
CASES = load_toml(__file__, "capstone.toml")["cases"]
PIECES = ["0.8", "%", "of", "32", "@", "k", "=", "North", "strike", ".", "!", "9", "rank"]
FILLER = {"": "I cannot decide.", "North": "I would ship North.", "South": "I would ship South."}


@pytest.mark.parametrize(("chosen", "sentence", "place", "outcome", "says"), CASES, ids=str)
def test_each_sentence_is_judged_by_its_role(chosen, sentence, place, outcome, says):
    before = [FILLER[chosen], *["This is left out here."] * 4][: place - 1]
    check = judge_sentences(CAPSTONE, " ".join([*before, sentence]))[place - 1]
    assert (check.text, check.role) == (sentence, SENTENCE_ROLES[place - 1])
    assert (check.outcome, says in check.message) == (outcome, True), check.message


def test_the_sample_answer_passes_and_its_numbers_are_right():
    def calculate_ndcg(grades, k):
        def dcg(ones):
            return sum(one / log2(rank + 1) for rank, one in enumerate(ones[:k], 1))

        return dcg(grades) / dcg(sorted(grades, reverse=True))

    answer = " ".join(CAPSTONE.sample_answer)
    assert [check.outcome for check in judge_sentences(CAPSTONE, answer)] == ["right"] * 5
    for system, k in (("North", 3), ("South", 3), ("North", 1), ("South", 1)):
        scores = [calculate_ndcg(query.grades[system], k) for query in CAPSTONE.queries]
        assert f"{sum(scores) / 5:.3f}" in answer, (system, k)


def test_a_text_is_split_at_sentence_ends_and_not_within_numbers():
    text = "I ship South. It has 0.832! Why? No.\nAt k = 3 it wins. And this has no"
    assert split_sentences(text) == ["I ship South.", "It has 0.832!", "At k = 3 it wins."]
    assert split_sentences("Yes, South. So it is.") == ["So it is."], "two words are none"
    assert split_sentences("a b c. " * 2_000) == ["a b c."] * 285, "in 2,000 characters"
    assert len(judge_sentences(CAPSTONE, "a b c. " * 9)) == 5


@given(st.text() | st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_any_text_is_judged_without_an_error(text):
    assert len(judge_sentences(CAPSTONE, text)) <= 5


def test_the_items_are_named_in_the_order_of_their_lessons():
    assert len(load_ending().items) == len(load_ten_items())


SENTENCES = (LESSONS / ENDING_FILE).read_text("utf-8").split("[[capstone.sentences]]")
CHOICE = SENTENCES[1]
FAULTS = [
    ("{{mean South 3}}", "0.999", "fails its check: 0.999 is not among the results"),
    ("{{p 3}}", "{{q 3}}", "{{q 3}} is not a number of the last task"),
    ("{{p 3}}", "{{p k}}", "{{p k}} is not a number of the last task"),
    ("{{mean South 3}}", "{{mean West 3}}", "{{mean West 3}} is not a number of the last task"),
    ("North = [2, 0, 1, 0, 0, 0]", "North = [2, 2, 1, 0, 0, 0]", "different documents for “Hotel"),
    ('role = "limit"', 'role = "choice"', "sentence 4: the roles of the sentences must be"),
    ("[[capstone.sentences]]" + CHOICE, "", "sentence 1: the roles of the sentences must be"),
    ("[[capstone.sentences]]" + SENTENCES[5].partition("#")[0], "", "and 5 sentences"),
    ('["North", "South"]', '["South"]', "no key 'North'"),
    ("k = 3\n", "k = 3\nl = 3\n", "no key 'l'"),
    ('word = "hotel"', 'word = "hotel"\nwords = 2', "query 4: there is no key 'words'"),
    ('role = "next"', 'role = "next"\nroles = 2', "sentence 5: there is no key 'roles'"),
]


@pytest.mark.parametrize(("old", "new", "says"), FAULTS)
def test_a_bad_last_task_is_refused(old, new, says):
    text = (LESSONS / ENDING_FILE).read_text("utf-8")
    assert old in text
    table = tomllib.loads(text.replace(old, new, 1))["capstone"]
    with pytest.raises(ValueError, match="here") as refusal:
        read_capstone(ContentTable(table, "here"))
    assert says in str(refusal.value)


def test_a_last_task_without_queries_or_with_one_system_is_refused():
    text = (LESSONS / ENDING_FILE).read_text("utf-8")
    for change in ({"queries": []}, {"systems": []}):
        table = tomllib.loads(text)["capstone"] | change
        for query in table["queries"]:
            del query["North"], query["South"]
        with pytest.raises(ValueError, match=r"two systems, queries and 5 sentences|different"):
            read_capstone(ContentTable(table, "here"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return one copy of the lessons, so that they are loaded once."""
    return shutil.copytree(LESSONS, tmp_path_factory.mktemp("copy") / "lessons")


NO_GOAL = "no lesson has the goal {!r}. It must be like"
NAMED = 'name = "which swap changes CG"'


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        *(
            ('"find-the-error 1"', f'"{goal}"', NO_GOAL.format(goal))
            for goal in ("find-the-error 9", "find-the-error 0", "find-the-error", "nowhere 1")
        ),
        ('lesson = "gain"\n', 'lesson = "dcg"\n', "the items must be of these lessons"),
        (NAMED, f"{NAMED}\nnames = 2", "item 2: there is no key 'names'"),
        ('source = "smucker-2007"', 'source = "smacker"', "sources.toml has no source 'smacker'"),
        ('source = "smucker-2007"', 'source = "smucker-2007"\nat = 2', "reference 3: there is no"),
        ("can = [", "could = 2\ncan = [", "there is no key 'could'"),
    ],
)
def test_a_bad_file_is_refused(folder, old, new, says):
    text = (LESSONS / ENDING_FILE).read_text("utf-8")
    assert old in text
    (folder / ENDING_FILE).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ValueError, match=r"ending\.toml") as refusal:
        load_ending(folder)
    assert says in str(refusal.value)


def test_the_listed_abilities_are_goals_of_lessons():
    goals = {lesson.slug: lesson.goals for lesson in load_lessons()}
    assert all(goal in goals[lesson.slug] for lesson, goal in load_ending().goals)
