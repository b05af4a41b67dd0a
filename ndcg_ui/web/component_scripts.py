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
    if file.stem != file.parent.name:
        return file.read_bytes()
    return _Joined(file).text().encode()


class _Joined:
    """One component's script, as it is put together."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.parts: dict[str, str] = {}  # by file name, in the order in which they run
        self.outside: dict[str, str] = {}  # imports of what stays a file, by its address
        self.under_way: list[str] = []

    def text(self) -> str:
        """The imports, the parts, and the component's own module."""
        own = _IMPORT.sub(self.own_import, self.module(self.file.name))
        return "\n".join((*self.outside.values(), *self.parts.values(), own))

    def own_import(self, found: re.Match[str]) -> str:
        """An import of the component's own module: of what stays a file it stands as it is."""
        return self.linked(found) if self.is_part(found[2]) else found[0]

    def linked(self, found: re.Match[str]) -> str:
        """An import's names, taken from what stands before."""
        names, address = found.groups()
        if self.is_part(address):
            self.bring(address.removeprefix("./"))
        elif address not in self.outside:
            self.outside[address] = f'import * as {_variable(address)} from "{address}";'
        return f"const {names.replace(' as ', ': ')} = {_variable(address)};"

    def bring(self, name: str) -> None:
        """Put a module, and before it what it imports, among the parts."""
        if name in self.parts:
            return
        if name in self.under_way:
            raise ValueError(f"{self.file.parent.name}: {name} imports itself, by way of others")
        self.under_way.append(name)
        text = self.module(name)
        exported = ", ".join(of for _, of in _EXPORT.findall(text))
        body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(self.linked, text))
        variable = _variable(name)
        self.parts[name] = f"const {variable} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"
        self.under_way.remove(name)

    def module(self, name: str) -> str:
        """The text of a module; ValueError for an import or export that is not read here."""
        text = (self.file.parent / name).read_text("utf-8")
        if line := _OTHER.search(text):
            where = f"{self.file.parent.name}/{name}"
            raise ValueError(
                f"{where}: “{line[0]}” cannot be joined; what works is an import of one line, and "
                "export before a function, a class or a const"
            )
        return text

    def is_part(self, address: str) -> bool:
        """Whether what is imported belongs to this component alone."""
        name = f"{self.file.parent.name}/{address.removeprefix('./')}"
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
