"""Every library says what somebody with its number needs to know."""

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.libraries import CHECK_METHODS, LIBRARIES, Ranking, format_call
from ndcg_core.libraries.record import LIMIT_CONDITIONS
from ndcg_core.metric.catalogue import TAUGHT_CONVENTIONS
from tests.libraries import read_ranking

CASES = load_toml(__file__, "cases.toml")
EVERY = pytest.mark.parametrize("library", LIBRARIES.values(), ids=lambda library: library.id)


def test_every_convention_except_taught_ones_has_a_library():
    assert set(LIBRARIES) == set(nc.CONVENTIONS) - {rules.name for rules in TAUGHT_CONVENTIONS}


@EVERY
def test_a_library_has_a_complete_record(library):
    assert library.convention is nc.CONVENTIONS[library.id]
    assert library.checked in CHECK_METHODS
    for text in (library.package, library.version, library.call, library.convention.cite):
        assert text.strip()
    assert library.trap.endswith(".")
    assert bool(library.thread) == bool(library.url)
    assert library.url.startswith("https://") or not library.url


@EVERY
def test_a_librarys_call_accepts_any_ranking(library):
    pool = Ranking((1, 0), 3, (1, 0, 2), (0.5, 0.5), ("it's", "b"))
    for ranking in (Ranking((3, 0, 2)), pool):
        written = format_call(library, ranking)
        assert "$" not in written
        if library.checked == "conformed" and library.package != "trec_eval":
            compile(written, library.id, "exec")


def test_every_limit_has_a_sentence():
    ranking = Ranking((-1.5, 200), 2_000, scores=(1, 1))
    for library in LIBRARIES.values():
        for limit in (*library.refuses, *library.open):
            assert limit.when in LIMIT_CONDITIONS
            with_grade = "grade" in limit.text
            text = limit.explain(ranking, library.convention) if with_grade else limit.text
            assert "{" not in text
            assert text.strip()


@pytest.mark.parametrize(("name", "told", "value"), CASES["printed"])
def test_a_printed_number_gives_its_libraries(name, told, value):
    assert read_ranking(told).calculate_ndcg(name) == pytest.approx(value, abs=1e-7)
