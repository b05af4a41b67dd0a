"""What was found in somebody's data, and what was done about it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One line about the data.

    kind    what it is: "duplicates", "missing", "ties" ...
    where   the file or system
    count   how many lines, documents or queries
    found   what was found, a sentence
    done    what was done about it, a sentence
    choice  the field of `Choices` that decides it, or "" where there is nothing to choose

    >>> Finding("ties", "a.run", 2, "2 documents are tied.", "The ids decide.", "ties").sentence
    'a.run: 2 documents are tied. The ids decide.'
    """

    kind: str
    where: str
    count: int
    found: str
    done: str
    choice: str = ""

    @property
    def sentence(self) -> str:
        """Where, what was found, and what was done about it."""
        return f"{self.where}: {self.found} {self.done}"


def counted(n: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "query", "queries"), counted(1200, "line")
    ('1 query', '1,200 lines')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def listed(names: list[str], most: int = 3) -> str:
    """The first few of many names.

    >>> listed(["a", "b", "c", "d"])
    'a, b, c, …'
    """
    return ", ".join([*names[:most], *(["…"] if len(names) > most else [])])
