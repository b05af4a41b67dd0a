"""Published calculations, with the numbers as printed, from lessons/examples."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from ndcg_core.content import ContentTable, find_lessons_folder, read_content
from ndcg_core.examples.claims import Claim, has_valid_exception, read_claim
from ndcg_core.metric import CONVENTIONS, Convention
from ndcg_core.numerals.numerals import read_numeral_or_none
from ndcg_core.sheets.cells import ORDER_SIDES, ROW_COLUMNS, TOTAL_CELLS
from ndcg_core.sheets.sheet import Sheet


@dataclass(frozen=True)
class Example:
    """A published calculation: its ranking, its printed numbers and its claims.

    Attributes
    ----------
    slug : str
        The name of the file without its extension, such as "002-five-documents".
    title, source : str
        The title and the publication.
    context : str
        The setting, such as "search engine" or "textbook".
    grades : tuple of float
        The grade at each rank.
    convention : Convention
        The convention of the calculation.
    k : int
        The cutoff.
    labels : tuple of str or None
        The names of the documents.
    judged : tuple of float or None
        The grades of all judged documents.
    sheets : tuple of Sheet
        The calculations of the publication. The first calculation is replayed.
    scale : mapping of str to str
        The meaning of each grade, if the publication explains it.
    claims : tuple of Claim
        Statements of the publication that are checked.
    notes : tuple of str
        Remarks about omissions and about values from other publications.
    """

    slug: str
    title: str
    source: str
    context: str
    grades: tuple[float, ...]
    convention: Convention
    k: int
    labels: tuple[str, ...] | None
    judged: tuple[float, ...] | None
    sheets: tuple[Sheet, ...]
    scale: Mapping[str, str] = field(default_factory=dict, hash=False)
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def sheet(self) -> Sheet:
        """The calculation that is replayed."""
        return self.sheets[0]


def load_examples() -> list[Example]:
    """Load the published examples, in the order of their files.

    Returns
    -------
    list of Example
        The examples. The `sheet` of an example has its printed numbers.

    Raises
    ------
    ValueError
        If a file breaks a rule. The message names the file.

    Examples
    --------
    >>> [example.slug[:3] for example in load_examples()][:5]
    ['000', '001', '002', '003', '004']
    """
    return list(_load_examples(find_lessons_folder()))


@lru_cache(maxsize=4)
def _load_examples(folder: Path) -> tuple[Example, ...]:
    """Load all examples of a lessons folder."""
    return tuple(load_example(path) for path in sorted(folder.glob("examples/*.toml")))


def load_example(path: Path) -> Example:
    """Load an example from its file. Raise ValueError with the file name for a bad example."""
    top = read_content(path)
    try:
        return _read_example(top, path.stem)
    except ValueError as error:
        sentence = str(error)
        raise ValueError(
            sentence if sentence.startswith(top.location) else f"{top.location}: {sentence}"
        ) from None


def _read_example(top: ContentTable, slug: str) -> Example:
    """Read an example from its table. Raise ValueError if it breaks a rule."""
    setting = _read_setting(top)
    example = Example(
        slug=slug,
        title=top.pop_text("title"),
        source=top.pop_text("source"),
        context=top.pop_text("context"),
        sheets=tuple(_read_sheet(table, setting) for table in top.pop_tables("sheets", "sheet")),
        scale={str(grade): str(word) for grade, word in top.pop_table("scale").items()},
        claims=tuple(read_claim(table) for table in top.pop_tables("claims", "claim")),
        notes=top.pop_texts("notes", []),
        **setting,
    )
    for claim in example.claims:
        if claim.exception and not has_valid_exception(claim, example.convention):
            top.refuse(f"the claim “{claim.text}” holds for its exception too.")
    if not example.sheets:
        top.refuse("there is no [[sheets]]. An example needs at least one calculation.")
    top.refuse_unread()
    return example


def _read_setting(top: ContentTable) -> dict[str, Any]:
    """Return the fields that all sheets of an example share. Raise ValueError for a bad value."""
    name = top.pop_text("convention")
    grades = top.pop_numbers("grades")
    if name not in CONVENTIONS:
        top.refuse(
            f"there is no convention {name!r}. The conventions are {', '.join(CONVENTIONS)}."
        )
    labels = top.pop_texts("labels", [])
    judged = top.pop_numbers("judged", [])
    k = top.pop_whole_number("k")
    if k > len(grades):
        top.refuse(f"k is {k}, but there are only {len(grades)} grades.")
    if labels and len(labels) != len(grades):
        top.refuse(f"there are {len(labels)} labels for {len(grades)} grades.")
    return {
        "grades": grades,
        "convention": CONVENTIONS[name],
        "k": k,
        "labels": labels or None,
        "judged": judged or None,
    }


def _read_sheet(table: ContentTable, setting: Mapping[str, Any]) -> Sheet:
    """Read a published calculation. Raise ValueError for a bad printed cell, or without any."""
    name = table.pop_text("name")
    written = dict(_pop_printed_cells(table, setting["k"]))
    table.refuse_unread()
    if not written:
        table.refuse("it prints no number.")
    return Sheet(
        **setting,
        name=name,
        given={cell: texts[-1] for cell, texts in written.items()},
        working={cell: texts[:-1] for cell, texts in written.items() if len(texts) > 1},
    )


def _pop_printed_cells(table: ContentTable, k: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Remove the printed cells from a table and yield each cell's id and texts."""
    for total in TOTAL_CELLS[:-1]:
        if (value := table.pop_value(total)) is not None:
            yield total, _read_texts(table, total, value)
    for side in ORDER_SIDES:
        for name, values in table.pop_table(side).items():
            yield from _read_column(table, side, name, values, k)


def _read_column(
    table: ContentTable, side: str, name: str, values: Any, k: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the id and the texts of each printed cell of a column.

    Raises ValueError for an unknown column or more than k values.
    """
    if name not in ROW_COLUMNS:
        table.refuse(f"there is no column {side}.{name}. The columns are {', '.join(ROW_COLUMNS)}.")
    if not isinstance(values, list) or len(values) > k:
        table.refuse(f"{side}.{name} must be a list of at most {k} texts, one for each rank.")
    for rank, value in enumerate(values, 1):
        if value != "":
            cell = f"{side}.{name}.{rank}"
            yield cell, _read_texts(table, cell, value)


def _read_texts(table: ContentTable, cell: str, value: Any) -> tuple[str, ...]:
    """Return a cell's printed texts, in their order. Raise ValueError for a bad text."""
    texts = value if isinstance(value, list) else [value]
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        table.refuse(
            f'{cell} is {value!r}. It must be a string such as "1.263", or a list of them.'
        )
    for text in texts:
        if ".label." not in cell and read_numeral_or_none(text) is None:
            table.refuse(f"{cell} is {text!r}. It must be a number or a formula.")
    return tuple(texts)
