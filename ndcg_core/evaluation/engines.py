"""Whether the engines of this room are installed: Polars, narwhals, scipy."""

from importlib.util import find_spec

NEEDED = ("polars", "narwhals", "scipy")


def require() -> None:
    """ImportError, with the extra that brings them, where one is missing."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ImportError(
            f"Many queries need {', '.join(missing)}, not installed here; "
            'pip install "ndcg-tutor[evaluate]" brings what is needed.'
        )
