"""The lessons' folder and the reading of its files. A file that breaks a rule is refused."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

LESSONS_VARIABLE = "NDCG_LESSONS"
"""The environment variable that names another folder of lessons."""
PACKAGED_LESSONS = Path(__file__).resolve().parent / "lessons_carried"
"""The folder of the lessons in a wheel, which setup.py fills."""
CHECKOUT_LESSONS = Path(__file__).resolve().parents[1] / "lessons"


def find_lessons() -> Path:
    """Return the folder of lessons: NDCG_LESSONS, the wheel's, or the checkout's."""
    here = os.environ.get(LESSONS_VARIABLE)
    folder = PACKAGED_LESSONS if PACKAGED_LESSONS.is_dir() else CHECKOUT_LESSONS
    if here:
        folder = Path(here)
    if not (folder / "glossary.toml").is_file():
        raise FileNotFoundError(
            f"There is no folder of lessons at {folder}. Run the app from a checkout or an "
            "installed "
            f"wheel, or name the folder in the environment variable {LESSONS_VARIABLE}."
        )
    return folder


class ContentTable:
    """A table of a content file. Every key must be read, and unknown keys are refused.

    >>> ContentTable({"k": 5}, "a.toml").take_whole("k")
    5
    """

    def __init__(
        self, data: Mapping[str, Any], place: str, places: Mapping[str, str] | None = None
    ) -> None:
        self.place = place
        self._data = dict(data)
        self._places = places or {}

    def refuse(self, sentence: str, key: str = "") -> NoReturn:
        """Raise ValueError with the file, the line of the key if known, and the fault."""
        raise ValueError(f"{self._places.get(key, self.place)}: {sentence}")

    def take_text(self, key: str, default: str | None = None) -> str:
        """Return a non-empty string."""
        value = self._take(key, default, str, "a string")
        if default is None and not value.strip():
            self.refuse(f"{key} is empty.", key)
        return str(value)

    def take_whole(self, key: str, default: int | None = None) -> int:
        """Return a whole number of 1 or more."""
        value = self._take(key, default, int, "a whole number")
        if value < 1 and value != default:
            self.refuse(f"{key} is {value}. It must be 1 or more.", key)
        return int(value)

    def take_numbers(self, key: str, default: list[float] | None = None) -> tuple[float, ...]:
        return self._take_list(key, default, (int, float), "a list of numbers")

    def take_texts(self, key: str, default: list[str] | None = None) -> tuple[str, ...]:
        return self._take_list(key, default, (str,), "a list of strings")

    def take_tables(self, key: str, name: str) -> list["ContentTable"]:
        """Return the tables under [[key]]. Messages name each by its number."""
        rows = self._take(key, [], list, f"a list of tables, [[{key}]]")
        if not all(isinstance(row, dict) for row in rows):
            self.refuse(f"{key} must be a list of tables, [[{key}]].", key)
        return [ContentTable(row, f"{self.place}, {name} {n}") for n, row in enumerate(rows, 1)]

    def take_table(self, key: str) -> dict[str, Any]:
        """Return a table, or an empty one."""
        return dict(self._take(key, {}, dict, "a table"))

    def pop_value(self, key: str) -> Any:
        """Remove a key and return its value, or None."""
        return self._data.pop(key, None)

    def copy_unread(self) -> "ContentTable":
        """Return a table with the keys that have not been read yet."""
        return ContentTable(self._data, self.place, self._places)

    def merge(self, other: "ContentTable") -> "ContentTable":
        """Return a table with the keys of both tables. The values of `other` win."""
        return ContentTable({**self._data, **other._data}, other.place)

    def refuse_unread(self) -> None:
        """Refuse keys that were never read."""
        if self._data:
            odd = sorted(self._data)
            self.refuse(f"there is no key {', '.join(map(repr, odd))} here.", odd[0])

    def _take_list(
        self, key: str, default: Any, kinds: tuple[type, ...], what: str
    ) -> tuple[Any, ...]:
        values = self._take(key, default, list, what)
        if not all(isinstance(v, kinds) and not isinstance(v, bool) for v in values):
            self.refuse(f"{key} must be {what}.", key)
        return tuple(values)

    def _take(self, key: str, default: Any, kind: type, what: str) -> Any:
        if key not in self._data:
            if default is None:
                self.refuse(f"{key} is missing. It must be {what}.")
            return default
        value = self._data.pop(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            self.refuse(f"{key} is {value!r}. It must be {what}.", key)
        return value


def read_content(path: Path) -> ContentTable:
    place = f"{path.parent.name}/{path.name}"
    try:
        return ContentTable(tomllib.loads(path.read_text(encoding="utf-8-sig")), place)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{place}: this is not TOML: {error}.") from None


def load_toml(module: str, name: str) -> dict[str, Any]:
    """Return the tables of a TOML file next to a module, given the module's `__file__`."""
    return tomllib.loads(Path(module).with_name(name).read_text(encoding="utf-8"))
