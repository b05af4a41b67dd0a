"""The call that the page offers to copy prints the number that the page shows."""

import contextlib
import io
import re

import pytest

from ndcg_core.libraries import LIBRARIES, Ranking, write
from tests.conformance.cases import HOW

MODULES = {
    "scikit-learn": "sklearn",
    "pytrec-eval-terrier": "pytrec_eval",
    "ir-measures": "ir_measures",
}
CASES = [
    Ranking((3, 2, 3, 0, 1)),
    Ranking((3, 2, 3, 0, 1), k=3, scores=(3, 2, 2, 2, 1), labels=("A", "B", "C", "D", "E")),
    Ranking((1, 0, 2), k=5, judged=(1, 0, 2, 3, 1), labels=("x", "y", "z")),
]
CONFORMED = [library for library in LIBRARIES.values() if library.checked == "conformed"]
LOOSE = {"torchmetrics": 1e-6, "ir_measures-exp-log2": 5.1e-6}


@pytest.mark.parametrize("case", CASES, ids=["a list", "ties", "a pool"])
@pytest.mark.parametrize("library", CONFORMED, ids=lambda library: library.id)
@pytest.mark.filterwarnings("ignore")
def test_the_call_prints_the_number(library, case):
    module = MODULES.get(library.package, library.package)
    pytest.importorskip(module, reason=f"{module} {HOW}")
    if case.k is None:
        case = case.with_k(len(case.grades))
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(write(library, case), {})
    printed = re.findall(r"[0-9]+\.[0-9]+(?:e-?[0-9]+)?", out.getvalue())[-1]
    wanted = pytest.approx(case.ndcg(library.id), abs=LOOSE.get(library.id, 1e-9))
    assert float(printed) == wanted
