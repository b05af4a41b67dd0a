"""The folder of lessons, and readers of its files that raise ValueError for a bad file."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

LESSONS_VARIABLE = "NDCG_LESSONS"
"""The environment variable that sets the folder of lessons."""
PACKAGED_LESSONS = Path(__file__).resolve().parent / "lessons_carried"
"""The folder of lessons in a wheel, which setup.py fills."""
CHECKOUT_LESSONS = Path(__file__).resolve().parents[1] / "lessons"


def find_lessons_folder() -> Path:
    """Return the folder of lessons: from NDCG_LESSONS, the wheel or the checkout.

    Raises FileNotFoundError if there is no such folder.
    """
    named = os.environ.get(LESSONS_VARIABLE)
    folder = PACKAGED_LESSONS if PACKAGED_LESSONS.is_dir() else CHECKOUT_LESSONS
    if named:
        folder = Path(named)
    if not (folder / "glossary.toml").is_file():
        raise FileNotFoundError(
            f"There is no folder of lessons at {folder}. Run the app from a checkout or an "
            f"installed wheel, or name the folder in the environment variable {LESSONS_VARIABLE}."
        )
    return folder


class ContentTable:
    """A table of a content file, whose values are checked and removed when they are read.

    Keys that remain are unknown. `refuse_unread` raises ValueError for such keys.

    >>> ContentTable({"k": 5}, "a.toml").pop_whole_number("k")
    5
    """

    def __init__(
        self, data: Mapping[str, Any], location: str, locations: Mapping[str, str] | None = None
    ) -> None:
        self.location = location
        self._data = dict(data)
        self._locations = locations or {}

    def refuse(self, sentence: str, key: str = "") -> NoReturn:
        """Raise ValueError with the table's file, the line of the key if known, and a sentence."""
        raise ValueError(f"{self._locations.get(key, self.location)}: {sentence}")

    def pop_text(self, key: str, default: str | None = None) -> str:
        """Remove a key and return its string, or the default.

        Raises ValueError for another type. Without a default, also for a missing or blank string.
        """
        value = self._pop(key, default, str, "a string")
        if default is None and not value.strip():
            self.refuse(f"{key} is empty.", key)
        return str(value)

    def pop_whole_number(self, key: str, default: int | None = None) -> int:
        """Remove a key and return its whole number of 1 or more, or the default.

        Raises ValueError for another value, or for a missing key without a default.
        """
        value = self._pop(key, default, int, "a whole number")
        if value < 1 and value != default:
            self.refuse(f"{key} is {value}. It must be 1 or more.", key)
        return int(value)

    def pop_numbers(self, key: str, default: list[float] | None = None) -> tuple[float, ...]:
        """Remove a key and return its list of numbers, or the default, as a tuple.

        Raises ValueError for another value, or for a missing key without a default.
        """
        return self._pop_list(key, default, (int, float), "a list of numbers")

    def pop_texts(self, key: str, default: list[str] | None = None) -> tuple[str, ...]:
        """Remove a key and return its list of strings, or the default, as a tuple.

        Raises ValueError for another value, or for a missing key without a default.
        """
        return self._pop_list(key, default, (str,), "a list of strings")

    def pop_tables(self, key: str, name: str) -> list["ContentTable"]:
        """Remove a key and return its tables, [[key]], or [] without the key.

        Raises ValueError for another value. name: the word for a table in messages, before its
        number.
        """
        rows = self._pop(key, [], list, f"a list of tables, [[{key}]]")
        if not all(isinstance(row, dict) for row in rows):
            self.refuse(f"{key} must be a list of tables, [[{key}]].", key)
        return [ContentTable(row, f"{self.location}, {name} {n}") for n, row in enumerate(rows, 1)]

    def pop_table(self, key: str) -> dict[str, Any]:
        """Remove a key and return its table as a dict, or {} without the key.

        Raises ValueError for another value.
        """
        return dict(self._pop(key, {}, dict, "a table"))

    def pop_value(self, key: str) -> Any:
        """Remove a key and return its value without a check, or None without the key."""
        return self._data.pop(key, None)

    def copy_unread(self) -> "ContentTable":
        """Return a copy of the table with the keys that have not been read yet."""
        return ContentTable(self._data, self.location, self._locations)

    def merge(self, other: "ContentTable") -> "ContentTable":
        """Merge two tables into a new table. For a shared key, use the value of `other`."""
        return ContentTable({**self._data, **other._data}, other.location)

    def refuse_unread(self) -> None:
        """Raise ValueError if keys remain that were never read."""
        if self._data:
            odd = sorted(self._data)
            self.refuse(f"there is no key {', '.join(map(repr, odd))} here.", odd[0])

    def _pop_list(
        self, key: str, default: Any, item_types: tuple[type, ...], expected: str
    ) -> tuple[Any, ...]:
        """Remove a key and return its list, or the default, as a tuple.

        Raises ValueError for another value, or for a missing key without a default.
        """
        values = self._pop(key, default, list, expected)
        if not all(isinstance(v, item_types) and not isinstance(v, bool) for v in values):
            self.refuse(f"{key} must be {expected}.", key)
        return tuple(values)

    def _pop(self, key: str, default: Any, expected_type: type, expected: str) -> Any:
        """Remove a key and return its value or the default. Raise ValueError for a bad value.

        Without a default, a missing key raises ValueError too.

        expected: the words for the type in messages.
        """
        if key not in self._data:
            if default is None:
                self.refuse(f"{key} is missing. It must be {expected}.")
            return default
        value = self._data.pop(key)
        if not isinstance(value, expected_type) or isinstance(value, bool):
            self.refuse(f"{key} is {value!r}. It must be {expected}.", key)
        return value


def read_content(path: Path) -> ContentTable:
    """Read a TOML file as a table. Raise ValueError if the file is not TOML."""
    location = f"{path.parent.name}/{path.name}"
    try:
        return ContentTable(tomllib.loads(path.read_text(encoding="utf-8-sig")), location)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{location}: this is not TOML: {error}.") from None


def load_toml(module_file: str, name: str) -> dict[str, Any]:
    """Load the TOML file `name` from the folder of a module, given the module's `__file__`."""
    return tomllib.loads(Path(module_file).with_name(name).read_text(encoding="utf-8"))
