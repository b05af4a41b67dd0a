"""Right programs for the code lab, by name; `programs_right.toml` has their texts."""

from ndcg_core.content import beside

_ALL = beside(__file__, "programs_right.toml")
DCG, NDCG, LIBRARY = _ALL["dcg"], _ALL["ndcg"], _ALL["library"]
SUM = DCG["a generator in sum"]
RIGHT = {
    name: (step, source)
    for programs in (_ALL, LIBRARY)
    for step in ("dcg", "ndcg")
    for name, source in programs[step].items()
}
"""Every right program by its name, each with its step."""
