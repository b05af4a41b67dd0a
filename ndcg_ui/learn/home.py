"""The board on the home page, and the way from there to the playground."""

from urllib.parse import urlencode

from ndcg_ui.parts.board.link import State
from ndcg_ui.parts.exhibit.parts import Row, markup
from ndcg_ui.parts.exhibit.stage import advised_swaps, remarks, stage
from ndcg_ui.parts.markup.builder import p, tag


def show_home(state: State) -> list[Row]:
    """Return the home page's board, and the way from there to the playground."""
    group = "learn"
    sentences = remarks(state.trace, state.settings, advised_swaps(state.trace))
    link, text = f"./playground?{urlencode(state.link)}", "See every step in the playground"
    onward = p(tag("a", text, css="plain-button", href=link), css="acts")
    return [stage(state, group, sentences), [[markup("onward", onward, group)]]]
