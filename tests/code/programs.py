"""Programs for the code lab: right, wrong and hostile ones; files in TOML have their texts."""

from ndcg_core.content import beside

_RIGHT = beside(__file__, "programs_right.toml")
DCG, NDCG, LIBRARY = _RIGHT["dcg"], _RIGHT["ndcg"], _RIGHT["library"]
SUM = DCG["a generator in sum"]
RIGHT = {
    name: (step, source)
    for programs in (_RIGHT, LIBRARY)
    for step in ("dcg", "ndcg")
    for name, source in programs[step].items()
}
"""Every right program by its name, each with its step."""
WRONG = [
    (step, program["id"], program["source"])
    for step, programs in beside(__file__, "programs_wrong.toml").items()
    for program in programs
]
"""Their step, the id of their one message, and their text."""
ENDLESS, LOUD, ODD, POWERLESS = beside(__file__, "programs_hostile.toml").values()
"""Hostile ones by name, by how their run may end."""
