"""A component's script as it is sent: it brings the modules that nobody else imports.

A component is written in small modules, and each that is fetched costs the browser some
milliseconds before the board can be there. So a module becomes a part of the script it belongs to,
with its names for itself:

    export const HALF = 0.5;             const $sums = (() => {
    export function worth(gain) {...}      const HALF = 0.5;
                                           function worth(gain) {...}
                                           return { HALF, worth };
                                         })();

    import { worth } from "./sums.js";   const { worth } = $sums;

What several components import is a file for all of them, which the browser runs once.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

COMPONENTS = Path(__file__).parents[1] / "components"
COMPONENT_ROOM = "/_stcore/bidi-components"
_IMPORT = re.compile(r'^import (.+) from "(.+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
_OTHER = re.compile(
    r'^import (?!.+ from ".+";$).*'
    r"|^export (?!(?:default )?(?:async )?function\b|const\b|class\b).*",
    re.MULTILINE,
)
_ROOM = "../ndcg-tutor."


@cache
def script(file: Path) -> bytes:
    """Return what is sent for a file of a component."""
    joined = file.stem == file.parent.name
    return _joined(file).encode() if joined else file.read_bytes()


@cache
def needed(component: str) -> tuple[str, ...]:
    """Return the addresses of a component's script and of all that it imports, itself first."""
    names = [f"{component}/{component}.js"]
    for name in names:  # it grows meanwhile
        room, sent = name.partition("/")[0], script(COMPONENTS / name).decode()
        for _, address in _IMPORT.findall(sent):
            near = f"{room}/{address.removeprefix('./')}"
            one = address.removeprefix(_ROOM) if address.startswith(_ROOM) else near
            if one not in names:
                names.append(one)
    return tuple(f"{COMPONENT_ROOM}/ndcg-tutor.{name}" for name in names)


def _joined(file: Path) -> str:
    """The imports of a component's script, its parts, and its own module."""
    outside: dict[str, str] = {}  # imports of what stays a file, by its address
    parts: dict[str, str] = {}  # by address, in the order in which they run
    under_way: list[str] = []

    def linked(found: re.Match[str]) -> str:
        """An import's names, taken from what stands before."""
        names, address = found.groups()
        if not _is_part(file.parent.name, address):
            outside[address] = f'import * as {_variable(address)} from "{address}";'
        elif address not in parts:
            bring(address)
        return f"const {names.replace(' as ', ': ')} = {_variable(address)};"

    def bring(address: str) -> None:
        """Put a module, and before it what it imports, among the parts."""
        if address in under_way:
            where = f"{file.parent.name}: {address.removeprefix('./')}"
            raise ValueError(f"{where} imports itself, by way of others")
        under_way.append(address)
        text = _module(file.parent / address)
        exported = ", ".join(name for _, name in _EXPORT.findall(text))
        body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(linked, text))
        begin = f"const {_variable(address)} = (() => {{"
        parts[address] = f"{begin}\n{body}\nreturn {{ {exported} }};\n}})();"
        under_way.remove(address)

    def own_import(found: re.Match[str]) -> str:
        """An import of the component's own module: of what stays a file it stands as it is."""
        return linked(found) if _is_part(file.parent.name, found[2]) else found[0]

    own = _IMPORT.sub(own_import, _module(file))
    return "\n".join((*outside.values(), *parts.values(), own))


def _module(file: Path) -> str:
    """The text of a module; ValueError for an import or export that is not read here."""
    text = file.read_text("utf-8")
    if line := _OTHER.search(text):
        raise ValueError(
            f"{file.parent.name}/{file.name}: “{line[0]}” cannot be joined; what works is an "
            "import of one line, and export before a function, a class or a const"
        )
    return text


def _is_part(component: str, address: str) -> bool:
    """Whether what a module imports belongs to its component alone."""
    name = f"{component}/{address.removeprefix('./')}"
    return address.startswith("./") and name not in _shared()


def _variable(address: str) -> str:
    """The name under which a module's own names are.

    >>> _variable("./sums.js"), _variable("../ndcg-tutor.markup/places.js")
    ('$sums', '$markup_places')
    """
    return "$" + re.sub(r"\W", "_", address.removeprefix(_ROOM).removeprefix("./")[:-3])


@cache
def _shared() -> frozenset[str]:
    """The modules that another component imports, as "markup/places.js", and what those import."""
    found = [name for file in COMPONENTS.glob("*/*.js") for name in _addresses(file, _ROOM)]
    for name in found:  # it grows meanwhile
        room, _, file = name.partition("/")
        if file != f"{room}.js":
            near = _addresses(COMPONENTS / name, "./")
            found += [one for of in near if (one := f"{room}/{of}") not in found]
    return frozenset(found)


def _addresses(file: Path, begin: str) -> list[str]:
    """What a module imports by addresses that begin so, without their beginning."""
    addresses = (address for _, address in _IMPORT.findall(file.read_text("utf-8")))
    return [address.removeprefix(begin) for address in addresses if address.startswith(begin)]
