"""The page of conventions without a browser: its link, its fields, its HTML."""

import re
from dataclasses import replace

import pytest

from ndcg_core.libraries import LIBRARIES, Ranking, chain, groups, prints
from ndcg_ui import printed
from ndcg_ui.comparing import PRESETS, Asked, got, read_asked, understand, write_asked


@pytest.mark.parametrize("asked", PRESETS.values(), ids=list(PRESETS))
def test_a_preset_comes_back_from_its_link_and_separates_its_two_libraries(asked):
    assert read_asked(write_asked(asked)) == asked
    understood = understand(asked)
    assert understood.problems == ()
    assert len(groups(understood.ranking, LIBRARIES)) >= 2
    assert chain(understood.ranking, asked.a, asked.b).steps


def test_a_link_of_nonsense_is_read_with_defaults():
    assert read_asked({"a": "none", "b": "", "x": "1"}) == Asked()
    assert len(read_asked({"r": "1," * 90_000}).r) <= 20_001


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (Asked(r="3, x"), "Item 2"),
        (Asked(k="0"), "k is “0”"),
        (Asked(scores="1 2"), "there are 2 for 5 documents"),
        (Asked(scores="1 2 3 4 five"), "number 5, “five”, is not a number"),
        (Asked(judged="3, ?"), "Item 2"),
        (Asked(r="3, 1e400"), "Item 2"),
        (Asked(r="2000, 1"), "too large"),
    ],
    ids=str,
)
def test_what_cannot_be_used_is_said_and_left_out(asked, sentence):
    understood = understand(asked)
    assert any(sentence in problem for problem in understood.problems)
    assert groups(understood.ranking, LIBRARIES)


def test_scores_may_be_negative_and_the_pool_may_have_names():
    understood = understand(Asked(r="A:1 B:2", judged="A:1 B:2 C:3", scores="−1; -2.5"))
    assert understood.problems == ()
    assert understood.ranking.scores == (-1.0, -2.5)
    assert understood.ranking.judged == (1, 2, 3)
    assert understood.ranking.labels == ("A", "B", "C")


def test_a_number_is_answered_with_its_libraries():
    ranking = Ranking((3, 2, 3, 0, 1))
    said = printed.answer(ranking, groups(ranking, LIBRARIES), "0.9600")
    assert "CatBoost NDCG, denominator=Position prints for this ranking" in said


def test_a_number_nobody_prints_is_answered_with_the_nearest_and_what_else_it_may_be():
    ranking = Ranking((3, 2, 3, 0, 1))
    said = printed.answer(ranking, groups(ranking, LIBRARIES), "6.149")
    assert "No library here prints <b>6.149</b>" in said
    assert "The nearest is" in said
    assert "DCG@5" in said


def test_what_was_typed_is_escaped():
    bad = Asked(r="<b>:3 <i>:2", got="<s>")
    ranking = understand(bad).ranking
    html = printed.every_group(ranking, groups(ranking, LIBRARIES), bad, "")
    html += printed.about(LIBRARIES["lightgbm"], ranking)
    assert not re.search(r"<(i|s|b)>", html)
    assert got(bad) == ("", "“<s>” is not a number. Write what was printed, such as 0.957.")


def test_what_was_only_read_is_labelled():
    ranking = Ranking((3, 2))
    html = printed.every_group(ranking, groups(ranking, LIBRARIES), Asked(), "")
    read = sum(library.checked == "read" for library in LIBRARIES.values())
    assert html.count("only read") == read
    assert "only read, not run" in printed.about(LIBRARIES["spark"], ranking)


def test_a_step_that_takes_a_row_away_says_so():
    ranking = Ranking((2, 3), 5, (2, 3, 3, 1))
    names = "trec_eval-ndcg_cut", "elasticsearch"
    first, second = (LIBRARIES[name] for name in names)
    html = printed.steps_between(chain(ranking, *names), first, second)
    assert "the term at rank 3 of the ideal order: is gone" in html


@pytest.mark.parametrize("text", ["", "3,,2", "three", "0,5 1 0,25", "1 " * 201, "3," * 50_000])
def test_what_cannot_be_read_leaves_the_last_ranking_and_says_so(text):
    last = understand(Asked(r="3, 0, 2", judged="3, 0, 2, 2")).last
    now = understand(Asked(r=text, k="2"), last)
    assert (now.ranking, now.last) == (replace(last, k=2), last)
    assert now.problems[0].endswith("The last ranking that could be read is still shown.")


def test_without_a_last_ranking_the_first_one_stands_in_and_says_so():
    now = understand(Asked(r="three"))
    assert now.ranking.grades == (3, 2, 3, 0, 1)
    assert now.problems[0].endswith("The first ranking is shown instead.")
    assert now.last is None


@pytest.mark.parametrize(("text", "asked"), [("97.24 %", "0.9724"), ("97,24%", "0.9724")])
def test_a_percentage_is_a_number_somebody_got(text, asked):
    assert got(Asked(got=text)) == (text, "")
    assert prints(float(asked), text)


def test_a_ranking_that_cannot_be_scored_leaves_the_last_one_too():
    last = understand(Asked(r="3, 0, 2")).last
    now = understand(Asked(r="1e308, 1e308"), last)
    assert (now.ranking.grades, now.last) == ((3, 0, 2), last)
    assert now.problems
