"""Hostile programs, by name and by how their run may end; `programs_hostile.toml` has them."""

from ndcg_core.content import beside

_ALL = beside(__file__, "programs_hostile.toml")
ENDLESS, LOUD, ODD, POWERLESS = (_ALL[end] for end in ("endless", "loud", "odd", "powerless"))
