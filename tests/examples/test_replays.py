"""What a replay works out."""

import pytest

import ndcg_core as nc
from ndcg_core.examples.replay import steps
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.variants import load_variants
from ndcg_core.sheets.sheet import Sheet

CG = [variant for variant in load_variants() if variant.skill == "cg"]


@pytest.mark.parametrize("variant", CG, ids=lambda variant: str(variant.grades))
def test_the_replay_of_a_cg_exercise_goes_through_the_gains_and_ends_at_cg(variant):
    for level in range(levels(variant)):
        sheet = fade(variant, level)
        stops = steps(sheet)
        assert [stop.rank for stop in stops] == [*range(1, sheet.trace.k + 1), 0]
        assert stops[-1].cells == ("cg",)
        assert not [cell for stop in stops for cell in stop.cells if "term" in cell]
        assert nc.gains_formula(sheet.trace.actual).text.endswith(f"= {nc.short(sheet.trace.cg)}")


def test_a_sheet_that_asks_for_more_than_cg_is_replayed_whole():
    assert steps(Sheet((3, 2), blanks=("cg", "ndcg")))[-1].id == "ndcg"
    assert steps(Sheet((3, 2)))[-1].id == "ndcg"
