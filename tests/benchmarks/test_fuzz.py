"""A small part of the million calls, and that the net has no hole."""

import pytest

import ndcg_core as nc
from benchmarks._hostile import Hostile
from benchmarks.fuzz import CALLS, Fault, fault, fuzz, is_sentence

RECORDS = {
    *("Answer", "Claim", "Example", "Formula", "Mark", "Misconception", "OrderFault", "Origin"),
    *("Marks", "Printers", "Step", "Term", "Trace"),
}
"""What calls return; nobody makes one from what was typed."""
SLOW = {"explain_number", "mark", "diagnose", "summary", "check_claim", "order_fault"}


def test_three_thousand_calls_end_in_something_or_in_a_sentence():
    names = [name for name in CALLS if name not in SLOW]
    assert [found for _, found in fuzz(3000, seed=3, names=names) if found] == []


@pytest.mark.parametrize("name", sorted(SLOW))
def test_150_calls_of_the_marking_end_in_something_or_in_a_sentence(name):
    assert [found for _, found in fuzz(150, seed=7, names=[name]) if found] == []


def test_every_public_function_is_called():
    functions = {name for name in nc.__all__ if callable(getattr(nc, name))}
    tables = {name for name in ("load_examples",) if name in functions}
    assert functions - RECORDS - tables <= set(CALLS)


def test_an_error_that_is_no_sentence_is_a_fault():
    def stumble() -> None:
        raise ValueError("max() arg is an empty sequence")

    assert fault("stumble", stumble) == Fault(
        "stumble", "ValueError: 'max() arg is an empty sequence'", ""
    )
    assert fault("divide", lambda: 1 / 0).what.startswith("ZeroDivisionError")
    assert not is_sentence("A grade \ud800.")
    assert not is_sentence("A" * 300 + ".")


def test_the_same_seed_makes_the_same_calls():
    one, other = Hostile(9), Hostile(9)
    assert [one.text() for _ in range(50)] == [other.text() for _ in range(50)]
