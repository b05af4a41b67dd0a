"""What there is to pack: the fonts, and the scripts and styles of a first visit to each page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from ndcg_ui.exhibits.lab import ENGINE_URL
from ndcg_ui.packed import brotlied, folder, fonts
from ndcg_ui.web import assets, sandbox
from ndcg_ui.web.preloads import shown_by_pages


@dataclass(frozen=True)
class Wanted:
    """Something to pack; name: its address, key: under what it is kept."""

    name: str
    key: str
    make: Callable[[], bytes]


def wanted() -> Iterator[Wanted]:
    """Yield everything, what saves most for its time first."""
    yield from map(_font, fonts.faces())
    for name, content in sorted(contents().items(), key=lambda item: -len(item[1])):
        yield Wanted(name, brotlied.key(content), partial(brotlied.packed, content))


def missing() -> list[Wanted]:
    """Return what is not there, or not whole."""
    return [one for one in wanted() if folder.read(one.key) is None]


def contents() -> dict[str, bytes]:
    """Return what is sent in Brotli, by its address."""
    shown = {name: content for name, content in assets.bundle().items() if _is_shown(name)}
    files = {name: content() for name, content in (shown | assets.OURS).items()}
    return {**files, ENGINE_URL: sandbox.engine().encode()}


def _is_shown(address: str) -> bool:
    ours = address.startswith(assets.COMPONENT_ROOM)
    return ours or address.endswith(".css") or address in shown_by_pages()


def _font(face: fonts.Face) -> Wanted:
    def make() -> bytes:
        from ndcg_ui.packed.cutting import cut  # late: a server never cuts one itself

        return cut(face)

    return Wanted(fonts.url(face), fonts.key(face), make)
