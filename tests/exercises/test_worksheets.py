"""Worksheets: the same choices give the same sheet, another seed another, every list is fair."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.content import find_lessons_folder, load_toml
from ndcg_core.exercises.separation import iterate_variant_faults
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant, load_variant_file, load_worksheet_variants
from ndcg_core.exercises.worksheets import (
    DIFFICULTIES,
    MAX_EXERCISES,
    MAX_SEED,
    Worksheet,
    find_printed_levels,
)
from tests.selection import select_rows

CASES = load_toml(__file__, "cases.toml")
ALWAYS = {one.variant for one in Worksheet(seed=1).exercises[:2]}
LISTS = [variant for lists in load_worksheet_variants().values() for variant in lists]
PROVED = select_rows(
    [one for n, one in enumerate(LISTS) if n % 2 == 0 or one in ALWAYS],
    ALWAYS.__contains__,
    "a proof of one more list takes a second",
)
"""Half of the lists are proved in continuous integration; each time, the first two of a sheet.
`python -m ndcg_core.exercises` proves all lists, after each change of the mistakes."""

SHEETS = st.builds(
    Worksheet,
    skills=st.lists(st.sampled_from(list(SKILLS)), min_size=1, unique=True).map(tuple),
    difficulty=st.sampled_from(list(DIFFICULTIES)),
    number=st.integers(1, MAX_EXERCISES),
    seed=st.integers(1, MAX_SEED),
)


@pytest.mark.parametrize("variant", PROVED, ids=str)
def test_a_list_distinguishes_every_mistake_in_play_at_each_difficulty(variant):
    assert list(iterate_variant_faults(variant, find_printed_levels(variant))) == []


def test_a_list_that_hides_a_mistake_is_unfair():
    flat = Variant("dcg", (1.0, 1.0, 1.0, 1.0))
    assert "sort-first is not visible." in iterate_variant_faults(flat, find_printed_levels(flat))
    close = "reciprocal-rank-plus-1 changes NDCG by only 0.0015."
    assert close in iterate_variant_faults(Variant("ndcg", (0.0, 2.0, 3.0, 1.0)))


def links(sheet):
    return [one.link for one in sheet.exercises]


def test_a_worksheet_never_changes():
    """A changed list or order would make printed answer keys wrong."""
    assert links(Worksheet(("cg", "idcg"), "half", 3, 17)) == CASES["printed"]


@given(SHEETS)
def test_a_sheet_has_no_repetitions_and_balanced_skills(sheet):
    variants = [one.variant for one in sheet.exercises]
    assert len(set(variants)) == len(variants)
    room = sum(len(load_worksheet_variants()[skill]) for skill in sheet.skills)
    assert len(variants) == min(sheet.number, room)
    counts = [sum(v.skill == skill for v in variants) for skill in sheet.skills]
    full = [len(load_worksheet_variants()[skill]) for skill in sheet.skills]
    assert all(
        count >= max(counts) - 1 or count == most for count, most in zip(counts, full, strict=True)
    )


@given(SHEETS)
def test_the_order_in_which_skills_are_chosen_does_not_matter(sheet):
    turned = Worksheet(sheet.skills[::-1], sheet.difficulty, sheet.number, sheet.seed)
    assert links(turned) == links(sheet)


# --- The file ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES["files"], ids=lambda case: case["sentence"])
def test_a_bad_variant_file_is_refused_with_its_name(tmp_path, case):
    path = tmp_path / "lists.toml"
    text = (find_lessons_folder() / "worksheets.toml").read_text("utf-8")
    path.write_text(text.replace(case["old"], case["new"], 1))
    with pytest.raises(ValueError, match=re.escape(f"/lists.toml: {case['sentence']}")):
        load_variant_file(path)
