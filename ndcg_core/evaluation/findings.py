"""Findings: sentences about unusual data and their treatment."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ndcg_core.content import load_toml
from ndcg_core.metric.numbers import escape_unprintable

FINDING_TEXTS: Mapping[str, Mapping[str, Any]] = load_toml(__file__, "findings.toml")
"""The sentences of each finding by name. The file explains the format."""


@dataclass(frozen=True)
class Finding:
    """A report of unusual data: a sentence about the data and one about the treatment.

    Attributes
    ----------
    kind : str
        The kind of finding, such as "duplicates", "missing" or "ties".
    where : str
        The file or the system.
    count : int
        The number of lines, documents or queries.
    found : str
        A sentence about the data.
    done : str
        A sentence about how the data were treated.
    choice : str
        The field of `Choices` that changes the treatment, or "".

    Examples
    --------
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
        """The source, and the sentences about the data and the treatment, as one text."""
        return f"{self.where}: {self.found} {self.done}"


def make_finding(
    name: str, source_name: str, count: int = 1, treatment: str = "", **values: object
) -> Finding:
    """Make a finding from the sentences in findings.toml.

    name: the name of the sentences in the file. source_name: the file or the system. count: the
    number of lines, documents or queries. treatment: the value of the choice that decides the
    treatment. values: the values for the placeholders in the sentences.

    >>> make_finding("fractions", "qrels.txt", 1, "kept").sentence
    'qrels.txt: 1 grade is not a whole number. The grade was not rounded.'
    """
    texts = FINDING_TEXTS[name]
    values = {key: escape_unprintable(v) if isinstance(v, str) else v for key, v in values.items()}

    def format_field(field: str) -> str:
        """Return a field's text for the treatment and the count, with the values inserted."""
        text = texts.get(field, "")
        for key in (treatment, "one" if count == 1 else "many"):
            text = text.get(key, text) if isinstance(text, Mapping) else text
        return str(text).format(n=f"{count:,}", **values)

    kind = texts.get("kind", name)
    return Finding(
        kind,
        source_name,
        count,
        format_field("found"),
        format_field("done"),
        format_field("choice"),
    )


def format_count(n: int, singular: str, plural: str = "") -> str:
    """Format a number with a noun. By default, the plural is the singular with an "s".

    >>> format_count(1, "query", "queries"), format_count(1200, "line")
    ('1 query', '1,200 lines')
    """
    if n == 1:
        return f"{n:,} {singular}"
    return f"{n:,} {plural or singular + 's'}"


def join_names(names: list[str], max_names: int = 3) -> str:
    """Join the first `max_names` names with commas, and add "…" if there are more.

    >>> join_names(["a", "b", "c", "d"])
    'a, b, c, …'
    """
    listed = [escape_unprintable(name) for name in names[:max_names]]
    if len(names) > max_names:
        listed.append("…")
    return ", ".join(listed)
