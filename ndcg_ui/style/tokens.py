"""The colours and fonts of the style sheet for figures drawn in Python."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

THEMES = ("light", "dark")
TOKENS = Path(__file__).with_name("1-tokens.css")
TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
LIGHT_DARK = re.compile(r"light-dark\(([^,]+),\s*([^)]+)\)")
VARIABLE = re.compile(r"var\(--([\w-]+)\)")


@cache
def read_tokens(theme: str) -> Mapping[str, str]:
    """Return the value of each CSS token in 1-tokens.css for one theme.

    >>> read_tokens("light")["paper"] == read_tokens("dark")["paper"]
    False
    """
    css = TOKENS.read_text("utf-8")
    root = css.partition(":root {")[2].partition("}")[0]
    chosen = THEMES.index(theme) + 1
    pairs = TOKEN.findall(root)
    return MappingProxyType(
        {name: LIGHT_DARK.sub(lambda both: both[chosen], value).strip() for name, value in pairs}
    )


def resolve_tokens(value: Any, theme: str) -> Any:
    """Return plain data in which each string `var(--name)` is replaced with the token's value.

    Longer strings, such as labels, and unknown names are not changed.

    >>> resolve_tokens({"color": "var(--blank)", "text": ["in var(--blank)"]}, "light")
    {'color': '#ffffff', 'text': ['in var(--blank)']}
    """
    if isinstance(value, dict):
        return {name: resolve_tokens(inner, theme) for name, inner in value.items()}
    if isinstance(value, list):
        return [resolve_tokens(inner, theme) for inner in value]
    variable = VARIABLE.fullmatch(value) if isinstance(value, str) else None
    return read_tokens(theme).get(variable[1], value) if variable else value


def mix_colours(colour: str, background: str, opacity: float) -> str:
    """Return the opaque colour that looks like a translucent colour on a background.

    >>> mix_colours("#000000", "#ffffff", 0.4)
    '#999999'
    """
    pairs = zip(_parse_channels(colour), _parse_channels(background), strict=True)
    return "#" + "".join(f"{round(opacity * x + (1 - opacity) * y):02x}" for x, y in pairs)


def _parse_channels(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
