"""Every stored exercise is fair: each mistake in play is told from the rest, and known."""

import re
from random import Random

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.exercises.__main__ import (
    collect_shared_traits,
    repair_unlike_pairs,
    replace_unfair_variants,
)
from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.hinting import list_hints
from ndcg_core.exercises.separation import draw_variant, iterate_variant_faults
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.statement import describe_grades, iterate_rules
from ndcg_core.exercises.variants import (
    build_variant_link_parameters,
    format_variant_line,
    list_all_practice_variants,
    list_practice_variants,
    load_variant_file,
    read_variant_link,
)
from ndcg_core.misconceptions import MISCONCEPTIONS
from tests.selection import select_rows

CASES = load_toml(__file__, "cases.toml")
VARIANTS = list_all_practice_variants()
IDS = [f"{v.skill} {','.join(f'{g:g}' for g in v.grades)}" for v in VARIANTS]
SHORTEST = [
    min(list_practice_variants(skill), key=lambda variant: len(variant.unfilled_sheet.cells))
    for skill in SKILLS
]
ALWAYS = sorted(SHORTEST, key=lambda variant: len(variant.unfilled_sheet.cells))[:5]
WHY = "a proof of one more variant takes seconds"
PROVED = select_rows(VARIANTS, ALWAYS.__contains__, WHY)
"""Every stored exercise is proved in continuous integration; each time, the five shortest."""
DIAGNOSED = [one for n, one in enumerate(VARIANTS) if n % 3 == 0 or one in ALWAYS]
"""Exercises of every skill. In each of them, every mistake is made in every blank."""


@pytest.mark.parametrize("variant", PROVED, ids=IDS)
def test_a_stored_variant_distinguishes_every_mistake_in_play(variant):
    assert list(iterate_variant_faults(variant)) == []


@pytest.mark.parametrize("variant", select_rows(DIAGNOSED, ALWAYS.__contains__, WHY), ids=str)
def test_every_visible_mistake_is_diagnosed_as_itself(variant):
    sheet = variant.unfilled_sheet
    for cell in variant.blanks:
        for mistake in MISCONCEPTIONS.values():
            if mistake.concept == "writing":
                continue
            for number in mistake.list_numbers(cell, sheet) if ".grade." not in cell else ():
                if abs(number - sheet.exact(cell)) < 0.02:
                    continue
                mark = nc.mark(sheet.with_given(cell, f"{number:.4f}"))[0]
                slip = cell == "cg" and abs(number - sheet.exact(cell)) <= 2
                if mark.verdict != "carried" and not slip:
                    assert mistake.id in (mark.misconception, *mark.others), (cell, number)


def test_a_variant_of_every_skill_is_diagnosed():
    assert {variant.skill for variant in DIAGNOSED} == set(SKILLS)


def test_every_registered_mistake_is_in_play_somewhere():
    groups = [ids for skill in SKILLS.values() for ids in skill.mistakes_by_cell.values()]
    distinguished = {id for ids in groups for id in ids}
    slips = {m.id for m in MISCONCEPTIONS.values() if m.scope == "cell"}
    assert distinguished | slips == set(MISCONCEPTIONS) - {"ideal-other-rules", "other-convention"}


@pytest.mark.thorough("every skill has its lists proved in processes of their own")
def test_an_unfair_list_is_replaced_in_place(tmp_path, capsys):
    lists = {skill: format_variant_line(one) for skill, one in zip(SKILLS, SHORTEST, strict=True)}
    path = tmp_path / "variants.toml"
    path.write_text(
        "\n".join(["", *(f'{s} = ["{text}"]' for s, text in (lists | {"cg": "r=1,1"}).items())])
    )
    (sentence,) = replace_unfair_variants(path)
    assert sentence.startswith("variants.toml, cg: r=1,1 is now ")
    assert capsys.readouterr().err.endswith(f"variants.toml: {len(lists)} of {len(lists)}\r")
    load_variant_file.cache_clear()
    after = {skill: one for skill, (one,) in load_variant_file(path).items()}
    assert {skill for skill in SKILLS if format_variant_line(after[skill]) != lists[skill]} <= {
        "cg"
    }
    assert list(iterate_variant_faults(after["cg"])) == []


@pytest.mark.parametrize("skill", SKILLS.values(), ids=SKILLS)
def test_a_drawn_variant_has_what_its_skill_needs(skill):
    for seed in range(20):
        drawn = draw_variant(skill, Random(seed))
        n = len(drawn.grades)
        lengths = range(2, 10) if skill.id == "nothing-relevant" else range(4, 7)
        assert (drawn.skill, n in lengths) == (skill.id, True)
        assert {*drawn.grades} <= {0, 1, 2, 3}
        assert drawn.k in range(2, n) if skill.cutoff == "cut" else drawn.k == 0
        assert drawn.rank in range(3, n + 1) if skill.id == "term" else drawn.rank == 0
        further = [len(grades) for grades in drawn.others]
        if skill.id == "mean-empty":
            assert (further[0], further[1] in (2, 3, 4), sum(drawn.others[1])) == (3, True, 0)
        else:
            assert further == [3] * (skill.id == "mean")
        pools = [drawn.judged[n:]] if skill.pool == "judged" else []
        assert (drawn.judged is None) == (not pools)
        assert not pools or (drawn.judged[:n], len(pools[0])) == (drawn.grades, 3)
        assert all(grades[0] > 0 for grades in (*pools, *drawn.others[:1]))
        if skill.id == "nothing-relevant":
            assert sum(drawn.grades) == 0


