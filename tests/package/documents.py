"""README and the pages of docs/, and the blocks of code in them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
DOCS = {
    path.relative_to(ROOT / "docs").as_posix(): path.read_text("utf-8")
    for path in sorted((ROOT / "docs").rglob("*.md"))
}
PAGES = {"README.md": README, **{f"docs/{name}": text for name, text in DOCS.items()}}
OTHERS = {
    name: (ROOT / name).read_text("utf-8")
    for name in ("CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", "lessons/README.md")
}
"""Files in other folders, most of which a page of docs/ includes."""


class Block(NamedTuple):
    """A fenced block of a page. The language of a Sphinx directive begins with a brace."""

    page: str
    language: str
    text: str


def read_blocks(page: str, text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page, also those inside a list."""
    fence, language, lines = "", "", list[str]()
    for line in text.splitlines():
        opening = re.fullmatch(r" *(`{3,})(.*)", line)
        if not fence and opening:
            fence, language, lines = opening[1], opening[2].strip(), []
        elif fence and line.strip() == fence:
            yield Block(page, language, "".join(f"{one}\n" for one in lines))
            fence = ""
        elif fence:
            lines.append(line)
    assert not fence, f"A block of {page} has no end."


BLOCKS = [block for page, text in PAGES.items() for block in read_blocks(page, text)]


def list_blocks(language: str, page: str = "") -> list[str]:
    """Return the code blocks of one language, of one page or of all."""
    return [one.text for one in BLOCKS if one.language == language and page in ("", one.page)]


def extract_prose(text: str) -> str:
    """Return a page without its fenced blocks and without code in its sentences."""
    text = re.sub(r"^ *(`{3,}).*?^ *\1$", "", text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]+`", "", text)
