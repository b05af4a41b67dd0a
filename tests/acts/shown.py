"""A board that is acted upon without a server: a link, and what is shown of it."""

from __future__ import annotations

import re
from html import unescape

from ndcg_ui.acts import board as acts


class Markup:
    """What some markup says; whoever has it gives it as `html`."""

    html: str

    @property
    def problems(self) -> list[str]:
        """The sentences about what went wrong."""
        return [unescape(p) for p in re.findall(r'<p class="problem"[^>]*>(.*?)</p>', self.html)]

    def value(self, name: str) -> float:
        """The value with the handle `value-<name>`."""
        found = re.search(rf'data-testid="value-{name}"[^>]* data-value="([^"]*)"', self.html)
        assert found, f"there is no value-{name}"
        return float(found[1])


class Shown(Markup):
    """What a browser has of an exhibit: its link and its parts."""

    def __init__(self, page: str = "playground", **query: str) -> None:
        message, _ = acts.first(page, query)
        self.page, self.link, self.rows = page, message["link"], message["rows"]

    def act(self, **act) -> None:
        """Do something, as the browser asks the server for it."""
        answer = acts.board(self.page, self.link, act)
        self.link, self.rows = answer["link"], answer["rows"]

    def part(self, kind: str) -> dict:
        """The data of the one part of a kind."""
        (data,) = (p["data"] for row in self.rows for c in row for p in c if p["kind"] == kind)
        return data

    @property
    def board(self) -> dict:
        """What the board is told."""
        return self.part("board")

    @property
    def field(self) -> str:
        """What the field with the ranking is told to say."""
        return self.part("controls")["values"]["r"]

    @property
    def ranking(self) -> str:
        """The board's ranking in a line."""
        documents = self.board["documents"][: self.board["retrieved"]]
        return " ".join(document["label"] + document["shown"] for document in documents)

    @property
    def html(self) -> str:  # type: ignore[override]
        """All markup."""
        parts = (part for row in self.rows for column in row for part in column)
        return "".join(part["data"]["html"] for part in parts if "html" in part["data"])
