from ndcg_core.libraries import Ranking


def read_ranking(told):
    """Return the ranking in a table of a TOML file."""
    return Ranking(**{key: tuple(x) if isinstance(x, list) else x for key, x in told.items()})
