"""What lessons name: the glossary's terms, and the sources; each a sentence or two in a file."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from ndcg_core.content import lessons_dir, read


@lru_cache(maxsize=4)
def load_glossary(folder: Path | None = None) -> Mapping[str, str]:
    """What each term means, by the name that `[term](#name)` links to.

    >>> "gain" in load_glossary()
    True
    """
    path = (folder or lessons_dir()) / "glossary.toml"
    empty = "the term {!r} has no meaning."
    return _texts(path, "terms", empty) if path.is_file() else {}


@lru_cache(maxsize=4)
def load_sources(folder: Path | None = None) -> Mapping[str, str]:
    """What a lesson may name as its source; a folder without such a file uses the course's.

    >>> "000" in load_sources()
    True
    """
    there = (folder or lessons_dir()) / "sources.toml"
    path = there if there.is_file() else lessons_dir() / "sources.toml"
    return _texts(path, "sources", "the source {!r} is not named.")


def _texts(path: Path, key: str, empty: str) -> Mapping[str, str]:
    top = read(path)
    texts = top.table(key)
    top.done()
    for name, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            top.refuse(empty.format(name))
    return {name: str(text) for name, text in texts.items()}
