"""The elements of an HTML text, and the selectors of a style sheet that match one of them.

Only names, classes, ids, attributes and positions in the tree count. `:hover` or `::before` is left
out. `:is(a, b)` is one selector with `a` and one with `b`, but only `td` is read of `:is(th, td)`.
"""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

VOID = {"br", "hr", "img", "input", "link", "meta"}
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PRELUDE = re.compile(r"([^{};]+)\{")
GROUP = re.compile(r":(is|where|not|has)\(")
ALONE = re.compile(r"(^|[\s>+~])(?=:)")
PSEUDO = re.compile(r"::?[\w-]+(?:\([^()]*\))?")
COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+")
SIMPLE = re.compile(r'([\w-]+|\*)|\.([\w-]+)|#([\w-]+)|\[([\w-]+)(?:([~|^$*]?=)"([^"]*)")?\]')


class Element:
    """An element: its name and attributes, its parent, and the element before it."""

    def __init__(self, name: str, attributes: dict[str, Any], parent: Any, before: Any) -> None:
        self.name, self.attributes, self.parent, self.before = name, attributes, parent, before
        self.classes = set((attributes.get("class") or "").split())
        self.last: Element | None = None

    def suits(self, compound: str) -> bool:
        """Return True if a selector without combinators matches this element."""
        for name, css, id, attribute, sign, value in _parse_compound(compound):
            own = self.attributes.get(attribute)
            if (
                (name and name not in ("*", self.name))
                or (css and css not in self.classes)
                or (id and id != self.attributes.get("id"))
                or (attribute and attribute not in self.attributes)
                or (sign == "=" and own != value)
            ):
                return False
        return True

    def matches(self, selector: str) -> bool:
        """Return True if a selector without groups matches this element."""
        compounds, signs = _parse_selector(selector)
        return self._matches_first(len(signs), compounds, signs)

    def _matches_first(self, count: int, compounds: list[str], signs: list[str]) -> bool:
        if not self.suits(compounds[count]):
            return False
        if not count:
            return True
        sign = signs[count - 1]
        others = self._iterate("before" if sign in "+~" else "parent", sign in ">+")
        return any(other._matches_first(count - 1, compounds, signs) for other in others)

    def _iterate(self, way: str, is_near: bool) -> Iterator["Element"]:
        """Yield the next element in a direction, and those beyond it unless it must be near."""
        other = getattr(self, way)
        while other:
            yield other
            other = None if is_near else getattr(other, way)


@cache
def _parse_compound(compound: str) -> list[tuple[str, ...]]:
    return SIMPLE.findall(compound)


@cache
def _parse_selector(selector: str) -> tuple[list[str], list[str]]:
    """Return the compounds of a selector, and the combinators between them."""
    pieces = COMBINATOR.split(selector.strip())
    return pieces[::2], [sign or " " for sign in pieces[1::2]]


class Elements(HTMLParser):
    """All elements of an HTML text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[Element] = []
        self.by_word: dict[str, list[Element]] = {}  # by each class and by the name
        self._open = [Element("html", {}, None, None)]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        parent = self._open[-1]
        parent.last = element = Element(tag, dict(attrs), parent, parent.last)
        self.all.append(element)
        for word in (tag, *element.classes):
            self.by_word.setdefault(word, []).append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        names = [element.name for element in self._open]
        if tag in names[1:]:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]

    def have(self, selector: str) -> bool:
        """Return True if a selector without groups matches one of the elements."""
        last = _parse_compound(_parse_selector(selector)[0][-1])
        words = [css or name for name, css, *_ in last if css or name not in ("", "*")]
        likely = [self.by_word.get(word, []) for word in words]
        return any(element.matches(selector) for element in min(likely, key=len, default=self.all))


def list_selectors(css: str) -> list[str]:
    """Return the selectors of a style sheet's rules, each once."""
    preludes = PRELUDE.findall(COMMENT.sub("", css).replace(":is(th, td)", "td"))
    named = (prelude.strip() for prelude in preludes if not prelude.strip().startswith("@"))
    plain = (one for prelude in named for whole in _split(prelude) for one in _expand(whole))
    return [*dict.fromkeys(plain)]


def _split(text: str) -> list[str]:
    """Split a text at commas outside parentheses."""
    pieces, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and not depth:
            pieces.append("")
        else:
            pieces[-1] += character
    return [piece.strip() for piece in pieces]


def _expand(selector: str) -> Iterator[str]:
    """Yield a selector without groups: one for each choice, and one for the inside of `:has`."""
    found = GROUP.search(selector)
    if not found:
        yield PSEUDO.sub("", ALONE.sub(r"\1*", selector)).strip()
        return
    depth, end = 1, found.end()
    while depth:
        depth += (selector[end] == "(") - (selector[end] == ")")
        end += 1
    before, after = selector[: found.start()], selector[end:]
    for choice in _split(selector[found.end() : end - 1]):
        if found[1] in ("is", "where") and COMBINATOR.search(choice):
            yield from _expand(f"{choice}{after}")
        elif found[1] in ("is", "where"):
            yield from _expand(f"{before}{choice}{after}")
        elif found[1] == "has":
            yield from _expand(choice.lstrip("> +~"))
    if found[1] in ("not", "has"):
        yield from _expand(f"{before}{after}")
