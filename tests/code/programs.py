"""Programs for the code lab: right ones by name, wrong ones, hostile ones by how a run may end."""

from ndcg_core.content import load_toml

_RIGHT = load_toml(__file__, "programs_right.toml")
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
    for step, programs in load_toml(__file__, "programs_wrong.toml").items()
    for program in programs
]
"""The step of each, the id of its one message, and its text."""
HOSTILE = load_toml(__file__, "programs_hostile.toml")