def test_a_test_after_class_that_is_unlike_the_one_before_is_replaced(tmp_path):
    path = tmp_path / "parallel.toml"
    pair = '["r=3,0,2,1&k=2", "r=3,0,2&k=2", "r=1,0,2,3&k=2", "r=1,0,2,3&k=2"]'
    path.write_text("\n".join(["", *(f"{s} = {pair if s == 'cg' else '[]'}" for s in SKILLS)]))
    load_variant_file.cache_clear()
    (sentence,) = repair_unlike_pairs(path)
    load_variant_file.cache_clear()
    first, second, *others = load_variant_file(path)["cg"]
    assert sentence == (
        f"parallel.toml, cg: r=3,0,2&k=2 is now {format_variant_line(second)}. "
        "It was not like r=3,0,2,1&k=2."
    )
    assert collect_shared_traits(first) == collect_shared_traits(second)
    assert (len(second.grades), sum(map(bool, second.grades)), second.k) == (4, 3, 2)
    assert [format_variant_line(one) for one in others] == ["r=1,0,2,3&k=2"] * 2
    load_variant_file.cache_clear()


@pytest.mark.parametrize("variant", VARIANTS[::3], ids=IDS[::3])
def test_every_blank_has_hints_that_do_not_reveal_its_number(variant):
    sheet = fade_sheet(variant, 99)
    for cell in sheet.blanks:
        texts = list_hints(sheet, cell)
        assert texts
        for text in texts:
            assert text.endswith(".")
            exact = sheet.exact(cell)
            if exact != int(exact):
                assert f"{exact:.3f}" not in text


@pytest.mark.parametrize(
    "case", CASES["hints"], ids=lambda case: f"{case['hint']} {case['blanks']}"
)
def test_a_hint_uses_written_numbers_and_points_to_missing_ones(case):
    fields = {"grades": (3, 0, 2), "others": ((0, 0, 1),), **case.get("sheet", {})}
    sheet = nc.Sheet(**fields, blanks=tuple(case["blanks"]))
    assert [*list_hints(sheet, case["cell"])] == [case[n] for n in ("rule", "hint") if n in case]


def test_a_link_to_an_exercise_has_all_of_it():
    for variant in VARIANTS:
        assert read_variant_link(build_variant_link_parameters(variant)) == variant
    link = {"skill": "judged-pool", "r": "3,0.5", "k": "2", "judged": "3,0.5,1"}
    assert build_variant_link_parameters(read_variant_link(link)) == link


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ({"skill": "no", "r": "3,2"}, "There is no skill 'no'. The skills are cg, "),
        ({"skill": "term", "r": "3,2", "rank": "3"}, "The rank is 3. The term asked for must be "),
        ({"skill": "term", "r": "3,2"}, "The rank is 0. The term asked for must be "),
        ({"skill": "dcg", "r": "3,x"}, "The list '3,x' contains something that is not a number."),
        ({"skill": "dcg", "r": "1" + 20 * ",1"}, "The list has 21 grades. An exercise has 20."),
        ({"skill": "dcg", "r": "1", "k": "-1"}, "'-1' must be a whole number."),
        ({"skill": "dcg", "r": "1", "k": "10000"}, "'10000' must be a whole number."),
        ({"skill": "dcg", "r": "1" * 1001}, "An exercise needs no more than 1000 characters."),
        (
            {"skill": "mean", "r": "1", "others": ";".join("123456")},
            "There are 6 further queries. An exercise has 5.",
        ),
        ({"skill": "mean", "r": "1,2"}, "A sheet with one query has no cell 'mean'."),
    ],
)
def test_a_link_that_is_no_exercise_is_refused(link, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read_variant_link(link)


def test_the_largest_link_is_an_exercise():
    link = {"skill": "mean", "r": "1" + 19 * ",1", "others": ";".join("12345")}
    variant = read_variant_link(link)
    assert (len(variant.grades), variant.others) == (20, ((1,), (2,), (3,), (4,), (5,)))
    assert read_variant_link({"skill": "term", "r": "3,2", "rank": "2", "k": "9999"}).k == 9999


def join_columns(sheet):
    """Map each column and sum to the texts that the exercise fills in."""
    names = (cell.rpartition(".")[0] or cell for cell in sheet.given)
    columns = dict.fromkeys(names, "")
    for cell, text in sheet.given.items():
        name = cell.rpartition(".")[0] or cell
        columns[name] = f"{columns[name]} {text}".strip()
    return columns


@pytest.mark.parametrize("case", CASES["statements"], ids=lambda case: case["link"]["skill"])
def test_an_exercise_states_its_rules_and_fades_from_its_last_step(case):
    variant = read_variant_link(case["link"])
    rules = [
        f"{words}{formula.text if formula else ''}" for words, formula in iterate_rules(variant)
    ]
    assert f"{describe_grades(variant)} {'; '.join(rules)}" == case["said"]
    blank = set()
    for level, cells in enumerate(case["levels"]):
        before, blank = blank, blank | set(cells)
        sheet = fade_sheet(variant, level)
        assert set(sheet.blanks) == blank
        assert set(cells).isdisjoint(before)
        assert not set(sheet.given) & blank
    first, last = (fade_sheet(variant, level) for level in (0, count_levels(variant) - 1))
    assert fade_sheet(variant, -1) == first
    assert fade_sheet(variant, 99) == last
    assert join_columns(first) == case["given"]
    assert join_columns(last) == case["last"]
    assert set(case["levels"][0]) <= set(last.blanks)
