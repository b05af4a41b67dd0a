"""The public names, and what importing them costs."""

import subprocess
import sys
from types import ModuleType

import pytest

import ndcg_core
import ndcg_core.metric

BLOCKED = ("streamlit", "plotly", "pandas", "numpy", "sklearn", "polars", "narwhals", "scipy")

IMPORT_WITH_PEERS_BLOCKED = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {BLOCKED!r}:
            raise ImportError(name + " is blocked")

sys.meta_path.insert(0, Blocked())
import ndcg_core
assert ndcg_core.dcg([3, 0, 2]) == 4.0
assert ndcg_core.trace([3, 2, 3, 0, 1], 3).k == 3
assert len(ndcg_core.delta_ndcg([3, 0, 2])) == 3
import ndcg_core.evaluation, ndcg_core.terminal, ndcg_core.lessons.loader
"""


@pytest.mark.parametrize("package", [ndcg_core, ndcg_core.metric], ids=lambda p: p.__name__)
def test_every_name_is_listed_once(package):
    public = {
        name
        for name, value in vars(package).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    if package is ndcg_core:
        public.add("libraries")  # the one module at hand
    assert sorted(public) == sorted(package.__all__)


def test_everything_public_says_what_it_is():
    for name in ndcg_core.metric.__all__:
        value = getattr(ndcg_core, name)
        assert value.__doc__ or not callable(value)


def test_the_core_works_without_any_page_or_table_library():
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_WITH_PEERS_BLOCKED],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
