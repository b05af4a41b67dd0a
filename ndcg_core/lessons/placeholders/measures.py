"""The values of one ranking by the names that lessons give them: `ndcg`, `p`, `term`, ..."""

from collections.abc import Callable, Mapping

from ndcg_core.lessons.placeholders.settings import Setting
from ndcg_core.metric import Trace, trace
from ndcg_core.metric.binary import average_precision, precision, recall, reciprocal_rank
from ndcg_core.metric.chance import shuffled_ndcg
from ndcg_core.sheets.cells import SUMS

COLUMNS = {"grade": "grade", "gain": "gain", "discount": "discount", "term": "value"}
COLUMNS |= {"running": "cumulative"}


def measure_of(name: str, arguments: Mapping[str, str], setting: Setting) -> float:
    """One value of a ranking; the arguments are the threshold t=, the rank i= and the side=.

    >>> measure_of("discount", {"i": "3"}, Setting()), measure_of("p", {"t": "2"}, Setting())
    (2.0, 0.6)
    """
    if name in SUMS:
        return float(getattr(_trace(setting), name))
    if name == "shuffled":
        return shuffled_ndcg(setting.grades, setting.k, setting.convention, setting.judged)
    threshold, k = float(arguments.get("t", 1)), setting.k
    grades, judged = setting.grades, setting.judged
    if name in BINARY:
        return BINARY[name](grades, k, threshold, judged)
    if name in COLUMNS:
        return _cell(name, arguments, setting)
    raise LookupError(f"there is no value {name!r}.")


BINARY: Mapping[str, Callable[..., float]] = {
    "p": lambda grades, k, t, judged: precision(grades, k, t),
    "recall": recall,
    "rr": lambda grades, k, t, judged: reciprocal_rank(grades, t),
    "ap": lambda grades, k, t, judged: average_precision(grades, t, judged),
}
"""The yes-or-no measures by the names they have in a lesson."""


def _cell(name: str, arguments: Mapping[str, str], setting: Setting) -> float:
    rank = int(arguments.get("i", 0))
    rows = getattr(setting.sheet.trace, arguments.get("side", "actual"))
    if not 1 <= rank <= len(rows):
        raise LookupError(f"{name} needs a rank i from 1 to {len(rows)}.")
    return float(getattr(rows[rank - 1], COLUMNS[name]))


def _trace(setting: Setting) -> Trace:
    """The calculation; with scores, they make the order, and ids are the order of the input."""
    if setting.scores is None:
        return setting.sheet.trace
    grades, judged = setting.grades, setting.judged
    return trace(grades, setting.k, setting.convention, judged, scores=setting.scores)
