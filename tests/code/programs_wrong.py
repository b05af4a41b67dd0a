"""Wrong programs for the code lab: their step, the id of their one message, and their text."""

from ndcg_core.content import beside

WRONG = [
    (step, program["id"], program["source"])
    for step, programs in beside(__file__, "programs_wrong.toml").items()
    for program in programs
]
