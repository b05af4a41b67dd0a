"""The version, said once: pyproject.toml reads it from here. And how its extras are installed."""

from pathlib import Path

__version__ = "0.1.0"


def how_to_install(extra: str) -> str:
    """The command that adds an extra to the package that is installed, or to this clone.

    >>> how_to_install("app").startswith("pip install ")
    True
    """
    from importlib.metadata import PackageNotFoundError, version  # takes longer than a score

    try:
        version("ndcg-tutor")
    except PackageNotFoundError:
        return f'pip install -e "{Path(__file__).parents[1]}[{extra}]"'
    return f'pip install "ndcg-tutor[{extra}]"'
