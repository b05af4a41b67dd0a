from ndcg_core.libraries import Ranking


def ranking_of(told):
    """The ranking that a table of a TOML file tells."""
    return Ranking(**{key: tuple(x) if isinstance(x, list) else x for key, x in told.items()})
