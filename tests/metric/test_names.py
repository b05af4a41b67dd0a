"""The public names, what importing them costs; a convention may be given by its name."""

import inspect
from types import ModuleType

import pytest

import ndcg_core as nc
from ndcg_core import evaluation, libraries, metric
from ndcg_core.evaluation.scoring import queries

LIST = [3, 2, 3, 0, 1]
FIRST = nc.trace(LIST).actual[1]

TAKERS = {
    "cg": lambda rules: nc.cg(LIST, 3, rules),
    "dcg": lambda rules: nc.dcg(LIST, 3, rules),
    "idcg": lambda rules: nc.idcg(LIST, 3, rules),
    "ndcg": lambda rules: nc.ndcg(LIST, convention=rules),
    "ndcg with scores": lambda rules: nc.ndcg(LIST, 3, rules, scores=[1, 1, 1, 1, 1]),
    "ndcg_curve": lambda rules: nc.ndcg_curve(LIST, rules),
    "ndcg_many": lambda rules: nc.ndcg_many([LIST], 3, rules).tolist(),
    "delta_ndcg": lambda rules: nc.delta_ndcg(LIST, 3, rules),
    "trace": lambda rules: nc.trace(LIST, 3, rules),
    "cg_formula": nc.cg_formula,
    "dcg_formula": nc.dcg_formula,
    "gain_formula": nc.gain_formula,
    "discount_formula": nc.discount_formula,
    "gain_at": lambda rules: nc.gain_at(3, rules),
    "divisor_at": lambda rules: nc.divisor_at(3, rules),
    "term_formula": lambda rules: nc.term_formula(FIRST, rules),
    "Sheet": lambda rules: nc.Sheet(tuple(LIST), rules),
    "evaluate": lambda rules: queries.evaluate([queries.Query("q", (3, 2))], 2, rules),
    "Ranking.ndcg": lambda rules: libraries.Ranking((3, 2)).calculate_ndcg(rules),
    "Ranking.trace": lambda rules: libraries.Ranking((3, 2)).trace_ndcg(rules),
}
NAMES = ("letor", "LightGBM", " RANX-ndcg ", "textbook")


def test_the_tests_cover_every_public_function_with_a_convention():
    taking = {
        name
        for name in nc.__all__
        if inspect.isroutine(value := getattr(nc, name)) or inspect.isclass(value)
        if "convention" in inspect.signature(value).parameters
    }
    # These two are made by us and hold the convention itself.
    assert taking - {"Trace", "Example"} <= set(TAKERS)
    assert nc.Sheet((3, 2)).convention is nc.STANDARD


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_accepted_as_a_convention(taker, name):
    rules = nc.CONVENTIONS[name.strip().lower()]
    assert TAKERS[taker](name) == TAKERS[taker](rules)


ON_DEMAND = {nc: nc.LAZY_MODULES, evaluation: evaluation._PUBLIC_MODULES}
NOT_NAMES = {"Any", "TYPE_CHECKING", "LAZY_MODULES", "import_module", "find_spec", "Sequence"}


@pytest.mark.parametrize("package", [nc, metric, evaluation], ids=lambda p: p.__name__)
def test_every_name_is_listed_once(package):
    public = {
        name
        for name, value in vars(package).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    if package in ON_DEMAND:  # some are imported when they are first used
        public = public - NOT_NAMES | {*ON_DEMAND[package]}
    assert sorted(public) == sorted(package.__all__)
    assert all(hasattr(package, name) for name in package.__all__)
