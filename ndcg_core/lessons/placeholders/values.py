"""What a placeholder comes to: text, HTML, and a number where it is one."""

from dataclasses import dataclass

from ndcg_core.html_builder import Html, html, tag
from ndcg_core.metric import exact, number, short


@dataclass(frozen=True)
class Value:
    """One piece of prose that was worked out: as text, as HTML, and its number if it is one."""

    text: str
    html: Html
    number: float | None = None

    @classmethod
    def of(cls, value: float, digits: int = 3) -> "Value":
        """A number as it is read: whole, or with three decimals; the exact one on hover."""
        text = short(value) if float(value).is_integer() else number(value, digits)
        return cls(text, tag("span", text, css="computed", title=exact(value)), value)

    @classmethod
    def said(cls, text: str) -> "Value":
        """A text, such as what somebody printed."""
        return cls(text, html(text))
