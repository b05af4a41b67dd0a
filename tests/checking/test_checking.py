"""Checks of people's own functions: published ones, those of libraries, and changed ones."""

import ast
import io
import math
import random
import re
from contextlib import redirect_stdout, suppress
from functools import cache
from itertools import permutations

import ir_measures
import pytest
import pytrec_eval
from ir_measures import nDCG
from sklearn.metrics import ndcg_score

import ndcg_core as nc
from ndcg_core.checking import check, models, verdict
from ndcg_core.code_lab import TOLERANCE
from ndcg_core.content import load_toml
from tests.code import programs
from tests.conformance.cases import draw_rankings
from tests.conftest import ALL
from tests.selection import select_rows

PUBLISHED = load_toml(__file__, "published.toml")["program"]
MUTANTS = load_toml(__file__, "mutants.toml")["mutant"][:: 1 if ALL else 4]
"""Wrong programs. By default, only every fourth one is checked."""


def load_function(source):
    """Return the last function that a program defines."""
    space = {"log2": math.log2, "log": math.log}
    exec(source, space)
    return [value for value in space.values() if callable(value)][-1]


@pytest.mark.parametrize("program", PUBLISHED[:: 1 if ALL else 3], ids=lambda one: one["project"])
def test_a_published_function_gets_its_convention_and_mistake(program):
    found = check(load_function(program["source"]))
    assert found.convention == program["finds"], found
    assert [one.id for one in found.differences] == program.get("leaves", []), found
    assert program.get("says", "") in str(found)
    assert program.get("call", "") in found.sentences[0]


@cache
def examine_mutants():
    return [(one, check(load_function(one["source"]))) for one in MUTANTS]


def test_no_mutant_passes_or_is_blamed_for_a_mistake_it_does_not_make():
    found = examine_mutants()
    assert len(found) == (40 if ALL else 10)
    assert [one["what"] for one, checked in found if checked.agrees] == []
    accused = {
        one["what"]: checked.differences[0].id
        for one, checked in found
        if checked.differences and checked.differences[0].id not in ("", one["cause"])
    }
    assert accused == {}


def test_three_of_four_mutants_get_their_cause():
    found = examine_mutants()
    named = [one for one, each in found if one["cause"] in [d.id for d in each.differences]]
    assert len(named) >= 3 / 4 * len(found)


OTHER_CALL = (
    "If your code calls it differently, name its arguments with --signature, or with signature= in "
    "Python, instead of grades,k."
)


def test_the_most_common_mistake_and_omission_together_keep_their_sentence():
    found = check(lambda r, k: nc.dcg(r[:k]) / nc.dcg(sorted(r[:k], reverse=True)), "standard")
    first, second = found.differences
    assert first.id == "ideal-from-top-k"
    assert first.sentence.startswith("Your function sorts only the top k for the ideal order.")
    assert second.sentence.startswith("It raises ZeroDivisionError if nothing")
    assert str(found).splitlines() == found.sentences
    nearest = (
        "It is nearest to `standard` (Linear gain, log2(i+1)) and agrees on 136 of 225 rankings."
    )
    assert found.sentences[:3] == [
        "Called as <lambda>(ranked grades, k).",
        f"{nearest} It differs in 2 ways.",
        f"{first.sentence} This concerns 42 of 225 rankings. "
        "The smallest has grades 1, 2; k = 1: 1.000000 instead of 0.500000.",
    ]
    smallest = "The smallest has grades 0; k = 1: ZeroDivisionError instead of 0.000000."
    counted = f"{second.sentence} This concerns 51 of 225 rankings. {smallest} "
    assert found.sentences[3].startswith(counted)
    assert re.fullmatch(
        r"Libraries print 1\.000000 \(\d+, as LightGBM\), 0\.000000 \(\d+, as torchmetrics\), "
        r"NaN \(\d+, as TensorFlow Model Analysis\)\.",
        found.sentences[3].removeprefix(counted),
    )
    advice = OTHER_CALL
    assert found.sentences[4:] == [advice]
    assert first.libraries == ""  # it is a known mistake
    html = found._repr_html_()
    rows = re.findall(r"<tr><td[^>]*>(.*?)</td><td[^>]*>(.*?)</td><td[^>]*>(.*?)</td></tr>", html)
    assert rows == [
        (first.sentence, "42", "grades 1, 2; k = 1: 1.000000 instead of 0.500000"),
        (second.sentence, "51", "grades 0; k = 1: ZeroDivisionError instead of 0.000000"),
    ]
    call = "Called as &lt;lambda&gt;(ranked grades, k)."
    shown = (call, f"{nearest} It differs in 2 ways.", advice)
    assert html.endswith("".join(f"<p>{line}</p>" for line in shown) + "</div>")
    record = found.record()
    assert (record["agrees"], record["signature"], record["equal"]) == (False, "grades,k", 136)


