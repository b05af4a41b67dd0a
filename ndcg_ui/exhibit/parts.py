"""An exhibit, its parts, and the answer to an action: plain data for the browser.

The first content of a page and the answer to an action consist of the same parts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

PlainData = Mapping[str, Any]
"""Data for JSON, such as the state of a tab."""
Action = Mapping[str, Any]
"""A visitor's action in a part, as plain data from a browser."""
Kind = Literal["ask", "board", "controls", "figure", "lab", "markup", "player", "share", "sheet"]
LATER_DATA = {"later": True}
"""The data of a part that the browser requests when it is needed."""


class Part(NamedTuple):
    """A part of an exhibit: its kind, its name in the exhibit, and its data."""

    kind: Kind
    name: str
    data: Mapping[str, Any]


Row = Sequence[Sequence[Part]]
"""The columns of a row, each a list of parts from top to bottom."""


@dataclass(frozen=True)
class Answer:
    """A page's answer to an action: the new link, the rows to show, and the data to store.

    state         the state that the tab stores, as plain data, or None
    record        the record that the browser stores, as plain data, or None
    look          the name by which style sheets select the page
    shown_before  the parts that the browser shows already, by name; equal parts are not sent again
    """

    link: Mapping[str, str]
    rows: list[Row]
    state: Mapping[str, Any] | None = None
    record: Mapping[str, Any] | None = None
    look: str = ""
    shown_before: Mapping[str, Part] = field(default_factory=dict)

    def omit_shown_parts(self, shown_rows: Iterable[Row]) -> "Answer":
        """Return a copy whose `plain_data` omits the data of parts that are in `shown_rows`."""
        columns = [column for row in shown_rows for column in row]
        parts = {part.name: part for column in columns for part in column}
        return replace(self, shown_before=parts)

    @property
    def plain_data(self) -> dict[str, Any]:
        """The answer as data for JSON. Parts that the browser already shows have no data."""
        rows = [
            [[self._convert_part(part) for part in column] for column in row] for row in self.rows
        ]
        remembered = {"state": self.state, "record": self.record}
        more = {name: value for name, value in remembered.items() if value is not None}
        return {"link": self.link, "rows": rows, "look": self.look, **more}

    def _convert_part(self, part: Part) -> dict[str, Any]:
        """Return a part as data for JSON, without content that the browser already shows."""
        if self.shown_before.get(part.name) == part:
            return {"kind": part.kind, "name": part.name}
        return part._asdict()


def read_unseen_parts(state: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of the parts that the browser reports as off-screen.

    >>> sorted(read_unseen_parts({"unseen": ["steps", 3]})), sorted(read_unseen_parts({}))
    (['steps'], [])
    """
    names = state.get("unseen")
    known = names if isinstance(names, list) else ()
    return frozenset(name for name in known if isinstance(name, str))


def read_form_fields(action: Action) -> Mapping[str, str]:
    """Return the texts of an action's form fields by name. Leave out values of other types."""
    fields = action.get("values")
    named = fields if isinstance(fields, Mapping) else {}
    return {name: text for name, text in named.items() if isinstance(text, str)}
