"""The glossary: one sentence or two for each term, from lessons/glossary.toml."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from ndcg_core.teaching.content import lessons_dir, read


@lru_cache(maxsize=4)
def load_glossary(folder: Path | None = None) -> Mapping[str, str]:
    """What each term means, by the name that `[term](#name)` links to.

    >>> "gain" in load_glossary()
    True
    """
    path = (folder or lessons_dir()) / "glossary.toml"
    if not path.is_file():
        return {}
    top = read(path)
    terms = top.table("terms")
    top.done()
    for name, meaning in terms.items():
        if not isinstance(meaning, str) or not meaning.strip():
            top.refuse(f"the term {name!r} has no meaning.")
    return {name: str(meaning) for name, meaning in terms.items()}