def test_a_function_without_differences_has_no_table():
    found = check(nc.ndcg_at_k, "standard")
    assert (found.agrees, found.differences) == (True, ())
    assert found.sentences == [
        "Called as ndcg_at_k(ranked grades, k).",
        "This is `standard` (Linear gain, log2(i+1)). It agrees on 225 of 225 rankings.",
        OTHER_CALL,
    ]
    assert "<table" not in found._repr_html_()


def test_below_the_threshold_only_a_call_and_two_values_are_shown():
    found = check(lambda grades, k: (sum(grades) + 0.37 * k) / (7 + len(grades)))
    assert (found.is_recognized, found.agrees, found.differences) == (False, False, ())
    call, verdict, how = found.sentences
    assert call == "Called as <lambda>(ranked grades, k)."
    assert verdict.count(" instead of ") == len(found.examples) == 2
    assert "Your function" not in str(found)
    assert "--signature" in how
    with pytest.raises(AssertionError, match="I could not find out how"):
        nc.testing.assert_convention(lambda r, k: sum(r) + k / 7, "standard")


def test_with_a_signature_differences_are_reported_without_a_guess():
    found = check(lambda r, k: (sum(r) + 0.37 * k) / (7 + len(r)), "standard", "grades,k")
    assert [one.id for one in found.differences] == [""]
    assert "Your function" not in str(found)


@pytest.mark.parametrize("name", ["exit", "quit"])
def test_a_function_that_ends_the_program_gets_no_verdict_and_ends_nothing(name):
    def always(grades, k):
        raise SystemExit(name)

    def seldom(grades, k):
        return nc.ndcg_at_k(grades, k) if len(grades) < 7 else always(grades, k)

    for one in (always, seldom):
        with pytest.raises(ValueError, match=r"ends the program \(SystemExit\)"):
            check(one, "standard")


def test_no_number_and_unscorable_rankings_give_no_verdict():
    nothing = []
    nothing.append(nothing)
    for value in (None, nothing, "none", object(), [0.5] * 20):
        with pytest.raises(ValueError, match=r"No known call|returned no number"):
            check(lambda grades, k, value=value: value, "standard", "grades,k")

    class Hostile:
        def __len__(self):
            raise SystemExit

    with pytest.raises(ValueError, match=r"No known call|no number"):
        check(lambda grades, k: Hostile(), "standard")


class SilentError(Exception):
    def __str__(self):
        raise RuntimeError


def fail_if_long(grades, k):
    if len(grades) > 5:
        raise RuntimeError("too \n long.")
    return nc.ndcg_at_k([max(grade, 0) for grade in grades], k)


def fail(error):
    def ndcg(grades, k):
        raise error

    return ndcg


