"""Wrong calls that people made: their numbers, and from a number or an error back to the call."""

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.libraries import WRONG_CALLS, find_wrong_calls
from ndcg_core.libraries.wrong_calls import CALL_NUMBERS
from tests.libraries import read_ranking

LIST = (3, 2, 3, 0, 1)
FOUND = load_toml(__file__, "cases.toml")["found"]


@pytest.mark.parametrize(("id", "told", "printed", "how"), FOUND)
def test_a_number_identifies_the_wrong_call(id, told, printed, how):
    found = {one.call.id: one for one in find_wrong_calls(printed, read_ranking(told))}
    assert how in found[id].how
    assert found[id].message.endswith(WRONG_CALLS[id].instead)


@pytest.mark.parametrize("call", WRONG_CALLS.values(), ids=WRONG_CALLS)
def test_a_wrong_call_has_its_mistake_correction_and_source(call):
    assert call.did.endswith(".")
    assert call.instead.endswith(".")
    assert call.thread
    assert bool(call.raises) != (call.id in CALL_NUMBERS)
    assert set(call.conventions) <= set(nc.CONVENTIONS)


@pytest.mark.parametrize("kind", ["binary", "multiclass", "continuous"])
def test_who_prints_explains_an_error_message(kind):
    found = nc.who_prints(LIST, f"ValueError: Only (...) formats are supported. Got {kind} instead")
    assert (list(found), found.sentence) == ([], "That is an error message, not a number.")
    assert "ndcg_score([grades], [scores])" in found._repr_html_()
    assert nc.who_prints(LIST, "0.6458").could_be[0].call.id == "set"
    assert nc.who_prints(LIST, "0.957").could_be == []
