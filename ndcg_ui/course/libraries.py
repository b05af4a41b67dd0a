"""One ranking handed to two libraries: the calls, their numbers, the choices between them."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.lessons.blocks.kinds import Libraries
from ndcg_core.libraries import LIBRARIES, Ranking, chain, write
from ndcg_ui.components.markup import markup
from ndcg_ui.conventions.question import Asked, write_asked
from ndcg_ui.course.scene import Scene


def draw(scene: Scene, block: Libraries) -> None:
    """The two calls and what they print; the chain from one to the other; a link to all of them."""
    first, second = block.ids
    calls = "".join(_call(id, block.ranking) for id in block.ids)
    parts = {"calls": calls, "choices": _between(block, first, second)}
    html = "".join(parts[name] for name in block.shows)
    markup(f'<div class="prose" data-testid="libraries">{html}</div>', key=scene.key(block.name))


def _call(id: str, ranking: Ranking) -> str:
    library, value = LIBRARIES[id], ranking.ndcg(id)
    return (
        f"<h3>{escape(library.title)}</h3><pre><code>{escape(write(library, ranking))}</code></pre>"
        f'<p>prints <b title="{nc.exact(value)}">{nc.number(value)}</b></p>'
    )


def _between(block: Libraries, first: str, second: str) -> str:
    """The single changes that lead from the first number to the second; a link to all libraries."""
    found = chain(block.ranking, first, second)
    steps = "".join(
        f"<li>{escape(step.words)}: {nc.number(step.value)}</li>" for step in found.steps
    )
    return (
        f"<p>From the first number, {nc.number(found.start)}, to the second:</p><ol>{steps}</ol>"
        f'<p class="acts"><a class="plain-button" href="conventions?{_link(block)}">'
        "What every other library prints for this ranking</a></p>"
    )


def _link(block: Libraries) -> str:
    ranking, (a, b) = block.ranking, block.ids
    return escape(
        urlencode(
            write_asked(
                Asked(
                    r=_listed(ranking.grades),
                    k=str(ranking.k or ""),
                    judged=_listed(ranking.judged),
                    scores=_listed(ranking.scores),
                    a=a,
                    b=b,
                )
            )
        )
    )


def _listed(numbers: tuple[float, ...] | None) -> str:
    return ",".join(f"{number:g}" for number in numbers or ())