@pytest.mark.parametrize(
    ("function", "signature", "sentence"),
    [
        (fail(ValueError("no")), None, "With grades 0, 0, 1, 0; k = 3, it raises ValueError: no."),
        (fail(ValueError()), "grades,k", "k = 3, it raises ValueError. If"),
        (fail(SilentError()), None, "k = 3, it raises SilentError. If"),
        (fail(ValueError("x" * 999)), None, f"it raises ValueError: {'x' * 187}…. If"),
        (fail(ValueError()), "grades", "it raises TypeError: other arguments are expected."),
        (lambda: 0.5, None, "<lambda>() takes 0 positional arguments"),
        (lambda grades, k: None, None, "Called as <lambda>(ranked grades, k). With grades 0, 0, 1, "
         "0; k = 3, it returns NoneType. If your code calls it differently, name its arguments "
         "with --signature"),
        (lambda grades, k: 0.5 if k < 3 else None, "grades,k", "returns a number for only"),
        (lambda grades, k: 0.5 if k < 3 else float("nan"), "grades,k", "it returns NaN."),
        *((fail_if_long, signature, "There is no verdict, because fail_if_long returns a number "
           "for only 164 of 267 rankings. Called as fail_if_long(ranked grades, k). It raises "
           "RuntimeError if there are more than 5 documents. With grades 0, 0, 0, 0, 0, 1; k = 1, "
           "it raises RuntimeError: too long. If")
          for signature in (None, "grades,k")),
    ],
)  # fmt: skip
def test_a_function_without_numbers_is_told_its_own_error(function, signature, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        check(function, signature=signature)


def test_a_rounded_value_agrees_if_rounding_is_ignored():
    found = check(lambda grades, k: round(nc.ndcg_at_k(grades, k), 3), "standard")
    assert [difference.id for difference in found.differences] == ["rounded"]
    ignored = "agrees on 225 of 225 rankings if rounding is ignored. It differs in one way."
    assert found.sentences[1].endswith(ignored)


def test_a_keyboard_interrupt_reaches_the_caller():
    def interrupted(grades, k):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(interrupted)


def test_a_cutoff_is_not_passed_to_a_parameter_with_another_kind_of_default():
    def ndcg(rels, method="plain", smoothing=0.0):
        assert (method, smoothing) == ("plain", 0.0)
        return nc.ndcg(rels)

    found = check(ndcg, "standard")
    assert found.agrees
    assert found.sentences[0] == "Called as ndcg(ranked grades)."


def test_an_ideal_function_that_sorts_is_given_the_ranking():
    space = {}
    exec(
        PUBLISHED[20]["source"].replace(
            "def calculate_dcg", "from math import log2\n\ndef calculate_dcg"
        ),
        space,
    )
    idcg = space["calculate_idcg"]
    space["calculate_idcg"] = lambda rels, p: idcg(sorted(rels[:p], reverse=True), p)
    found = check(space["calculate_ndcg"], "standard")
    assert found.differences[0].id == "ideal-from-top-k"
    assert "calculate_idcg(ranked grades, k)" in found.sentences[0]


def test_the_smallest_counterexample_shows_two_different_numbers():
    found = check(lambda r, k: nc.ndcg_at_k(r, k) + 4e-6 * (len(r) == 3), "standard", "grades,k")
    for one in found.differences:
        came, expected = one.smallest.rpartition(": ")[2].split(" instead of ")
        assert came != expected
    assert found.differences


def test_significant_digits_and_decimals_are_distinguished():
    (program,) = [one for one in PUBLISHED if ":.6g}" in one["source"]]
    digits = check(load_function(program["source"]), "standard", "grades,k")
    decimals = check(lambda r, k: round(nc.ndcg_at_k(r, k), 4), "standard", "grades,k")
    assert "It rounds to 6 significant digits." in str(digits)
    assert "It rounds to 4 decimals." in str(decimals)
    assert [one.id for one in (*digits.differences, *decimals.differences)] == ["rounded"] * 2


def test_a_list_sorted_in_place_is_reported():
    def ndcg(rels, k):
        value = nc.ndcg_at_k(rels, k)
        rels.sort(reverse=True)
        return value

    (found,) = check(ndcg, "standard").differences
    assert found.id == "sorts-the-list"
    assert "the list is different afterwards" in found.smallest
    assert " instead of " not in found.smallest


def test_only_values_that_rounding_changes_are_called_rounded():
    found = check(lambda grades, k: round(nc.ndcg(grades, k), 3) if any(grades) else 1.0)
    empty, rounded = found.differences
    assert (empty.id, rounded.id) == ("empty", "rounded")
    assert any(rounded.ranking.grades)
    assert empty.count + rounded.count <= found.rankings


@pytest.mark.thorough("a check of one function with hundreds of rankings")
def test_a_verdict_does_not_depend_on_the_size_of_the_cache(monkeypatch):
    def ndcg(grades, k):
        return 0.25 if min(grades) < 0 else 1 - nc.ndcg_at_k(grades, k)

    monkeypatch.setattr(verdict, "SLOW_SECONDS", 0)
    monkeypatch.setattr(verdict, "MIN_ANSWERS", 100)
    verdict._arrange_rankings.cache_clear()
    found = check(ndcg)
    verdict._arrange_rankings.cache_clear()
    monkeypatch.setattr(models, "MAX_CACHED_MODELS", 3)
    assert check(ndcg) == found


def find_our_library(name):
    return lambda grades, judged, k: nc.ndcg(grades, k, name, judged)


def make_pytrec_eval_function(measure):
    return lambda qrels, run: pytrec_eval.RelevanceEvaluator(qrels, {measure}).evaluate(run)


LIBRARIES = {
    "scikit-learn": ndcg_score,
    "pytrec_eval-ndcg_cut": make_pytrec_eval_function("ndcg_cut.10"),
    "pytrec_eval-ndcg": make_pytrec_eval_function("ndcg"),
    "ir_measures": lambda qrels, run, k: ir_measures.calc_aggregate([nDCG @ k], qrels, run),
    "standard": nc.ndcg_at_k,
    **{
        name: find_our_library(name)
        for name in ("lightgbm", "xgboost-minus", "letor", "elasticsearch")
    },
    "ranx-ndcg_burges": find_our_library("ranx-ndcg_burges"),
}


USUAL = {"scikit-learn", "pytrec_eval-ndcg_cut", "standard", "lightgbm"}


@pytest.mark.parametrize("name", select_rows(LIBRARIES, USUAL.__contains__, "called as one here"))
def test_a_library_is_recognized(name, monkeypatch):
    found = check(LIBRARIES[name])
    assert found.agrees, found
    assert name in (found.convention, *found.also), found
    assert check(LIBRARIES[name], expect=name, signature=found.form.name, k=found.form.cut).agrees
    monkeypatch.setattr(verdict, "SLOW_SECONDS", 0)
    soon = check(LIBRARIES[name])
    assert soon.rankings <= verdict.MIN_ANSWERS
    assert name in (soon.convention, *soon.also), soon


def test_a_functions_fixed_cutoff_may_exceed_every_list():
    assert check(lambda grades: nc.ndcg_at_k(grades, 100), "standard", k=100).agrees


GROUPS = [text.split() for text in ("+ - * / // **", "== != < <= > >=", "and or", "+= -= *= /=")]
PAIRS = [pair for group in GROUPS for pair in permutations(group, 2)]
SLICES = [(r"\[:(\w+)\]", new) for new in (r"[1:\1]", r"[\1:]", r"[:\1 - 1]", r"[:\1 + 1]", "[:]")]
CHANGES = [
    *((f" {re.escape(old)} ", f" {new} ") for old, new in PAIRS),
    *((rf"\b{number}\b", str(number + by)) for number in range(10) for by in (-1, 1, 2, 9)),
    *(("True", "False"), ("False", "True"), *SLICES),
]


SOURCES = [text for step, text in programs.RIGHT.values() if step == "ndcg" and "while" not in text]
SOURCES += [f"from math import log2\n{PUBLISHED[1]['source']}"]
CHANGED = [
    text[: part.start()] + part.expand(new) + text[part.end() :]
    for text in map(ast.unparse, map(ast.parse, SOURCES))
    for old, new in CHANGES
    for part in re.finditer(old, text)
]
"""All programs that differ from a right one in an operator, a constant or a slice."""
random.Random(48).shuffle(CHANGED)


def is_right(function):
    """Return True if a changed program is still right."""
    try:
        drawn = [([*one.grades], one.k) for one in draw_rankings(7)]
        return all(abs(function([*r], k) - nc.ndcg_at_k(r, k)) < TOLERANCE for r, k in drawn)
    except Exception:
        return False


@pytest.mark.parametrize(
    "part",
    select_rows(range(20), {0}.__contains__, "nineteen times as many programs with one change"),
)
def test_any_change_to_a_right_program_is_located(part):
    found = {}
    for source in CHANGED[part::20]:
        if not is_right(load_lab_function(source)):
            with suppress(ValueError):  # it never returns a number, and the report says so
                found[source] = check(load_lab_function(source), "standard", "grades,k")
    assert len(found) > 5
    assert [source for source, one in found.items() if one.agrees] == []
    assert all(one.count and one.sentence for each in found.values() for one in each.differences)


def load_lab_function(source):
    """Return the function of a lab program. A syntax error is raised."""
    space = {}
    with redirect_stdout(io.StringIO()), suppress(Exception):
        exec(source, space)
    return lambda grades, k: space["ndcg_at_k"](grades, k)


@pytest.mark.thorough("more wrong programs than the mutants that are checked every time")
def test_the_labs_wrong_programs_get_the_labs_mistakes():
    wrong = {id: source for step, id, source in programs.WRONG if step == "ndcg"}
    found = {}
    for id, source in wrong.items():
        if not id.startswith("edge-"):
            with suppress(ValueError):  # it never returns a number, and the report says so
                found[id] = check(load_lab_function(source), "standard", "grades,k")
    # In NDCG the base of a logarithm says nothing.
    assert {id for id, one in found.items() if one.agrees} == {"natural-log", "log10"}
    named = {id for id, one in found.items() if id in [each.id for each in one.differences]}
    assert len(named) >= 20, set(found) - named
