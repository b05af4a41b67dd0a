"""One ranking handed to two libraries: the calls, their numbers, the choices between them."""

from __future__ import annotations

from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.lessons.blocks.kinds import Libraries
from ndcg_core.libraries import LIBRARIES, Ranking, chain, write
from ndcg_ui.conventions.question import Asked, write_asked
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.parts import Part, words
from ndcg_ui.html.builder import Html, b, div, every, h3, html, li, ol, p, tag


def libraries(scene: Scene, block: Libraries) -> list[Part]:
    """Return two calls and what they print, the chain from one to the other, a link to all."""
    first, second = block.ids
    calls = every(_call(id, block.ranking) for id in block.ids)
    parts = {"calls": calls, "choices": _between(block, first, second)}
    shown = (parts[name] for name in block.shows)
    drawn = div(*shown, css="prose", data_testid="libraries")
    return [words(block.name, drawn, scene.of(block.name))]


def _call(id: str, ranking: Ranking) -> Html:
    library, value = LIBRARIES[id], ranking.ndcg(id)
    return html(
        h3(library.title),
        tag("pre", tag("code", write(library, ranking))),
        p("prints ", b(nc.number(value), title=nc.exact(value))),
    )


def _between(block: Libraries, first: str, second: str) -> Html:
    """The single changes that lead from the first number to the second; a link to all libraries."""
    found = chain(block.ranking, first, second)
    steps = (li(f"{step.words}: {nc.number(step.value)}") for step in found.steps)
    every_library = tag(
        "a",
        "What every other library prints for this ranking",
        css="plain-button",
        href=f"conventions?{_link(block)}",
    )
    return html(
        p(f"From the first number, {nc.number(found.start)}, to the second:"),
        ol(*steps),
        p(every_library, css="acts"),
    )


def _link(block: Libraries) -> str:
    ranking, (this, that) = block.ranking, block.ids
    asked = Asked(
        r=_listed(ranking.grades),
        k=str(ranking.k or ""),
        judged=_listed(ranking.judged),
        scores=_listed(ranking.scores),
        a=this,
        b=that,
    )
    return urlencode(write_asked(asked))


def _listed(numbers: tuple[float, ...] | None) -> str:
    return ",".join(f"{number:g}" for number in numbers or ())
