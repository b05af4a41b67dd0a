"""What an act on a page leads to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ndcg_ui.exhibits.parts import Part, Row


@dataclass(frozen=True)
class Answer:
    """A page's link after an act, what is shown then, and what is remembered of it.

    state         what the browser's tab remembers, and record: what the browser keeps; plain data,
                  or None where there is nothing of the kind
    look          what the style knows the page by
    shown_before  the parts that were shown before, by name: one that is the same is not sent again
    """

    link: Mapping[str, str]
    rows: list[Row]
    state: Mapping[str, Any] | None = None
    record: Mapping[str, Any] | None = None
    look: str = ""
    shown_before: Mapping[str, Part] = field(default_factory=dict)

    def for_browser(self, before: Iterable[Row]) -> Answer:
        """Return the answer for a browser that shows the rows `before`."""
        parts = {part.name: part for row in before for column in row for part in column}
        return replace(self, shown_before=parts)

    @property
    def plain(self) -> dict[str, Any]:
        """The answer as the browser reads it; a part that is the same as before has no data."""
        rows = [[[self._sent(part) for part in column] for column in row] for row in self.rows]
        remembered = {"state": self.state, "record": self.record}
        more = {name: value for name, value in remembered.items() if value is not None}
        return {"link": self.link, "rows": rows, "look": self.look, **more}

    def _sent(self, part: Part) -> dict[str, Any]:
        if self.shown_before.get(part.name) == part:
            return {"kind": part.kind, "name": part.name}
        return part._asdict()
